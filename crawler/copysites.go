package crawler

import (
	"math"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// A site is a registered domain. Once a page of a site was a copy, we judge from the site's own pages how probable it is that the site gives mostly
// copies. Until then we estimate it from other sites: from all of them, from those at the same IP address, and from those that were found on pages of
// the same site. An estimate from few sites is drawn to the wider one (shrinkage), so an address that many honest sites share says little.
const (
	detectionShape = 0.5 // of the gamma distribution, see undetected
	// mostlyCopies is the share of copies above which a site counts as a site of copies. It is above the share of job boards that have three in five
	// of their ads in common.
	mostlyCopies = 0.7
	// groupPrior is the number of sites as which the estimate from a wider group counts. The widest group, all sites, is drawn to allPrior once there
	// is a site of copies.
	groupPrior, allPrior = 2, 0.5
	// copiesFade is the factor by which the counts of a site's copies and other pages shrink with each new page. detectionFade is the same factor for
	// the counts from which detection is estimated.
	copiesFade, detectionFade = 0.96, 0.99
	// Before there are copies we take firstDetection for the share of them that is detected, with the weight of detectionPages copies.
	firstDetection, detectionPages = 0.05, 20
)

// copySites is what is known of sites. The zero value is ready.
type copySites struct {
	sites  recentMap[*copySite]
	all    siteGroup
	groups recentMap[*siteGroup] // the sites that were found on pages of a site, and by addressKey those at an address
	// found counts the copies that were found. detected counts those of them that were like a page already known at that time; the originals of the
	// others were read later, or are not read yet.
	detected, found float64
}

// copySite counts the copies and the other pages that a site has given. Earlier pages weigh less.
type copySite struct {
	copies, others float64
	via            string    // the site of the page that it was found on; "": a seed
	address        string    // an addressKey; "": not known
	added          siteGroup // its part of its groups
}

// siteGroup has sums over a group of sites: how many are sites of copies, and how many are tested, which means that one of their pages was a copy, or
// that they gave so many pages that a copy would have been detected.
type siteGroup struct {
	ofCopies, tested float64 // sites
	untested, pages  float64 // sites of which no page was a copy, and their pages
}

// replace removes a site's earlier contribution from the sums, and adds its present one.
func (g *siteGroup) replace(before, now siteGroup) {
	g.ofCopies += now.ofCopies - before.ofCopies
	g.tested += now.tested - before.tested
	g.untested += now.untested - before.untested
	g.pages += now.pages - before.pages
}

// share estimates the share of sites of copies in the group. An untested site counts as a part of a tested one: the probability that its pages would
// have shown a copy.
func (g *siteGroup) share(wider, detection float64) float64 {
	tested := g.tested
	if g.untested > 0 {
		tested += g.untested * (1 - undetected(g.pages/g.untested, detection))
	}
	return (g.ofCopies + groupPrior*wider) / (tested + groupPrior)
}

// undetected is the probability that no page of a site of copies was detected as a copy. Detection differs much between sites, since the originals of
// one site may be read and those of another not, so it is taken to be gamma distributed with this mean (Greenwood and Yule 1920).
func undetected(pages, detection float64) float64 {
	return math.Pow(1+pages*detection/detectionShape, -detectionShape)
}

func (s *copySite) ofCopies() bool {
	return s.copies > 0 && s.copies >= mostlyCopies*(s.copies+s.others)
}

// suspicion is the probability that a site gives mostly copies. It can also be called for an unknown site; then only via is used, the site with the
// link to it.
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

// prior is the suspicion of a site of which only its address and via are known, the site on whose page it was found. It is 0 for seeds, because a
// person has chosen them.
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

// detection is the share of copies that are detected when they are read, because their original was read before them.
func (s *copySites) detection() float64 {
	return (s.detected + detectionPages*firstDetection) / (s.found + detectionPages)
}

// addPage records a page of a site. detected says that the page is like one read before; a page can also be known as a copy while its original is not
// read yet.
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

// addMirror records that a site has copied a page of another one under the same path. Its pages before counted as new only because their originals
// were not known, so they count as undetected copies now.
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

// update brings the groups of a site up to date. A seed counts only in the group of its address.
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

// addressKey is the name of the group of sites at an IP address. All addresses of an IPv6 network of 64 bits are one group, because one machine may
// have them all.
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
	// Each page that is no copy earns a part of a turn for copies, so that copies make up copyShare of the requests as long as other sites have
	// links.
	copyShare = 1.0 / 16
	// Unused turns are saved, but never more than mostTurns. A copy on a site that also gives other pages costs a turn as well, so the number may
	// fall to leastTurns.
	mostTurns, leastTurns = 2, -16
	// othersGone is how long other sites count as having links after one of their links was last up for a request.
	othersGone = 10 * time.Second
	// While no turns are left, the suspects that are least probable to give copies go first. suspectLevels is the number of levels of probability
	// that this order distinguishes.
	suspectLevels = 8
)

// copyTurns counts how many copies may be requested now. The zero value allows none yet.
type copyTurns struct {
	turns  float64
	taken  map[uint64]float64           // what leases took of them
	wanted [suspectLevels + 2]time.Time // when a link was to be requested last, by the level of its site; 0: no suspect
}

// take takes the part of a turn that a lease is expected to need. It succeeds if that part is there, or if no site of a lower level of suspicion has
// links.
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

// endTurn records the page of a lease. A copy costs a turn. A page that is no copy gives turns, unless its site was expected to give copies, because
// then its original may only be unknown.
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

// charge takes turns for pages that only now turn out to be copies, and takes back the turns that these pages have earned before.
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
