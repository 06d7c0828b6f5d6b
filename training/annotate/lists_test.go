package annotate

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/ranker"
	"gannet/store"
	"gannet/topic"
	"gannet/training"
)

// kept is a page of a crawl made by hand: its URL, the URL and anchor of the link that led to it, its topic probability
// and its links.
type kept struct {
	url, via, anchor string
	score            float64
	links            []string // "path anchor"
	canonical        string
}

// html has a link in each paragraph.
func (k *kept) html() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<html><head><title>%s</title></head><body>", k.url)
	for _, link := range k.links {
		path, anchor, _ := strings.Cut(link, " ")
		fmt.Fprintf(&b, "<p>words around <a href=\"%s\">%s</a> it</p>\n", path, anchor)
	}
	return []byte(b.String() + "</body></html>")
}

const host = "http://a.test"

// crawlOf makes a crawl of pages, fetched one second apart.
func crawlOf(t *testing.T, pages ...kept) *Crawl {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for i := range pages {
		k := &pages[i]
		p := &store.Page{
			URL: host + k.url, Body: k.html(), Score: k.score, Relevant: k.score >= .5,
			Fetched: time.Unix(int64(i), 0), ViaAnchor: k.anchor, Status: 200,
		}
		if k.via != "" {
			p.Via = host + k.via
		}
		if k.canonical != "" {
			p.Canonical = host + k.canonical
		}
		read, err := features.NewReader().Read(p.URL, p.Body)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range read.Links {
			p.Links = append(p.Links, weburl.Fingerprint(l.URL))
		}
		if _, err := db.Put([]*store.Page{p}); err != nil {
			t.Fatal(err)
		}
	}
	return &Crawl{DB: db, Topic: "honey"}
}

// small is a crawl with a redirect from /old to /new and a page /x?s=1 that is left out because it is /x. One link is not
// followed, and some pages were not fetched.
func small(t *testing.T) *Crawl {
	return crawlOf(t,
		kept{url: "/", score: .9, links: []string{"/b honey", "/old old hive", "/gone missing", "/ home"}},
		kept{url: "/b", via: "/", anchor: "honey", score: .2, links: []string{"/x?s=1 x", "/old the hive", `/"rel="nofollow no`}},
		kept{url: "/new", via: "/", anchor: "old hive", score: .7, links: []string{"/x x"}},
		kept{url: "/x?s=1", via: "/b", anchor: "x", score: .1, canonical: "/x"},
		kept{url: "/x", via: "/b", anchor: "x", score: .1},
	)
}

func needs() ranker.Needs {
	return ranker.Needs{Query: topic.NewQuery([]string{"honey", "hive"}, nil), Language: "en"}
}

// told returns a list's rows as "grade path".
func told(list training.List) (rows []string) {
	for _, r := range list.Rows {
		rows = append(rows, fmt.Sprint(r.Grade, " ", strings.TrimPrefix(r.Note, host)))
	}
	return rows
}

func TestLinksAreGradedByWhereTheyLead(t *testing.T) {
	set, sum, err := Links(small(t), needs(), Sampling{Rows: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := told(set.Lists[0]), []string{"1 /b", "2 /old", "0 /x?s=1", "2 /old", "0 /x"}; !slices.Equal(got, want) {
		t.Errorf("rows are %q, want %q", got, want)
	}
	if want := (Summary{"honey", 4, 2, 5, 5, 1, [4]int{2, 1, 2, 0}}); sum != want {
		t.Errorf("summed up as %+v, want %+v", sum, want)
	}
	if set.Schema != features.LinkSchema || len(set.Names) != len(features.LinkFeatures()) {
		t.Errorf("schema %s with %d names", set.Schema, len(set.Names))
	}
}

func TestLabelsSayWhatIsRelevant(t *testing.T) {
	c := small(t)
	c.Relevant = func(url string) bool { return url == host+"/x" }
	set, sum, err := Links(c, needs(), Sampling{Rows: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := told(set.Lists[0]), []string{"1 /b", "1 /old", "2 /x?s=1", "1 /old", "2 /x"}; !slices.Equal(got, want) || sum.Relevant != 1 {
		t.Errorf("rows are %q, want %q; %d pages are relevant", got, want, sum.Relevant)
	}
}

// TestRowsHaveTheFeaturesOfTheCrawl makes the vectors of one page with what the crawl knew of the way to it.
func TestRowsHaveTheFeaturesOfTheCrawl(t *testing.T) {
	c := small(t)
	set, _, err := Links(c, needs(), Sampling{Rows: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.DB.Get(host + "/b")
	if err != nil {
		t.Fatal(err)
	}
	page, err := features.NewReader().Read(p.URL, p.Body)
	if err != nil {
		t.Fatal(err)
	}
	v := features.Vectorizer{Language: "en"}
	all := v.Links(page, needs().Query, .2, float64(float32(.9)), 1) // a seed counts as found on a page on topic
	for i, x := range all[:2*len(set.Names)] {
		row := set.Lists[0].Rows[2+i/len(set.Names)]
		if got := float64(row.X[i%len(set.Names)]); got != x {
			t.Errorf("%s: %s is %v, want %v", row.Note, set.Names[i%len(set.Names)], got, x)
		}
	}
}

// drawnCrawl is a crawl of n pages with 12 links each.
func drawnCrawl(t *testing.T, n int) *Crawl {
	rnd := rand.New(rand.NewPCG(7, 7))
	pages := make([]kept, n)
	for i := range pages {
		pages[i] = kept{url: fmt.Sprint("/", i), score: rnd.Float64() * rnd.Float64()}
		if i > 0 {
			pages[i].via = fmt.Sprint("/", i/4)
		}
		for j := range 12 {
			to := rnd.IntN(2 * n)
			if j < 4 {
				to = 4*i + j
			}
			pages[i].links = append(pages[i].links, fmt.Sprintf("/%d to %d", to, to))
		}
	}
	return crawlOf(t, pages...)
}

func TestLongListsAreDrawnFrom(t *testing.T) {
	c := drawnCrawl(t, 300)
	all, sum, err := Links(c, needs(), Sampling{Rows: 1 << 20, Seed: 1})
	if err != nil || sum.Rows != sum.Links || sum.Rows < 1000 {
		t.Fatalf("%+v, %v", sum, err)
	}
	draw := func(seed uint64) []training.Row {
		part, sum, err := Links(c, needs(), Sampling{Rows: 500, Seed: seed})
		if err != nil || sum.Rows != 500 || sum.Links != all.Rows() || part.Rows() != 500 {
			t.Fatalf("%+v, %v", sum, err)
		}
		return part.Lists[0].Rows
	}
	rows := draw(1)
	if !reflect.DeepEqual(rows, draw(1)) || reflect.DeepEqual(rows, draw(2)) {
		t.Error("a seed does not say what is drawn")
	}
	at, half := 0, 0
	for i, row := range all.Lists[0].Rows { // rows are a subsequence of all
		if at < len(rows) && reflect.DeepEqual(rows[at], row) {
			at++
		}
		if i == len(all.Lists[0].Rows)/2 {
			half = at
		}
	}
	if at != len(rows) || half < 200 || half > 300 {
		t.Errorf("%d of the rows drawn are among all in order, %d of these in the first half", at, half)
	}
}

func TestCrawlWithoutFetchedLinksIsAnError(t *testing.T) {
	_, _, err := Links(crawlOf(t, kept{url: "/", links: []string{"/gone away"}}), needs(), Sampling{Rows: 1})
	if err == nil || !strings.Contains(err.Error(), "crawl more pages") {
		t.Errorf("error is %v", err)
	}
}
