package crawler

import (
	"errors"

	"gannet/internal/flat"
)

var errFamilies = errors.New("more pages of families than there may be")

// code codes the record: sites, groups of sites, hosts, the latest pages by the number of their host, and addresses. Leases of turns end
// with a run.
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

// codeAddresses codes the addresses of sites. Their groups are coded with the others.
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

// codeMap codes keys and values. On reading the map is empty before.
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
