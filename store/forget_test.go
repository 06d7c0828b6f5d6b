package store

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"gannet/store/internal/entry"
	"gannet/store/postings"
)

func hasWord(word string) func([]byte) bool {
	return func(text []byte) bool { return bytes.Contains(text, []byte(word)) }
}

// TestForgetNothingChangesNothing: a copy from which nothing is left out is equal but for its events.
func TestForgetNothingChangesNothing(t *testing.T) {
	db := openTest(t)
	if err := db.SetMeta("fact", "fact"); err != nil {
		t.Fatal(err)
	}
	put(t, db, salvagePages(120)...)
	to := filepath.Join(t.TempDir(), "copy.db")
	f, err := db.Forget(to, Forgetting{URL: func(string) bool { return false }, Text: hasWord("no entry has this")})
	if err != nil || len(f.Pages)+f.Postings+f.Other+len(f.Facts) > 0 {
		t.Fatalf("%+v, %v", f, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	same(t, db.File(), to)
}

// TestForgetLeavesNoTrace has a word in every kind of entry, and looks for it in the bytes of all entries of the new file.
func TestForgetLeavesNoTrace(t *testing.T) {
	const word = "Zebedee"
	db := openTest(t)
	text := fullPage("http://a.test/text")
	text.Body = []byte(strings.Repeat("<p>some text ", 50) + word)
	header := fullPage("http://a.test/header")
	header.Header.Set("X-Author", word)
	linked := fullPage("http://a.test/linked")
	linked.ViaAnchor = "written by " + word
	alias := fullPage("http://a.test/" + word)
	alias.Canonical = "http://a.test/whole"
	once := jobPage("http://a.test/once", 1, newJob("Cook", "Inn", "Oslo", "Ask "+word))
	contactless := jobPage("http://a.test/job", 1, newJob("Welder", "Iron", "Oslo", "Weld."))
	hosted := jobPage("http://b.test/job", 1, newJob("Nurse", "Ward", "Oslo", "Nurse."))
	for _, p := range []*Page{text, header, linked, fullPage("http://a.test/whole"), alias, once, contactless, hosted} {
		put(t, db, p)
	}
	later := jobPage("http://a.test/once", 99, newJob("Cook", "Inn", "Oslo", "Ask us."))
	put(t, db, later)
	sitemap := &Lesson{Number: 1, Sitemap: &Sitemap{URL: "http://a.test/feed", Links: []SitemapLink{{URL: "http://a.test/x", Summary: word}}}}
	if err := db.PutSitemap(sitemap); err != nil {
		t.Fatal(err)
	}
	if err := db.SetMeta("fact", word); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "copy.db")
	f, err := db.Forget(to, Forgetting{Text: hasWord(word), URL: func(url string) bool { return strings.HasPrefix(url, "http://b.test/") }})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(f.Pages)
	want := []string{"http://a.test/" + word, "http://a.test/header", "http://a.test/once", "http://a.test/text", "http://b.test/job"}
	if !slices.Equal(f.Pages, want) || f.Postings != 2 || !slices.Equal(f.Facts, []string{"fact"}) {
		t.Errorf("%+v", f)
	}
	cleaned, err := Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer cleaned.Close()
	if err := cleaned.Check(func(problem string) error { t.Error(problem); return nil }); err != nil {
		t.Error(err)
	}
	for url, kept := range map[string]bool{"http://a.test/linked": true, "http://a.test/job": true, "http://a.test/once": false, "http://b.test/job": false} {
		if cleaned.Has(url) != kept {
			t.Errorf("%s: kept %v", url, !kept)
		}
	}
	left := 0
	if err := cleaned.Postings().Each(func(*postings.Posting) error { left++; return nil }); err != nil || left != 1 {
		t.Errorf("%d postings are left, %v", left, err)
	}
	eachEntry(t, cleaned, func(bucket string, value []byte) {
		if bucket != "meta" && (bytes.Contains(plain(entry.KindOf(bucket), value), []byte(word)) || bytes.Contains(value, []byte("b.test"))) {
			t.Errorf("%s has an entry with what is forgotten: %q", bucket, value)
		}
	})
}

// TestForgetTwiceGoesOnCounting: readers know events by cursors, which must not be given again.
func TestForgetTwiceGoesOnCounting(t *testing.T) {
	db := openTest(t)
	put(t, db, jobPage("http://a.test/1", 1, newJob("Cook", "Inn", "Oslo", "Ask Zebedee.")), jobPage("http://a.test/2", 1, newJob("Welder", "Iron", "Oslo", "Weld.")))
	latest, err := db.Postings().LatestChange()
	if err != nil || latest == 0 {
		t.Fatal(latest, err)
	}
	for _, word := range []string{"Zebedee", "Weld"} {
		to := filepath.Join(t.TempDir(), "copy.db")
		if _, err := db.Forget(to, Forgetting{Text: hasWord(word), URL: func(string) bool { return false }}); err != nil {
			t.Fatal(err)
		}
		if db, err = Open(to); err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		next, err := db.Postings().LatestChange()
		if err != nil || next <= latest {
			t.Errorf("the latest cursor is %d after %d, %v", next, latest, err)
		}
		latest = next
	}
	put(t, db, jobPage("http://a.test/3", 1, newJob("Nurse", "Ward", "Oslo", "Nurse.")))
	err = db.Postings().Each(func(k *postings.Posting) error {
		if k.Number != 3 {
			t.Errorf("a new posting has the number %d", k.Number)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// eachEntry calls use for every entry of a file, its key and its value.
func eachEntry(t *testing.T, db *DB, use func(bucket string, entry []byte)) {
	t.Helper()
	err := db.read(func(tx *bolt.Tx) error {
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error {
			return b.ForEach(func(k, value []byte) error {
				use(string(name), append(slices.Clone(k), value...))
				return nil
			})
		})
	})
	if err != nil {
		t.Error(err)
	}
}
