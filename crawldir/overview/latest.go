package overview

import (
	"errors"
	"slices"
	"time"

	"gannet/store"
	"gannet/store/postings"
)

// recountEvery is the time after which the counts of the latest pages and postings are made again; in between they are only added to.
const recountEvery = time.Minute

// latest knows the pages that were kept last, and how many jobs are new. An overview reads what was kept since the one before; now
// and then all is read again, because pages are taken out and judged again.
type latest struct {
	at       time.Time // when all was read
	last     uint64    // number of the newest page
	relevant []bool    // a ring of the latest pages
	next     int       // in relevant
	jobs     int
	moreJobs bool
}

// isOld reports whether all has to be read again.
func (l *latest) isOld(now time.Time) bool {
	age := now.Sub(l.at)
	return l.at.IsZero() || age < 0 || age >= recountEvery
}

// read reads the latest pages that are not known yet.
func (l *latest) read(s Source) error {
	return s.Store.Select(store.Selection{After: l.last, Limit: latestPages}, func(p *store.Page) error {
		l.add(p)
		return nil
	})
}

// readAgain reads all.
func (l *latest) readAgain(s Source, now time.Time, anyJobs bool) error {
	*l = latest{at: now}
	var list []*store.Page
	err := s.Store.Select(store.Selection{Newest: true, Limit: latestPages}, func(p *store.Page) error {
		list = append(list, p)
		return nil
	})
	for _, p := range slices.Backward(list) {
		l.add(p)
	}
	if err == nil && anyJobs {
		err = l.countJobs(s, now)
	}
	return err
}

func (l *latest) add(p *store.Page) {
	l.last = max(l.last, p.Seq)
	if len(l.relevant) < latestPages {
		l.relevant = append(l.relevant, p.Relevant)
		return
	}
	l.relevant[l.next] = p.Relevant
	l.next = (l.next + 1) % latestPages
}

// harvest returns how many of the latest pages are relevant.
func (l *latest) harvest() (n int) {
	for _, relevant := range l.relevant {
		if relevant {
			n++
		}
	}
	return n
}

var errEnough = errors.New("enough")

// countJobs counts the jobs that were found within the last hour.
func (l *latest) countJobs(s Source, now time.Time) error {
	since := now.Add(-time.Hour)
	q := postings.Query{Newest: true, Limit: newestJobs, Brief: true}
	err := s.Postings.Find(q, func(p *postings.Posting) error {
		if p.First.Before(since) {
			return errEnough
		}
		l.jobs++
		return nil
	})
	l.moreJobs = l.jobs == newestJobs
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
