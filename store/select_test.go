package store

import (
	"fmt"
	"slices"
	"testing"
)

// storeMany stores one page more than a transaction of Select reads. Every third is relevant.
func storeMany(t *testing.T, db *DB) (urls []string) {
	var pages []*Page
	for i := range selectEntries + 1 {
		urls = append(urls, fmt.Sprintf("http://h.test/%d", i))
		pages = append(pages, &Page{URL: urls[i], Body: []byte(urls[i]), Relevant: i%3 == 0, Links: []uint64{uint64(i)}})
	}
	put(t, db, pages...)
	return urls
}

func TestSelectLetsACrawlWrite(t *testing.T) {
	db := openTest(t)
	urls := storeMany(t, db)
	var got []string
	err := db.Select(Selection{Body: true}, func(p *Page) error {
		got = append(got, string(p.Body))
		if n := db.bolt.Stats().OpenTxN; n != 0 {
			t.Fatalf("%d transactions are open between two pages", n)
		}
		put(t, db, &Page{URL: p.URL + "/later"})
		return nil
	})
	if err != nil || !slices.Equal(got, urls) {
		t.Errorf("Select gave %d pages, want the %d before it began: %v", len(got), len(urls), err)
	}
}

func TestSelectGivesWhatIsAskedFor(t *testing.T) {
	db := openTest(t)
	storeMany(t, db)
	n := 0
	err := db.Select(Selection{After: 1, Relevant: true, Path: true, Links: true}, func(p *Page) error {
		if n += 3; p.Seq != uint64(n+1) || p.Body != nil || !slices.Equal(p.Path, []string{p.URL}) || !slices.Equal(p.Links, []uint64{uint64(n)}) {
			t.Fatalf("page %d, want %d: %+v", p.Seq, n+1, p)
		}
		return nil
	})
	if err != nil || n != selectEntries-selectEntries%3 {
		t.Errorf("ended after page %d: %v", n, err)
	}
}
