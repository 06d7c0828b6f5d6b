package store

import "testing"

func TestKnownResolvesAliases(t *testing.T) {
	db := openTest(t)
	if known, err := db.Known(); err != nil || len(known) != 0 {
		t.Errorf("an empty store knows %v, %v", known, err)
	}
	plain, variant, canonical := full("http://a.test/1"), full("http://a.test/2?s=1"), full("http://a.test/2")
	variant.Canonical, plain.Canonical, canonical.Canonical = canonical.URL, "", ""
	put(t, db, plain, variant)
	put(t, db, canonical)
	known, err := db.Known()
	if err != nil || len(known) != 3 {
		t.Fatalf("%d URLs known, want 3: %v", len(known), err)
	}
	for url, page := range map[string]*Page{plain.URL: plain, variant.URL: canonical, canonical.URL: canonical} {
		if known[Fingerprint(url)] != page.Seq {
			t.Errorf("%s is known as page %d, want %d", url, known[Fingerprint(url)], page.Seq)
		}
	}
}
