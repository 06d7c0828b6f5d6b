package postings

import (
	"time"

	"gannet/job"
)

// tellNew writes the event of a new posting, and the events of its cluster if its original has changed.
func (w *Writer) tellNew(number uint64, added *summary, at time.Time, was, is uint64) error {
	original := is == number
	err := w.tell(&Change{Time: at, Event: EventNew, Number: number, ChangeFacts: ChangeFacts{
		URL: added.url, Cluster: added.cluster, Original: &original,
	}})
	if err != nil || was == 0 || was == is {
		return err
	}
	if original {
		is = 0
	}
	return w.tellOriginal(at, was, is)
}

// tellChanged writes an event with the fields that differ between the posting as a page shows it now and its newest version. from is the address at
// which that version was seen. If that version cannot be read, all fields count as new.
func (w *Writer) tellChanged(number uint64, from string, known *summary, s *Sighting) error {
	old := new(job.Posting)
	if v, err := w.version(number, known.versions); err == nil {
		old = v.Job
	}
	return w.tellFields(number, s.Time, shownAt(old, from), shownAt(s.job, s.address()), s.address())
}

// tellReplaced writes an event with the fields of a version that changed when its page was read again, if it is the newest version. If it is the
// first of several, which EventNew reports, the event repeats instead what differs between it and the newest version.
func (w *Writer) tellReplaced(number uint64, version int, known *summary, s *Sighting) error {
	old := new(job.Posting)
	if v, err := w.version(number, version); err == nil {
		old = v.Job
	}
	at := w.latest()
	if at.Before(s.Time) {
		at = s.Time
	}
	before, after := shownAt(old, known.url), shownAt(s.job, known.url)
	switch changed, err := diff(before, after); {
	case err != nil || len(changed) == 0:
		return err
	case version == known.versions:
		return w.tellFields(number, at, before, after, known.url)
	case version > 1:
		return nil
	}
	newest, err := w.version(number, known.versions)
	if err != nil {
		return err
	}
	return w.tellFields(number, at, after, shownAt(newest.Job, known.url), known.url)
}

// shownAt returns a posting as readers get it: a posting that is not a part of its page gets the page's URL.
func shownAt(p *job.Posting, address string) *job.Posting {
	out := *p
	if p.Part == "" {
		out.URL = address
	}
	return &out
}

func (w *Writer) tellFields(number uint64, at time.Time, old, now *job.Posting, url string) error {
	fields, err := diff(old, now)
	if err != nil || len(fields) == 0 {
		return err
	}
	return w.tell(&Change{Time: at, Event: EventChanged, Number: number, ChangeFacts: ChangeFacts{URL: url, Fields: fields}})
}

// tellMoved writes the event of a posting that is known by another page now, with the same content.
func (w *Writer) tellMoved(number uint64, from, to string) error {
	if from == to {
		return nil
	}
	change, err := fieldChange(from, to)
	if err != nil {
		return err
	}
	return w.tell(&Change{Time: w.latest(), Event: EventChanged, Number: number, ChangeFacts: ChangeFacts{
		URL: to, Fields: map[string]FieldChange{"url": change},
	}})
}
