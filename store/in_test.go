package store

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"gannet/internal/share"
)

// TestReadersEndWithTheirContext: of every way to read, no further transaction begins once the context is over.
func TestReadersEndWithTheirContext(t *testing.T) {
	db := openTest(t)
	urls := storeMany(t, db)
	for name, turns := range map[string]*share.Share{"at rest": nil, "beside a crawl": share.New()} {
		ctx, cancel := context.WithCancel(t.Context())
		r, given := db.In(ctx, turns), 0
		err := r.Select(Selection{Limit: len(urls)}, func(*Page) error {
			given++
			cancel()
			return nil
		})
		if !errors.Is(err, context.Canceled) || given == len(urls) {
			t.Errorf("%s: Select gave %d pages: %v", name, given, err)
		}
		for way, read := range map[string]func() error{
			"Select":       func() error { return r.Select(Selection{}, func(*Page) error { return nil }) },
			"Stats":        func() error { _, err := r.Stats(); return err },
			"Meta":         func() error { _, err := r.Meta("x", new(int)); return err },
			"Get":          func() error { _, err := r.Get(urls[0]); return err },
			"Lookup":       func() error { _, _, err := r.Lookup(urls[0]); return err },
			"Path":         func() error { _, err := r.Path(urls[0]); return err },
			"Revisit":      func() error { _, err := r.Revisit(urls[0]); return err },
			"CheckEntries": func() error { return db.CheckEntriesIn(ctx, turns, func(string) error { return nil }) },
		} {
			if err := read(); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %s: %v", name, way, err)
			}
		}
		if _, err := r.In(t.Context(), turns).Get(urls[0]); err != nil {
			t.Errorf("%s, with another context: %v", name, err)
		}
	}
}

// TestStatsReadsHostsInParts counts hosts of more than one transaction.
func TestStatsReadsHostsInParts(t *testing.T) {
	db := openTest(t)
	const hosts = 5000
	var pages []*Page
	for i := range hosts {
		pages = append(pages, &Page{URL: fmt.Sprintf("http://h%d.test/", i)})
	}
	pages = append(pages, &Page{URL: "http://h7.test/more"})
	put(t, db, pages...)
	transactions := 0
	s, err := db.statsBy(func(read func() error) error {
		transactions++
		return read()
	})
	if err != nil || s.Hosts != hosts || s.Pages != hosts+1 || s.TopHosts[0].Host != "h7.test" {
		t.Errorf("%d hosts, %d pages, most of %s: %v", s.Hosts, s.Pages, s.TopHosts[0].Host, err)
	}
	t.Logf("%d transactions", transactions)
}
