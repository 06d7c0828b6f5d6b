package jobweb

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// roundTrip answers a request to a web with a clock, for the time that the clock shows.
func (w *Web) roundTrip(r *http.Request) (*http.Response, error) {
	url := r.URL.String()
	a := w.Look(url, w.clock.Now())
	switch {
	case a.Status == 0:
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("no route to host")}
	case a.unchanged(r):
		response := answer(r, http.StatusNotModified, nil)
		a.head(response.Header)
		response.Header.Del("Content-Length")
		response.Header.Del("Content-Type")
		return response, nil
	}
	body, contentType := w.body(&a, url)
	response := answer(r, a.Status, body)
	response.Header.Set("Content-Type", contentType)
	a.head(response.Header)
	return response, nil
}

// unchanged reports whether the server answers 304 (RFC 9110, 13.2.2).
func (a *Answer) unchanged(r *http.Request) bool {
	if a.Status != http.StatusOK {
		return false
	}
	if tags := r.Header.Get("If-None-Match"); tags != "" && a.ETag {
		for tag := range strings.SplitSeq(tags, ",") {
			if strings.TrimPrefix(strings.TrimSpace(tag), "W/") == a.tag() {
				return true
			}
		}
		return false
	}
	since, err := http.ParseTime(r.Header.Get("If-Modified-Since"))
	return err == nil && a.Dated && !a.Modified.Truncate(time.Second).After(since)
}

func (a *Answer) tag() string { return fmt.Sprintf("\"%016x\"", a.Tag) }

// head writes the header of a response.
func (a *Answer) head(h http.Header) {
	if a.ETag {
		h.Set("ETag", a.tag())
	}
	if a.Dated {
		h.Set("Last-Modified", a.Modified.UTC().Format(http.TimeFormat))
	}
	if a.Location != "" {
		h.Set("Location", a.Location)
	}
	if a.Status == http.StatusServiceUnavailable {
		h.Set("Retry-After", "3600")
	}
}

// body writes the content of a response.
func (w *Web) body(a *Answer, url string) (body []byte, contentType string) {
	contentType = "text/html; charset=utf-8"
	switch {
	case strings.HasSuffix(url, "/robots.txt") && a.Status == http.StatusOK:
		return w.robots(a), "text/plain"
	case a.Status != http.StatusOK:
		body = fmt.Appendf(nil, "<html><head><title>%d</title></head><body><h1>%s</h1></body></html>\n", a.Status, http.StatusText(a.Status))
	case a.Shows == ShowsSitemap:
		body, contentType = w.writeSitemap(a), "application/xml"
	case a.Shows == ShowsFeed:
		body, contentType = w.writeFeed(a)
	case a.Shows == ShowsNothing || a.Shows == ShowsBlock:
		body = w.notice(a)
	default:
		body = w.renderAt(a.id, a)
	}
	if a.moved {
		name := w.hosts[a.host].name
		body = bytes.ReplaceAll(body, []byte("http://"+name), []byte("http://"+movedName(name)))
	}
	return body, contentType
}

func (w *Web) robots(a *Answer) []byte {
	text := "User-agent: *\nDisallow:\n"
	if w.hostLives[a.host].sitemap != NoSitemap {
		text += "Sitemap: http://" + w.hosts[a.host].name + sitemapPath + "\n"
	}
	return []byte(text)
}

// notice writes a page without real content: it says that nothing is there, or that the reader has to do something first.
func (w *Web) notice(a *Answer) []byte {
	h := &w.hosts[a.host]
	lang := h.langs[0]
	extra := w.extras[lang]
	text, form := w.draw("nothing", int(a.host)).pick(extra.Nothing), ""
	switch {
	case a.broken(Captcha):
		text, form = extra.Captcha, "<form method=\"post\"><div class=\"captcha\"></div><button>OK</button></form>\n"
	case a.broken(Login):
		text, form = extra.Login, "<form method=\"post\"><input name=\"user\"><input type=\"password\" name=\"password\"><button>OK</button></form>\n"
	}
	b := &writer{w: w, h: h, p: &page{host: a.host, role: articlePage, lang: lang}, l: w.words[lang], m: &layouts[h.style.layout]}
	b.add(fmt.Sprintf(b.m.head, lang) + "<title>" + escape(h.title) + "</title>\n</head><body>\n" + b.m.site[0] + escape(h.title) + b.m.site[1])
	b.add(b.m.main[0])
	b.wrap(b.m.title, escape(text))
	b.add(form + b.m.main[1] + b.m.aside[0] + b.m.aside[1] + "</body></html>\n")
	return b.b
}

func (w *Web) writeSitemap(a *Answer) []byte {
	var b bytes.Buffer
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
	for _, e := range a.Entries {
		b.WriteString("<url><loc>" + escape(e.URL) + "</loc>")
		if !e.Lastmod.IsZero() {
			b.WriteString("<lastmod>" + e.Lastmod.Format(time.RFC3339) + "</lastmod>")
		}
		b.WriteString("</url>\n")
	}
	b.WriteString("</urlset>\n")
	return b.Bytes()
}

func (w *Web) writeFeed(a *Answer) (body []byte, contentType string) {
	var b bytes.Buffer
	title := escape(w.hosts[a.host].title)
	isRSS := w.hostLives[a.host].feed == RSS
	if isRSS {
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\"><channel><title>" + title + "</title>\n")
	} else {
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>" + title + "</title>\n")
	}
	for _, e := range a.Entries {
		url, name := escape(e.URL), escape(w.title(w.byURL[e.URL]))
		if isRSS {
			b.WriteString("<item><title>" + name + "</title><link>" + url + "</link><pubDate>" + e.Lastmod.Format(time.RFC1123Z) + "</pubDate></item>\n")
		} else {
			b.WriteString("<entry><title>" + name + "</title><link href=\"" + url + "\"/><updated>" + e.Lastmod.Format(time.RFC3339) + "</updated></entry>\n")
		}
	}
	if isRSS {
		b.WriteString("</channel></rss>\n")
		return b.Bytes(), "application/rss+xml"
	}
	b.WriteString("</feed>\n")
	return b.Bytes(), "application/atom+xml"
}

// nonceLine returns a line that differs at every request. It is for hosts whose pages differ at every request.
func (a *Answer) nonceLine() string {
	if a.nonce == 0 {
		return ""
	}
	return "<!-- " + strconv.FormatInt(a.nonce, 36) + " -->\n"
}
