// Command rendersites serves client-rendered sites on loopback, crawls each of them with and without a browser, and prints what was found and
// what it took. The mode Crawlee is Crawlee's adaptive crawler, which crawls the boards; -crawlee is a directory in which npm has installed crawlee
// and playwright. With -serve the command only serves the sites, for other crawlers.
package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"gannet/crawler/render"
	"gannet/features"
	"gannet/internal/testweb/clientsite"
)

// site is one that is crawled.
type site struct {
	name    string
	handler http.Handler
	isBoard bool                  // of jobs
	found   func(text string) int // of what the crawl has printed
	of      int                   // 0 if nobody knows how much there is
	args    []string
	url     string
	seeds   []string // relative to it

	mu       sync.Mutex // guards requests
	requests []string   // of its server, by URL
}

// ServeHTTP notes a request and answers it.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.requests = append(s.requests, "http://"+r.Host+r.URL.RequestURI())
	s.mu.Unlock()
	s.handler.ServeHTTP(w, r)
}

// takeRequests returns the requests since it was called last.
func (s *site) takeRequests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	requests := s.requests
	s.requests = nil
	return requests
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("lab/rendersites: ")
	gannet := flag.String("gannet", "gannet", "program that crawls")
	serve := flag.Bool("serve", false, "only serve the sites, until interrupted")
	docs := flag.String("docs", "", "directory whose subdirectories are built documentation sites; none if empty")
	only := flag.String("only", "", "site to crawl; all if empty")
	modes := flag.String("modes", "never,auto,always", "values of --render, and "+byCrawlee)
	crawlee := flag.String("crawlee", ".", "directory with the node_modules of Crawlee")
	rounds := flag.Int("rounds", 1, "number of times that each site is crawled; every second time the order is reversed")
	delay := flag.String("delay", "10ms", "value of --delay")
	flag.Parse()
	if err := run(*gannet, *docs, *only, strings.Split(*modes, ","), *crawlee, *delay, *rounds, *serve); err != nil {
		log.Fatal(err)
	}
}

func run(gannet, docs, only string, modes []string, crawlee, delay string, rounds int, serve bool) error {
	if err := adoptOrphans(); err != nil {
		return err
	}
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
			_ = http.Serve(listener, s)
		}()
		if serve {
			fmt.Println(s.name, s.url, s.of)
		}
	}
	if serve {
		select {}
	}
	if slices.Contains(modes, byCrawlee) {
		if err := os.WriteFile(filepath.Join(crawlee, crawleeFile), crawleeProgram, 0o644); err != nil {
			return err
		}
	}
	fmt.Println("| site | --render | found | on topic | of | pages rendered | gained | followed | browser's processor time, s | processor time of all, s | elapsed, s | found a second | requests | beside the gate |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
	for range rounds {
		for _, s := range sites {
			if only != "" && s.name != only {
				continue
			}
			for _, mode := range modes {
				var err error
				if mode != byCrawlee {
					err = crawl(gannet, s, mode, delay)
				} else if s.isBoard {
					err = crawlByCrawlee(crawlee, s)
				}
				if err != nil {
					return err
				}
			}
		}
		slices.Reverse(modes)
	}
	return nil
}

// byCrawlee stands for Crawlee among the values of --render.
const byCrawlee = "Crawlee"

// crawleeFile is the name of crawleeProgram, which has to lie beside its node_modules.
const crawleeFile = "crawlee.mjs"

//go:embed crawlee.mjs
var crawleeProgram []byte

// adoptOrphans makes the processes that outlive their parents children of this one (prctl(2), PR_SET_CHILD_SUBREAPER), so that processorTime counts all
// processes of a browser.
func adoptOrphans() error {
	const setChildSubreaper = 36
	if _, _, failed := syscall.Syscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0); failed != 0 {
		return failed
	}
	return nil
}

// processorTime waits for all processes that were started, and returns the processor time of all that have ended so far.
func processorTime() (time.Duration, error) {
	for {
		if _, err := syscall.Wait4(-1, nil, 0, nil); errors.Is(err, syscall.ECHILD) {
			break
		} else if err != nil && !errors.Is(err, syscall.EINTR) {
			return 0, err
		}
	}
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}

// output runs a command, and returns what it prints, its processor time with that of all processes that it starts, and how long it took.
func output(c *exec.Cmd) (text []byte, processor, took time.Duration, err error) {
	before, err := processorTime()
	if err != nil {
		return nil, 0, 0, err
	}
	began := time.Now()
	c.Stderr = os.Stderr
	text, err = c.Output()
	took = time.Since(began)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("%s: %w", strings.Join(c.Args, " "), err)
	}
	after, err := processorTime()
	return text, after - before, took, err
}

// crawlByCrawlee crawls a board by Crawlee and prints a row.
func crawlByCrawlee(dir string, s *site) error {
	browser, err := render.Find()
	if err != nil {
		return err
	}
	s.takeRequests()
	c := exec.Command("node", crawleeFile, s.url, browser)
	c.Dir = dir
	text, processor, took, err := output(c)
	if err != nil {
		return err
	}
	found := s.found(string(text))
	fmt.Printf("| %s | %s | %d | | %d | | | | | %.2f | %.1f | %.1f | %d | |\n", s.name, byCrawlee, found, s.of, processor.Seconds(), took.Seconds(), float64(found)/took.Seconds(), len(s.takeRequests()))
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
		sites = append(sites, &site{name: b.name, handler: &b.site, isBoard: true, found: found, of: b.site.Jobs, args: []string{"--topic", "jobs"}})
	}
	return sites
}

// documentations returns the built sites in a directory. What counts is the documents in Markdown that kept pages show, or for a site without such
// documents the different texts of more than 500 bytes. A crawl begins at the root, and at the addresses in a file .seeds.
func documentations(dir string) (sites []*site, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
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
		s := &site{name: e.Name(), handler: handler, found: longTexts, args: []string{"--keywords", "api,request,server,client,example"}}
		if seeds, err := os.ReadFile(filepath.Join(root, ".seeds")); err == nil {
			s.seeds = strings.Fields(string(seeds))
		}
		lines, err := linesOf(root)
		if err != nil {
			return nil, err
		}
		if s.of = len(lines); s.of > 0 {
			s.found = func(text string) int { return documentsIn(text, lines) }
		}
		sites = append(sites, s)
	}
	return sites, nil
}

// plainText is a line of Markdown, or a part of one, that a page shows as it is.
var plainText = regexp.MustCompile(`(?m)^(?:[-*] |#+ |\d+\. )?([A-Z][A-Za-z0-9 ,]{30,})`)

// linesOf returns for each document of a site the longest part of its text that pages show as it is. Documents without such a part are left out, and
// so are those that share it with another one.
func linesOf(root string) ([]string, error) {
	count := map[string]int{}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".md" || strings.HasPrefix(d.Name(), "_") {
			return err
		}
		body, err := os.ReadFile(file)
		longest := ""
		for _, m := range plainText.FindAllSubmatch(body, -1) {
			if line := strings.Join(strings.Fields(string(m[1])), " "); len(line) > len(longest) {
				longest = line
			}
		}
		if longest != "" {
			count[longest]++
		}
		return err
	})
	maps.DeleteFunc(count, func(_ string, n int) bool { return n > 1 })
	return slices.Sorted(maps.Keys(count)), err
}

// documentsIn returns how many of the lines are in the texts of an export's pages.
func documentsIn(export string, lines []string) int {
	missing := slices.Clone(lines)
	eachText(export, func(text string) {
		missing = slices.DeleteFunc(missing, func(line string) bool { return strings.Contains(text, line) })
	})
	return len(lines) - len(missing)
}

// longTexts returns how many different texts of some length the pages of an export have.
func longTexts(export string) int {
	texts := map[string]bool{}
	eachText(export, func(text string) {
		if len(text) > 500 {
			texts[text] = true
		}
	})
	return len(texts)
}

// relevantOnly returns the lines of an export that are of pages on topic.
func relevantOnly(export string) string {
	var b strings.Builder
	for line := range strings.Lines(export) {
		var page struct{ Relevant bool }
		if json.Unmarshal([]byte(line), &page) == nil && page.Relevant {
			b.WriteString(line)
		}
	}
	return b.String()
}

// eachText calls a function with the text of each page of an export.
func eachText(export string, do func(text string)) {
	for line := range strings.Lines(export) {
		var page struct {
			Body string `json:"body"`
		}
		if json.Unmarshal([]byte(line), &page) != nil {
			continue
		}
		p, err := new(features.Reader).ReadSource(features.Source{URL: "http://a.test/", Body: []byte(page.Body), Charset: "UTF-8"})
		if err == nil {
			do(strings.Join(strings.Fields(string(p.Text)), " "))
		}
	}
}

// crawl crawls a site and prints a row.
func crawl(gannet string, s *site, mode, delay string) error {
	dir, err := os.MkdirTemp("", "rendersites")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s.takeRequests()
	out, requestLog := filepath.Join(dir, "crawl"), filepath.Join(dir, "log")
	seeds := s.url
	for _, path := range s.seeds {
		seeds += "," + s.url + path
	}
	args := append([]string{"crawl", "--seeds", seeds, "--out", out, "--render", mode, "--delay", delay, "--max-delay", delay, "--stay", "host", "--allow-private", "--pages", "1000", "--log", requestLog, "--json", "--quiet"}, s.args...)
	answer, processor, took, err := output(exec.Command(gannet, args...))
	if err != nil {
		return err
	}
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
	if s.isBoard {
		show = []string{"jobs", "export", out, "--all", "--format", "jsonl"}
	}
	text, err := exec.Command(gannet, show...).Output()
	if err != nil {
		return err
	}
	r, found, requests := end.Rendered, s.found(string(text)), s.takeRequests()
	beside, err := notIn(requestLog, requests)
	if err != nil {
		return err
	}
	onTopic := s.found(relevantOnly(string(text)))
	fmt.Printf("| %s | %s | %d | %d | %d | %d | %d | %d | %.2f | %.2f | %.1f | %.1f | %d | %d |\n",
		s.name, mode, found, onTopic, s.of, r.Pages, r.Gained, r.Followed, r.Processor.Seconds(), processor.Seconds(), took.Seconds(), float64(found)/took.Seconds(), len(requests), beside)
	return nil
}

// notIn returns how many of a server's requests are not in the log of a crawl.
func notIn(requestLog string, requests []string) (n int, err error) {
	log, err := os.ReadFile(requestLog)
	if err != nil {
		return 0, err
	}
	logged := map[string]int{}
	for line := range strings.Lines(string(log)) {
		var request struct{ URL string }
		if err := json.Unmarshal([]byte(line), &request); err != nil {
			return 0, err
		}
		logged[request.URL]++
	}
	for _, url := range requests {
		if logged[url]--; logged[url] < 0 {
			n++
		}
	}
	return n, nil
}
