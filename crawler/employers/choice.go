package employers

import (
	"slices"
	"time"

	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/weburl"
)

// The search begins with the home pages of mostOpen employers. After that it always takes the best link of all these employers, so that what is
// learned from the easy ones helps with the others. At most mostChosen employers have a chosen link in the frontier at the same time, and fewer while
// little was learned.
const mostOpen, mostChosen, firstChosen = 512, 64, 4

// mostHeld bounds the links that wait for one employer. Links beyond it are left out.
const mostHeld = 1000

// held is a link that waits for its turn.
type held struct {
	frontier.Link
	node
	fingerprint uint64
	evidence    *evidence // nil without paths
}

// hold adds a link to those that wait for their turn, and reports whether the link is new.
func (s *Search) hold(l frontier.Link, owner int, t crawler.Trail) bool {
	fingerprint := weburl.Fingerprint(l.URL)
	if h := s.held[fingerprint]; h != nil {
		if l.Replace || l.Priority > h.Priority {
			s.setPriority(h, l.Priority)
		}
		return false
	}
	e := s.list[owner]
	if len(e.waits) == mostHeld || s.links.State(l.URL) != frontier.Unknown {
		return false
	}
	l.Data = slices.Clone(l.Data)
	h := &held{Link: l, node: node{owner: owner, via: t.Via, anchor: t.Anchor}, fingerprint: fingerprint}
	if s.paths != nil && t.Via != "" {
		home := e.Home
		if n := len(e.Moved); n > 0 {
			home = e.Moved[n-1]
		}
		h.evidence = evidenceOf(l.URL, home, t, s.lists[weburl.Fingerprint(t.Via)], float64(l.Priority))
	}
	e.waits, e.asOf = append(e.waits, h), -1
	s.held[fingerprint] = h
	if e.state == waiting && t.Via == "" {
		s.begun = min(s.begun, owner)
	}
	if e.state == ended || e.state == waiting && t.Via != "" { // a revisit has found it, or an earlier run has requested the home page
		e.state = open
		s.open = append(s.open, e)
	}
	return true
}

func (s *Search) setPriority(h *held, priority float32) {
	h.Priority = priority
	s.list[h.owner].asOf = -1
	if h.evidence != nil {
		h.evidence.setPriority(float64(priority))
	}
}

// next pushes the home pages of further employers, and the best of the waiting links, to the frontier.
func (s *Search) next(now time.Time) error {
	for {
		given, err := s.giveBest(now)
		if err != nil || given > 0 || !s.freeDropped() {
			return err
		}
	}
}

// freeDropped frees the employers whose link the frontier has dropped together with its host, and reports whether there was one.
func (s *Search) freeDropped() (freed bool) {
	for _, e := range s.open {
		if e.busy != 0 && s.links.State(e.busyURL) == frontier.Dropped {
			s.free(e)
			freed = true
		}
	}
	return freed
}

// free records that an employer no longer has a link in the frontier.
func (s *Search) free(e *employer) {
	e.busy, e.asOf = 0, -1
	if e.chosen {
		e.chosen = false
		s.chosen--
	}
}

// mayChoose is how many employers may have a chosen link in the frontier.
func (s *Search) mayChoose() int {
	if s.paths == nil {
		return mostChosen
	}
	return min(mostChosen, firstChosen+s.taught)
}

// giveBest pushes as many links to the frontier as there is room for, and returns their number.
func (s *Search) giveBest(now time.Time) (given int, err error) {
	for s.begun < len(s.list) && len(s.open) < mostOpen {
		e := s.list[s.begun]
		s.begun++
		if e.state != waiting || len(e.waits) == 0 {
			continue
		}
		e.state = open
		s.open = append(s.open, e)
		if err := s.give(now, e, 0); err != nil {
			return given, err
		}
		given++
	}
	for s.chosen < s.mayChoose() {
		e := s.choose()
		if e == nil {
			break
		}
		if err := s.give(now, e, e.best); err != nil {
			return given, err
		}
		given++
		if e.busy != 0 {
			e.chosen = true
			s.chosen++
		}
	}
	return given, nil
}

// choose returns the employer whose best link is the best of all, or nil if there is none. It ends the search for every employer without a link.
func (s *Search) choose() (best *employer) {
	s.open = slices.DeleteFunc(s.open, func(e *employer) bool {
		if e.busy != 0 || s.findBest(e) >= 0 {
			return false
		}
		e.state = ended
		s.teach(e)
		return true
	})
	for _, e := range s.open {
		if e.busy == 0 && s.findBest(e) >= 0 && (best == nil || e.worth > best.worth) {
			best = e
		}
	}
	return best
}

// findBest finds the best of the waiting links of an employer, and returns its place, or -1 if none is to be requested.
func (s *Search) findBest(e *employer) int {
	if e.asOf == s.taught {
		return e.best
	}
	e.best, e.asOf = -1, s.taught
	if e.Requests >= s.o.Requests {
		return -1
	}
	for i, h := range e.waits {
		if e.Board != "" && !e.Weak && !e.isBoard(h.via) {
			continue
		}
		if worth := s.worth(h); e.best < 0 || worth > e.worth {
			e.best, e.worth = i, worth
		}
	}
	return e.best
}

// worth returns the value by which links are compared.
func (s *Search) worth(h *held) float64 {
	if h.evidence == nil {
		return float64(h.Priority)
	}
	return s.paths.score(h.evidence)
}

// give pushes one of the waiting links of an employer to the frontier.
func (s *Search) give(now time.Time, e *employer, at int) error {
	h := e.waits[at]
	e.waits, e.asOf = slices.Delete(e.waits, at, at+1), -1
	delete(s.held, h.fingerprint)
	added, err := s.links.Push(now, []frontier.Link{h.Link})
	if err == nil && added > 0 {
		e.busy, e.busyURL, s.pages[h.fingerprint] = h.fingerprint, h.URL, h.node
		e.taken = append(e.taken, h)
	}
	return err
}
