//go:build unix

package crawler_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gannet/crawler"
	"gannet/crawler/reason"
	"gannet/crawler/render"
	"gannet/crawler/scope"
)

// TestBrowserThatFailsCostsOnePage: a browser that is killed or stopped while a page waits for its data costs only that page. Another browser
// renders the other pages, and the crawl ends.
func TestBrowserThatFailsCostsOnePage(t *testing.T) {
	installed, err := render.Find()
	if err != nil {
		t.Skip("no browser: apt-get install chromium-headless-shell")
	}
	for name, signal := range map[string]syscall.Signal{"killed": syscall.SIGKILL, "stopped": syscall.SIGSTOP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			numbers, program := filepath.Join(dir, "numbers"), filepath.Join(dir, "browser")
			if err := os.WriteFile(program, fmt.Appendf(nil, "#!/bin/sh\necho $$ >>%s\nexec %s \"$@\"\n", numbers, installed), 0o700); err != nil {
				t.Fatal(err)
			}
			begun := func() []string {
				text, err := os.ReadFile(numbers)
				if err != nil {
					t.Error(err)
				}
				return strings.Fields(string(text))
			}
			lists := 0
			site := &scriptedSite{
				script: `fetch("/list.json").then(r => r.json()).then(list => root.innerHTML = list.map(u => "<a href=" + u + ">" + u + "</a>").join(" "))`,
				begins: func(url string) {
					if !strings.HasSuffix(url, "/list.json") {
						return
					}
					if lists++; lists != 2 {
						return
					}
					var browser int // leads the group of all its processes
					if _, err := fmt.Sscan(begun()[0], &browser); err != nil {
						t.Error(err)
					} else if err := syscall.Kill(-browser, signal); err != nil {
						t.Error(err)
					}
				},
			}
			o := render.DefaultOptions(program)
			o.Time = 10 * time.Second // a browser that was stopped is waited for so long
			b := render.New(o)
			defer b.Close()
			p := crawlScripted(t, site, &crawler.Rendering{Renderer: b, Always: true}, scope.Rules{}, 0)
			if p.Pages != 3 || p.Rendered.Pages != 2 || p.Rendered.Failed != 1 || p.Reasons[string(reason.RenderFailed)] != 1 || lists != 3 || len(begun()) != 2 {
				t.Errorf("%d lists read by %d browsers: %+v, rendered %+v", lists, len(begun()), p, p.Rendered)
			}
		})
	}
}
