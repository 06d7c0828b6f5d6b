package fresh

import (
	"maps"
	"slices"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
	"gannet/job/life"
)

// host has the lists of a host.
type host struct {
	name     string
	lists    map[uint64]*listing // by fingerprint
	full     fullness
	unlisted map[uint64]missing   // postings that lists lack
	others   []otherPage          // pages that are no lists, see findLists
	looked   time.Time            // when these were looked through
	pagers   map[uint64]pagerText // by hash of a text of links on lists
	left     map[uint64]leftList  // by posting that other lists still name
	inside   fadingCount          // of what was gone from inside of lists: whether it has ended
}

// listing is what is known of a list or sitemap that is watched.
type listing struct {
	visited time.Time    // the latest visit
	covered bool         // others of its host name all its postings, see revisit.Page
	order   []uint64     // its links as they stand on the page; nil: this run has not read it
	doubted []uint64     // what it named before and lacked at its latest visit, if that was to be doubted, in ascending order
	dropped droppedLinks // much that it has dropped at once and that others of the host name
	cut     cutList      // that it lacks more than it loses by itself
}

// list returns the record of a list, nil if nothing waits for it.
func (h *host) list(id uint64) *listing {
	if h == nil {
		return nil
	}
	return h.lists[id]
}

// visitList notes a visit of a list and returns the time of the one before, zero if there was none.
func (h *host) visitList(id uint64, at time.Time) (last time.Time) {
	list := h.lists[id]
	if list == nil {
		list = new(listing)
		h.lists[id] = list
	}
	last, list.visited = list.visited, at
	return last
}

// leftList is a list that names a posting no more.
type leftList struct {
	list uint64
	how  departure
}

// missing is a URL that no list of its host names any more.
type missing struct {
	id      uint64
	list    uint64    // that named it
	how     departure // from that list
	other   leftList  // zero if none named it before
	host    *host
	since   time.Time
	fellOff bool          // the list was full whenever it lacked it, so that it may show the newest alone
	looked  bool          // its page was looked at since
	whole   bool          // a sitemap lacks it, so that no other page of the list has to be waited for
	misses  int           // that were told
	enough  time.Duration // how long lists have to lack it
	asked   bool          // the list is asked again for the last miss, see confirm
	// told is set if an earlier run missed it, so that the list that named it is unknown: when that was told last.
	told time.Time
}

func (s *Hosts) host(name string) *host {
	h := s.hosts[name]
	if h == nil {
		h = &host{name: name, lists: make(map[uint64]*listing), full: newFullness(), unlisted: make(map[uint64]missing), left: make(map[uint64]leftList), pagers: make(map[uint64]pagerText)}
		s.hosts[name] = h
	}
	return h
}

// settleEvery is how often missing postings are looked through.
const settleEvery = time.Minute

// suspectMissing has the postings looked at that no list of their host names any more. Postings move from one page of a list to
// another. So the other pages of the list are waited for, an eighth of Fresh at most. If the list may be full and they are not known,
// all lists of the host are.
func (s *Hosts) suspectMissing(now time.Time) {
	if now.Before(s.settleAt) {
		return
	}
	s.settleAt = now.Add(settleEvery)
	s.missing = slices.DeleteFunc(s.missing, func(m missing) bool { return s.settleMissing(m, now) })
}

// settleMissing suspects a missing posting, or forgets it if a list names it. It reports whether either has happened.
func (s *Hosts) settleMissing(m missing, now time.Time) bool {
	switch {
	case m.whole:
	case s.listed[m.id].lists > 0:
		if m.how == fromInside {
			m.host.inside.add(false)
		}
		return true
	case m.leftInside():
	case m.how == movedOn && now.Sub(m.since) < s.fresh:
		return false
	case now.Sub(m.since) < s.fresh/8 && !s.allNamed(&m):
		return false
	}
	s.setDoubt(m.id, s.pages[m.id].doubt|unlisted)
	s.lack(m, now)
	return true
}

// allNamed reports whether a posting that is missing would have been named since, if a list names it.
func (s *Hosts) allNamed(m *missing) bool {
	h := m.host
	return !s.mayHaveFallenOff(m) && h.pagesVisited(m.list, m.since) || s.visitedSince(h, m.since)
}

// lack takes in that lists lack a posting. While its host is to be doubted, that is no reason to close it.
func (s *Hosts) lack(m missing, now time.Time) {
	named, enough := s.policy.Lack(m.id, now, m.fellOff)
	if m.enough = enough; !s.quality.Suspends(m.host.name) {
		m.misses++
		s.report(m.id, life.Observation{At: now, What: life.Unlisted, FellOff: m.fellOff, Named: named, Lasts: enough})
	}
	m.host.unlisted[m.id] = m
}

// confirm has lists be asked once more that have lacked a posting for long enough and at all visits but one that it takes. It would be
// long until their next visits.
func (s *Hosts) confirm(h *host, now time.Time) {
	for id, m := range h.unlisted {
		if m.misses == life.EnoughMisses-1 && !m.fellOff && !m.asked && now.Sub(m.since) >= m.enough {
			m.asked = true
			h.unlisted[id] = m
			s.policy.Suspect(m.list, now.Add(confirmAfter))
		}
	}
}

// confirmAfter is long enough for a server to make a list anew.
const confirmAfter = time.Hour

// longMissing is how long lists are asked about a posting that they lack. It is closed long before, unless its page shows it and the
// lists may show the newest alone.
const longMissing = 14 * 24 * time.Hour

// missAgain tells again which postings a list lacks that was just visited. Before that, all lists of the host were visited once, since
// postings move from one to another.
func (s *Hosts) missAgain(list uint64, h *host, now time.Time) {
	for _, id := range slices.Sorted(maps.Keys(h.unlisted)) {
		m := h.unlisted[id]
		switch {
		case s.pages[id].doubt&unlisted == 0 || !m.fellOff && now.Sub(m.since) > longMissing:
			delete(h.unlisted, id)
		case !m.told.IsZero():
			s.missEarlier(m, now)
		case m.whole && m.list == list, !m.whole && h.full.ofOneList(m.list, list) && s.allNamed(&m) && h.pagesVisited(list, s.together(now)):
			s.lackAgain(m, now)
		}
	}
}

// lackAgain takes in that a list that was just visited lacks a posting still. Once it is known that the posting has not fallen off
// its end, this counts anew.
func (s *Hosts) lackAgain(m missing, now time.Time) {
	if m.fellOff && !s.mayHaveFallenOff(&m) {
		m.fellOff, m.since, m.misses = false, now, 0
	}
	m.host.unlisted[m.id] = m
	if now.Sub(m.since) <= longMissing {
		s.lack(m, now)
	}
}

// missEarlier tells again what an earlier run missed, once all lists of the host were visited since that was told last.
func (s *Hosts) missEarlier(m missing, now time.Time) {
	if s.visitedSince(m.host, m.told) {
		m.told = now
		s.lackAgain(m, now)
	}
}

// visitedSince reports whether all lists of a host were visited at that time or later. Those whose postings others name are not waited
// for.
func (s *Hosts) visitedSince(h *host, at time.Time) bool {
	for _, list := range h.lists {
		if list.visited.Before(at) && !list.covered {
			return false
		}
	}
	return true
}

// isList reports whether a URL is a list that is watched.
func (s *Hosts) isList(url string) bool {
	h := s.hosts[weburl.Host(url)]
	return h.list(weburl.Fingerprint(url)) != nil
}

// compareLists takes in what a list named before and names now. It returns how many postings have gone from it that were not
// suspected before. What pages of lists lack may be on other ones. A sitemap has all, and is newer than their latest visits.
func (s *Hosts) compareLists(x *Page, before, order []uint64, now time.Time) (gone int, err error) {
	list, after, host, whole := x.ID(), x.Links, s.host(x.Host()), x.Kind == Sitemap
	departures := s.departures(host, list, order)
	if order != nil {
		host.lists[list].order = order
	}
	if !whole {
		s.observeFullness(host, list, before, after)
	}
	s.unname(list, before)
	s.name(list, after)
	s.askReturned(before, after, now)
	for _, link := range after {
		s.namedBy(host, list, link, now)
	}
	var elsewhere []uint64 // what is gone from the list and still named
	for _, link := range before {
		_, still := slices.BinarySearch(after, link)
		if kind, watched := s.policy.Kind(link); !watched || kind != revisit.Posting || still || s.pages[link].doubt&unlisted != 0 || !SameSite(host.name, s.policy.Host(link)) {
			continue
		}
		if s.listed[link].lists > 0 && !whole {
			host.left[link] = leftList{list, departures[link]}
			if departures[link] != movedOn {
				elsewhere = append(elsewhere, link)
			}
			continue
		}
		if s.pages[link].doubt == 0 && departures[link] != movedOn {
			gone++
		}
		s.miss(missing{id: link, list: list, how: departures[link], other: host.left[link], host: host, since: now, whole: whole})
	}
	if s.isGreat(elsewhere, before) {
		host.lists[list].dropped = droppedLinks{elsewhere, now}
	}
	err = s.askOtherPages(host, list, after, now)
	s.missAgain(list, host, now)
	return gone, err
}

// namedBy takes in that a list of a host names a link.
func (s *Hosts) namedBy(h *host, list, link uint64, now time.Time) {
	if h.left[link].list == list {
		delete(h.left, link)
	}
	if m, lacked := h.unlisted[link]; lacked && m.how == fromInside && s.pages[link].doubt&unlisted != 0 {
		h.inside.add(false)
	}
	s.isNamed(link, now)
	if page := s.pages[link]; page.closed && now.Sub(page.closedAt) >= closedRest*s.fresh {
		s.reopen(link, now)
	}
}

// miss takes in that no list names a posting any more.
func (s *Hosts) miss(m missing) {
	m.fellOff = s.mayHaveFallenOff(&m)
	s.missing = append(s.missing, m)
	delete(m.host.left, m.id)
}

// isNamed takes in that a list names a link. What a look has denied stays in doubt.
func (s *Hosts) isNamed(link uint64, now time.Time) {
	was := s.pages[link].doubt
	if was&unlisted != 0 {
		s.setDoubt(link, was&^unlisted)
		s.report(link, life.Observation{At: now, What: life.Listed})
	}
	if was != deniedOnce {
		s.policy.Seen(link, now)
	}
	if was&unlisted != 0 && was != unlisted {
		s.policy.Suspect(link, now)
	}
}

// closedRest times Fresh is how long a closed posting is not looked at although a list names it.
const closedRest = 1

// reopen has a closed posting looked at that a list names.
func (s *Hosts) reopen(id uint64, now time.Time) {
	x, err := s.page(id)
	if err != nil || x == nil {
		page := s.pages[id]
		page.closed, page.closedAt = false, time.Time{}
		s.setPage(id, page)
		return
	}
	s.pages[id] = pageRecord{doubt: deniedOnce, reopened: unseenSince} // one look is enough to close it again
	s.report(id, life.Observation{At: now, What: life.Listed})
	s.policy.Add(s.scheduled(x), now)
	s.policy.Suspect(id, now)
}
