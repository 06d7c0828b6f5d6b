package jobweb

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// ticking is a web with a clock that a test sets.
type ticking struct {
	*Web
	now time.Time
}

func tickingWeb(t testing.TB, seed uint64, change func(*Clock)) *ticking {
	t.Helper()
	w := &ticking{}
	c := DefaultClock(func() time.Time { return w.now })
	c.Open, w.now = 400, c.Start
	if change != nil {
		change(c)
	}
	o := DefaultOptions(seed)
	o.Clock = c
	w.Web = made(t, o)
	return w
}

// calm turns off all troubles.
func calm(c *Clock) {
	c.CutVisits, c.CutDays, c.Outages, c.HostsGone, c.Flaps, c.Returns, c.Volatile = 0, 0, 0, 0, 0, 0, 0
}

func (w *ticking) days(n float64) time.Time { return w.clock.Start.Add(days(n)) }

// get fetches a page with some header.
func (w *ticking) get(t testing.TB, url string, header ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	response, err := w.RoundTrip(r)
	if err != nil {
		return nil, ""
	}
	var body bytes.Buffer
	if _, err := body.ReadFrom(response.Body); err != nil {
		t.Fatal(err)
	}
	return response, body.String()
}

func TestAsManyPostingsAreOpenAsTheClockSays(t *testing.T) {
	w := tickingWeb(t, 1, func(c *Clock) { c.Open = 2000 })
	courses := w.Courses()
	for _, day := range []float64{0, 30, 59} {
		open := 0
		for i := range courses {
			if courses[i].IsOpen(w.days(day)) {
				open++
			}
		}
		if open < 1700 || open > 2300 {
			t.Errorf("day %v: %d postings are open, want about 2000", day, open)
		}
	}
}

// TestListsNameWhatIsOpen walks all lists, sitemaps and feeds by their pages as written, and compares with the truth.
func TestListsNameWhatIsOpen(t *testing.T) {
	w := tickingWeb(t, 3, calm)
	w.now = w.days(20.3)
	named, mapped := map[string]bool{}, map[string]bool{}
	for _, h := range w.Hosts() {
		for _, list := range h.Lists {
			for _, page := range w.Look(list, w.now).Pages {
				_, body := w.get(t, page)
				for _, to := range links(t, page, []byte(body)) {
					named[to] = true
				}
			}
		}
		if h.Sitemap != "" {
			_, body := w.get(t, h.Sitemap)
			for _, loc := range strings.Split(body, "<loc>")[1:] {
				mapped[strings.ReplaceAll(loc[:strings.Index(loc, "<")], "&amp;", "&")] = true
			}
		}
	}
	reposts := 0
	for _, c := range w.Courses() {
		open := c.IsOpen(w.now)
		if named[c.URL] != open {
			t.Errorf("%s: named by a list: %v, open: %v", c.URL, named[c.URL], open)
		}
		if mapped[c.URL] && !open {
			t.Errorf("%s is in a sitemap and not open", c.URL)
		}
		if c.Again != "" {
			reposts++
		}
	}
	if reposts < 100 || len(mapped) < 100 {
		t.Errorf("%d reposts, %d pages in sitemaps", reposts, len(mapped))
	}
}

func TestPostingsEndInSevenWays(t *testing.T) {
	w := tickingWeb(t, 4, calm)
	want := [endings]string{"404 ", "410 ", "200 ", "302 list", "302 root", "200 ", "200 "}
	seen := [endings]int{}
	for _, c := range w.Courses() {
		end := c.Open[0].To
		if end.Before(w.clock.Start) || end.After(w.clock.end()) {
			continue
		}
		w.now = end.Add(-time.Second)
		before, open := w.get(t, c.URL)
		w.now = end
		after, closed := w.get(t, c.URL)
		got := fmt.Sprintf("%d ", after.StatusCode)
		switch after.Header.Get("Location") {
		case "":
		case c.List:
			got += "list"
		case "http://" + c.Host + "/":
			got += "root"
		}
		if before.StatusCode != http.StatusOK || got != want[c.Ending] || (open == closed) != (c.Ending == Unlisted) {
			t.Errorf("%s, %s: %d, then %q; the page is the same: %v", c.URL, c.Ending, before.StatusCode, got, open == closed)
		}
		hasBanner := slices.ContainsFunc(w.extras[w.pages[w.byURL[c.URL]].lang].Banner, func(s string) bool { return strings.Contains(closed, escape(s)) })
		if hasBanner != (c.Ending == Banner) {
			t.Errorf("%s, %s: has a banner: %v", c.URL, c.Ending, hasBanner)
		}
		seen[c.Ending]++
	}
	for e, n := range seen {
		if n < 20 {
			t.Errorf("%d postings end by %s", n, Ending(e))
		}
	}
}

// TestUnchangedPagesAre304 asks every page twice, a quarter of a day later with its validators.
func TestUnchangedPagesAre304(t *testing.T) {
	w := tickingWeb(t, 5, func(c *Clock) { c.Open = 150 })
	same, unchanged, can := 0, 0, 0
	for _, page := range w.Pages() {
		w.now = w.days(10)
		first, body := w.get(t, page)
		if first == nil || first.StatusCode != http.StatusOK {
			continue
		}
		w.now = w.days(10.25)
		_, again := w.get(t, page)
		second, _ := w.get(t, page, "If-None-Match", first.Header.Get("ETag"), "If-Modified-Since", first.Header.Get("Last-Modified"))
		if second == nil {
			continue
		}
		is304, hasValidator := second.StatusCode == http.StatusNotModified, first.Header.Get("ETag")+first.Header.Get("Last-Modified") != ""
		switch {
		case is304 && body != again:
			t.Errorf("%s has changed, and the answer is 304", page)
		case body == again && hasValidator:
			can++
		}
		if body == again {
			same++
		}
		if is304 {
			unchanged++
		}
	}
	if unchanged < can*98/100 || can < same/2 {
		t.Errorf("%d pages are the same, %d of them with validators; %d answers are 304", same, can, unchanged)
	}
}

func TestBreakagesBreakOneHostForATime(t *testing.T) {
	w := tickingWeb(t, 6, calm)
	host := slices.MaxFunc(w.Hosts(), func(a, b HostCourse) int { return len(a.Lists) - len(b.Lists) })
	for _, b := range Breakages() {
		span := Interval{w.days(4 * float64(b)), w.days(4*float64(b) + 1)}
		noon := span.From.Add(12 * time.Hour)
		pages := []string{host.Lists[0], "http://" + host.Name + "/"}
		for _, c := range w.Courses() {
			if c.Host == host.Name && c.IsOpen(noon) {
				pages = append(pages, c.URL)
			}
		}
		before, later := w.at(t, pages, noon), w.at(t, pages, span.To)
		if !w.Break(Fault{host.Name, b, span}) {
			t.Fatal("no such host")
		}
		during, after := w.at(t, pages, noon), w.at(t, pages, span.To)
		differ, list := 0, during[0] != before[0]
		for i := range pages {
			if before[i] != during[i] {
				differ++
			}
			if later[i] != after[i] {
				t.Errorf("%s: %s is still broken", b, pages[i])
			}
		}
		onLists := b <= ListOfAnother
		if len(pages) < 8 || !list || differ == 1 != onLists || b >= Captcha && b != OtherLanguage && differ != len(pages) || !onLists && differ < len(pages)-1 {
			t.Errorf("%s: %d pages of %d differ, the list: %v", b, differ, len(pages), list)
		}
	}
}

// at returns the answers of some pages at a time.
func (w *ticking) at(t *testing.T, pages []string, now time.Time) []string {
	w.now = now
	out := make([]string, len(pages))
	for i, page := range pages {
		response, body := w.get(t, page)
		out[i] = fmt.Sprint(response.StatusCode, response.Header.Get("Location"), body)
	}
	return out
}

func TestAMovedHostIsWholeUnderItsNewName(t *testing.T) {
	w := tickingWeb(t, 7, calm)
	host := w.Hosts()[0]
	w.Break(Fault{host.Name, HostMoved, Interval{w.days(2), w.days(60)}})
	w.now = w.days(3)
	response, _ := w.get(t, host.Lists[0])
	to := response.Header.Get("Location")
	if response, body := w.get(t, to); response.StatusCode != http.StatusOK || strings.Contains(body, "//"+host.Name) || !strings.Contains(to, movedName(host.Name)) {
		t.Errorf("%s leads to %s, status %d", host.Lists[0], to, response.StatusCode)
	}
	w.now = w.days(1)
	if response, _ := w.get(t, to); response != nil {
		t.Errorf("%s is there before the host has moved", to)
	}
}

func TestTroublesAreAsOftenAsTheClockSays(t *testing.T) {
	w := tickingWeb(t, 8, func(c *Clock) { c.Open, c.CutVisits, c.CutDays = 3000, .02, 0 })
	cut, visits, down := 0, 0, 0
	for _, h := range w.Hosts() {
		down += len(h.Outages)
		for day := range 60 {
			visits++
			if w.cut(h.Lists[0], w.days(float64(day)+.3)) {
				cut++
			}
		}
	}
	if share := float64(cut) / float64(visits); share < .01 || share > .03 {
		t.Errorf("%.3f of the visits are cut, want .02", share)
	}
	if share := float64(down) / float64(visits); share < .003 || share > .017 {
		t.Errorf("%.3f of the days are outages, want .01", share)
	}
}

func TestPostingsChangeAndReturn(t *testing.T) {
	w := tickingWeb(t, 9, func(c *Clock) { calm(c); c.Returns = .2 })
	changed, returned := [whats]int{}, 0
	for i, c := range w.Courses() {
		if i%3 > 0 {
			continue
		}
		for _, change := range c.Changes {
			if !change.At.After(w.clock.Start) || !c.IsOpen(change.At) {
				continue
			}
			l, justBefore := &w.lives[c.Number], change.At.Add(-time.Second)
			sameDay := change.What == Date && l.posted(justBefore).Format(time.DateOnly) == change.At.Format(time.DateOnly)
			if before, after := w.at(t, []string{c.URL}, justBefore), w.at(t, []string{c.URL}, change.At); after[0] == before[0] && !sameDay {
				t.Errorf("%s does not change its %s", c.URL, change.What)
			}
			changed[change.What]++
		}
		if len(c.Open) > 1 {
			w.now = c.Open[1].From
			if response, _ := w.get(t, c.URL); response.StatusCode != http.StatusOK {
				t.Errorf("%s does not return", c.URL)
			}
			returned++
		}
	}
	if slices.Min(changed[:]) < 20 || returned < 20 {
		t.Errorf("changes %v, %d returned", changed, returned)
	}
}
