package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gannet/crawldir"
	"gannet/crawler"
)

func TestSeedsFromStandardInput(t *testing.T) {
	urls, err := seedURLs("-", strings.NewReader("\uFEFF# mine\n\nhttp://A.test/x#y\r\n  https://b.test\nhttp://c.test/ # its front page\nhttp://d.test/a#b # c\n\thttp://e.test/\tnutch.score=2 \tkey=value\n"))
	if want := []string{"http://a.test/x", "https://b.test/", "http://c.test/", "http://d.test/a", "http://e.test/"}; err != nil || !slices.Equal(urls, want) {
		t.Errorf("%v, %v, want %v", urls, err, want)
	}
	for text, want := range map[string]string{
		"http://a.test/\n\nb.test\n":                      "seeds: standard input: line 3: \"b.test\" is no URL: it begins with http:// or https://",
		"# none\n":                                        "seeds: standard input has none: write a URL on each line",
		"http://a.test/\nftp://b.test/\n":                 "seeds: standard input: line 2: ",
		"http://a.test/\n" + strings.Repeat("x", 100_000): "seeds: standard input: line 2 is longer than 65536 characters",
	} {
		if _, err := seedURLs("-", strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// TestLinesOfSeeds: a line ends with LF, CR or both, wherever the parts of a text that are read begin.
func TestLinesOfSeeds(t *testing.T) {
	text := "http://a.test/\rhttp://b.test/\r\n\r\nhttp://c.test/\n\r" + "http://d.test/\r"
	want := []string{"http://a.test/", "http://b.test/", "http://c.test/", "http://d.test/"}
	for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
		if urls, err := readSeeds(r); err != nil || !slices.Equal(urls, want) {
			t.Errorf("%v, %v", urls, err)
		}
	}
	if _, err := readSeeds(iotest.OneByteReader(strings.NewReader("http://a.test/\r\nhttp://b.test/\rbad\r"))); err == nil || !strings.HasPrefix(err.Error(), "line 3:") {
		t.Errorf("%v, want an error of line 3", err)
	}
}

// A crawl that is stopped while it learns its topic has ended in order, whether seeds have answered or not.
func TestStoppingWhileTheTopicIsLearnedIsNoError(t *testing.T) {
	for name, slow := range map[string]string{"no seed has answered": "/robots.txt", "one seed has answered": "/slow"} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == slow {
					stop()
					<-r.Context().Done()
					return
				}
				_, _ = io.WriteString(w, "<title>Bees</title><p>Honey in the hive.</p>")
			}))
			defer web.Close()
			f := &crawlFlags{
				options: crawldir.DefaultOptions(), out: filepath.Join(t.TempDir(), "c"), keywords: []string{"honey"},
				seeds: []string{web.URL + "/fast", web.URL + "/slow"},
			}
			f.options.Fetch.AllowPrivate, f.options.Frontier.Delay = true, 0
			var log strings.Builder
			out := newReporter(&log, "text", false)
			if err := f.complete(out); err != nil {
				t.Fatal(err)
			}
			progress, err := runCrawl(ctx, f, out)
			if err != nil || progress == nil || progress.Ended != crawler.EndStopped {
				t.Errorf("%+v, %v", progress, err)
			}
			if strings.Contains(log.String(), "nothing is learned") {
				t.Errorf("the seeds are blamed: %s", log.String())
			}
		})
	}
}
