package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gannet/crawler/archive"
	"gannet/internal/testweb"
	"gannet/models/shipped"
	"gannet/ranker"
)

var update = flag.Bool("update", false, "write the golden file again")

// frozen writes the pages of a generated web that are reached within some steps into an archive, with their labels.
func frozen(t *testing.T, pages int) (*archive.Web, *Labels) {
	t.Helper()
	web := testweb.New(testweb.DefaultOptions(4).Sized(120, 6000))
	path := filepath.Join(t.TempDir(), "web.warc")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	out, err := archive.NewWriter(f, archive.WriterOptions{})
	if err != nil {
		t.Fatal(err)
	}
	labels := &Labels{}
	client := &http.Client{Transport: web, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	queue := web.Seeds("beekeeping", 10)
	seen := make(map[string]bool)
	for len(queue) > 0 && len(seen) < pages {
		url := queue[0]
		queue = queue[1:]
		if seen[url] {
			continue
		}
		seen[url] = true
		resp, err := client.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode != http.StatusOK {
			continue
		}
		if err := out.Write(archive.Page{URL: url, Status: 200, Header: resp.Header, Body: body}); err != nil {
			t.Fatal(err)
		}
		for _, topic := range web.Topics() {
			if web.Relevant(topic, url) {
				labels.Add(topic, url)
			}
		}
		for _, l := range web.Links(url) {
			queue = append(queue, l.URL)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a, labels
}

// shippedNeeds returns the shipped models for the strategies.
func shippedNeeds(t *testing.T) ranker.Needs {
	t.Helper()
	needs, err := shipped.Needs()
	if err != nil {
		t.Fatal(err)
	}
	needs.Language = "en"
	return needs
}

// TestAreasAreTheGoldenOnes checks the ranking quality of every strategy on a small generated web. A change needs a reason
// and the results of make eval. go test -update writes the file again.
func TestAreasAreTheGoldenOnes(t *testing.T) {
	site, labels := frozen(t, 1500)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	o := beekeeping(1)
	o.Draws, o.Needs = 2, shippedNeeds(t)
	var ended [][2]int
	o.Progress = func(done, all int) { ended = append(ended, [2]int{done, all}) }
	report, err := Run(t.Context(), web, labels, o)
	if err != nil {
		t.Fatal(err)
	}
	n := len(report.Results)
	if len(ended) != n+1 || ended[0] != [2]int{0, n} || ended[n] != [2]int{n, n} {
		t.Errorf("progress of %d crawls was reported as %v", n, ended)
	}
	again, err := Run(t.Context(), web, labels, o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(report.Results, again.Results) {
		t.Error("two runs with one seed differ")
	}
	var got strings.Builder
	for _, s := range report.strategies {
		fmt.Fprintf(&got, "%-11s %.3f\n", s, report.Mean[s].Area.Mean)
	}
	const golden = "testdata/areas.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("mean areas are\n%swant\n%s", got.String(), want)
	}
	checkJSON(t, report)
}

func checkJSON(t *testing.T, r *Report) {
	t.Helper()
	var buf bytes.Buffer
	if err := r.WriteJSON(&buf); err != nil {
		t.Fatal(err)
	}
	var out struct {
		Web     string
		Results []struct {
			Strategy, Topic         string
			Draw, Relevant, Fetched int
			Area                    float64
			Precision, Recall       map[string]float64
		}
		Mean   map[string]struct{ Area struct{ Mean, SD float64 } }
		Paired map[string]struct {
			Against            string
			Difference, StdErr float64
		}
	}
	if err := json.Unmarshal(buf.Bytes(), &out); err != nil {
		t.Fatal(err)
	}
	n := len(r.strategies)
	if out.Web != "generated" || n < 3 || len(out.Results) != 2*n || len(out.Mean) != n || len(out.Paired) != n {
		t.Errorf("JSON has web %q, %d results, %d means, %d pairs", out.Web, len(out.Results), len(out.Mean), len(out.Paired))
	}
	for _, x := range out.Results {
		if x.Fetched > 5*x.Relevant || x.Area < 0 || x.Area > 1 {
			t.Errorf("%+v: fetched more than five times the relevant pages, or the area is not in [0, 1]", x)
		}
		if p, ok := x.Precision["100"]; ok && math.Abs(p*100/float64(x.Relevant)-x.Recall["100"]) > 1e-9 && x.Fetched >= 100 {
			t.Errorf("%+v: precision and recall at 100 do not agree", x)
		}
	}
	if p := out.Paired["bfs"]; p.Against == OracleName || p.Against == "bfs" {
		t.Errorf("bfs is compared with %q", p.Against)
	}
}

func TestReportFiles(t *testing.T) {
	r := newReport(Options{Name: "w", Strategies: []string{"bfs", "parent"}, Draws: 1}, []outcome{
		{topic: "a", results: []Result{newResult("bfs", "a", 0, 2, curve{0, 1, 1, 2}), newResult("parent", "a", 0, 2, curve{1, 2})}},
		{topic: "b", skipped: "3 relevant pages can be reached, fewer than 20"},
	})
	dir := t.TempDir()
	if err := r.Write(dir); err != nil {
		t.Fatal(err)
	}
	for name, has := range map[string]string{
		"eval.json": `"parent"`, "eval.csv": "w,parent,a,0,2,2,1.0000,0.0000", "eval.md": "Skipped: b", "eval.html": `<li>b: 3 relevant`, "recall.svg": "<svg", "harvest.svg": "<svg",
	} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(data), has) {
			t.Errorf("%s: %v, without %q:\n%s", name, err, has, data)
		}
	}
}

// TestPageTopicByTopic holds that the page has each topic with its figures and curve, marks the best strategy, and runs nothing.
func TestPageTopicByTopic(t *testing.T) {
	hostile := "<script>alert(1)</script>"
	result := func(strategy, topic string, c curve) Result { return newResult(strategy, topic, 0, 2, c) }
	r := newReport(Options{Name: "w", Strategies: []string{"bfs", "parent", PeekName}, Draws: 1}, []outcome{
		{topic: "a", results: []Result{result("bfs", "a", curve{0, 1, 1, 2}), result("parent", "a", curve{1, 2}), result(PeekName, "a", curve{1, 2})}},
		{topic: hostile, results: []Result{result("bfs", hostile, curve{1, 2}), result("parent", hostile, curve{0, 1}), result(PeekName, hostile, curve{1, 2})}},
	})
	var b bytes.Buffer
	if err := r.WriteHTML(&b); err != nil {
		t.Fatal(err)
	}
	for want, n := range map[string]int{
		`<a href="#topic-1">`: 1, `id="topic-1"`: 1, `aria-label="Recall on a"`: 1, "<svg ": 4, "<strong>1.000</strong>": 4,
		"<script": 0, "2 pages are to be found": 2,
	} {
		if got := strings.Count(b.String(), want); got != n {
			t.Errorf("%q is there %d times and not %d:\n%s", want, got, n, b.String())
		}
	}
}

func TestAreaByHand(t *testing.T) {
	for _, c := range []struct {
		curve    curve
		relevant int
		want     float64
	}{
		{curve{1, 2}, 2, 1},                                     // the oracle's order
		{curve{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 2, 0},             // nothing found
		{curve{0, 1, 1, 2}, 2, (0 + 1 + 1 + 2 + 2*6) / 19.0},    // both found late
		{curve{1}, 2, 10 / 19.0},                                // ended with one of two
		{curve{1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 2, 1}, // what comes after 5×2 does not count
		{nil, 3, 0},
	} {
		if got := c.curve.area(c.relevant); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v of %d relevant: area %v, want %v", c.curve, c.relevant, got, c.want)
		}
	}
}

func TestTheWayByHand(t *testing.T) {
	report := func(areas map[string]float64) *Report {
		r := &Report{Mean: make(map[string]Summary)}
		for s, area := range areas {
			r.Mean[s] = Summary{Area: Moments{Mean: area}}
			r.strategies = append(r.strategies, s)
		}
		r.measureWay()
		return r
	}
	r := report(map[string]float64{"bfs": .2, "shark": .4, ranker.LinksName: .7, PeekName: .8, OracleName: 1})
	for s, want := range map[string]string{"bfs": "-0.50", "shark": "0.00", ranker.LinksName: "0.75", PeekName: "1.00", OracleName: "1.50"} {
		if got := r.Mean[s].way(); got != want {
			t.Errorf("%s has gone %s of the way, want %s", s, got, want)
		}
	}
	for _, areas := range []map[string]float64{
		{"bfs": .2, "shark": .4, OracleName: 1},           // without peek
		{"shark": .4, ranker.LinksName: .3, PeekName: .4}, // peek not above
		{ranker.LinksName: .3, PeekName: .4},              // no baseline
	} {
		r := report(areas)
		var md, js strings.Builder
		if err := errors.Join(r.WriteMarkdown(&md), r.WriteJSON(&js)); err != nil {
			t.Fatal(err)
		}
		if n := len(areas); strings.Contains(md.String(), "of the way") || strings.Count(js.String(), `"way": null`) != n {
			t.Errorf("%v: a way where there is none:\n%s\n%s", areas, &md, &js)
		}
	}
}

func TestLabels(t *testing.T) {
	l, err := ReadLabels(strings.NewReader("http://A.test/x#y\tbirds|places\n\nhttp://a.test/z\tbirds\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Topics(); !reflect.DeepEqual(got, []string{"birds", "places"}) || !l.pages["places"]["http://a.test/x"] {
		t.Errorf("topics %v, pages %v", got, l.pages)
	}
	for _, bad := range []string{"http://a.test/ birds\n", "nowhere\tbirds\n"} {
		if _, err := ReadLabels(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: %v, want an error that names the line", bad, err)
		}
	}
}

// beekeeping returns the options of one draw of a topic of the generated web.
func beekeeping(seed uint64) Options {
	o := DefaultOptions()
	o.Name, o.Topics, o.Draws, o.Seed = "generated", []string{"beekeeping"}, 1, seed
	return o
}

func TestOptionsAreChecked(t *testing.T) {
	l := &Labels{}
	l.Add("birds", "http://a.test/")
	for _, change := range []func(*Options){
		func(o *Options) { o.Strategies = []string{"fly"} }, func(o *Options) { o.Topics = []string{"bees"} },
		func(o *Options) { o.Budget = -1 }, func(o *Options) { o.Classifier = "none" },
		func(o *Options) { o.Classifier = FromSeeds }, func(o *Options) { o.Seeds = 0 }, func(o *Options) { o.Workers = 0 },
	} {
		o := DefaultOptions()
		change(&o)
		if err := o.Check(l); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
	if err := DefaultOptions().Check(l); err != nil {
		t.Errorf("the defaults: %v", err)
	}
}

func TestSplit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "topics.json")
	if err := os.WriteFile(path, []byte(`{"w":[{"name":"a","split":"train"},{"name":"b","split":"test"}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := Split(path, "w", "test"); err != nil || !reflect.DeepEqual(got, []string{"b"}) {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := Split(path, "w", "dev"); err == nil {
		t.Error("a split that is not there was accepted")
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	site, labels := frozen(t, 600)
	web, err := Load(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, web, labels, beekeeping(1)); err == nil {
		t.Error("no error from a run that was ended")
	}
}

func TestLoadEndsWhenAsked(t *testing.T) {
	site, _ := frozen(t, 50)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Load(ctx, site); !errors.Is(err, context.Canceled) {
		t.Errorf("a load that was cancelled gave %v", err)
	}
}
