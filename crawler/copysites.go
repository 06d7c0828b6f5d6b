package crawler

import (
	"math"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// A site is a registered domain. How probable it is that a site gives mostly copies is known from its own pages once one of them was a copy.
// Until then it is estimated from other sites: from all of them, from those at its address, and from those that were found on pages of the
// same site. An estimate from few sites is drawn to the wider one (shrinkage), so an address that many honest sites share says little.
const (
	detectionShape = 0.5 // of the gamma distribution, see undetected
	// mostlyCopies is the share of copies from which a site is one of copies. Boards that share three in five of their ads are none.
	mostlyCopies = 0.7
	// groupPrior is how many sites the wider estimate counts for. The widest is drawn to allPrior once there is a site of copies.
	groupPrior, allPrior = 2, 0.5
	// copiesFade is what is left of a site's copies and other pages after its next page, and detectionFade of the pages by which detection is
	// estimated.
	copiesFade, detectionFade = 0.96, 0.99
	// Before there are copies we take firstDetection for the share of them that is detected, with the weight of detectionPages copies.
	firstDetection, detectionPages = 0.05, 20
)

// copySites is what is known of sites. The zero value is ready.
type copySites struct {
	sites  recentMap[*copySite]
	all    siteGroup
	groups recentMap[*siteGroup] // the sites that were found on pages of a site, and by addressKey those at an address
	// Of the copies that were found, detected were like a page known at that time. The originals of the others were read later, or not yet.
	detected, found float64
}

// copySite is how many copies and other pages a site has given. Earlier ones weigh less.
type copySite struct {
	copies, others float64
	via            string    // the site of the page that it was found on; "": a seed
	address        string    // an addressKey; "": not known
	added          siteGroup // its part of its groups
}

// siteGroup sums over sites: those of copies, those with a copy or so many pages that one would have been detected.
type siteGroup struct {
	ofCopies, tested float64 // sites
	untested, pages  float64 // sites of which no page was a copy, and their pages
}

// replace takes a site's part before out of the sums, and adds its part now.
func (g *siteGroup) replace(before, now siteGroup) {
	g.ofCopies += now.ofCopies - before.ofCopies
	g.tested += now.tested - before.tested
	g.untested += now.untested - before.untested
	g.pages += now.pages - before.pages
}

// share estimates the share of sites of copies. An untested site counts as tested as far as its pages would have shown it.
func (g *siteGroup) share(wider, detection float64) float64 {
	tested := g.tested
	if g.untested > 0 {
		tested += g.untested * (1 - undetected(g.pages/g.untested, detection))
	}
	return (g.ofCopies + groupPrior*wider) / (tested + groupPrior)
}

// undetected is how probable it is that no page of a site of copies was detected. Detection differs much between sites, since the originals of
// one may be read and those of another not: it is gamma distributed with this mean (Greenwood and Yule 1920).
func undetected(pages, detection float64) float64 {
	return math.Pow(1+pages*detection/detectionShape, -detectionShape)
}

func (s *copySite) ofCopies() bool {
	return s.copies > 0 && s.copies >= mostlyCopies*(s.copies+s.others)
}

// suspicion is how probable it is that a site gives mostly copies. Nothing may be known of it but the site with the link to it.
func (s *copySites) suspicion(name, via string) float64 {
	site, known := s.sites.get(name)
	switch {
	case !known:
		return s.prior(via, "")
	case site.ofCopies():
		return 1
	case site.copies > 0:
		return 0
	}
	prior := s.prior(site.via, site.address)
	unseen := prior * undetected(site.others, s.detection())
	return unseen / (unseen + 1 - prior)
}

// prior is the suspicion of a site of which only an address and via are known: it was found on a page of via. Seeds are chosen by a person.
func (s *copySites) prior(via, address string) float64 {
	if via == "" {
		return 0
	}
	share, detection := 0.0, s.detection()
	if s.all.ofCopies > 0 {
		share = s.all.share(allPrior, detection)
	}
	if group, ok := s.groups.get(address); ok {
		share = group.share(share, detection)
	}
	if site, ok := s.sites.get(via); ok && site.ofCopies() {
		share = 1
	}
	if group, ok := s.groups.get(via); ok {
		share = group.share(share, detection)
	}
	return share
}

// detection is the share of copies whose original is read before them.
func (s *copySites) detection() float64 {
	return (s.detected + detectionPages*firstDetection) / (s.found + detectionPages)
}

// addPage records a page. A copy may be one of a page that is not yet read.
func (s *copySites) addPage(site *copySite, copied, detected bool) {
	site.copies, site.others = site.copies*copiesFade, site.others*copiesFade
	if copied {
		site.copies++
		s.addDetection(1, detected)
	} else {
		site.others++
	}
	s.update(site)
}

// addMirror records that a site has copied a page under its path. Its pages so far were new because their originals were not known.
func (s *copySites) addMirror(site *copySite) {
	s.addDetection(site.others, false)
	site.copies, site.others = max(site.copies, 1), 0
	s.update(site)
}

func (s *copySites) addDetection(copies float64, detected bool) {
	s.detected, s.found = s.detected*detectionFade, s.found*detectionFade+copies
	if detected {
		s.detected += copies
	}
}

// update brings the groups of a site up to date. Seeds say something of their address only.
func (s *copySites) update(site *copySite) {
	now := siteGroup{untested: 1, pages: site.others}
	if site.copies > 0 {
		now = siteGroup{tested: 1}
	}
	if site.ofCopies() {
		now.ofCopies = 1
	}
	if site.via != "" {
		s.all.replace(site.added, now)
		s.group(site.via).replace(site.added, now)
	}
	if site.address != "" {
		s.group(site.address).replace(site.added, now)
	}
	site.added = now
}

// locate records the address of a site.
func (s *copySites) locate(site *copySite, address string) {
	if site.address != "" {
		s.group(site.address).replace(site.added, siteGroup{})
	}
	site.address = address
	s.group(address).replace(siteGroup{}, site.added)
}

// addressKey is the name of the group of sites at an address. A machine may have all addresses of an IPv6 network of 64 bits.
func addressKey(addr netip.Addr) string {
	addr = addr.Unmap()
	if addr.Is6() {
		network, _ := addr.Prefix(64)
		addr = network.Addr()
	}
	return "@" + addr.String()
}

func (s *copySites) group(name string) *siteGroup {
	group, ok := s.groups.get(name)
	if !ok {
		group = new(siteGroup)
		s.groups.set(name, group)
	}
	return group
}

// site returns the record of a site.
func (s *copySites) site(name, via string) *copySite {
	site, known := s.sites.get(name)
	if !known {
		site = new(copySite)
		if via != name {
			site.via = strings.Clone(via)
		}
		s.sites.set(strings.Clone(name), site)
	}
	return site
}

const (
	// Sites of copies have copyShare of the requests that give other pages, while other sites have links.
	copyShare = 1.0 / 16
	// Turns are saved up to mostTurns. Copies on sites that give others cost turns as well, down to leastTurns.
	mostTurns, leastTurns = 2, -16
	// othersGone is how long no other site had a link, if none has one.
	othersGone = 10 * time.Second
	// Without turns the suspects go first that are least probable to give copies, by so many levels.
	suspectLevels = 8
)

// copyTurns are the copies that may be requested. The zero value has none yet.
type copyTurns struct {
	turns  float64
	taken  map[uint64]float64           // what leases took of them
	wanted [suspectLevels + 2]time.Time // when a link was to be requested last, by the level of its site; 0: no suspect
}

// take takes the part of a turn that a lease is expected to need, if it is there or if no site of a lower level has links.
func (t *copyTurns) take(lease uint64, part float64, now time.Time) bool {
	level := 0
	if part > copyShare {
		level = 1 + int(part*suspectLevels)
	}
	t.wanted[level] = now
	if level == 0 {
		return true
	}
	if t.turns < part && slices.ContainsFunc(t.wanted[:level], func(last time.Time) bool { return now.Sub(last) < othersGone }) {
		return false
	}
	if t.taken == nil {
		t.taken = make(map[uint64]float64)
	}
	t.taken[lease] = part
	t.turns -= part
	return true
}

// endTurn records the page of a lease. A copy costs a turn. A page like no other gives turns, unless its site was expected to give copies: its
// original may not be known.
func (t *copyTurns) endTurn(lease uint64, copied bool) {
	part := t.taken[lease]
	if copied {
		t.turns -= 1 - part
	} else {
		t.turns += (1 - part) * copyShare / (1 - copyShare)
	}
	delete(t.taken, lease)
	t.turns = max(leastTurns, min(mostTurns, t.turns))
}

// charge takes the turns of pages that turn out to be copies. They have given turns as pages like no other.
func (t *copyTurns) charge(copies float64) {
	t.turns = max(leastTurns, t.turns-copies/(1-copyShare))
}

// giveBack ends a lease whose page was not recorded. If nothing was requested, its part of a turn is free again.
func (t *copyTurns) giveBack(lease uint64, asked bool) {
	if !asked {
		t.turns += t.taken[lease]
	}
	delete(t.taken, lease)
}
