package scripted

import (
	"gannet/features"
	"gannet/internal/weburl"
)

// LeastLoads is a threshold: AddLoads adds links only if the probability that a script makes the content of the page is at least LeastLoads.
const LeastLoads = .2

// mostScripts bounds the scripts of one page that become links.
const mostScripts = 6

// AddLoads adds to the links of a page the addresses that its scripts would request, if a script probably makes the page's content. The
// addresses come from attributes, from link elements for preloading and alternates, and from literals in scripts. A script file becomes a
// link, too, if it is on the page's own site, or if the page passes values to it in the query of its URL or in attributes data-*.
func AddLoads(p *features.Page) {
	if Probability(p) < LeastLoads {
		return
	}
	var loads []features.Load
	scripts := 0
	for _, l := range p.Programs.Loads {
		if l.Source == features.LoadScript {
			if scripts == mostScripts || !l.Own && !sameSite(l.URL, p.URL) {
				continue
			}
			scripts++
		}
		loads = append(loads, l)
	}
	p.AddLoads(append(loads, literalLoads(p)...))
}

// literalLoads returns the addresses in the scripts within a page.
func literalLoads(p *features.Page) (loads []features.Load) {
	base, err := weburl.NewBase(p.Programs.Base)
	if err != nil {
		return nil
	}
	for i := range p.Data {
		if d := &p.Data[i]; d.IsProgram() {
			for _, address := range Addresses(d.Text) {
				if url, err := base.Resolve(address); err == nil && len(loads) < mostAddresses {
					loads = append(loads, features.Load{URL: url, Source: features.LoadLiteral})
				}
			}
		}
	}
	return loads
}

func sameSite(a, b string) bool { return weburl.Site(weburl.Host(a)) == weburl.Site(weburl.Host(b)) }
