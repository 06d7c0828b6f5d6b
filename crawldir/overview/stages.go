package overview

import (
	"fmt"

	"gannet/crawler"
	"gannet/frontier"
)

// Stage is the state of one of the four stages through which every page of a crawl goes: links, hosts, workers, store.
type Stage struct {
	Name    string  `json:"name"`
	Does    string  `json:"does"`              // in words, what it has to do now
	Busy    float64 `json:"busy"`              // from 0 to 1: how much of what it can do it does
	Waiting int     `json:"waiting"`           // what waits before it
	Holds   bool    `json:"holds"`             // the crawl would be faster if this stage were
	Patient bool    `json:"patient,omitempty"` // hosts could be asked, but the crawl waits for better links
	Spread  bool    `json:"spread,omitempty"`  // hosts could be asked, but the bound on the requests of a day spreads requests over the day
}

// fullKeeper is how many pages wait to be written when the disk holds the crawl up, for each worker.
const fullKeeper = 2

// load is what workers and store had to do in the last seconds.
type load struct {
	workers           int
	visiting, keeping float64 // means
}

// memory is how much of the mean is left after a sample. Samples come once a second or more often.
const memory = .8

// Sample records how busy the workers and the store are at this moment. An overview shows the mean of many such samples.
func (t *Tracker) Sample(l crawler.Load) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.load.workers == 0 {
		t.load.visiting, t.load.keeping = float64(l.Visiting), float64(l.Keeping)
	}
	t.load.workers = l.Workers
	t.load.visiting = memory*t.load.visiting + (1-memory)*float64(l.Visiting)
	t.load.keeping = memory*t.load.keeping + (1-memory)*float64(l.Keeping)
}

func (t *Tracker) meanLoad() load {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.load
}

// stages returns the stages of a crawl that runs.
func (l load) stages(p *crawler.Progress, hosts map[frontier.Standing]int) []Stage {
	ready, pausing, busy := hosts[frontier.HostReady], hosts[frontier.HostPauses], hosts[frontier.HostBusy]
	queued, workers := p.Frontier.Queued, float64(max(l.workers, 1))
	list := []Stage{
		{Name: "links", Does: fmt.Sprintf("%d links are waiting", queued), Waiting: queued, Busy: min(float64(queued)/workers, 1)},
		{Name: "hosts", Does: fmt.Sprintf("%d hosts are ready, %d pause", ready, pausing), Waiting: pausing,
			Busy: share(pausing+busy, pausing+busy+ready)},
		{Name: "workers", Does: fmt.Sprintf("%.1f of %d workers are busy", l.visiting, l.workers), Waiting: ready,
			Busy: min(l.visiting/workers, 1)},
		{Name: "store", Does: fmt.Sprintf("%.1f pages are waiting to be written", l.keeping), Waiting: int(l.keeping),
			Busy: min(l.keeping/(fullKeeper*workers), 1)},
	}
	if i := l.slowest(p, ready); i >= 0 {
		list[i].Holds = true
		list[i].Spread = i == 1 && ready > 0 && paced(p)
		list[i].Patient = i == 1 && ready > 0 && !list[i].Spread
	}
	return list
}

// paced reports whether requests for new pages wait because of the bound on the requests of a day.
func paced(p *crawler.Progress) bool { return p.Revisits != nil && !p.Revisits.NextNew.IsZero() }

// full is how much of the workers' time is taken when they hold the crawl up.
const full = .95

// slowest returns the stage that holds the crawl up, -1 if none does.
func (l load) slowest(p *crawler.Progress, ready int) int {
	workers := float64(l.workers)
	switch {
	case p.Paused || p.Trouble != "":
		return -1
	case l.keeping >= full*fullKeeper*workers:
		return 3
	case l.visiting >= full*workers && ready > 0:
		return 2
	case p.Frontier.Queued == 0:
		return 0
	case ready == 0, l.visiting < workers/2 && (ready > l.workers || paced(p)):
		return 1
	}
	return -1
}
