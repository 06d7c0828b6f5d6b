package feed

import (
	"maps"
	"path/filepath"
	"testing"

	"gannet/store"
)

// TestPagesOfAnUpdateThatWasCutOff: a copy without transactions keeps what an update brought that was cut off. The next update takes out those of its
// pages that are no longer kept.
func TestPagesOfAnUpdateThatWasCutOff(t *testing.T) {
	db, err := store.Options{NoSync: true}.Open(filepath.Join(t.TempDir(), "crawl.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	put := func(pages ...*store.Page) {
		if _, err := db.Put(pages); err != nil {
			t.Fatal(err)
		}
	}
	copied := make(map[uint64]string)
	update := func(since uint64) (cursor uint64) {
		u, err := (&Pages{Row: func(p *store.Page) Row { return Row{Number: p.Seq, Values: []any{p.URL}} }}).Read(db, "crawl", since)
		if err != nil {
			t.Fatal(err)
		}
		err = u.each(t.Context(), func(row Row) error {
			if delete(copied, row.Number); row.Values != nil {
				copied[row.Number] = row.Values[0].(string)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return u.Cursor
	}
	put(&store.Page{URL: "http://a.test/1"})
	cursor := update(0)
	put(&store.Page{URL: "http://a.test/2"}, &store.Page{URL: "http://a.test/3", Canonical: "http://a.test/5"}, &store.Page{URL: "http://a.test/4"})
	update(cursor) // its cursor is lost
	put(&store.Page{URL: "http://a.test/5"}, &store.Page{URL: "http://a.test/6"})
	update(cursor)
	kept := make(map[uint64]string)
	if err := db.Select(store.Selection{}, func(p *store.Page) error { kept[p.Seq] = p.URL; return nil }); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(copied, kept) || len(kept) != 5 {
		t.Errorf("the copy has %v, and the crawl %v", copied, kept)
	}
}
