package lists

import (
	"math"
	"time"

	"gannet/store"
)

// Verdicts on pages, and the times of their fetches, change without an event that the index could follow. Therefore the sums of both are compared
// from time to time. If they differ, all pages are read again. This may take a hundredth of the time.
const (
	betweenLooks = time.Minute
	shareOfLooks = 100
)

// isRenewalDue reports whether it is time to compare the pages with the store.
func (l *Lists) isRenewalDue() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Since(l.renewed) > max(betweenLooks, shareOfLooks*l.renewal)
}

// renew reads a part of the pages again if they are not as in the store, and reports whether there is more.
func (l *Lists) renew(ix *index, from Source) (more bool, err error) {
	var next uint64
	if err := fact(ix.db, "renewal", &next); err != nil {
		return false, err
	}
	begin := time.Now()
	if next == 0 {
		if !l.isRenewalDue() {
			return false, nil
		}
		same, err := ix.hasSums(from.Store)
		l.noteRenewal(begin)
		if same || err != nil {
			return false, err
		}
		next = 1
	}
	for err == nil && next > 0 && time.Since(begin) < timeOfStep {
		next, err = ix.renewSome(from.Store, next)
	}
	l.addRenewal(time.Since(begin))
	return next > 0, err
}

func (l *Lists) noteRenewal(at time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.renewed, l.renewal = at, 0
}

func (l *Lists) addRenewal(took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.renewal += took
}

// hasSums reports whether the pages are as many, as relevant and as probable as in the store.
func (ix *index) hasSums(from store.Reader) (bool, error) {
	kept, err := from.Stats()
	if err != nil {
		return false, err
	}
	var pages, relevant int
	var score float64
	err = ix.db.QueryRow("SELECT count(*), total(relevant), total(score) FROM pages").Scan(&pages, &relevant, &score)
	return pages == kept.Pages && relevant == kept.Relevant && math.Abs(score-kept.MeanScore*float64(pages)) < 1e-6*float64(pages+1), err
}

// renewSome brings pages from a number on up to date, and returns the number to go on from; 0 if there is none.
func (ix *index) renewSome(from store.Reader, next uint64) (uint64, error) {
	tx, err := ix.db.Begin()
	if err != nil {
		return next, err
	}
	defer tx.Rollback() // does nothing after Commit
	var last uint64
	if err := fact(tx, "page", &last); err != nil {
		return next, err
	}
	end := min(next+rowsInStep, last+1)
	seals, err := sealsOf(tx, next, end)
	if err != nil {
		return next, err
	}
	w, err := newPageWriter(tx)
	if err != nil {
		return next, err
	}
	err = from.Select(store.Selection{After: next - 1, Before: end}, func(p *store.Page) error {
		r := pageRowOf(p, w.x)
		known := seals[p.Seq]
		delete(seals, p.Seq)
		if known == r.seal() {
			return nil
		}
		return w.put(r)
	})
	if err != nil {
		return next, err
	}
	if err := w.write(); err != nil {
		return next, err
	}
	for number := range seals {
		if err := dropRow(tx, "pages", "page_terms", number); err != nil {
			return next, err
		}
	}
	if end > last {
		end = 0
	}
	if err := setFact(tx, "renewal", end); err != nil {
		return next, err
	}
	return end, tx.Commit()
}

// sealsOf returns the seals of the pages from a number on and before another one.
func sealsOf(tx querier, begin, end uint64) (map[uint64]int64, error) {
	rows, err := tx.Query("SELECT number, seal FROM pages WHERE number >= ? AND number < ?", begin, end)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	seals := map[uint64]int64{}
	for rows.Next() {
		var number uint64
		var seal int64
		if err := rows.Scan(&number, &seal); err != nil {
			return nil, err
		}
		seals[number] = seal
	}
	return seals, rows.Err()
}

// dropRow removes a row and its terms.
func dropRow(tx querier, rows, terms string, number uint64) error {
	if _, err := tx.Exec("DELETE FROM "+rows+" WHERE number = ?", number); err != nil {
		return err
	}
	_, err := tx.Exec("DELETE FROM "+terms+" WHERE rowid = ?", number)
	return err
}
