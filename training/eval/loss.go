package eval

import (
	"gannet/crawler/dry"
	"gannet/internal/weburl"
)

// Loss says for what reasons the area under the recall curve of a crawl is smaller than 1. Area, Discovery and Waiting add up to 1, except
// for rounding. Only five fetches for each relevant page are counted.
type Loss struct {
	Discovery    float64 `json:"discovery"`    // until a fetched page links to a relevant one
	Waiting      float64 `json:"waiting"`      // from then to its fetch, less what the ideal order waits
	Undiscovered float64 `json:"undiscovered"` // share of the relevant pages to which no fetched page links
	To90         *int    `json:"to90"`         // fetches until nine of ten relevant pages are found; null if they are not
	Dry          *int    `json:"dry"`          // fetches until --until-dry would end the crawl; null if it would not
	DryRecall    float64 `json:"dry_recall"`   // then, or at the last fetch that counts
	Hosts        int     `json:"hosts"`        // hosts of relevant pages that were found
	AllHosts     int     `json:"all_hosts"`    // hosts of relevant pages
}

// lossCount records when the relevant pages of a draw were discovered and fetched.
type lossCount struct {
	*draw
	seen       []bool  // pages whose links were looked at
	discovered []int32 // counted fetches before a page was linked to; unknown if it is not
	fetched    []int32 // counted fetches before a page was fetched
	dry        stopped
	stops      []stopped
}

// stopped is a stop rule with the number of fetches after which it would end a crawl.
type stopped struct {
	rule  StopRule
	after int // counted fetches; unknown if it has not ended the crawl
}

// StopRule decides when a crawl ends, from whether each page is considered relevant. Each rule is used for one crawl only. dry.Harvest is
// the rule of --until-dry.
type StopRule interface {
	AddPage(relevant bool)
	Over() bool
}

// Stop is the point at which a rule of Options.Stops would have ended a crawl, or the last counted fetch if it would not have ended it.
type Stop struct {
	Fetched int // counted fetches
	Recall  float64
}

// unknown stands for a number of fetches that was not reached.
const unknown = -1

func newLossCount(d *draw) *lossCount {
	l := &lossCount{draw: d, dry: stopped{new(dry.Harvest), unknown}, seen: make([]bool, len(d.web.pages)),
		discovered: make([]int32, len(d.web.pages)), fetched: make([]int32, len(d.web.pages))}
	for id := range l.fetched {
		l.discovered[id], l.fetched[id] = unknown, unknown
	}
	for _, id := range d.seeds {
		l.discovered[id] = 0
	}
	for _, begin := range d.stops {
		l.stops = append(l.stops, stopped{begin(), unknown})
	}
	return l
}

// add records that a page is fetched. before is the number of counted fetches before it.
func (l *lossCount) add(id int32, before int) {
	if l.seen[id] {
		return
	}
	l.seen[id], l.fetched[id] = true, int32(before)
	after := int32(before)
	if !l.learnt[id] {
		after++
	}
	links := l.web.pages[id].Links
	for i := range links {
		to, ok := l.web.ids[links[i].URL]
		if !ok || !l.relevant[to] || l.discovered[to] != unknown {
			continue
		}
		if _, trapped := weburl.Trap(links[i].URL); !trapped {
			l.discovered[to] = after
		}
	}
}

// judge records whether the crawl considers a page relevant. counted is the number of counted fetches so far.
func (l *lossCount) judge(relevant bool, counted int) {
	l.dry.judge(relevant, counted)
	for i := range l.stops {
		l.stops[i].judge(relevant, counted)
	}
}

func (s *stopped) judge(relevant bool, counted int) {
	if s.after != unknown {
		return
	}
	if s.rule.AddPage(relevant); s.rule.Over() {
		s.after = counted
	}
}

// stop returns where a rule would have ended a crawl.
func (l *lossCount) stop(s stopped, c curve) Stop {
	fetched := until(int32(s.after), 5*l.count)
	return Stop{Fetched: fetched, Recall: float64(c.at(fetched)) / float64(l.count)}
}

// record adds what was recorded to a result.
func (l *lossCount) record(r *Result, c curve) {
	r.Loss = l.loss(c)
	for _, s := range l.stops {
		r.Stops = append(r.Stops, l.stop(s, c))
	}
}

// loss sums up what was recorded.
func (l *lossCount) loss(c curve) Loss {
	out := Loss{To90: c.to90(l.count)}
	end := 5 * l.count
	if l.dry.after != unknown && l.dry.after <= end {
		out.Dry = &l.dry.after
	}
	out.DryRecall = l.stop(l.dry, c).Recall
	var discovery, delay, lost int
	hosts := make(map[string]bool) // true: a page of it was found
	for id, relevant := range l.relevant {
		if !relevant {
			continue
		}
		known, found := until(l.discovered[id], end), until(l.fetched[id], end)
		discovery, delay = discovery+min(known, found), delay+found
		if known == end {
			lost++
		}
		host := weburl.Host(l.web.urls[id])
		hosts[host] = hosts[host] || found < end
	}
	for _, found := range hosts {
		if found {
			out.Hosts++
		}
	}
	out.AllHosts = len(hosts)
	ideal := l.count * (l.count - 1) / 2
	best := float64(end*l.count - ideal)
	out.Discovery, out.Waiting = float64(discovery)/best, float64(delay-discovery-ideal)/best
	out.Undiscovered = float64(lost) / float64(l.count)
	return out
}

// until returns a number of fetches, or end if that is smaller or if the number is unknown.
func until(fetches int32, end int) int {
	if fetches == unknown {
		return end
	}
	return min(int(fetches), end)
}

// to90 returns the number of fetches after which nine of ten relevant pages are found. It is nil if these are not found within the counted fetches.
func (c curve) to90(relevant int) *int {
	for i, found := range c[:min(len(c), 5*relevant)] {
		if 10*int(found) >= 9*relevant {
			n := i + 1
			return &n
		}
	}
	return nil
}
