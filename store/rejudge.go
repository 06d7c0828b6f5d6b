package store

import (
	"bytes"
	"fmt"

	"gannet/store/internal/entry"
)

// Verdict is a new topic probability of a stored page, which was judged again.
type Verdict struct {
	Page     uint64 // the page's sequence number
	Score    float64
	Relevant bool
}

// Rejudge replaces the topic probabilities of stored pages in one transaction. Pages that are no longer stored are ignored.
func (d *DB) Rejudge(verdicts []Verdict) error {
	err := d.writeBatch(func(b *batch) error {
		for _, v := range verdicts {
			if err := b.rejudge(v); err != nil {
				return fmt.Errorf("page %d: %w", v.Page, err)
			}
			d.releaseMapping(b.tx, 1)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("judge %d pages again: %w", len(verdicts), err)
	}
	return nil
}

func (b *batch) rejudge(v Verdict) error {
	seq := entry.Key(v.Page)
	value := bytes.Clone(b.pages.Get(seq))
	if value == nil {
		return nil
	}
	p, size, err := decodePage(value)
	if err != nil {
		return err
	}
	if p.Score != v.Score || p.Relevant != v.Relevant {
		if err := b.noteRewrite(v.Page); err != nil {
			return err
		}
	}
	b.count(p, int64(size), -1)
	p.Score, p.Relevant = v.Score, v.Relevant
	b.count(p, int64(size), +1)
	if err := b.pages.PutReserved(seq, appendPageOf(make([]byte, entry.Header8, entry.Header8+len(value)), p, size)); err != nil {
		return err
	}
	return b.rejudgeLearned(v)
}
