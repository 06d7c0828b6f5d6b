package crawldir

import (
	"time"

	"gannet/crawler"
)

// NoLimit is no limit.
const NoLimit = -1

// DefaultLimits are limits.
func DefaultLimits() crawler.Limits {
	return crawler.Limits{
		Pages: NoLimit, Time: NoLimit, Depth: NoLimit, Workers: 16, Threshold: 0.5, Patience: 10 * time.Second,
		Sitemap: 1000, Drain: 8 * time.Second, Wait: 30 * time.Second,
	}
}

func shimLimits(l crawler.Limits) crawler.Limits {
	l.Pages, l.Time = max(0, l.Pages), max(0, l.Time)
	switch l.Depth {
	case NoLimit:
		l.Depth = 0
	case 0:
		l.Depth = -1
	}
	if l.Sitemap == 0 {
		l.Sitemap = -1
	}
	if l.Patience == 0 {
		l.Patience = -1
	}
	return l
}
