package store

import (
	"net/http"
	"slices"
	"testing"

	"gannet/features/permission"
)

// TestPagesKeepWhatOwnersSay: the record stands behind the header. A program that does not know it has a field without a name.
func TestPagesKeepWhatOwnersSay(t *testing.T) {
	says := permission.Record{}.Add(permission.Signal, "robots.txt line 2", "ai-train=no").Add(permission.Robots, "meta robots", "noai")
	for _, p := range []*Page{{URL: "http://a.test/", Says: says}, {URL: "http://a.test/", Header: http.Header{"X": {"1", "2"}}, Says: says}, {URL: "http://a.test/"}} {
		got, _, err := decodePage(appendPage(nil, p))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got.Says, p.Says) || len(got.Header) != len(p.Header) {
			t.Errorf("%q and %q, want %q and %q", got.Says, got.Header, p.Says, p.Header)
		}
	}
}
