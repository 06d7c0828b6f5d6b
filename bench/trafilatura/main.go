// Command trafilatura compares how features, job/pagetext and go-trafilatura find the main content of posting pages. The
// pages are of a generated web that is filled with real ads. It is a module of its own, so that gannet's go.mod does not
// name go-trafilatura. Run it here: go run . -ads ../../.data/pack_dev
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/markusmobius/go-trafilatura"
	"golang.org/x/net/html"

	"gannet/features"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/pagetext"
)

func main() {
	ads := flag.String("ads", "../../.data/pack_dev", "unpacked job ads")
	pages := flag.Int("pages", 1000, "pages")
	flag.Parse()
	if err := run(*ads, *pages); err != nil {
		fmt.Fprintln(os.Stderr, "trafilatura:", err)
		os.Exit(1)
	}
}

// sources are files of ads and their language.
var sources = []struct{ file, lang string }{
	{"nhs.jsonl", "en"}, {"weiqi_global_arbeitnow.jsonl", "de"}, {"fr_francetravail.jsonl", "fr"}, {"ru_spassk.jsonl", "ru"},
}

func run(dir string, most int) error {
	var ads []jobweb.Ad
	for _, s := range sources {
		of, err := read(filepath.Join(dir, s.file), s.lang)
		if err != nil {
			return err
		}
		ads = append(ads, of...)
	}
	web, err := jobweb.New(jobweb.Options{Seed: 1, Ads: ads})
	if err != nil {
		return err
	}
	urls := web.Postings()
	finders := []*finder{
		{name: "html.Parse alone", find: parseAlone}, {name: "features.Page.Main", find: mainZone},
		{name: "job/pagetext", find: description}, {name: "go-trafilatura", find: withTrafilatura(false)},
		{name: "go-trafilatura, with fallback", find: withTrafilatura(true)},
	}
	n := min(most, len(urls))
	for i := range n {
		url := urls[i*len(urls)/n]
		body, err := get(web, url)
		if err != nil {
			return err
		}
		p, _ := web.Posting(url)
		for _, f := range finders {
			f.measure(url, body, p.Text)
		}
	}
	fmt.Printf("%d pages\n\n| what | precision of words | recall of words | F1 | ms a page |\n|---|---:|---:|---:|---:|\n", n)
	for _, f := range finders {
		k := float64(n)
		fmt.Printf("| %s | %.3f | %.3f | %.3f | %.3f |\n", f.name, f.precision/k, f.recall/k, f.f1/k, f.took.Seconds()*1000/k)
	}
	return nil
}

// read returns the first ads of a file that have a text.
func read(path, lang string) (ads []jobweb.Ad, err error) {
	const most = 800
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 64<<20)
	for in.Scan() && len(ads) < most {
		var a struct{ Title, Text, HTML string }
		if err := json.Unmarshal(in.Bytes(), &a); err != nil {
			continue // fields of other types
		}
		if a.Text == "" {
			a.Text = job.PlainText(a.HTML)
		}
		if a.Title != "" && len(a.Text) > 200 {
			ads = append(ads, jobweb.Ad{Title: a.Title, Language: lang, Description: a.Text})
		}
	}
	return ads, in.Err()
}

func get(web *jobweb.Web, url string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := web.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(answer.Body)
}

// finder finds the main content, and sums up how well.
type finder struct {
	name                  string
	find                  func(url string, body []byte) string
	precision, recall, f1 float64
	took                  time.Duration
}

func (f *finder) measure(url string, body []byte, want string) {
	begin := time.Now()
	got := f.find(url, body)
	f.took += time.Since(begin)
	p, r := compare(words(got), words(want))
	f.precision += p
	f.recall += r
	if p+r > 0 {
		f.f1 += 2 * p * r / (p + r)
	}
}

func words(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// compare returns precision and recall of a bag of words.
func compare(got, want []string) (precision, recall float64) {
	left := map[string]int{}
	for _, w := range want {
		left[w]++
	}
	both := 0
	for _, g := range got {
		if left[g] > 0 {
			left[g]--
			both++
		}
	}
	return float64(both) / float64(max(1, len(got))), float64(both) / float64(max(1, len(want)))
}

func parseAlone(_ string, body []byte) string {
	_, _ = html.Parse(bytes.NewReader(body))
	return ""
}

var reader = features.NewReader()

func mainZone(url string, body []byte) string {
	p, err := reader.Read(url, body)
	if err != nil {
		return ""
	}
	return p.TextOf(p.Main)
}

func description(url string, body []byte) string {
	p, err := reader.Read(url, body)
	if err != nil {
		return ""
	}
	return new(pagetext.Reader).Read(p, "", time.Time{}, nil).Description
}

func withTrafilatura(fallback bool) func(string, []byte) string {
	o := trafilatura.Options{EnableFallback: fallback}
	return func(_ string, body []byte) string {
		result, err := trafilatura.Extract(bytes.NewReader(body), o)
		if err != nil {
			return ""
		}
		return result.ContentText
	}
}
