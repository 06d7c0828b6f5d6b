package report

import (
	"bytes"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"gannet/crawldir"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

var day1 = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) // a Monday

// newCrawl keeps a seed that leads to three pages. One of these leads to two relevant ones, of which one has a posting. The crawl
// fetched the worst pages first.
func newCrawl(t *testing.T) *crawldir.Reader {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	page := func(name, via string, score float64, links ...string) *store.Page {
		p := &store.Page{URL: "http://a.test/" + name, Fetched: day1, Score: score, Relevant: score > .5}
		if via != "" {
			p.Via = "http://a.test/" + via
		}
		for _, l := range links {
			p.Links = append(p.Links, weburl.Fingerprint("http://a.test/"+l))
		}
		return p
	}
	hostile := `<script>alert(1)</script>`
	last := page("last", "good", .9)
	last.Postings = []*postings.Found{{Job: &job.Posting{Title: hostile, Company: hostile, Location: "Oslo", Posted: day1, Description: "x",
		Details: job.Details{Occupation: "7212", Places: []job.Place{{Town: "Oslo"}, {Town: "Bergen", RegionCode: "NO-46"}}}}}}
	best := page("best", "good", .9)
	best.Postings = []*postings.Found{{Job: &job.Posting{Title: "Schweißer", Company: "Stahlbau", Location: "Wien", Language: "de", Posted: day1, Description: "y",
		Details: job.Details{Occupation: "7212"}}}}
	_, err = db.Put([]*store.Page{
		page("seed", "", .4, "bad", "worse", "good"), page("bad", "seed", .1), page("worse", "seed", .2, "gone"), page("good", "seed", .8, "best", "last", "seed"),
		best, last,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// TestHarvestIsDrawn: the curve rises where a relevant page was fetched.
func TestHarvestIsDrawn(t *testing.T) {
	g, err := readGraph(newCrawl(t).Store)
	if err != nil {
		t.Fatal(err)
	}
	var picture strings.Builder
	if err := g.harvest().Render(t.Context(), &picture); err != nil || !strings.Contains(picture.String(), "<svg") || strings.Contains(picture.String(), "breadth") {
		t.Errorf("%s (%v)", &picture, err)
	}
	if new(graph).harvest() != nil {
		t.Error("a curve is drawn without a page")
	}
}

// TestReportStandsAlone: no script, nothing from elsewhere, and texts of pages as text.
func TestReportStandsAlone(t *testing.T) {
	found, err := Read(newCrawl(t), "bees", day1.AddDate(0, 0, 9))
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	if err := found.Write(&page); err != nil {
		t.Fatal(err)
	}
	shown := page.String()
	for z := html.NewTokenizer(&page); ; {
		if z.Next() == html.ErrorToken {
			break
		}
		token := z.Token()
		if token.Data == "script" || token.Data == "img" || token.Data == "link" || token.Data == "iframe" {
			t.Errorf("%s", token)
		}
	}
	if w := found.Jobs.Weeks; len(w) != 1 || w[0].Name != "2026-W10" || w[0].N != 2 || found.Jobs.Places[0].Name != "Oslo" {
		t.Errorf("%+v", found.Jobs)
	}
	j := found.Jobs
	if len(j.Occupations) != 1 || j.Occupations[0] != (count{Name: "7212 Welders and flamecutters", N: 2}) || j.Regions[0].Name != "NO-46" {
		t.Errorf("%+v: an occupation counts once in all languages", j)
	}
	if len(j.NUTS) != 2 || j.NUTS[0] != (count{Name: "NO0A", N: 1}) || !strings.Contains(shown, "Jobs by region of NUTS 2") {
		t.Errorf("%v by NUTS", j.NUTS)
	}
	want := []postings.Count{{Values: []string{"7212", "NO-46", "2026-W10"}, Jobs: 1}, {Values: []string{"7212", "unknown", "2026-W10"}, Jobs: 1}}
	if !reflect.DeepEqual(j.Together, want) || !strings.Contains(shown, "<td>7212 Welders and flamecutters</td><td>unknown</td><td>2026-W10</td>") {
		t.Errorf("%+v, want %+v", j.Together, want)
	}
}
