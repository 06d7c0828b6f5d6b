package testweb

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// inSitemap is the number of addresses in one sitemap; a larger host has an index of several.
const inSitemap = 1000

// locateSitemap finds /sitemap.xml and /sitemap-N.xml.
func (w *Web) locateSitemap(p *place, path string) {
	if !w.rulesOf(&p.host).sitemap {
		return
	}
	number, part := strings.CutPrefix(path, "/sitemap-")
	switch {
	case path == "/sitemap.xml":
		p.form = sitemapFile
	case part:
		n, err := strconv.Atoi(strings.TrimSuffix(number, ".xml"))
		if err == nil && n > 0 && ((n-1)*inSitemap < p.host.size || p.host.trap == SitemapEndless || p.host.trap == SitemapFlood) {
			p.form, p.to = sitemapFile, n
		}
	}
}

// sitemap answers with a sitemap or an index of sitemaps.
func (w *Web) sitemap(p *place) *answer {
	h := &p.host
	switch h.trap {
	case SitemapHuge:
		return w.hugeSitemap(h)
	case SitemapEndless:
		return w.sitemapIndex(h, 3*p.to, 3)
	case SitemapFlood:
		if p.to == 0 {
			return w.sitemapIndex(h, 0, floodSitemaps)
		}
		return w.floodSitemap(h, p.to)
	case SitemapBroken:
		return answerOf(http.StatusOK, "application/xml", []byte("<?xml version=\"1.0\"?><urlset><url><loc>http://\x00<<&&broken"))
	}
	if p.to == 0 && h.size > inSitemap {
		return w.sitemapIndex(h, 0, ceilDiv(h.size, inSitemap))
	}
	b := []byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
	first := max(p.to-1, 0) * inSitemap
	b = append(b, "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"...)
	for page := first; page < min(first+inSitemap, h.size); page++ {
		b = append(b, "<url><loc>"...)
		url := w.appendURL(nil, h, page, plain, 0)
		b = append(b, bytes.ReplaceAll(url, []byte("&"), []byte("&amp;"))...)
		b = append(b, "</loc></url>\n"...)
	}
	return answerOf(http.StatusOK, "application/xml", append(b, "</urlset>\n"...))
}

// sitemapIndex answers with an index of n sitemaps, those numbered after first.
func (w *Web) sitemapIndex(h *host, first, n int) *answer {
	b := []byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
		"<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	for i := range n {
		b = w.appendOrigin(append(b, "<sitemap><loc>"...), h.id)
		b = strconv.AppendInt(append(b, "/sitemap-"...), int64(first+i+1), 10)
		b = append(b, ".xml</loc></sitemap>\n"...)
	}
	return answerOf(http.StatusOK, "application/xml", append(b, "</sitemapindex>\n"...))
}

// A SitemapFlood host has floodSitemaps sitemaps of floodPages each.
const (
	floodSitemaps = 600
	floodPages    = 500
)

// floodSitemap answers with a sitemap of pages that do not exist.
func (w *Web) floodSitemap(h *host, number int) *answer {
	b := []byte("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	for page := range floodPages {
		b = w.appendOrigin(append(b, "<url><loc>"...), h.id)
		b = strconv.AppendInt(append(b, "/gone/"...), int64(number*floodPages+page), 10)
		b = append(b, "</loc></url>\n"...)
	}
	return answerOf(http.StatusOK, "application/xml", append(b, "</urlset>\n"...))
}

// hugeSitemap answers with a sitemap without end.
func (w *Web) hugeSitemap(h *host) *answer {
	a := answerOf(http.StatusOK, "application/xml", nil)
	origin := string(w.appendOrigin(nil, h.id))
	a.stream = &generated{next: func(n int) []byte {
		if n == 0 {
			return []byte("<?xml version=\"1.0\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
		}
		return []byte("<url><loc>" + origin + "/gone/" + strconv.Itoa(n) + "</loc></url>\n")
	}}
	return a
}
