package crawler

import (
	"errors"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/features"
	"gannet/internal/flat"
	"gannet/internal/weburl"
)

// Pages of different hosts whose texts are almost the same are a family. All but the first page of a family are copies, such as those of mirrors, and
// of farms that put one text on many hosts with a few words changed here and there.
const (
	// familyPages is how many of the latest pages are compared.
	familyPages = 1 << 14
	// kinDistance is the greatest features.Distance between two pages of a family. Two texts of 250 words or more, each with one word in a hundred
	// changed, are 6 apart on average. Two pages that far apart may only share a design, so a page counts as a copy by this distance only if leastKin
	// earlier pages are as near.
	kinDistance, leastKin = 6, 3
	// A family may have familyShare of the latest pages, and at least familyLeast. Once it has more, no further page of it is kept if the page's site
	// gives mostly copies.
	familyShare, familyLeast = 1.0 / 32, 16
)

// families knows the latest pages by their texts, and how many copies each site gives. The zero value is ready.
type families struct {
	mu     sync.Mutex   // guards the fields below
	latest []familyPage // a ring
	oldest int          // in latest
	hosts  recentMap[*copyHost]
	last   int // the latest number of a host
	copySites
	copyTurns
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

// admits reports whether a link may be requested now. A link to a site that may give mostly copies uses up a part of the turns of such sites. via is
// the page on which the link was found.
func (f *families) admits(lease uint64, host, via string, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.take(lease, f.suspicion(weburl.Site(host), siteOf(via)), now)
}

// locate records the IP address of a link's host, and reports whether the link may still be requested, now that the sites at this address are taken
// into account.
func (f *families) locate(lease uint64, host, via string, addr netip.Addr, now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	site, key := f.site(weburl.Site(host), siteOf(via)), addressKey(addr)
	if site.address == key {
		return true // it was known when the link was admitted
	}
	f.copySites.locate(site, key)
	f.giveBack(lease, false)
	return f.take(lease, f.suspicion(weburl.Site(host), ""), now)
}

// addPage records a page that a lease gave, by the fingerprint of its text. via is the page with the link. excess says that the page should not be
// kept, because its family has had its share and its site gives mostly copies. A page without words belongs to no family. known reports whether the
// crawl knows a URL.
func (f *families) addPage(lease uint64, url, via string, print uint64, known func(url string) bool) (excess bool) {
	if print == 0 {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	host := f.host(url, via)
	page := familyPage{print, xxh3.HashString(weburl.Path(url)), host}
	seen, large := f.compare(&page)
	copied := seen || host.mirror != 0 && !f.hasOther(&page) && known(host.copied+weburl.Path(url))
	f.copySites.addPage(host.site, copied, seen)
	f.endTurn(lease, copied)
	if excess = large && host.site.ofCopies(); !excess {
		f.add(page)
	}
	return excess
}

// endVisit records that a visit is over. A visit that made no request for its page gives its turn back.
func (f *families) endVisit(lease uint64, asked bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.giveBack(lease, asked)
}

// compare reports whether a page is a copy, and whether its family has had its share. A page is a copy only of a host whose first page was read
// earlier, unless the family has had its share.
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
			f.recordCopy(page, other)
		default:
			f.recordCopy(other, page)
		}
	}
	large = kin >= max(familyLeast, int(familyShare*float64(len(f.latest))))
	return copied || before >= leastKin || large, large
}

// recordCopy records that the host of page has copied other, a page of an earlier host.
func (f *families) recordCopy(page, other *familyPage) {
	h := page.host
	if h.mirror == 0 && h.site != other.host.site && page.path == other.path {
		f.charge(h.site.others)
		f.addMirror(h.site)
	}
	h.mirror, h.copied = other.host.number, other.host.origin
}

// hasOther reports whether the mirrored host has a different page under the path of this page.
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

func (f *families) host(url, via string) *copyHost {
	name := weburl.Host(url)
	host, known := f.hosts.get(name)
	if !known {
		f.last++
		host = &copyHost{number: f.last, site: f.site(weburl.Site(name), siteOf(via))}
		f.hosts.set(strings.Clone(name), host)
	}
	host.origin = strings.Clone(weburl.Origin(url))
	return host
}

// siteOf returns the site of a page, "" if there is none.
func siteOf(url string) string {
	if url == "" {
		return ""
	}
	return weburl.Site(weburl.Host(url))
}

var errFamilies = errors.New("more pages of families than there may be")

// code reads or writes the whole record: sites, groups of sites, hosts, the latest pages by the number of their host, and addresses. The turns of
// leases are left out, because they end with the run.
func (f *families) code(c *flat.Coder) {
	f.mu.Lock()
	defer f.mu.Unlock()
	codeMap(c, &f.sites, (*copySite).code)
	codeMap(c, &f.groups, (*siteGroup).code)
	f.all.code(c)
	c.Float64(&f.detected)
	c.Float64(&f.found)
	c.Float64(&f.turns)
	c.Int(&f.last)
	numbers := make(map[int]*copyHost)
	codeMap(c, &f.hosts, func(h *copyHost, c *flat.Coder) {
		h.code(c)
		numbers[h.number] = h
		if c.Reads() {
			h.site = f.site(siteOf(h.origin), "")
		}
	})
	c.Int(&f.oldest)
	flat.Slice(c, &f.latest, func(c *flat.Coder, p *familyPage) {
		c.Uint64(&p.print)
		c.Uint64(&p.path)
		if c.Reads() {
			p.host = new(copyHost)
		}
		number := p.host.number
		c.Int(&number)
		if !c.Reads() {
			return
		}
		if numbers[number] == nil { // it was forgotten
			numbers[number] = &copyHost{number: number, site: new(copySite)}
		}
		p.host = numbers[number]
	})
	if c.More() { // earlier versions did not write them
		f.codeAddresses(c)
	}
	if c.Reads() && (len(f.latest) > familyPages || f.oldest < 0 || f.oldest > 0 && f.oldest >= len(f.latest)) {
		c.Fail(errFamilies)
	}
}

// codeAddresses reads or writes the addresses of sites. The groups of these addresses are coded with the other groups.
func (s *copySites) codeAddresses(c *flat.Coder) {
	names := s.sites.keys()
	flat.Slice(c, &names, func(c *flat.Coder, name *string) {
		c.String(name)
		site := codedHost(c, &s.sites, func(name string) *copySite { return s.site(name, "") }, *name)
		c.String(&site.address)
	})
}

func (s *copySite) code(c *flat.Coder) {
	c.Float64(&s.copies)
	c.Float64(&s.others)
	c.String(&s.via)
	s.added.code(c)
}

func (g *siteGroup) code(c *flat.Coder) {
	c.Float64(&g.ofCopies)
	c.Float64(&g.tested)
	c.Float64(&g.untested)
	c.Float64(&g.pages)
}

func (h *copyHost) code(c *flat.Coder) {
	c.Int(&h.number)
	c.String(&h.origin)
	c.Int(&h.mirror)
	c.String(&h.copied)
}

// codeMap reads or writes the keys and values of a map. The map must be empty before it is read.
func codeMap[V any](c *flat.Coder, m *recentMap[*V], code func(*V, *flat.Coder)) {
	names := m.keys()
	flat.Slice(c, &names, func(c *flat.Coder, name *string) {
		c.String(name)
		code(codedHost(c, m, func(name string) *V {
			v := new(V)
			m.set(name, v)
			return v
		}, *name), c)
	})
}
