package crawler

import (
	"sync"

	"github.com/zeebo/xxh3"

	"gannet/crawler/reason"
	"gannet/features"
)

const (
	recentPages = 16      // fingerprints remembered of one host
	pathSlots   = 1 << 16 // pages remembered by path
	maxSlowdown = 64
	// honestCopies limits the slowdown to a factor of eight for copies that need not come from a trap: pages that name their original, and mirrors,
	// because the host that was visited first may itself be the mirror.
	honestCopies = 3
	// missingAllowed is how many missing pages in a row are normal, because rebuilt sites still have long lists of links to pages that are gone.
	missingAllowed = 16
)

// Reasons to slow a host.
const (
	nearIdentical = reason.NearIdentical
	mirrored      = reason.Mirrored
)

// repeats slows hosts whose pages repeat: near-identical pages of one host, mirrors of another host, missing pages,
// PDFs of no use. It remembers the latest pages of each host, and pages by path, as fingerprints. The zero value is ready.
type repeats struct {
	mu       sync.Mutex // guards the fields below
	hosts    recentMap[*hostRepeats]
	newHosts uint32       // hosts seen so far
	paths    []pageOfPath // by hash of the path
	rewards  rewards
}

type hostRepeats struct {
	number   uint32 // hosts seen before
	prints   [recentPages]uint64
	pages    int // with words
	copies   int // near-identical pages and useless PDFs in a row
	missing  int // missing pages in a row
	slowdown float64
	hostReward
}

// pageOfPath is a page under a path, of the first host that has it.
type pageOfPath struct {
	path, print uint64
	host        uint32 // its number
}

// addAnswer records a response of a host, and returns the host's slowdown before and after it. The slowdown doubles with each repeat in a row. It is
// limited by how much more the other hosts give than this one.
func (r *repeats) addAnswer(h *hostRepeats, gain bool, weight float64) (before, now float64) {
	r.rewards.addAnswer(&h.hostReward, gain, weight)
	before = h.slowdown
	h.slowdown = min(slowdown(h.copies+max(0, h.missing-missingAllowed)), r.rewards.othersOver(&h.hostReward))
	return before, h.slowdown
}

// addPage records a page and returns the slowdown of its host before and after it. A new page resets the slowdown to 1. It is doubled by a page that
// is near-identical to a recent one of its host, and by a page that another host had first under the same path. hasOriginal says that the page names
// another page as its original. why is empty for a new page. Pages without words are not compared.
func (r *repeats) addPage(host, path string, print uint64, hasOriginal, relevant bool) (why reason.Reason, before, now float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.host(host)
	h.missing = 0
	if print == 0 {
		before, now = r.addAnswer(h, relevant, 1)
		return "", before, now
	}
	why = r.compare(h, path, print)
	h.prints[h.pages%recentPages] = print
	h.pages++
	switch {
	case why == "":
		h.copies = 0
	case why == nearIdentical && !hasOriginal || h.copies < honestCopies:
		h.copies++
	}
	weight := 1.0
	if why != "" {
		weight = copyWeight
	}
	before, now = r.addAnswer(h, relevant && why == "", weight)
	return why, before, now
}

// compare returns the reason why a page is not a new one, or "" if it is new.
func (r *repeats) compare(h *hostRepeats, path string, print uint64) (why reason.Reason) {
	for _, seen := range h.prints[:min(h.pages, recentPages)] {
		if features.Distance(seen, print) <= features.Near {
			why = nearIdentical
		}
	}
	if r.isMirrored(h.number, path, print) && why == "" {
		why = mirrored
	}
	return why
}

// addMissing records that a host does not have a page, and returns its slowdown before and after it.
func (r *repeats) addMissing(host string) (before, now float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.host(host)
	h.missing++
	return r.addAnswer(h, false, 1)
}

// addUseless records that a host gave a useless PDF, and returns the host's slowdown before and after it. The PDF counts as a copy, because reading a
// PDF takes much longer than reading a page.
func (r *repeats) addUseless(host string) (before, now float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.host(host)
	h.copies++
	return r.addAnswer(h, false, copyWeight)
}

func (r *repeats) host(name string) *hostRepeats {
	if len(r.paths) != pathSlots { // a checkpoint may have none
		r.paths = make([]pageOfPath, pathSlots)
	}
	h, ok := r.hosts.get(name)
	if !ok {
		h = &hostRepeats{number: r.newHosts, slowdown: 1}
		r.newHosts++
		r.hosts.set(name, h)
	}
	return h
}

// isMirrored reports whether an earlier host has the page under the same path. If not, the page is recorded as this host's.
func (r *repeats) isMirrored(host uint32, path string, print uint64) bool {
	hash := xxh3.HashString(path)
	known := &r.paths[hash%pathSlots]
	same := known.path == hash && known.host != host && features.Distance(known.print, print) <= features.Near
	if same && known.host < host {
		return true
	}
	*known = pageOfPath{hash, print, host}
	return false
}

// slowdown is the factor by which pauses are longer after this many repeats in a row.
func slowdown(repeats int) float64 { return float64(min(maxSlowdown, 1<<min(repeats, 30))) }

// rewards compares hosts by their rewards. A reward is a new relevant page. The zero value is ready.
type rewards struct {
	latest []hostAnswer // a ring, of all hosts
	oldest int          // in latest
	gains  int          // answers in latest that were new relevant pages
}

// hostReward counts the rewards of one host.
type hostReward struct {
	share          float64 // of its responses that were new relevant pages; later ones weigh more
	answers, gains int     // in rewards.latest
}

type hostAnswer struct {
	host *hostReward
	gain bool // a new relevant page
}

const (
	rewardFades   = 24       // answers after which an earlier one weighs a third
	copyWeight    = 4        // answers that a copy counts as; unlike a missing page it takes the place of a page
	rewardAnswers = 1024     // answers by which hosts are compared
	leastReward   = 1.0 / 64 // a host below it is slowed even if no other has more
)

// addAnswer records a response of a host, which counts as weight answers for the host's own share.
func (r *rewards) addAnswer(host *hostReward, gain bool, weight float64) {
	x := 0.0
	if gain {
		x = 1
	}
	host.share += (x - host.share) * weight / rewardFades
	a := hostAnswer{host, gain}
	if len(r.latest) < rewardAnswers {
		r.latest = append(r.latest, a)
	} else {
		r.count(r.latest[r.oldest], -1)
		r.latest[r.oldest] = a
		r.oldest = (r.oldest + 1) % rewardAnswers
	}
	r.count(a, 1)
}

func (r *rewards) count(a hostAnswer, n int) {
	a.host.answers += n
	if a.gain {
		a.host.gains += n
		r.gains += n
	}
}

// othersOver is the share of rewards of the other hosts divided by that of this host, and at least 1.
func (r *rewards) othersOver(host *hostReward) float64 {
	others := float64(r.gains-host.gains) / float64(len(r.latest)-host.answers+1)
	return max(1, max(others, leastReward)/max(host.share, leastReward/maxSlowdown))
}
