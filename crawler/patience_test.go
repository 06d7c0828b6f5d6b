package crawler_test

import (
	"context"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/testweb"
	"gannet/ranker"
)

// knowing ranks links by what the generated web says of their pages.
type knowing struct {
	ranker.BreadthFirst
	web *testweb.Web
}

func (k knowing) Rank(src *ranker.Source, scores []ranker.Score) {
	for i := range scores {
		scores[i].Priority = 0
		if k.web.Relevant(topicName, src.Page.Links[i].URL) {
			scores[i].Priority = 1
		}
	}
}

func TestLinksOfLittlePromiseWaitForHostsThatRest(t *testing.T) {
	harvest := func(patience time.Duration) (relevant int) {
		r := newTimedRig(t, testweb.DefaultOptions(7), crawler.FixedLatency(time.Millisecond)) // as many workers at once
		p := r.parts(t, memory(t, frontier.DefaultOptions()), knowing{web: r.web})
		r.run(t, context.Background(), p, limits(func(l *crawler.Limits) { l.Pages, l.Workers, l.Patience, l.SitemapURLs = 300, 1, patience, 0 }), 0)
		for _, v := range r.visits {
			if v.Probability == 1 {
				relevant++
			}
		}
		return relevant
	}
	eager, patient := harvest(0), harvest(10*time.Second)
	if patient < eager*3/2 {
		t.Errorf("of 300 pages %d are relevant with patience, %d without", patient, eager)
	}
	t.Logf("of 300 pages %d are relevant with patience, %d without", patient, eager)
}
