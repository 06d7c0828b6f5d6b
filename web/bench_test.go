package web

import (
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/frontier"
	"gannet/frontier/pebblestore"
	"gannet/internal/cputime"
	"gannet/internal/testbrowser"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

var size = flag.Int("pages", 5000, "pages of the benchmarks' crawl; one in ten has a posting")

// manyHosts makes the frontier of a crawl: a link waits for each of many hosts.
func manyHosts(t testing.TB, dir string, hosts int) {
	t.Helper()
	log, err := pebblestore.Open(filepath.Join(dir, crawldir.FrontierDir))
	if err != nil {
		t.Fatal(err)
	}
	f, err := frontier.Open(log, frontier.DefaultOptions(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for done := 0; done < hosts; {
		var links []frontier.Link
		for ; done < hosts && len(links) < 1000; done++ {
			host := fmt.Sprintf("host%d.test", done)
			links = append(links, frontier.Link{URL: "http://" + host + "/waits", Host: host})
		}
		if _, err := f.Push(time.Now(), links); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// benchmarked returns the directory of the benchmarks' crawl. It is made if it is not there.
func benchmarked(b *testing.B) (dir string) {
	if *listDir == "" {
		dir = b.TempDir()
	} else {
		dir = filepath.Join(*listDir, "pages")
	}
	if _, err := os.Stat(dir + ".made"); err == nil {
		return dir
	}
	manyPages(b, dir, *size)
	r, err := crawldir.Read(dir)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := r.Hosts(frontier.HostQuery{Limit: 1}); err != nil { // which also writes the table of hosts, as a run does at its end
		b.Fatal(err)
	}
	if err := errors.Join(r.Close(), os.WriteFile(dir+".made", nil, 0o644)); err != nil {
		b.Fatal(err)
	}
	return dir
}

// manyPages makes in a directory a crawl with many pages, and as many hosts.
func manyPages(t testing.TB, dir string, pages int) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	manyHosts(t, dir, pages)
	at := time.Now().UTC().Add(-time.Duration(pages) * time.Second)
	body := make([]byte, 4000)
	for done := 0; done < pages; {
		var batch []*store.Page
		for ; done < pages && len(batch) < 1000; done++ {
			p := &store.Page{URL: fmt.Sprintf("http://host%d.test/%d", done%1000, done), Fetched: at.Add(time.Duration(done) * time.Second), Relevant: done%3 == 0, Body: body}
			if done%10 == 0 {
				p.Postings = []*postings.Found{{Job: &job.Posting{Title: fmt.Sprint("Welder ", done), Company: "Iron", Location: "Oslo", Description: "Welds."}}}
			}
			batch = append(batch, p)
		}
		if _, err := db.Put(batch); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkPage reports how long the views of a large crawl take that no process runs: the first time, and as often as the page of a
// viewer asks for them.
func BenchmarkPage(b *testing.B) {
	dir := benchmarked(b)
	for _, view := range []string{"now", "hosts", "hosts?name=99", "hosts?sort=name&skip=2500", "pages", "jobs", "changes", "control", "posting?number=1", "page?url=http://host1.test/1"} {
		b.Run(view, func(b *testing.B) {
			s := newServer(b, "", dir)
			defer s.Close()
			path := "/crawl/" + s.crawls[0].name + "/" + view
			var took []time.Duration
			busy := cputime.Process()
			for b.Loop() {
				s.crawls[0].forget() // as if the viewer before were long ago
				began := time.Now()
				if w := ask(s, http.MethodGet, path, ""); w.Code != http.StatusOK {
					b.Fatalf("status %d: %s", w.Code, w.Body)
				}
				took = append(took, time.Since(began))
			}
			b.ReportMetric(float64((cputime.Process()-busy).Microseconds())/1000/float64(len(took)), "cpu-ms")
			first := took[0]
			slices.Sort(took)
			b.ReportMetric(float64(first.Microseconds())/1000, "first-ms")
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// BenchmarkPaint reports how long a browser takes from asking for a view of a large crawl to its first contents.
func BenchmarkPaint(b *testing.B) {
	s := newServer(b, "", benchmarked(b))
	server := httptest.NewServer(s)
	defer server.Close()
	defer s.Close()
	viewer := testbrowser.Open(b, server.URL)
	viewer.Look(1200, false)
	for _, view := range []string{"now", "hosts", "pages", "jobs", "changes", "control", "posting?number=1", "why?url=http://host1.test/1"} {
		b.Run(view, func(b *testing.B) {
			var took []float64
			for b.Loop() {
				viewer.Go(server.URL + "/crawl/" + s.crawls[0].name + "/" + view)
				took = append(took, testbrowser.Value[float64](viewer, firstPaint))
			}
			first := took[0]
			slices.Sort(took)
			b.ReportMetric(first, "first-ms")
			b.ReportMetric(took[len(took)/2], "median-ms")
			b.ReportMetric(took[len(took)*99/100], "p99-ms")
		})
	}
}

// firstPaint returns the time of the first contents in milliseconds, as soon as they are there.
const firstPaint = `new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntriesByName("first-contentful-paint")[0].startTime)).observe({type: "paint", buffered: true}))`
