package overview

import (
	"time"

	"gannet/crawler/revisit"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// Fresh says how old the crawl's knowledge about its stored postings is.
type Fresh struct {
	Open      int `json:"open"`
	Suspected int `json:"suspected"`
	Closed    int `json:"closed"`
	Unknown   int `json:"unknown"`
	// The counts below are of the latest pass over all postings, which ended at Counted. It is zero before the first one.
	Counted   time.Time `json:"counted,omitzero"`
	Seen      int       `json:"seen"`            // open postings whose page showed them in the day before
	SeenOf    int       `json:"seen_of"`         // open postings, unknown ones included
	Oldest    time.Time `json:"oldest,omitzero"` // of the open posting that was checked least recently: when
	OldestURL string    `json:"oldest_url,omitempty"`
	OldestID  uint64    `json:"oldest_number,omitempty"`
	// Shown says how fresh those are that count as open, in a crawl that runs with --fresh. A list that names a posting shows it, too.
	Shown *revisit.Shown `json:"shown,omitempty"`
	// Fields compares the postings that sites had in the last two weeks.
	Fields []SiteFields `json:"fields,omitempty"`
}

// pass is a walk over all postings that is continued by each overview.
type pass struct {
	after uint64            // number of the latest posting that was read
	under Fresh             // the counts of this pass
	done  Fresh             // those of the latest whole one
	sites map[string]*weeks // of this pass, by host
}

// add counts a posting.
func (p *pass) add(k *postings.Posting, now time.Time) {
	p.after = k.Number
	p.countFields(k, now)
	if k.Life.State == job.Closed {
		return
	}
	f := &p.under
	f.SeenOf++
	if now.Sub(k.Last) <= 24*time.Hour {
		f.Seen++
	}
	checked := k.Life.Checked
	if checked.IsZero() {
		checked = k.Last
	}
	if f.Oldest.IsZero() || checked.Before(f.Oldest) {
		f.Oldest, f.OldestURL, f.OldestID = checked, k.URL, k.Number
	}
}

// fresh goes on with the pass over all postings.
func (t *Tracker) fresh(s Source, now time.Time, kept store.Stats) (*Fresh, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.pass.after == 0 && !t.pass.done.Counted.IsZero() && now.Sub(t.pass.done.Counted).Abs() < passEvery {
		return t.pass.found(kept), nil
	}
	read := 0
	q := postings.Query{All: true, Brief: true, After: t.pass.after, Limit: postingsRead}
	err := s.Postings.Find(q, func(p *postings.Posting) error {
		read++
		t.pass.add(p, now)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if read < postingsRead {
		t.pass.under.Counted, t.pass.under.Fields = now, t.pass.siteFields()
		t.pass = pass{done: t.pass.under}
	}
	return t.pass.found(kept), nil
}

// passEvery is how long the counts of a pass hold before another one begins.
const passEvery = time.Minute

// found returns the counts of the latest whole pass, with those that the store has.
func (p *pass) found(kept store.Stats) *Fresh {
	f := p.done
	f.Open, f.Suspected, f.Closed, f.Unknown = kept.Open, kept.Suspected, kept.Closed, kept.Unknown
	return &f
}
