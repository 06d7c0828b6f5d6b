// Command rendersites serves client-rendered sites on loopback, crawls each of them with and without a browser, and prints what was found and
// what the browser took. With -serve it only serves them, for other crawlers.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"gannet/features"
	"gannet/internal/testweb/clientsite"
)

// site is one that is crawled.
type site struct {
	name     string
	handler  http.Handler
	found    func(text string) int // of what the crawl has printed
	of       int
	args     []string
	url      string
	requests atomic.Int64
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("lab/rendersites: ")
	gannet := flag.String("gannet", "gannet", "program that crawls")
	serve := flag.Bool("serve", false, "only serve the sites, until interrupted")
	docs := flag.String("docs", "", "directory whose subdirectories are built documentation sites; none if empty")
	only := flag.String("only", "", "site to crawl; all if empty")
	modes := flag.String("modes", "never,auto,always", "values of --render")
	flag.Parse()
	if err := run(*gannet, *docs, *only, strings.Split(*modes, ","), *serve); err != nil {
		log.Fatal(err)
	}
}

func run(gannet, docs, only string, modes []string, serve bool) error {
	sites := boards()
	if docs != "" {
		built, err := documentations(docs)
		if err != nil {
			return err
		}
		sites = append(sites, built...)
	}
	for _, s := range sites {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		s.url = "http://" + listener.Addr().String() + "/"
		go func() {
			_ = http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.requests.Add(1); s.handler.ServeHTTP(w, r) }))
		}()
		if serve {
			fmt.Println(s.name, s.url, s.of)
		}
	}
	if serve {
		select {}
	}
	fmt.Println("| site | --render | found | of | pages rendered | gained | followed | browser's processor time, s | elapsed, s | requests |\n|---|---|---|---|---|---|---|---|---|---|")
	for _, s := range sites {
		if only != "" && s.name != only {
			continue
		}
		for _, mode := range modes {
			if err := crawl(gannet, s, mode); err != nil {
				return err
			}
		}
	}
	return nil
}

// boards returns the boards of jobs with shares of 0, 30 and 100 % of pages that scripts make.
func boards() (sites []*site) {
	for _, b := range []struct {
		name string
		site clientsite.Site
	}{
		{"0 % by scripts", clientsite.Site{Jobs: 120, Share: 0, Plain: 60, Way: clientsite.PathAPI}},
		{"30 % by fragments", clientsite.Site{Jobs: 120, Share: 30, Plain: 60, Way: clientsite.Fragments}},
		{"30 % by JSON", clientsite.Site{Jobs: 120, Share: 30, Plain: 60, Way: clientsite.QueryAPI}},
		{"100 % by JSON", clientsite.Site{Jobs: 120, Share: 100, Plain: 60, Way: clientsite.PathAPI}},
	} {
		found := func(text string) (n int) {
			for i := range b.site.Jobs {
				if strings.Contains(text, "\""+clientsite.Title(i)+"\"") {
					n++
				}
			}
			return n
		}
		sites = append(sites, &site{name: b.name, handler: &b.site, found: found, of: b.site.Jobs, args: []string{"--topic", "jobs"}})
	}
	return sites
}

// documentations returns the built sites in a directory. What counts is kept pages of more than 500 bytes of text.
func documentations(dir string) (sites []*site, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		root := filepath.Join(dir, e.Name())
		files := http.FileServer(http.Dir(root))
		index := filepath.Join(root, "index.html")
		handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(r.URL.Path))); err != nil && filepath.Ext(r.URL.Path) == "" {
				http.ServeFile(w, r, index) // the pages of an application by the paths that its script knows
				return
			}
			files.ServeHTTP(w, r)
		})
		sites = append(sites, &site{name: e.Name(), handler: handler, found: longPages, args: []string{"--keywords", "api,request,server,client,example"}})
	}
	return sites, nil
}

// crawl crawls a site and prints a row.
func crawl(gannet string, s *site, mode string) error {
	dir, err := os.MkdirTemp("", "rendersites")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s.requests.Store(0)
	out := filepath.Join(dir, "crawl")
	args := append([]string{"crawl", "--seeds", s.url, "--out", out, "--render", mode, "--delay", "10ms", "--stay", "host", "--allow-private", "--pages", "1000", "--json", "--quiet"}, s.args...)
	began := time.Now()
	c := exec.Command(gannet, args...)
	c.Stderr = os.Stderr
	answer, err := c.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	took := time.Since(began)
	var end struct {
		Rendered struct {
			Pages, Gained, Followed int
			Processor               time.Duration
		} `json:"rendered"`
	}
	if err := json.Unmarshal(answer, &end); err != nil {
		return errors.Join(err, fmt.Errorf("%s", answer))
	}
	show := []string{"export", out, "--format", "jsonl"}
	if s.of > 0 {
		show = []string{"jobs", "export", out, "--all", "--format", "jsonl"}
	}
	text, err := exec.Command(gannet, show...).Output()
	if err != nil {
		return err
	}
	r := end.Rendered
	fmt.Printf("| %s | %s | %d | %d | %d | %d | %d | %.2f | %.1f | %d |\n", s.name, mode, s.found(string(text)), s.of, r.Pages, r.Gained, r.Followed, r.Processor.Seconds(), took.Seconds(), s.requests.Load())
	return nil
}

// longPages returns how many pages of an export have much text besides their tags.
func longPages(text string) (n int) {
	for line := range strings.Lines(text) {
		var page struct {
			Body string `json:"body"`
		}
		if json.Unmarshal([]byte(line), &page) != nil {
			continue
		}
		p, err := new(features.Reader).ReadSource(features.Source{URL: "http://a.test/", Body: []byte(page.Body), Charset: "UTF-8"})
		if err == nil && len(p.Text) > 500 {
			n++
		}
	}
	return n
}
