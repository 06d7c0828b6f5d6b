package crawler

import (
	"fmt"
	"time"

	"gannet/dedup"
	"gannet/features"
	"gannet/job"
	"gannet/job/extract"
	"gannet/store"
)

// Jobs makes postings of the pages of a crawl: what a page advertises, and whether the crawl has met the job before.
// Extraction and the record for comparison are made by the workers; the decision falls in the transaction that keeps
// the page, so that one posting after the other is compared with all before it.
type Jobs struct {
	Extract *extract.Extractor
	Dedup   *dedup.Deduper
}

// posting gives what a page advertises, nil if it is no posting.
func (j *Jobs) posting(page *features.Page, now time.Time) *store.Posting {
	_, found := j.Extract.Page(page, now)
	return j.Prepare(found)
}

// Prepare readies a posting for the store; nil stays nil.
func (j *Jobs) Prepare(found *job.Posting) *store.Posting {
	if found == nil {
		return nil
	}
	record := j.Dedup.Prepare(found)
	return &store.Posting{
		Job: found, Record: record.AppendBinary(nil),
		Decide: func(number uint64) (store.Decision, error) {
			d, err := j.Dedup.Decide(number, record)
			return store.Decision(d), err
		},
	}
}

// kept tells the Deduper that a posting is kept, with all that were decided before, and whether it was seen before and has
// changed. The one that keeps calls it.
func (j *Jobs) kept(p *store.Posting) error {
	switch {
	case p == nil:
		return nil
	case p.Seen == store.New:
		return j.Dedup.Commit()
	case p.Seen != store.Renewed:
		return nil
	}
	r := new(dedup.Profile)
	if err := r.UnmarshalBinary(p.Record); err != nil {
		return fmt.Errorf("posting %d: %w", p.Number, err)
	}
	j.Dedup.UpdateProfile(p.Number, r)
	return nil
}

// Restore tells the Deduper of the postings that earlier runs kept. The error is dedup.ErrStale if the Deduper's index is of
// other postings.
func (j *Jobs) Restore(db *store.DB) error {
	if err := db.Records(func(number, cluster uint64, original bool, record []byte) error {
		r, err := j.read(db, number, record)
		if err != nil {
			return err
		}
		if err := j.Dedup.Restore(number, cluster, original, r); err != nil {
			return err
		}
		return j.Dedup.Commit()
	}); err != nil {
		return err
	}
	return j.Dedup.FinishRestore()
}

// Record gives what the Deduper compares of a posting that is kept.
func (j *Jobs) Record(db *store.DB, number uint64) (*dedup.Profile, error) {
	record, err := db.Record(number)
	if err != nil {
		return nil, err
	}
	return j.read(db, number, record)
}

// read decodes a record; one that this version cannot read is made again.
func (j *Jobs) read(db *store.DB, number uint64, record []byte) (*dedup.Profile, error) {
	r := new(dedup.Profile)
	if record != nil && r.UnmarshalBinary(record) == nil {
		return r, nil
	}
	kept, err := db.Posting(number)
	if err != nil {
		return nil, err
	}
	return j.Dedup.Prepare(kept.Job), nil
}
