package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/crawldir/api"
	"gannet/internal/testbrowser"
	"gannet/topic"
)

// heldWeb is the hostile web with a page that is not answered before release is closed.
type heldWeb struct{ release chan struct{} }

// RoundTrip implements http.RoundTripper.
func (w heldWeb) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Path == "/gone" {
		<-w.release
	}
	return hostileWeb.RoundTrip(r)
}

// runCrawl runs a crawl until the end of the test. It has kept all pages but one, which it waits for.
func runCrawl(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "work", Keywords: []string{"jobs", "welder", "nurse"}, Seeds: []string{seed}}
	held := heldWeb{make(chan struct{})}
	o.Web, o.Postings = held, true
	crawl, err := crawldir.Open(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- crawl.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		close(held.release)
		if err := errors.Join(<-ended, crawl.Close()); err != nil {
			t.Error(err)
		}
	})
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for kept := 0; kept < 3; {
		stats, err := r.Store.Stats()
		if err != nil {
			t.Fatal(err)
		}
		kept = stats.Pages
	}
	return dir
}

// shownViews are views to look at, by name.
func shownViews(crawl string) map[string]string {
	at := "/crawl/" + crawl + "/"
	return map[string]string{
		"now": at + "now", "hosts": at + "hosts", "pages": at + "pages", "jobs": at + "jobs", "where": at + "where", "changes": at + "changes", "searches": at + "searches", "posting": at + "posting?number=1",
		"why": at + "why?url=" + url.QueryEscape(hostPage), "waits": at + "why?url=" + url.QueryEscape(seed+"gone"),
		"page": at + "page?url=" + url.QueryEscape(hostPage), "trouble": at + "page?url=nothing", "label": at + "label", "control": at + "control", "compare": "/compare", "front": "/",
	}
}

// TestViewsInABrowser looks at every view of a crawl that runs, in both themes, on a desk and on a phone. Nothing may be wider
// than the window, and neither the browser nor axe-core's rules may complain.
func TestViewsInABrowser(t *testing.T) {
	other, _ := openCrawl(t)
	s := newServer(t, "", runCrawl(t), other)
	server := httptest.NewServer(s)
	defer server.Close()
	defer s.Close()
	b := testbrowser.Open(t, server.URL)
	axe := axeCore(t)
	awaitQuestion(t, s) // or the view "label" is soon shown again
	for _, dark := range []bool{false, true} {
		for _, width := range []int64{1200, 360} {
			b.Look(width, dark)
			for name, path := range shownViews(s.crawls[0].name) {
				about := fmt.Sprintf("%s, width %d, dark %v", name, width, dark)
				b.Go(server.URL + path)
				lookAt(t, b, about, dark)
				if axe != nil && width == 360 {
					b.Run(string(axe))
					for _, problem := range testbrowser.Value[[]string](b, axeRun) {
						t.Errorf("%s: %s", about, problem)
					}
				}
				keepPicture(t, b, fmt.Sprintf("%s-%d-%v.png", name, width, dark))
			}
		}
	}
}

// axeRun returns the problems that axe-core finds, each with the elements that have it. The copy in a frame is not ours.
const axeRun = `axe.run({exclude: [["iframe"]]}).then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html + " " + n.failureSummary).join("; ")))`

// lookAt checks a view as it is shown now.
func lookAt(t *testing.T, b *testbrowser.Browser, about string, dark bool) {
	t.Helper()
	if wide := testbrowser.Value[int](b, `document.documentElement.scrollWidth - window.innerWidth`); wide > 0 {
		t.Errorf("%s: %d pixels wider than the window", about, wide)
	}
	back := testbrowser.Value[string](b, `getComputedStyle(document.body).backgroundColor`)
	if (back == "rgb(20, 23, 26)") != dark {
		t.Errorf("%s: the background is %s", about, back)
	}
	for _, fault := range b.Faults() {
		harmless := strings.Contains(fault, "Blocked script execution") || // of the copy of a page
			strings.HasPrefix(about, "trouble") && strings.Contains(fault, "404")
		if !harmless {
			t.Errorf("%s: %s", about, fault)
		}
	}
}

// axeCore returns the scripts of axe-core, nil if they are not there: make axe gets them.
func axeCore(t *testing.T) []byte {
	t.Helper()
	path := os.Getenv("GANNET_AXE")
	if path == "" {
		path = filepath.Join("..", ".lib", "axe.min.js")
	}
	script, err := os.ReadFile(path)
	if err != nil {
		t.Logf("no axe-core, so its rules are not looked at: %v", err)
	}
	return script
}

// keepPicture writes a picture into the directory of GANNET_PICTURES, if there is one.
func keepPicture(t *testing.T, b *testbrowser.Browser, name string) {
	t.Helper()
	if dir := os.Getenv("GANNET_PICTURES"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name), b.Screenshot(), 0o644); err != nil {
			t.Error(err)
		}
	}
}

// TestPageByKeyboard logs in, pauses and resumes a crawl, and changes view and theme, by keys alone. Events show what happens.
func TestPageByKeyboard(t *testing.T) {
	dir := runCrawl(t)
	s := newServer(t, token, dir)
	server := httptest.NewServer(s)
	defer server.Close()
	defer s.Close()
	b := testbrowser.Open(t, server.URL)
	b.Go(server.URL)
	b.Until(`document.activeElement.name === "token"`)
	b.Keys(token + "\r")
	b.Until(`location.pathname.endsWith("/now") && document.querySelector("[data-live=well]") !== null`)
	pressOn(b, "Pause")
	b.Until(`document.querySelector("[data-live=well]")?.textContent.includes("paused")`)
	pressOn(b, "Resume")
	b.Until(`document.querySelector("[data-live=well]")?.textContent.includes("is running")`)
	b.Run(`document.activeElement.blur()`)
	pauseElsewhere(t, dir)
	b.Until(`document.querySelector("[data-live=well]")?.textContent.includes("paused")`) // an event says it
	pressOn(b, "Theme: as the system")
	b.Until(`document.documentElement.dataset.theme === "light" && document.activeElement.textContent === "Theme: light"`)
	pressOn(b, "Hosts")
	b.Until(`location.pathname.endsWith("/hosts") && document.documentElement.dataset.theme === "light"`)
	checkControl(b)
	for _, fault := range b.Faults() {
		t.Error(fault)
	}
}

// checkControl blocks a host by keys, lets it go again, and adds a seed.
func checkControl(b *testbrowser.Browser) {
	pressOn(b, "Control")
	b.Until(`location.pathname.endsWith("/control") && document.querySelector("input[name=value]") !== null`)
	b.Run(`document.querySelector("input[placeholder='example.org']").focus()`)
	b.Keys("gone.example.com\r")
	b.Until(`document.querySelector("#main .undo button")?.value === "gone.example.com"`)
	pressOn(b, "Unblock")
	b.Until(`document.readyState === "complete" && document.querySelector("textarea") !== null && document.querySelector("#main .undo button") === null`)
	b.Run(`document.querySelector("textarea").focus()`)
	b.Keys("http://board.example.com/3")
	pressOn(b, "Add")
	b.Until(`document.querySelector("#h-seeds + ul").textContent.includes("/3")`)
}

// pressOn goes to a link or button by the tabulator, and presses it.
func pressOn(b *testbrowser.Browser, text string) {
	for range 60 {
		b.Keys("\t")
		if testbrowser.Value[string](b, `document.activeElement.textContent`) == text {
			break
		}
	}
	b.Keys("\r")
}

// pauseElsewhere pauses a crawl at its socket.
func pauseElsewhere(t *testing.T, dir string) {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Control(api.Command{Verb: api.Pause})
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
}
