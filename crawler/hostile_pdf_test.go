package crawler_test

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/crawler/robots"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/job/extract"
	"gannet/job/pdftext"
	"gannet/ranker"
)

// filesWeb has honest hosts, whose pages link to the next one, and hosts that link to files which take long to read.
type filesWeb struct {
	took  time.Duration // to read a file
	slots chan struct{} // of files that are read at the same time

	mu     sync.Mutex // guards the counts
	asked  map[string]int
	files  map[string]int // requests for a file
	making map[string]int // files of a host that wait to be read, or are
	beside bool           // two of one host
}

func newFilesWeb(took time.Duration, slots int) *filesWeb {
	return &filesWeb{took: took, slots: make(chan struct{}, slots), asked: make(map[string]int), files: make(map[string]int), making: make(map[string]int)}
}

// crawl crawls an honest host beside so many hosts of files, for a time.
func (w *filesWeb) crawl(t *testing.T, hosts, workers int, long time.Duration) {
	t.Helper()
	f, err := frontier.Open(frontier.NewMemory(), frontier.DefaultOptions(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seeds := []string{"http://honest.test/"}
	for n := range hosts {
		seeds = append(seeds, fmt.Sprintf("http://files%d.test/", n))
	}
	finished(t, t.Context(), crawler.Parts{
		Frontier: f, Fetcher: w, Robots: robots.New("gannet"), Strategy: ranker.BreadthFirst{}, PDF: w.read,
		Judge: func(*features.Page) float64 { return 1 },
		Jobs:  &crawler.Jobs{Extract: new(extract.Extractor), About: func(*features.Page) float64 { return 1 }},
	}, limits(func(l *crawler.Limits) { l.Workers, l.Time = workers, long }), 0, seeds)
}

func (*filesWeb) Resolve(context.Context, string) (netip.Addr, error) { return netip.Addr{}, nil }

func (w *filesWeb) File(_ context.Context, url string, _ int64) (*fetch.Response, error) {
	return &fetch.Response{URL: url, Status: 404}, nil
}

func (w *filesWeb) Fetch(_ context.Context, url string) (*fetch.Response, error) {
	time.Sleep(100 * time.Millisecond)
	host, path := weburl.Host(url), weburl.Path(url)
	w.mu.Lock()
	w.asked[host]++
	n := w.asked[host]
	w.files[url]++
	w.mu.Unlock()
	switch {
	case strings.HasSuffix(path, ".pdf"):
		return &fetch.Response{URL: url, Status: 200, Body: []byte(host), PDF: true}, nil
	case strings.HasPrefix(host, "files"):
		var links strings.Builder
		for i := range 500 {
			fmt.Fprintf(&links, "<a href=/%d.pdf>our file %d</a> ", i, i)
		}
		return &fetch.Response{URL: url, Status: 200, Body: []byte("<title>files</title>" + links.String())}, nil
	}
	return &fetch.Response{URL: url, Status: 200, Body: fmt.Appendf(nil, "<title>%d</title><a href=/%d>the page after %d</a>", n, n, n)}, nil
}

// read reads a file, whose text is the name of its host.
func (w *filesWeb) read(ctx context.Context, host []byte) ([]byte, error) {
	w.change(string(host), 1)
	defer w.change(string(host), -1)
	select {
	case w.slots <- struct{}{}:
		defer func() { <-w.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case <-time.After(w.took):
		return nil, pdftext.ErrEmpty
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (w *filesWeb) change(host string, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.making[host] += n
	w.beside = w.beside || w.making[host] > 1
}

// TestFilesHoldAQuarterOfTheWorkers has sixteen hosts link to files that are quickly fetched and take 2.5 s to read. An honest host is
// asked nearly as often as without them, and no host has two files in the making.
func TestFilesHoldAQuarterOfTheWorkers(t *testing.T) {
	crawl := func(hosts, workers int) (honest, files int) {
		synctest.Test(t, func(t *testing.T) {
			w := newFilesWeb(2500*time.Millisecond, 2)
			w.crawl(t, hosts, workers, 5*time.Minute)
			if w.beside {
				t.Error("two files of a host were in the making")
			}
			for host, n := range w.asked {
				if files += n; host == "honest.test" {
					honest, files = n, files-n
				}
			}
		})
		return honest, files
	}
	for _, workers := range []int{16, 4} {
		alone, _ := crawl(0, workers)
		beside, files := crawl(16, workers)
		t.Logf("%d workers: %d requests to the honest host alone, %d beside files, of which there are %d", workers, alone, beside, files)
		if beside < alone*9/10 || alone < 200 {
			t.Errorf("%d workers: %d requests to the honest host beside files, %d without them", workers, beside, alone)
		}
		if files < 16 {
			t.Errorf("%d workers: %d requests for files", workers, files)
		}
	}
}

// TestAPreemptedFileIsNotRequestedForEver has hosts link to files that take ten seconds to read. With two workers reading them is preempted for
// an honest host. Each file is requested no more often than a link that fails.
func TestAPreemptedFileIsNotRequestedForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newFilesWeb(10*time.Second, 2)
		w.crawl(t, 4, 2, time.Hour)
		files := 0
		for url, n := range w.files {
			if !strings.HasSuffix(url, ".pdf") {
				continue
			}
			if files++; n > frontier.DefaultOptions().Retries {
				t.Errorf("%d requests for %s", n, url)
			}
		}
		if files < 10 {
			t.Errorf("only %d files were requested", files)
		}
	})
}
