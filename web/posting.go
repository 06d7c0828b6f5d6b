package web

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// postingView shows a posting with everything that the crawl knows about it.
type postingView struct {
	*postings.Posting
	Fields   []job.FoundField
	Path     []titledPage
	Copies   []copyRow
	Decision *job.Decision
	Older    []versionRow
	Events   []lifeEvent
	Page     string // URL of its page
}

// copyRow is another posting of the same job.
type copyRow struct {
	*postings.Posting
	Original  bool
	Decision  job.Decision
	Different []difference
}

// difference is a field whose values differ between two postings.
type difference struct {
	Field    job.Field
	Old, New string
	Long     bool // only the parts of the texts that differ are shown
}

// versionRow is an earlier version, with what the next one changed.
type versionRow struct {
	*postings.Version
	Different []difference
}

// mostCopies is how many copies are shown. Some jobs are advertised on hundreds of pages.
const mostCopies = 50

func (v *postingView) title() string {
	return visible(cut(120, cmp.Or(v.Job.Title, fmt.Sprint("Posting ", v.Number))))
}

// original says whether the posting is the original of its job.
func (v *postingView) original() string {
	return either(v.Original, "the original of its job", fmt.Sprint("a copy of job ", v.Cluster))
}

func viewPosting(r *request) (view, error) {
	number, err := numberIn(r, "number")
	if err != nil {
		return nil, err
	}
	if url := r.URL.Query().Get("url"); number == 0 && url != "" {
		if number, err = r.Postings.NumberAt(url); err != nil {
			return nil, err
		}
	}
	p, err := r.Postings.Get(number)
	if err != nil {
		return nil, err
	}
	v := &postingView{Posting: p, Fields: p.Job.Found(), Events: eventsOf(p), Page: postings.PageOf(p.URL)}
	path, err := r.Store.Path(v.Page)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	v.Path = r.crawl.titles.at(r.Context(), r.Reader, path)
	if err := v.addCopies(r.Postings); err != nil {
		return nil, err
	}
	return v, v.addVersions(r.Postings)
}

// addCopies adds the other postings of the cluster.
func (v *postingView) addCopies(from postings.Finder) error {
	copies, _, own, err := postings.CopiesOf(from, v.Posting, mostCopies)
	if own != nil {
		v.Decision = &own.Decision
	}
	for _, c := range copies {
		v.Copies = append(v.Copies, copyRow{c.Posting, c.Member.Original, c.Decision, differences(v.Job, c.Job)})
	}
	return err
}

// addVersions adds the earlier versions, the newest first.
func (v *postingView) addVersions(from postings.Finder) error {
	list, err := from.Versions(v.Number)
	if err != nil {
		return err
	}
	for i, old := range list[:max(0, len(list)-1)] {
		v.Older = append(v.Older, versionRow{old, differences(old.Job, list[i+1].Job)})
	}
	slices.Reverse(v.Older)
	return nil
}

// longText is how much of a text is shown beside its other version.
const longText = 200

// differences returns the fields that differ from one posting to another.
func differences(old, now *job.Posting) (list []difference) {
	for _, f := range job.Fields() {
		a, b := strings.TrimSpace(old.FieldText(f)), strings.TrimSpace(now.FieldText(f))
		if a == b {
			continue
		}
		d := difference{Field: f, Old: a, New: b}
		if len(a) > longText || len(b) > longText {
			d.Long, d.Old, d.New = true, around(a, b), around(b, a)
		}
		list = append(list, d)
	}
	return list
}

// around returns the part of a text that differs from another one: it cuts off the common beginning and end.
func around(text, other string) string {
	a, b := []rune(text), []rune(other)
	begin := 0
	for begin < len(a) && begin < len(b) && a[begin] == b[begin] {
		begin++
	}
	end := 0
	for end < len(a)-begin && end < len(b)-begin && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	part := a[begin : len(a)-end]
	if len(part) > longText {
		return string(part[:longText]) + " …"
	}
	return string(part)
}

// lifeEvent is a moment in the life of a posting.
type lifeEvent struct {
	Time time.Time
	Text string
	At   float64 // place on the line, from 0 to 100
}

// eventsOf returns the moments of a life in their order, each with its place on a line.
func eventsOf(p *postings.Posting) (list []lifeEvent) {
	l := &p.Life
	add := func(at time.Time, text string) {
		if !at.IsZero() {
			list = append(list, lifeEvent{Time: at, Text: text})
		}
	}
	add(p.Job.Posted, "posted, as the page says")
	add(p.First, "first seen")
	for _, t := range l.Past {
		if text := string(t.State); t.By != "" {
			add(t.At, text+": "+string(t.By))
		} else {
			add(t.At, text)
		}
	}
	add(p.Last, "last seen")
	add(l.Checked, "last checked")
	add(p.Job.ValidThrough, "last day, as the page says")
	slices.SortStableFunc(list, func(a, b lifeEvent) int { return a.Time.Compare(b.Time) })
	if len(list) == 0 {
		return nil
	}
	begin, long := list[0].Time, list[len(list)-1].Time.Sub(list[0].Time)
	for i := range list {
		if long > 0 {
			list[i].At = 100 * float64(list[i].Time.Sub(begin)) / float64(long)
		}
	}
	return list
}
