package testweb

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// trap answers for the places that exist only because of the host's trap.
func (w *Web) trap(p *place) *answer {
	switch p.host.trap {
	case RedirectLoop, RedirectChain, RedirectDisallowed, RedirectPrivate, RobotsRedirects:
		return w.trapRedirect(p)
	case Calendar, Facets, PathLoop, SoftMissing:
		return w.endlessPages(p)
	}
	return w.hardPage(p)
}

// privateTargets are where a RedirectPrivate host sends its visitors.
var privateTargets = [...]string{"http://127.0.0.1/", "http://10.0.0.1/admin", "http://169.254.169.254/latest/meta-data/",
	"http://[::1]/", "http://192.168.1.1/", "http://0.0.0.0/", "http://localhost/", "http://[fe80::1]/", "http://2130706433/"}

func (w *Web) trapRedirect(p *place) *answer {
	a := answerOf(http.StatusFound, "", nil)
	n, _ := lastNumber(p.path)
	target := "/trap/" + strconv.Itoa(n+1)
	switch p.host.trap {
	case RedirectLoop:
		target = "/trap/" + strconv.Itoa(1-n%2)
	case RedirectChain:
		if n >= 29 {
			target = "/"
		}
	case RedirectDisallowed:
		target = "/private/secret.html"
		if strings.HasPrefix(p.path, "/private/") {
			return answerOf(http.StatusOK, htmlType, []byte("<html><body>nobody may read this</body></html>"))
		}
	case RedirectPrivate:
		target = privateTargets[n%len(privateTargets)]
	case RobotsRedirects:
		if n >= 3 {
			return answerOf(http.StatusOK, "text/plain", w.robotsText(&p.host))
		}
		target = "/robots-" + strconv.Itoa(n+1) + ".txt"
	}
	a.header.Set("Location", target)
	return a
}

// endlessPages answers with one of the pages that have no end.
func (w *Web) endlessPages(p *place) *answer {
	var hrefs []string
	switch p.host.trap {
	case Calendar:
		hrefs = calendarLinks(p.path)
	case Facets:
		hrefs = facetLinks(p.path)
	case PathLoop:
		hrefs = []string{"a/b/", "b/", "../a/b/a/"}
	case SoftMissing:
		n := mixString(p.host.key, p.path)
		hrefs = []string{"/no/" + strconv.FormatUint(n, 36), "/", "/not/here/" + strconv.FormatUint(n>>20, 36)}
	}
	title := "Page not found"
	if p.host.trap != SoftMissing {
		title = "Entries for " + strings.NewReplacer("<", "", "&", " ", "\"", "").Replace(p.path)
	}
	return answerOf(http.StatusOK, htmlType, w.simplePage(p, title, hrefs))
}

// simplePage writes a page with a title, a paragraph of the host's topic and some links.
func (w *Web) simplePage(p *place, title string, hrefs []string) []byte {
	r := random{mixString(p.host.key, p.path)}
	b := append([]byte("<!DOCTYPE html>\n<html><head><title>"), title...)
	b = append(append(append(b, "</title></head>\n<body>\n<h1>"...), title...), "</h1>\n<p>"...)
	for range 4 {
		b = w.appendSentence(b, p.host.topic, .5, &r)
	}
	b = append(b, "</p>\n<ul>\n"...)
	for _, href := range hrefs {
		b = append(append(b, "<li><a href=\""...), strings.ReplaceAll(href, "&", "&amp;")...)
		b = append(b, "\">"...)
		b = append(append(b, w.words.word(p.host.topic, &r)...), "</a></li>\n"...)
	}
	return append(b, "</ul>\n</body></html>\n"...)
}

// calendarLinks returns the months around a month and its days, or the month of a day.
func calendarLinks(path string) []string {
	parts := strings.Split(strings.Trim(strings.TrimPrefix(path, "/calendar/"), "/"), "/")
	numbers := [3]int{2026, 1, 0}
	for i := range min(len(parts), 3) {
		if n, err := strconv.Atoi(parts[i]); err == nil && n >= 0 && n < 1e6 {
			numbers[i] = n
		}
	}
	month := time.Date(numbers[0], time.Month(numbers[1]), 1, 0, 0, 0, 0, time.UTC)
	hrefs := []string{monthPath(month.AddDate(0, -1, 0)), monthPath(month.AddDate(0, 1, 0)), monthPath(month.AddDate(1, 0, 0))}
	if numbers[2] > 0 {
		return append(hrefs, monthPath(month))
	}
	for day := range month.AddDate(0, 1, -1).Day() {
		hrefs = append(hrefs, monthPath(month)+strconv.Itoa(day+1)+"/")
	}
	return hrefs
}

func monthPath(t time.Time) string {
	return "/calendar/" + strconv.Itoa(t.Year()) + "/" + strconv.Itoa(int(t.Month())) + "/"
}

// facetLinks returns links to the same list with one more filter, whatever the order in which filters were chosen.
func facetLinks(path string) []string {
	var hrefs []string
	for _, filter := range []string{"colour=red", "colour=blue", "size=small", "size=large", "sort=price", "sort=name", "view=grid", "stock=yes"} {
		hrefs = append(hrefs, path+"&"+filter)
	}
	return hrefs
}
