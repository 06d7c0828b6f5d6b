package store

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"gannet/job"
	"gannet/job/life"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// Visit is a revisit of a URL that the crawl watches, with its results, which are to be stored.
type Visit struct {
	Watched *Watched // as it is after the visit
	// Page is the page as it is now, nil if it was not read again. It replaces the kept page if Replace is set. Via, depth, choice and canonical URL
	// of the kept page stay.
	Page    *Page
	Replace bool
	// Observed is the observation of the page's postings at this visit. If Page is set, it concerns only those postings that the page no longer
	// shows.
	Observed life.Observation
	// MovedTo is the URL to which the page leads according to Observed. If a posting was seen at that URL before, it has moved there and is not gone.
	MovedTo string
	// Alarms go into the ledger, as JSON.
	Alarms []any
}

// VisitResult says how a visit has changed the postings of its page.
type VisitResult struct {
	Postings []postings.Result // what became of the page's postings, in their order
	Closed   bool              // what was observed has closed all postings of the page, or they are at another one
}

// PutVisits stores visits in one transaction: all of them or, with an error, none. results[i] says how visits[i] has changed postings. If a
// page is no longer stored because its canonical page is stored, it is no longer watched.
func (d *DB) PutVisits(visits []*Visit) (results []VisitResult, err error) {
	for _, v := range visits {
		if v.Page == nil {
			continue
		}
		if err := v.Page.Prepare(); err != nil {
			return nil, err
		}
	}
	results = make([]VisitResult, len(visits))
	err = d.writeBatch(func(b *batch) error {
		for i, v := range visits {
			if results[i], err = b.putVisit(v); err != nil {
				return fmt.Errorf("%s: %w", v.Watched.URL, err)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store %d visits: %w", len(visits), err)
	}
	for _, v := range visits {
		if v.Page != nil {
			v.Page.encoded = nil
		}
	}
	return results, nil
}

func (b *batch) putVisit(v *Visit) (r VisitResult, err error) {
	k := entry.URLKey(v.Watched.URL)
	seq := bytes.Clone(b.index.Get(k))
	if v.Watched.Kind.HasPage() && seq == nil {
		return r, b.watched.Delete(k)
	}
	shown := make(map[uint64]bool)
	if v.Page != nil {
		if r.Postings, err = b.putSeenAgain(v, seq); err != nil {
			return r, err
		}
		for _, p := range r.Postings {
			shown[p.Number] = true
		}
	}
	if err := b.observeVisit(v, shown, &r); err != nil {
		return r, err
	}
	for _, alarm := range v.Alarms {
		if err := b.postings.AddAlarm(v.Watched.Tried, alarm); err != nil {
			return r, err
		}
	}
	return r, b.putWatched(v.Watched)
}

// observeVisit records the observation in the postings of a page. It leaves out the postings that the page has just shown, because these have been
// recorded already.
func (b *batch) observeVisit(v *Visit, shown map[uint64]bool, r *VisitResult) error {
	if v.Observed.What == life.Failed {
		return nil
	}
	numbers, err := b.postings.ShownBy(v.Watched.URL)
	if err != nil {
		return err
	}
	if len(numbers) == 0 && len(shown) == 0 {
		r.Closed, err = b.observeElsewhere(v)
		return err
	}
	r.Closed = len(numbers) > 0
	for _, number := range numbers {
		if shown[number] {
			r.Closed = false
			continue
		}
		if moved, err := b.move(number, v.MovedTo, v.Observed.At); moved || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		observed, err := b.postings.Observe(number, v.Observed)
		if err != nil {
			return err
		}
		r.Closed = r.Closed && closes(observed.Transitions)
	}
	return nil
}

// move changes the page of a posting's newest version to a kept page that has shown the posting before, unless it has that page already.
func (b *batch) move(number uint64, url string, at time.Time) (moved bool, err error) {
	seq := b.index.Get(entry.URLKey(url))
	if url == "" || seq == nil {
		return false, nil
	}
	return b.postings.Move(number, url, entry.Number(seq), at)
}

// observeElsewhere is observeVisit for a page whose posting has its newest version at another page. If the other page is gone, the posting is on this
// page. settled says that this page no longer shows the posting, which is no evidence against it.
func (b *batch) observeElsewhere(v *Visit) (settled bool, err error) {
	number, gone, err := b.postings.Elsewhere(v.Watched.URL)
	switch what := v.Observed.What; {
	case err != nil || number == 0:
		return false, err
	case what == life.Same && gone:
		_, err = b.move(number, v.Watched.URL, v.Observed.At)
		return false, err
	default:
		return what.Denies(), nil
	}
}

// closes reports whether a posting is closed after some transitions.
func closes(changes []life.Transition) bool {
	return len(changes) > 0 && changes[len(changes)-1].State == job.Closed
}

// putSeenAgain stores what a kept page shows now. It also replaces the page if the owners' statements about its use have changed, or if one of its
// postings has, because each version belongs to the page that is kept.
func (b *batch) putSeenAgain(v *Visit, seq []byte) (results []postings.Result, err error) {
	kept, size, err := decodePage(bytes.Clone(b.pages.Get(seq)))
	if err != nil {
		return nil, err
	}
	v.Page.Seq = entry.Number(seq)
	replace := v.Replace || !slices.Equal(kept.Says, v.Page.Says)
	for _, found := range v.Page.encoded.postings {
		r, err := b.postings.Put(&postings.Sighting{
			Prepared: found, Part: found.Part(), URL: v.Page.URL, Canonical: kept.Canonical, Page: v.Page.Seq, Time: v.Page.Fetched,
			MayAdd: true, MayChange: true,
		})
		if err != nil {
			return nil, err
		}
		replace = replace || r.Status == postings.New || r.Status == postings.Changed
		results = append(results, r)
	}
	if !replace {
		return results, nil
	}
	return results, b.replacePage(seq, kept, int64(size), v.Page)
}

// replacePage replaces the kept page, whose body has size bytes, by p.
func (b *batch) replacePage(seq []byte, kept *Page, size int64, p *Page) error {
	if err := b.keepLearned(seq); err != nil {
		return err
	}
	if err := b.noteRewrite(entry.Number(seq)); err != nil {
		return err
	}
	b.count(kept, size, -1)
	p.Via, p.ViaAnchor, p.Canonical, p.Depth = kept.Via, kept.ViaAnchor, kept.Canonical, kept.Depth
	b.count(p, int64(len(p.Body)), +1)
	encoded := appendPage(make([]byte, entry.Header8, 512), p)
	if err := b.pages.PutReserved(seq, encoded); err != nil {
		return err
	}
	if err := b.bodies.PutReserved(seq, p.encoded.body); err != nil {
		return err
	}
	if len(p.encoded.links) > entry.Header8 {
		return b.links.PutReserved(seq, p.encoded.links)
	}
	return b.links.Delete(seq)
}

// LivesNotAfter corrects times that come from a clock which was ahead: in the lives of all postings it sets times later than at to at. It
// returns how many lives it has changed.
func (d *DB) LivesNotAfter(at time.Time) (n int, err error) {
	err = d.writeBatch(func(b *batch) error {
		n, err = b.postings.LivesNotAfter(at)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("times of a clock that was ahead: %w", err)
	}
	return n, nil
}
