package postings

import (
	"gannet/store/internal/check"
	"gannet/store/internal/entry"
)

// checkLives reads all lives. A posting whose life is lost has the state unknown from then on.
func (c *checker) checkLives() error {
	if c.lives.Bucket == nil {
		return nil
	}
	return c.lives.ForEach(func(k, value []byte) error {
		_, err := decodeLife(value)
		switch {
		case len(k) != 8 || !c.postings.Has(k):
			return c.Problem(check.Delete(k, &c.lives), "lives: %x belongs to no posting", k)
		case err != nil:
			return c.Problem(check.Delete(k, &c.lives), "posting %d: %v", entry.Number(k), err)
		}
		return nil
	})
}

// checkLedger reads all events. Because readers must not miss an event, a gap ends the ledger, and a new one begins.
func (c *checker) checkLedger() error {
	if c.changes.Bucket == nil {
		return nil
	}
	next := uint64(0)
	err := c.changes.ForEach(func(k, value []byte) error {
		if len(k) != 8 {
			return c.Problem(c.fold, "changes: a key of %d bytes", len(k))
		}
		cursor := entry.Number(k)
		if _, err := decodeChange(cursor, value); err != nil {
			return c.Problem(c.fold, "changes: event %d: %v", cursor, err)
		}
		if next != 0 && cursor != next {
			return c.Problem(c.fold, "changes: event %d is missing", next)
		}
		next = cursor + 1
		return nil
	})
	if err != nil || next == 0 || next-1 == c.changes.Sequence() {
		return err
	}
	return c.Problem(c.fold, "changes: the latest event is %d, and not %d", next-1, c.changes.Sequence())
}

// foldRepaired begins the ledger again if postings were repaired, because no event reports a repair.
func (c *checker) foldRepaired() error {
	if !c.Repair || c.found == 0 {
		return nil
	}
	return c.fold()
}

func (c *checker) fold() error {
	if c.folded {
		return nil
	}
	c.folded = true
	return c.FoldLedger(1)
}

// FoldLedger deletes all events, and increases the next cursor by skip. All readers then have to begin again with a snapshot of the postings,
// because their cursors are before the first event.
func (b *Buckets) FoldLedger(skip uint64) error {
	if b.changes.Bucket == nil {
		return nil
	}
	latest, tx, name := b.changes.Sequence(), b.changes.Tx(), []byte(entry.Changes.Bucket())
	if k, _ := b.changes.Cursor().Last(); len(k) == 8 {
		latest = max(latest, entry.Number(k))
	}
	if err := tx.DeleteBucket(name); err != nil {
		return err
	}
	anew, err := tx.CreateBucket(name)
	if err != nil {
		return err
	}
	b.changes.Bucket = anew
	return anew.SetSequence(latest + skip)
}
