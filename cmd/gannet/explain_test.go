package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"gannet/crawldir"
	"gannet/features"
	"gannet/ranker"
	"gannet/store"
)

// writeModel writes a model of one tree, which asks whether anchor and page resemble the topic.
func writeModel(path string) error {
	var names []string
	at := make(map[string]int)
	for i, f := range features.LinkFeatures() {
		names, at[f.Name] = append(names, f.Name), i
	}
	text := fmt.Sprintf("tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=%d\nobjective=lambdarank\n"+
		"feature_names=%s\ntree_sizes=400\n\nTree=0\nnum_leaves=3\nnum_cat=0\nsplit_feature=%d %d\nthreshold=0.01 0.5\n"+
		"decision_type=2 2\nleft_child=1 -1\nright_child=-2 -3\nleaf_value=-1 2 0.5\nleaf_count=50 20 30\nis_linear=0\n\nend of trees\n",
		len(names)-1, strings.Join(names, " "), at["anchor_cosine"], at["page_probability"])
	return os.WriteFile(path, []byte(text), 0o644)
}

// findLink is the script command `link DIR`: $LINK is then the last page of the crawl that is no seed.
func findLink(ts *testscript.TestScript, _ bool, args []string) {
	db, err := store.OpenReadOnly(filepath.Join(ts.MkAbs(args[0]), crawldir.StoreFile))
	ts.Check(err)
	defer db.Close()
	link := ""
	ts.Check(db.EachWithoutBody(func(p *store.Page) error {
		if p.Via != "" {
			link = p.URL
		}
		return nil
	}))
	if link == "" {
		ts.Check(errors.New("no page but the seeds"))
	}
	ts.Setenv("LINK", link)
}

func TestExplanationsReadWell(t *testing.T) {
	measured := .25
	var e crawldir.Explanation
	data := `{"url":"http://a.test/x","strategy":"links","priority":2.5,"depth":2,"link":"http://a.test/old",
		"reasons":[{"name":"any link","value":2,"weight":1},{"name":"anchor_cosine","value":0.5,"weight":1,"measured":0.25}],
		"pages":[{"url":"http://a.test/","anchor":"x","probability":0.75,"priority":2.5}],"missing":"http://a.test/sitemap.xml",
		"shark":{"priority":0.5,"reasons":[{"name":"anchor","value":1,"weight":0.5}]}}`
	if err := json.Unmarshal([]byte(data), &e); err != nil {
		t.Fatal(err)
	}
	for range 12 {
		e.Pages = append(e.Pages, e.Pages[0])
	}
	if *e.Reasons[1].Measured != measured || math.Abs(total(e.Reasons)-float64(e.Priority)) > 1e-9 {
		t.Errorf("reasons came back as %+v", e.Reasons)
	}
	var out strings.Builder
	if err := writeExplanation(&out, &e); err != nil {
		t.Fatal(err)
	}
	const want = `link      http://a.test/x
through   http://a.test/old
page      not kept; depth 2
`
	if got := out.String(); !strings.HasPrefix(got, want) {
		t.Errorf("begins with\n%s\nwant\n%s", got[:min(len(got), len(want))], want)
	}
	for _, says := range []string{
		"and on 3 more pages", "sitemap.xml is on the way but not kept", "priority  2.5 by strategy links",
		"anchor_cosine       0.25", "+0.5\n", "total", "shark",
	} {
		if !strings.Contains(out.String(), says) {
			t.Errorf("does not say %q:\n%s", says, out.String())
		}
	}
}

// TestExplainTellsSitemaps from links that gave nothing.
func TestExplainTellsSitemaps(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprintf(w, "Sitemap: http://%s/sitemap.xml", r.Host)
		case "/sitemap.xml":
			fmt.Fprintf(w, "<urlset><url><loc>http://%s/bees</loc></url></urlset>", r.Host)
		case "/", "/bees":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, "<title>Bees %s</title><p>Bees make honey in a hive.", r.URL.Path)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	out := filepath.Join(t.TempDir(), "crawl")
	runOK(t, "crawl", "--out", out, "--keywords", "bees,honey,hive", "--seeds", server.URL, "--allow-private", "--delay", "1ms", "--max-delay", "1ms", "--quiet")
	for url, want := range map[string]string{"/sitemap.xml": "read as a sitemap", "/bees": "fetched"} {
		if said := runOK(t, "explain", out, server.URL+url); !strings.Contains(said, want) {
			t.Errorf("%s: %s\nwant %q", url, said, want)
		}
	}
}

// TestSmallTermsStandTogether by their kinds, and add up to what they were.
func TestSmallTermsStandTogether(t *testing.T) {
	learned := func(name string, adds float64) ranker.Reason {
		return ranker.Reason{Name: name, Value: adds, Weight: 1, Measured: new(float64)}
	}
	reasons := []ranker.Reason{
		{Name: "any link", Value: 1, Weight: -2}, {Name: "tiny", Value: 1e-6, Weight: 1}, learned("a: one", 1),
		learned("a: two", 0.01), learned("a: three", -0.001), learned("b: one", 0.01), learned("c: one", 0.01), learned("c: two", 0.5),
		learned("c: three", 0.002),
	}
	var got []string
	sum := 0.0
	for _, l := range termLines(reasons) {
		got = append(got, l.name)
		sum += l.adds
	}
	want := []string{"any link", "tiny", "a: one", "a: 2 small terms", "b: one", "c: two", "c: 2 small terms"}
	if !slices.Equal(got, want) || math.Abs(sum-total(reasons)) > 1e-12 {
		t.Errorf("lines %q sum up to %v; want %q and %v", got, sum, want, total(reasons))
	}
}
