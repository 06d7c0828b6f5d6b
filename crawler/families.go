package crawler

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/features"
	"gannet/internal/weburl"
)

// Pages of different hosts whose texts are almost the same are a family. Its pages after the first are copies, such as those of mirrors
// and of farms, which put one text with other words here and there on many hosts. A site is a registered domain.
const (
	// familyPages is how many of the latest pages are compared.
	familyPages = 1 << 14
	// kinDistance is the greatest features.Distance between two pages of a family. Two texts of 250 words or more, in each of which one
	// word in a hundred was changed, are 6 apart on average. Single pages that far apart may be of one design, so a copy has leastKin.
	kinDistance, leastKin = 6, 3
	// A family may have familyShare of the latest pages, and at least familyLeast. Above it no page of it is kept whose site gives copies.
	familyShare, familyLeast = 1.0 / 32, 16
	// Sites that give copies have copyShare of the requests that give other pages, while other sites have links.
	copyShare = 1.0 / 16
	// Turns are saved up to mostTurns. Copies on sites that give others cost turns as well, down to leastTurns.
	mostTurns, leastTurns = 8, -16
	// othersGone is how long no other site had a link, if none has one.
	othersGone = 10 * time.Second
	// copiesFade is what is left of a site's copies and other pages after its next page.
	copiesFade = 0.96
)

// families knows the latest pages by their texts, and which sites give copies. The zero value is ready.
type families struct {
	mu     sync.Mutex   // guards the fields below
	latest []familyPage // a ring
	oldest int          // in latest
	hosts  recentMap[*copyHost]
	last   int // the latest number of a host
	sites  recentMap[*copySite]
	turns  float64             // that sites of copies may take
	taken  map[uint64]struct{} // leases that took one
	others time.Time           // when another site had a turn last
}

// familyPage is a page by the fingerprint of its text and the hash of its path.
type familyPage struct {
	print, path uint64
	host        *copyHost
}

// copyHost is a host that gave a page.
type copyHost struct {
	number int // of hosts in the order of their first pages
	site   *copySite
	origin string // of its latest page
	mirror int    // the number of the host from which it copied a page last; 0: none
	copied string // the origin of that host
}

// copySite is how many copies and other pages a site has given. Earlier ones weigh less.
type copySite struct{ copies, others float64 }

func (s *copySite) givesCopies() bool { return s.copies > s.others }

// admits reports whether a link may be requested now. A link to a site that gives copies, or from there to one of which nothing is known,
// takes one of the turns of such sites. via is the page that it was found on.
func (f *families) admits(lease uint64, host, via string, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	site, known := f.sites.get(weburl.Site(host))
	if !known && via != "" {
		site, known = f.sites.get(weburl.Site(weburl.Host(via)))
	}
	if !known || !site.givesCopies() {
		f.others = now
		return true
	}
	if f.turns < 1 && now.Sub(f.others) < othersGone {
		return false
	}
	if f.taken == nil {
		f.taken = make(map[uint64]struct{})
	}
	f.taken[lease] = struct{}{}
	f.turns--
	return true
}

// addPage records a page that a lease gave, by the fingerprint of its text. excess says that the page is of a family that has had its
// share, and of a site that gives copies. A page without words is of no family. known reports whether the crawl knows a URL.
func (f *families) addPage(lease uint64, url string, print uint64, known func(url string) bool) (excess bool) {
	if print == 0 {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	host := f.host(url)
	site := host.site
	page := familyPage{print, xxh3.HashString(weburl.Path(url)), host}
	copied, large := f.compare(&page)
	copied = copied || host.mirror != 0 && !f.hasOther(&page) && known(host.copied+weburl.Path(url))
	site.copies, site.others = site.copies*copiesFade, site.others*copiesFade
	_, took := f.taken[lease]
	switch {
	case copied:
		site.copies++
		if !took {
			f.turns--
		}
	default:
		site.others++
		f.turns += copyShare / (1 - copyShare)
		if took {
			f.turns++
		}
	}
	delete(f.taken, lease)
	f.turns = max(leastTurns, min(mostTurns, f.turns))
	if excess = large && site.givesCopies(); !excess {
		f.add(page)
	}
	return excess
}

// endVisit records that a visit is over. One that asked for no page gives its turn back.
func (f *families) endVisit(lease uint64, asked bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, took := f.taken[lease]; took && !asked {
		f.turns++
	}
	delete(f.taken, lease)
}

// compare reports whether a page is a copy, and whether its family has had its share. Hosts that gave a page later copy nothing from it,
// unless they are many.
func (f *families) compare(page *familyPage) (copied, large bool) {
	kin, before := 0, 0
	for i := range f.latest {
		other := &f.latest[i]
		distance := features.Distance(other.print, page.print)
		if distance > kinDistance || other.host == page.host {
			continue
		}
		kin++
		first := other.host.number < page.host.number
		if first {
			before++
		}
		switch {
		case distance > features.Near:
		case first:
			copied = true
			page.host.copies(other.host)
		default:
			other.host.copies(page.host)
		}
	}
	large = kin >= max(familyLeast, int(familyShare*float64(len(f.latest))))
	return copied || before >= leastKin || large, large
}

// copies records that a host has copied a page of one before it. If it is the first, the host is taken for a mirror: its pages so far were
// new because the same pages of the other host were not known.
func (h *copyHost) copies(other *copyHost) {
	if h.mirror == 0 && h.site != other.site {
		h.site.others = 0
		h.site.copies = max(h.site.copies, 1)
	}
	h.mirror, h.copied = other.number, other.origin
}

// hasOther reports whether the host that a page's host mirrors has another page under its path.
func (f *families) hasOther(page *familyPage) bool {
	return slices.ContainsFunc(f.latest, func(other familyPage) bool {
		return other.host.number == page.host.mirror && other.path == page.path && features.Distance(other.print, page.print) > kinDistance
	})
}

func (f *families) add(page familyPage) {
	if len(f.latest) < familyPages {
		f.latest = append(f.latest, page)
		return
	}
	f.latest[f.oldest] = page
	f.oldest = (f.oldest + 1) % familyPages
}

func (f *families) host(url string) *copyHost {
	name := weburl.Host(url)
	host, known := f.hosts.get(name)
	if !known {
		f.last++
		host = &copyHost{number: f.last, site: f.site(weburl.Site(name))}
		f.hosts.set(strings.Clone(name), host)
	}
	host.origin = strings.Clone(weburl.Origin(url))
	return host
}

func (f *families) site(name string) *copySite {
	site, known := f.sites.get(name)
	if !known {
		site = new(copySite)
		f.sites.set(strings.Clone(name), site)
	}
	return site
}
