package store

import (
	"testing"

	"gannet/internal/weburl"
)

func TestNumbersResolveAliases(t *testing.T) {
	db := openTest(t)
	if known, err := db.Numbers(); err != nil || len(known) != 0 {
		t.Errorf("an empty store knows %v, %v", known, err)
	}
	plain, variant, canonical := fullPage("http://a.test/1"), fullPage("http://a.test/2?s=1"), fullPage("http://a.test/2")
	variant.Canonical, plain.Canonical, canonical.Canonical = canonical.URL, "", ""
	first := put(t, db, plain, variant)[0].Seq
	second := put(t, db, canonical)[0].Seq
	known, err := db.Numbers()
	if err != nil || len(known) != 3 {
		t.Fatalf("%d URLs known, want 3: %v", len(known), err)
	}
	for url, page := range map[string]uint64{plain.URL: first, variant.URL: second, canonical.URL: second} {
		if known[weburl.Fingerprint(url)] != page {
			t.Errorf("%s is known as page %d, want %d", url, known[weburl.Fingerprint(url)], page)
		}
	}
}
