package crawldir_test

import (
	"context"
	"fmt"
	"testing"

	"gannet/crawldir"
	"gannet/crawler/reason"
	"gannet/topic"
)

// printed is a web of pages that are found as versions for print first. Each of these names its page as canonical.
func printed(pages int) board {
	b := board{}
	seed := "<title>All</title>"
	for i := range pages {
		page := fmt.Sprintf("http://print.example.com/%d", i)
		b[page+"?print=1"] = fmt.Sprintf(`<title>Bee %d</title><link rel="canonical" href="%s"><p>Honey %d`, i, page, i)
		b[page] = fmt.Sprintf(`<title>Bee %d</title><p>Honey of hive %d`, i, i)
		seed += fmt.Sprintf(`<a href="%s?print=1">honey %d</a> `, page, i)
	}
	b["http://print.example.com/"] = seed
	return b
}

// TestAPageReplacedByItsCanonicalPageCountsOnce, in the run that kept both, and in a run after that which kept the first.
func TestAPageReplacedByItsCanonicalPageCountsOnce(t *testing.T) {
	dir, o := t.TempDir(), crawldir.DefaultOptions()
	o.Topic = &topic.Topic{Name: "bees", Keywords: []string{"honey"}, Seeds: []string{"http://print.example.com/"}}
	o.Web, o.Strategy = printed(30), "bfs"
	before := int64(0)
	for _, pages := range []int{20, 40} {
		o.Limits.Pages = pages
		crawl, err := crawldir.Open(context.Background(), dir, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := crawl.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		p := crawl.Progress()
		if err := crawl.WriteStatus(crawldir.Status{Progress: p}); err != nil {
			t.Fatal(err)
		}
		if err := crawl.Close(); err != nil {
			t.Fatal(err)
		}
		asked := p.Pages
		for _, n := range p.Refused {
			asked += n
		}
		if p.Asked != asked || p.Kept != before+p.Pages-p.Earlier {
			t.Errorf("kept %d, %d before: %+v", p.Kept, before, p)
		}
		before = p.Kept
		s, err := crawldir.ReadStatus(dir)
		if err != nil {
			t.Fatal(err)
		}
		if all := s.Totals(); all.Pages != p.Kept || all.Asked != all.Pages+all.Refused[string(reason.CanonicalKept)] {
			t.Errorf("kept %d, in all %+v", p.Kept, all)
		}
	}
}
