package crawldir_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/store"
	"gannet/topic"
)

// garden is a web of pages in a ring. Every third is about bees; half of these have no keyword.
func garden(pages int) board {
	b := board{}
	url := func(i int) string { return fmt.Sprintf("http://garden.example.com/%d", i%pages) }
	for i := range pages {
		text := fmt.Sprintf("plough%d field%d harvest%d tractor barn wheat%d rain%d", i%7, i%5, i%11, i%13, i%3)
		if i%3 == 0 {
			text = fmt.Sprintf("swarm%d comb%d nectar%d queen drone wax%d", i%5, i%4, i%3, i%2)
		}
		if i%6 == 0 {
			text += " honey hive honey"
		}
		b[url(i)] = fmt.Sprintf(`<title>Page %d</title><p>%s</p><a href="%s">on</a> <a href="%s">further</a> <a href="%s">far</a>`,
			i, strings.Repeat(text+" ", 4), url(i+1), url(i+3), url(i+7))
	}
	return b
}

func gardenOptions(pages int) crawldir.Options {
	o := crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "keywords", Keywords: []string{"honey", "hive"}, Seeds: []string{"http://garden.example.com/0"}}
	o.Web, o.Limits.Pages = garden(400), pages
	return o
}

// crawlGarden crawls until so many pages are kept.
func crawlGarden(t *testing.T, dir string, o crawldir.Options) crawldir.JudgeState {
	t.Helper()
	crawl, err := crawldir.Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	state, ok, err := crawl.Judge()
	if err != nil || !ok {
		t.Fatalf("the crawl does not say how sure it is: %v", err)
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	return state
}

// verdictsIn returns the verdicts in a directory, a line for each page.
func verdictsIn(t *testing.T, dir string) (lines string, relevant int) {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var all []string
	db, err := r.DB()
	if err != nil {
		t.Fatal(err)
	}
	if err := db.EachWithoutBody(func(p *store.Page) error {
		all = append(all, fmt.Sprintln(p.URL, p.Score, p.Relevant, p.Depth))
		if p.Relevant {
			relevant++
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return strings.Join(all, ""), relevant
}

// TestPagesAreJudgedAgain: a crawl from one seed knows its topic once there are pages to compare.
func TestPagesAreJudgedAgain(t *testing.T) {
	dir := t.TempDir()
	state := crawlGarden(t, dir, gardenOptions(220))
	before, relevant := verdictsIn(t, dir)
	if state.Pages != 220 || state.Seeds != 1 || state.Keywords != 2 || state.Relevant != relevant || relevant < 30 {
		t.Errorf("%+v, and %d pages are relevant", state, relevant)
	}
	if problems, err := crawldir.Check(dir, func(p crawldir.Problem) error { return fmt.Errorf("%s: %s", p.File, p) }); err != nil {
		t.Errorf("%+v, %v", problems, err)
	}
	other := t.TempDir()
	crawlGarden(t, other, gardenOptions(220))
	if again, _ := verdictsIn(t, other); again != before {
		t.Error("a second crawl has other pages or verdicts")
	}
	file, err := os.ReadFile(filepath.Join(dir, crawldir.TopicFile))
	if err != nil {
		t.Fatal(err)
	}
	crawlGarden(t, dir, gardenOptions(220)) // nothing to do
	if same, err := os.ReadFile(filepath.Join(dir, crawldir.TopicFile)); err != nil || string(same) != string(file) {
		t.Errorf("a run without pages changes the classifier: %v", err)
	}
	if same, _ := verdictsIn(t, dir); same != before {
		t.Error("a run without pages changes verdicts")
	}
	o := gardenOptions(300)
	o.Precise = true
	precise := crawlGarden(t, dir, o)
	if precise.Pages != 300 || precise.Precision < state.Precision {
		t.Errorf("precisely: %+v", precise)
	}
}

// TestATopicWithAClassifierKeepsIt: a topic of many labelled pages knows better.
func TestATopicWithAClassifierKeepsIt(t *testing.T) {
	from := t.TempDir()
	crawlGarden(t, from, gardenOptions(120))
	learned, err := topic.Load(filepath.Join(from, crawldir.TopicFile))
	if err != nil {
		t.Fatal(err)
	}
	dir, o := t.TempDir(), gardenOptions(120)
	o.Topic = learned
	crawl, err := crawldir.Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := crawl.Judge(); ok || err != nil {
		t.Errorf("its pages are judged again: %v", err)
	}
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	o.Precise = true
	if _, err := crawldir.Open(context.Background(), dir, o); err == nil {
		t.Error("--precise is taken silently")
	}
}

// TestTheHarvestOfARunIsOfItsOwnPages: pages of earlier runs are judged again, too, but were not fetched by this one.
func TestTheHarvestOfARunIsOfItsOwnPages(t *testing.T) {
	dir := t.TempDir()
	crawlGarden(t, dir, gardenOptions(220))
	crawl, err := crawldir.Open(context.Background(), dir, gardenOptions(240))
	if err != nil {
		t.Fatal(err)
	}
	defer crawl.Close()
	if err := crawl.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	if p := crawl.Progress(); p.Pages != 20 || p.Relevant > p.Pages {
		t.Errorf("%d of %d pages of the run are relevant", p.Relevant, p.Pages)
	}
}

// TestVerdictsInRealTime: the crawl goes on while pages are judged, and those that it keeps meanwhile are judged, too.
func TestVerdictsInRealTime(t *testing.T) {
	pages := garden(400)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.URL.String()]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, body)
	}))
	defer proxy.Close()
	dir, o := t.TempDir(), gardenOptions(130)
	o.Web, o.Fetch.Proxies = nil, []string{proxy.URL}
	o.Frontier.Delay, o.Frontier.DelayFactor, o.Limits.Workers = 0, 0, 1
	state := crawlGarden(t, dir, o)
	_, relevant := verdictsIn(t, dir)
	if state.Pages != 130 || state.Seeds != 1 || state.Relevant != relevant || relevant < 15 {
		t.Errorf("%+v, and %d pages are relevant", state, relevant)
	}
	if problems, err := crawldir.Check(dir, func(p crawldir.Problem) error { return fmt.Errorf("%s: %s", p.File, p) }); err != nil {
		t.Errorf("%+v, %v", problems, err)
	}
}
