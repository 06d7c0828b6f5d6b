package web

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/feed/search"
)

// TestSearchIsSavedAndHasAFeed: a search is saved with the token only; its feed has the events of the postings that meet it, and a feed reader that has it
// already gets none again.
func TestSearchIsSavedAndHasAFeed(t *testing.T) {
	dir, _ := openCrawl(t)
	s := newServer(t, token, dir)
	at := "/crawl/" + s.crawls[0].name + "/"
	bearer := []string{"Authorization", "Bearer " + token}
	post := func(s *Server, form url.Values, head ...string) int {
		return ask(s, http.MethodPost, at+"searches", form.Encode(), head...).Code
	}
	welders := url.Values{"name": {"welders"}, "text": {"welder"}}
	if code := post(newServer(t, "", dir), welders, "Sec-Fetch-Site", "same-origin"); code != http.StatusForbidden {
		t.Errorf("without a token: status %d", code)
	}
	for _, form := range []url.Values{{"name": {"x"}}, {"text": {"welder"}}, {"name": {"x"}, "near": {"nowhere"}}} {
		if code := post(s, form, bearer...); code != http.StatusBadRequest {
			t.Errorf("%v: status %d", form, code)
		}
	}
	for _, form := range []url.Values{welders, {"name": {"nurses"}, "text": {"nobody"}}} {
		if code := post(s, form, bearer...); code != http.StatusSeeOther {
			t.Errorf("%v: status %d", form, code)
		}
	}
	page := ask(s, http.MethodGet, at+"searches", "", bearer...).Body.String()
	if !strings.Contains(page, `href="feed.atom?text=welder"`) || !strings.Contains(page, "nurses") {
		t.Errorf("the view:\n%s", page)
	}
	feed := ask(s, http.MethodGet, at+"feed.atom?text=welder", "", bearer...)
	if feed.Code != http.StatusOK || strings.Count(feed.Body.String(), "<entry>") != 1 || !strings.HasPrefix(feed.Header().Get("Content-Type"), "application/atom+xml") {
		t.Errorf("the feed: status %d, %v\n%s", feed.Code, feed.Header(), feed.Body)
	}
	if none := ask(s, http.MethodGet, at+"feed.atom?text=nobody", "", bearer...); strings.Contains(none.Body.String(), "<entry>") {
		t.Errorf("a feed that no posting meets:\n%s", none.Body)
	}
	if w := ask(s, http.MethodGet, at+"feed.atom?near=nowhere", "", bearer...); w.Code != http.StatusBadRequest {
		t.Errorf("a wrong search: status %d", w.Code)
	}
	again := ask(s, http.MethodGet, at+"feed.atom?text=welder", "", append(bearer, "If-None-Match", feed.Header().Get("ETag"))...)
	if again.Code != http.StatusNotModified {
		t.Errorf("again: status %d", again.Code)
	}
	if code := post(s, url.Values{"remove": {"welders"}}, bearer...); code != http.StatusSeeOther {
		t.Errorf("removal: status %d", code)
	}
	if list, err := search.List(dir); err != nil || len(list) != 1 || list[0].Name != "nurses" {
		t.Errorf("%v, %v", list, err)
	}
}

// TestASearchOnAFullDiskIsRefusedWithTheRemedy has the file that replaces the saved searches written to a device that is always full. Nothing of it stays.
func TestASearchOnAFullDiskIsRefusedWithTheRemedy(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	dir, _ := openCrawl(t)
	if err := os.Symlink(full, filepath.Join(dir, search.File+".new")); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, token, dir)
	save := func() (status int, text string) {
		w := ask(s, http.MethodPost, "/crawl/"+s.crawls[0].name+"/searches", "name=welders&text=welder", "Authorization", "Bearer "+token)
		return w.Code, w.Body.String()
	}
	if status, text := save(); status != http.StatusInsufficientStorage || !strings.Contains(text, "no space left on device: make room there") {
		t.Errorf("status %d: %s", status, text)
	}
	if list, err := search.List(dir); len(list) != 0 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
	if status, text := save(); status != http.StatusSeeOther {
		t.Errorf("with room: status %d: %s", status, text)
	}
}

// TestFeedReadersGiveTheTokenAsAPassword, for feeds and nothing else.
func TestFeedReadersGiveTheTokenAsAPassword(t *testing.T) {
	dir, _ := openCrawl(t)
	s := newServer(t, token, dir)
	at := "/crawl/" + s.crawls[0].name + "/"
	for _, c := range []struct {
		method, path, password string
		want                   int
	}{
		{"GET", "feed.atom", token, 200}, {"GET", "feed.atom", "another", 401}, {"GET", "jobs", token, 401}, {"POST", "searches", token, 401},
	} {
		r, _ := http.NewRequest(http.MethodGet, "/", nil)
		r.SetBasicAuth("reader", c.password)
		w := ask(s, c.method, at+c.path, "", "Authorization", r.Header.Get("Authorization"), "Accept", "application/atom+xml")
		if w.Code != c.want {
			t.Errorf("%s %s: status %d, want %d", c.method, c.path, w.Code, c.want)
		}
		if asks := strings.HasPrefix(w.Header().Get("WWW-Authenticate"), "Basic "); asks != (c.want == 401 && c.path == "feed.atom") {
			t.Errorf("%s %s: WWW-Authenticate %q", c.method, c.path, w.Header().Get("WWW-Authenticate"))
		}
	}
}

// TestForgetLooksIntoSavedSearches: package crawldir names the file by itself, because it must not import package search.
func TestForgetLooksIntoSavedSearches(t *testing.T) {
	if search.File != crawldir.SearchesFile {
		t.Errorf("searches are in %s, and forget looks into %s", search.File, crawldir.SearchesFile)
	}
}
