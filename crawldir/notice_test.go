package crawldir_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gannet/crawldir"
	"gannet/crawler/reason"
	"gannet/topic"
)

// TestExplainNamesThePageThatAPageRepeats, on its own host and under its path on another one.
func TestExplainNamesThePageThatAPageRepeats(t *testing.T) {
	text := func(of string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>%s</title><p>", of)
		for i := range 300 {
			fmt.Fprintf(&b, "%s%d honey%d ", of, i%90, i%70)
		}
		return b.String()
	}
	web := board{
		"http://a.example.com/":     `<title>All</title><p>Honey. <a href="/bees">honey</a> <a href="/bees?again">honey</a>` + "\n" + `<a href="http://b.example.com/bees">honey</a> <a href="/wax">honey</a> <a href="/gone">honey</a>`,
		"http://a.example.com/bees": text("bee"), "http://a.example.com/bees?again": text("bee") + "once more",
		"http://b.example.com/bees": text("bee"), "http://a.example.com/wax": text("wax"),
		"http://a.example.com/gone": "<title>Page not found</title><p>Try another.",
	}
	dir, o := t.TempDir(), crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "bees", Keywords: []string{"honey"}, Seeds: []string{"http://a.example.com/"}}
	o.Web, o.Strategy = web, "bfs"
	crawl, err := crawldir.Open(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := crawl.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	reasons := crawl.Progress().Reasons
	if err := crawl.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	noticed := map[string]int64{}
	for url := range web {
		e, err := r.Explain(url, crawldir.ExplainOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if e.Notice == nil {
			continue
		}
		noticed[string(e.Notice.Reason)]++
		if copies := e.Notice.Reason != reason.Soft404; copies != strings.HasSuffix(e.Notice.Like, "/bees") {
			t.Errorf("%s: %+v", url, e.Notice)
		}
	}
	if len(noticed) != 3 || fmt.Sprint(noticed) != fmt.Sprint(reasons) {
		t.Errorf("noticed %v, the crawl counted %v", noticed, reasons)
	}
}
