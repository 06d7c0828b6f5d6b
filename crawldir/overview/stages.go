package overview

import (
	"fmt"

	"gannet/crawler"
	"gannet/frontier"
)

// Stage is a part of the way that a page takes through the crawl.
type Stage struct {
	Name    string  `json:"name"`
	Does    string  `json:"does"`              // in words, what it has to do now
	Busy    float64 `json:"busy"`              // from 0 to 1: how much of what it can do it does
	Waiting int     `json:"waiting"`           // what waits before it
	Holds   bool    `json:"holds"`             // the crawl would be faster if this stage were
	Patient bool    `json:"patient,omitempty"` // hosts could be asked, but the crawl waits for better links
}

// fullKeeper is how many pages wait to be written when the disk holds the crawl up, for each worker.
const fullKeeper = 2

// stages returns the stages of a crawl that runs.
func stages(p *crawler.Progress, l *crawler.Load) []Stage {
	if p == nil || l == nil {
		return nil
	}
	ready, pausing := l.Hosts[frontier.HostReady], l.Hosts[frontier.HostPauses]
	busy := l.Hosts[frontier.HostBusy]
	queued, fetching, keeping := p.Frontier.Queued, share(l.Visiting, l.Workers), share(l.Keeping, fullKeeper*l.Workers)
	list := []Stage{
		{Name: "links", Does: fmt.Sprintf("%d links wait", queued), Waiting: queued, Busy: atMost1(share(queued, l.Workers))},
		{Name: "hosts", Does: fmt.Sprintf("%d hosts may be asked now, %d pause", ready, pausing), Waiting: pausing,
			Busy: share(pausing+busy, pausing+busy+ready)},
		{Name: "workers", Does: fmt.Sprintf("%d of %d workers have a page", l.Visiting, l.Workers), Waiting: ready, Busy: fetching},
		{Name: "store", Does: fmt.Sprintf("%d pages wait to be written", l.Keeping), Waiting: l.Keeping, Busy: atMost1(keeping)},
	}
	if i := slowest(p, l, ready); i >= 0 {
		list[i].Holds = true
		list[i].Patient = i == 1 && ready > 0
	}
	return list
}

// slowest returns the stage that holds the crawl up, -1 if none does.
func slowest(p *crawler.Progress, l *crawler.Load, ready int) int {
	switch {
	case p.Paused || p.Trouble != "":
		return -1
	case l.Keeping >= fullKeeper*l.Workers:
		return 3
	case l.Visiting >= l.Workers && ready > 0:
		return 2
	case p.Frontier.Queued == 0:
		return 0
	case ready == 0 && l.Visiting < l.Workers, 2*l.Visiting < l.Workers && ready > l.Workers:
		return 1
	}
	return -1
}

func atMost1(v float64) float64 { return min(v, 1) }
