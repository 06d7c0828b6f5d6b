package main

import (
	"fmt"
	"io"
	"time"

	"gannet/internal/cli"
	"gannet/job"
	"gannet/job/life"
	"gannet/store/postings"
)

// lifeFacts is what a crawl knows of a posting's life beside its state.
type lifeFacts struct {
	Checked  time.Time `json:"last_checked,omitzero"`
	By       life.By   `json:"closed_by,omitempty"`
	After    time.Time `json:"closed_after,omitzero"`
	Before   time.Time `json:"closed_before,omitzero"`
	Reopened int       `json:"reopened"`
	Reposts  int       `json:"reposts"`
}

// bySecond returns the first whole second that is not before t. Columns have whole seconds, and no end is later than its bound.
func bySecond(t time.Time) time.Time {
	if whole := t.Truncate(time.Second); whole.Before(t) {
		return whole.Add(time.Second)
	}
	return t
}

func lifeOf(k *postings.Posting) lifeFacts {
	l := &k.Life
	f := lifeFacts{Checked: l.Checked, After: l.After, Before: l.Before, Reopened: l.Reopened, Reposts: k.Reposts}
	if l.Closed() {
		f.By = l.By
	}
	return f
}

// lifeRow are the columns of a posting's life. It was closed after ClosedAfter and no later than ClosedBefore.
type lifeRow struct {
	LastChecked  *time.Time `parquet:"last_checked,optional,timestamp(millisecond)"`
	ClosedBy     string     `parquet:"closed_by,optional"`
	ClosedAfter  *time.Time `parquet:"closed_after,optional,timestamp(millisecond)"`
	ClosedBefore *time.Time `parquet:"closed_before,optional,timestamp(millisecond)"`
	Reopened     int64      `parquet:"reopened"`
	Reposts      int64      `parquet:"reposts"`
}

func (f lifeFacts) row() lifeRow {
	return lifeRow{known(f.Checked), string(f.By), known(f.After), known(bySecond(f.Before)), int64(f.Reopened), int64(f.Reposts)}
}

// writeLife tells the life of a posting, nil if it is not known.
func writeLife(w io.Writer, l *life.Life, reposts int) {
	if l == nil {
		_ = cli.Say(w, "life\tnot known: an earlier version kept the posting, and nobody has looked at it since\n")
		return
	}
	_ = cli.Say(w, "checked\t%s\n", whenText(l.Checked))
	if l.State == job.Open && !l.Known.IsZero() {
		_ = cli.Say(w, "open\tas of %s, when its page last showed it\n", whenText(l.Known))
	}
	if l.Closed() {
		_ = cli.Say(w, "closed\tafter %s, no later than %s, by: %s\n", whenText(l.After), whenText(bySecond(l.Before)), l.By)
	}
	if l.State == job.Suspected {
		_ = cli.Say(w, "suspected\tby: %s\n", l.By)
	}
	if l.Reopened > 0 {
		_ = cli.Say(w, "reopened\t%s\n", cli.Counted(l.Reopened, "time"))
	}
	if reposts > 0 {
		_ = cli.Say(w, "reposts\t%s of this job began after another one was over\n", cli.Counted(reposts, "posting"))
	}
	if len(l.Past) < 2 {
		return
	}
	for _, t := range l.Past {
		reason := ""
		if t.By != "" {
			reason = ", " + string(t.By)
		}
		fmt.Fprintf(w, "since %s\t%s%s\n", t.At.Format(time.DateTime), t.State, reason)
	}
}

func whenText(t time.Time) string {
	if t.IsZero() {
		return "an unknown time"
	}
	return t.Format(time.DateTime)
}
