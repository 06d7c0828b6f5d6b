package extract

import (
	"time"

	"gannet/features"
	"gannet/job"
)

// readMarked gives the postings that a page's markup holds.
func readMarked(p *features.Page, now time.Time) []*job.Posting { return nil }
