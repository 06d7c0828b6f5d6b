package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/job"
)

// maxLinkedSites is how many other sites a posting keeps. A page that links to more is a directory.
const maxLinkedSites = 12

// addSite records what a page says about its site, and to which other sites it links. Both are evidence of who publishes a posting.
func addSite(to *job.Posting, p *features.Page) {
	to.Site = siteName(p.Tree())
	for i := range p.Links {
		if l := &p.Links[i]; l.InMain {
			to.LinkedSites = addHost(to.LinkedSites, l.URL, p.URL)
		}
	}
	to.LinkedSites = addHost(to.LinkedSites, p.Canonical, p.URL)
}

// addHost adds the host of a URL to a list, unless it is the page's.
func addHost(list []string, url, page string) []string {
	host := weburl.Host(url)
	if host == "" || host == weburl.Host(page) || len(list) == maxLinkedSites || slices.Contains(list, host) {
		return list
	}
	return append(list, host)
}

// siteName returns the name that a page gives its site in a meta element, and "" if it gives none.
func siteName(doc *html.Node) string {
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Body {
			break
		}
		if n.DataAtom != atom.Meta {
			continue
		}
		key := attribute(n, "property") + attribute(n, "name")
		if key == "og:site_name" || key == "application-name" {
			return strings.Join(strings.Fields(attribute(n, "content")), " ")
		}
	}
	return ""
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
