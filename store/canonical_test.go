package store

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gannet/internal/weburl"
)

const (
	variant   = "http://a.test/?print=1"
	canonical = "http://a.test/"
)

func TestKeptUntilItsCanonicalHasBeenFetched(t *testing.T) {
	db := openTest(t)
	put(t, db, &Page{URL: "http://s.test/", Links: []uint64{weburl.Fingerprint(variant)}},
		&Page{URL: variant, Canonical: canonical, Via: "http://s.test/", Relevant: true, Body: []byte("ab")})
	if !db.Has(variant) || db.Has(canonical) {
		t.Fatal("before its canonical page came, the variant is not kept")
	}
	if put(t, db, &Page{URL: canonical, Via: variant, Body: []byte("c")})[0].Outcome != Stored {
		t.Fatal("the canonical page was not stored")
	}
	p, err := db.Get(variant)
	if err != nil || p.URL != canonical || !db.Has(variant) {
		t.Errorf("Get of the variant: %+v, %v; want its canonical page", p, err)
	}
	path, err := db.Path(canonical)
	if want := []string{"http://s.test/", variant, canonical}; err != nil || !reflect.DeepEqual(path, want) {
		t.Errorf("Path = %v, %v, want %v: the way through the variant", path, err, want)
	}
	s, err := db.Stats()
	if err != nil || s.Pages != 2 || s.Relevant != 0 || s.Bytes != 1 || s.Aliases != 1 || s.Hosts != 2 {
		t.Errorf("Stats: %+v, %v", s, err)
	}
	var edges []string
	err = db.Graph(func(from, to uint64) error { edges = append(edges, fmt.Sprint(from, "→", to)); return nil })
	if err != nil || !reflect.DeepEqual(edges, []string{"1→3"}) {
		t.Errorf("edges %v, %v; want the link to the variant as one to its canonical page", edges, err)
	}
}

func TestLookupGivesThePageOfThisVeryURL(t *testing.T) {
	db := openTest(t)
	if _, _, err := db.Lookup(variant); !errors.Is(err, ErrNotFound) {
		t.Errorf("Lookup of a page that is not there: %v", err)
	}
	put(t, db, &Page{URL: variant, Canonical: canonical, Score: .25, Body: []byte("ab")}, &Page{URL: canonical, Score: .5})
	for url, want := range map[string]struct {
		score   float64
		outcome Outcome
	}{variant: {.25, Aliased}, canonical: {.5, Stored}} {
		p, outcome, err := db.Lookup(url)
		if err != nil || p.URL != url || p.Score != want.score || outcome != want.outcome {
			t.Errorf("Lookup(%s) = %+v, %v, %v", url, p, outcome, err)
		}
	}
}

func TestVariantIsNotKeptOnceItsCanonicalIs(t *testing.T) {
	db := openTest(t)
	got := put(t, db, &Page{URL: canonical}, &Page{URL: variant, Canonical: canonical}, &Page{URL: variant, Canonical: canonical})
	if !slices.Equal(outcomes(got), []Outcome{Stored, Aliased, Aliased}) {
		t.Errorf("outcomes %v", got)
	}
	if !db.Has(variant) {
		t.Error("the variant would be fetched again")
	}
}

func TestPagesThatNameEachOther(t *testing.T) {
	db := openTest(t)
	got := put(t, db, &Page{URL: "http://a.test/1", Canonical: "http://a.test/2"},
		&Page{URL: "http://a.test/2", Canonical: "http://a.test/1"}, &Page{URL: "http://a.test/3", Canonical: "http://a.test/3"})
	if !slices.Equal(outcomes(got), []Outcome{Stored, Aliased, Stored}) {
		t.Errorf("outcomes %v; want one of the two and the page that names itself", got)
	}
}

// model is a store as a list, with the rules of the package documentation, in the slow and obvious way.
type model struct{ pages, aliases []*Page }

func (*model) find(list []*Page, url string) *Page {
	if i := slices.IndexFunc(list, func(p *Page) bool { return p.URL == url }); i >= 0 {
		return list[i]
	}
	return nil
}

func (m *model) resolve(url string) *Page {
	for range 10 {
		if p := m.find(m.pages, url); p != nil {
			return p
		}
		a := m.find(m.aliases, url)
		if a == nil {
			return nil
		}
		url = a.Canonical
	}
	return nil
}

func (m *model) put(p *Page) Outcome {
	waits := p.Canonical != "" && p.Canonical != p.URL
	switch {
	case m.find(m.pages, p.URL) != nil:
		return Duplicate
	case m.find(m.aliases, p.URL) != nil:
		return Aliased
	case waits && m.resolve(p.Canonical) != nil:
		m.aliases = append(m.aliases, p)
		return Aliased
	}
	var left []*Page
	for _, old := range m.pages {
		if old.Canonical == p.URL {
			m.aliases = append(m.aliases, old)
		} else {
			left = append(left, old)
		}
	}
	m.pages = append(left, p)
	return Stored
}

func (m *model) path(url string) (path []string) {
	for p := cmp.Or(m.find(m.pages, url), m.find(m.aliases, url)); p != nil && !slices.Contains(path, p.URL); {
		path = append(path, p.URL)
		p = cmp.Or(m.find(m.pages, p.Via), m.find(m.aliases, p.Via))
	}
	slices.Reverse(path)
	return path
}

func TestStoreIsTheModel(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		file := filepath.Join(dir, "pages.db")
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		db, err := Options{NoSync: true}.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		url := rapid.Custom(func(t *rapid.T) string { return fmt.Sprintf("http://h%d.test/", rapid.IntRange(0, 7).Draw(t, "host")) })
		page := rapid.Custom(func(t *rapid.T) *Page {
			p := &Page{URL: url.Draw(t, "url"), Via: url.Draw(t, "via"), Relevant: rapid.Bool().Draw(t, "relevant")}
			if rapid.Bool().Draw(t, "has canonical") {
				p.Canonical = url.Draw(t, "canonical")
			}
			p.Body = make([]byte, rapid.IntRange(0, 9).Draw(t, "size"))
			for _, link := range rapid.SliceOfN(url, 0, 4).Draw(t, "links") {
				p.Links = append(p.Links, weburl.Fingerprint(link))
			}
			return p
		})
		var m model
		for range rapid.IntRange(1, 6).Draw(t, "batches") {
			batch := rapid.SliceOfN(page, 1, 5).Draw(t, "batch")
			results, err := db.Put(batch)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range batch {
				if want := m.put(p); results[i].Outcome != want {
					t.Fatalf("outcome of %s is %v, want %v", p.URL, results[i].Outcome, want)
				}
			}
		}
		m.compare(t, db)
	})
}

func (m *model) compare(t *rapid.T, db *DB) {
	var urls, want []string
	relevant, size, edges := 0, int64(0), 0
	for _, p := range m.pages {
		want = append(want, p.URL)
		size += int64(len(p.Body))
		if p.Relevant {
			relevant++
		}
	}
	if err := db.Each(func(p *Page) error { urls = append(urls, p.URL); return nil }); err != nil || !slices.Equal(urls, want) {
		t.Fatalf("pages %v, %v, want %v", urls, err, want)
	}
	s, err := db.Stats()
	if err != nil || s.Pages != len(want) || s.Hosts != len(want) || s.Relevant != relevant || s.Bytes != size || s.Aliases != len(m.aliases) {
		t.Fatalf("Stats %+v, %v", s, err)
	}
	for i := range 8 {
		url := fmt.Sprintf("http://h%d.test/", i)
		known := slices.ContainsFunc(m.pages, func(p *Page) bool { return p.URL == url }) ||
			slices.ContainsFunc(m.aliases, func(p *Page) bool { return p.URL == url })
		if db.Has(url) != known {
			t.Fatalf("Has(%s) = %v", url, !known)
		}
		p, err := db.Get(url)
		if stands := m.resolve(url); (stands == nil) != errors.Is(err, ErrNotFound) || stands != nil && p.URL != stands.URL {
			t.Fatalf("Get(%s) = %v, %v, want %v", url, p, err, stands)
		}
		if path, err := db.Path(url); err == nil && !slices.Equal(path, m.path(url)) {
			t.Fatalf("Path(%s) = %v, want %v", url, path, m.path(url))
		}
		for _, from := range m.pages {
			if slices.Contains(from.Links, weburl.Fingerprint(url)) && m.resolve(url) != nil {
				edges++
			}
		}
	}
	if err := db.Graph(func(uint64, uint64) error { edges--; return nil }); err != nil || edges != 0 {
		t.Fatalf("Graph: %v, %d links too few", err, edges)
	}
}
