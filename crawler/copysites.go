package crawler

import (
	"math"
	"strings"
)

// A site is a registered domain. How probable it is that a site gives mostly copies is known from its own pages once one of them was a copy.
// Until then it is estimated from the sites that were found as it was: on pages of one site, and at all. An estimate from few sites is
// drawn to the wider one (shrinkage).
const (
	// mostlyCopies is the share of copies from which a site is one of copies. Boards that share three in five of their ads are none.
	mostlyCopies = 0.7
	// groupPrior is how many sites the wider estimate counts for.
	groupPrior = 2
	// copiesFade is what is left of a site's copies and other pages after its next page, and detectionFade of the pages by which detection is
	// estimated.
	copiesFade, detectionFade = 0.96, 0.99
	// Before there are copies we take firstDetection for the share of them that is detected, with the weight of detectionPages copies.
	firstDetection, detectionPages = 0.1, 20
)

// copySites is what is known of sites. The zero value is ready.
type copySites struct {
	sites  recentMap[*copySite]
	all    siteGroup
	groups recentMap[*siteGroup] // the sites that were found on pages of a site
	// Of the copies that were found, detected were like a page known at that time. The originals of the others were read later, or not yet.
	detected, found float64
}

// copySite is how many copies and other pages a site has given. Earlier ones weigh less.
type copySite struct {
	copies, others float64
	via            string    // the site of the page that it was found on; "": a seed
	added          siteGroup // its part of its groups
}

// siteGroup sums over sites: those of copies, those with a copy or so many pages that one would have been detected.
type siteGroup struct {
	ofCopies, tested float64 // sites
	untested, pages  float64 // sites of which no page was a copy, and their pages
}

func (g *siteGroup) add(o siteGroup, sign float64) {
	g.ofCopies += sign * o.ofCopies
	g.tested += sign * o.tested
	g.untested += sign * o.untested
	g.pages += sign * o.pages
}

// share estimates the share of sites of copies. Pages of an untested site count as tests as far as copies are detected at all.
func (g *siteGroup) share(wider, detection float64) float64 {
	tested := g.tested + min(g.untested, g.pages*detection)
	return (g.ofCopies + groupPrior*wider) / (tested + groupPrior)
}

func (s *copySite) ofCopies() bool {
	return s.copies > 0 && s.copies >= mostlyCopies*(s.copies+s.others)
}

// suspicion is how probable it is that a site gives mostly copies. Nothing may be known of it but the site with the link to it.
func (s *copySites) suspicion(name, via string) float64 {
	site, known := s.sites.get(name)
	switch {
	case !known:
		return s.prior(via)
	case site.ofCopies():
		return 1
	case site.copies > 0:
		return 0
	}
	prior := s.prior(site.via)
	unseen := prior * math.Pow(1-s.detection(), site.others)
	return unseen / (unseen + 1 - prior)
}

// prior is the suspicion of a site found on a page of via, of which nothing else is known. Seeds are chosen by a person.
func (s *copySites) prior(via string) float64 {
	if via == "" {
		return 0
	}
	detection := s.detection()
	share := s.all.share(0, detection)
	if site, ok := s.sites.get(via); ok && site.ofCopies() {
		share = 1
	}
	if group, ok := s.groups.get(via); ok {
		return group.share(share, detection)
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

// update brings the groups of a site up to date.
func (s *copySites) update(site *copySite) {
	if site.via == "" {
		return
	}
	now := siteGroup{untested: 1, pages: site.others}
	if site.copies > 0 {
		now = siteGroup{tested: 1}
	}
	if site.ofCopies() {
		now.ofCopies = 1
	}
	group, ok := s.groups.get(site.via)
	if !ok {
		group = new(siteGroup)
		s.groups.set(site.via, group)
	}
	for _, g := range []*siteGroup{&s.all, group} {
		g.add(now, 1)
		g.add(site.added, -1)
	}
	site.added = now
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
