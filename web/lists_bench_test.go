package web

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/crawldir/lists"
	"gannet/internal/cputime"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

var (
	listRows = flag.Int("rows", 2000, "pages of the benchmark's crawl, each with a posting")
	listDir  = flag.String("dir", "", "where the benchmark's crawl is kept, or made if it is not there")
)

// BenchmarkLists reports the median and the slowest of a hundred of answers of the page and of the tool of assistants, on a crawl
// that rests, in milliseconds, and their processor time. Of a hundred postings ten have a common word, and of a million a hundred have a rare one.
func BenchmarkLists(b *testing.B) {
	dir := largeCrawl(b)
	makeIndex(b, dir)
	s, err := New(Options{Dirs: []string{dir}})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.Close)
	c := s.crawls[0]
	middle := "cursor=" + cursorInTheMiddle(b, s, c.name, "jobs?sort=title&order=up")
	for _, x := range []struct{ name, path, body string }{
		{"jobs newest", "jobs", ""}, {"jobs common", "jobs?text=welder", ""}, {"jobs rare", "jobs?text=astronaut", ""}, {"jobs none", "jobs?text=unicorn", ""},
		{"jobs by title", "jobs?sort=title&order=up", ""}, {"jobs common by title", "jobs?text=welder&sort=title&order=up", ""},
		{"jobs common open host by company", "jobs?text=welder&state=open&host=inn7.test&sort=company&order=up", ""},
		{"jobs deep", "jobs?sort=title&order=up&" + middle, ""}, {"jobs common deep", "jobs?text=welder&sort=title&order=up&" + middle, ""},
		{"jobs three words by posted", "jobs?text=welder+steel+night&sort=posted", ""},
		{"pages newest", "pages", ""}, {"pages common", "pages?text=weld", ""}, {"pages rare", "pages?text=astronaut", ""}, {"pages none", "pages?text=unicorn", ""},
		{"pages common relevant by probability", "pages?text=weld&relevant=yes&sort=score", ""}, {"pages host by URL", "pages?host=inn7.test&sort=url", ""},
		{"assistant newest", "mcp", `{}`}, {"assistant common", "mcp", `{"text": "welder"}`}, {"assistant rare", "mcp", `{"text": "astronaut"}`},
		{"assistant none", "mcp", `{"text": "unicorn"}`}, {"assistant company place", "mcp", `{"company": "Inn 77", "place": "Koeln"}`},
	} {
		b.Run(x.name, func(b *testing.B) { measure(b, s, "/crawl/"+c.name+"/"+x.path, x.body) })
	}
}

// measure asks again and again, and reports how long the answers took.
func measure(b *testing.B, s *Server, path, arguments string) {
	var took []time.Duration
	cuts, busy := 0, cputime.Process()
	for b.Loop() {
		began := time.Now()
		text := askList(b, s, path, arguments)
		took = append(took, time.Since(began))
		if strings.Contains(text, "is being made") || strings.Contains(text, "took long") || strings.Contains(text, "takes long") {
			cuts++
		}
	}
	b.ReportMetric(float64((cputime.Process()-busy).Microseconds())/1000/float64(len(took)), "cpu-ms")
	b.ReportMetric(float64(cuts)/float64(len(took)), "cut")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

func askList(b *testing.B, s *Server, path, arguments string) string {
	method, body, head := http.MethodGet, "", []string{}
	if arguments != "" {
		method = http.MethodPost
		body = `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_jobs", "arguments": ` + arguments + `}}`
		head = []string{"Content-Type", "application/json", "Accept", "application/json, text/event-stream"}
	}
	w := ask(s, method, path, body, head...)
	if w.Code != http.StatusOK {
		b.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

// makeIndex makes the index of the lists, unless it is there.
func makeIndex(b *testing.B, dir string) {
	path := filepath.Join(dir, lists.File)
	if _, err := os.Stat(path); err == nil {
		return
	}
	busy := cputime.Process()
	r, err := crawldir.Read(dir)
	if err == nil {
		err = errors.Join(lists.Make(dir, r.Lists()), r.Close())
	}
	if err != nil {
		b.Fatal(err)
	}
	if info, err := os.Stat(path); err == nil {
		b.Logf("the index took %v of processor time, and %d bytes a row", (cputime.Process() - busy).Round(time.Second), info.Size()/int64(*listRows))
	}
}

// cursorInTheMiddle returns the cursor of a row in the midst of a list.
func cursorInTheMiddle(b *testing.B, s *Server, name, view string) (cursor string) {
	text := askList(b, s, "/crawl/"+name+"/"+strings.Replace(view, "?", "?text=middle&", 1), "")
	_, rest, ok := strings.Cut(text, "cursor=")
	if !ok {
		b.Log("there is no next part")
		return ""
	}
	cursor, _, _ = strings.Cut(rest, "&")
	return cursor
}

// largeCrawl makes a crawl of many pages, unless it is there.
func largeCrawl(b *testing.B) string {
	dir := *listDir
	if dir == "" {
		dir = b.TempDir()
	}
	path := filepath.Join(dir, crawldir.StoreFile)
	if _, err := os.Stat(path); err == nil {
		return dir
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		b.Fatal(err)
	}
	db, err := store.Options{NoSync: true}.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	r := rand.New(rand.NewPCG(1, 2))
	words := rand.NewZipf(r, 1.05, 8, 300_000)
	for done := 0; done < *listRows; {
		var batch []*store.Page
		for ; done < *listRows && len(batch) < 1000; done++ {
			batch = append(batch, largePage(r, words, done))
		}
		if _, err := db.Put(batch); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// largePage makes a page with a posting of some eighty words.
func largePage(r *rand.Rand, words *rand.Zipf, i int) *store.Page {
	day := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC).AddDate(0, 0, r.IntN(200))
	title := []string{"Cook", "Nurse", "Driver", "Teacher", "Clerk", "Welder", "Baker", "Carpenter", "Painter", "Gardener"}[r.IntN(10)]
	switch {
	case i%10_000 == 77:
		title = "Astronaut"
	case i%1000 == 13:
		title = "Mmm middle " + title
	}
	var text strings.Builder
	for range 80 {
		fmt.Fprintf(&text, "w%d ", words.Uint64())
	}
	if r.IntN(3) == 0 {
		text.WriteString("steel ")
	}
	if r.IntN(4) == 0 {
		text.WriteString("night")
	}
	j := &job.Posting{
		Title: fmt.Sprintf("%s %d", title, r.IntN(10_000)), Company: fmt.Sprintf("Inn %d GmbH", r.IntN(10_000)), Language: "en", Posted: day,
		Location: []string{"Köln, Germany", "Oslo, Norway", "Lyon, France", "Malmö, Sweden"}[r.IntN(4)],
		State:    []job.State{job.Open, job.Open, job.Closed}[r.IntN(3)], Description: text.String(),
	}
	return &store.Page{
		URL: fmt.Sprintf("http://inn%d.test/%s/%d", i%97, strings.ToLower(title[:4]), i), ViaAnchor: j.Title, Fetched: day.Add(time.Hour),
		Score: r.Float64(), Relevant: r.IntN(2) == 0, Postings: []*postings.Found{{Job: j}},
	}
}
