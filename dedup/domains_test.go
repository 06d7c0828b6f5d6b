package dedup

import (
	"slices"
	"testing"

	"golang.org/x/net/publicsuffix"

	"gannet/job"
)

// TestRegistrableDomains compares with the list's own function, whose errors are slow.
func TestRegistrableDomains(t *testing.T) {
	hosts := []string{
		"", "a", "localhost", "example.org", "www.example.org", "a.b.example.co.uk", "co.uk", "org", "a.unknown-top", "x.y.unknown-top", "10.0.0.1",
		"1.2.3", "a.1", "www.xn--fiqs8s", "a.b.xn--4gbrim4", "a.b.xn--p1ai", "example.org.", ".example.org", "a..example.org", ".", "..", "::1",
		"fe80::1.2.3.4", "a.github.io", "b.a.github.io", "www.city.kawasaki.jp", "a.b.kawasaki.jp", "jobs.a2",
	}
	for _, host := range hosts {
		want, err := publicsuffix.EffectiveTLDPlusOne(host)
		if err != nil {
			want = host
		}
		if slices.Contains([]string{"1.2.3", "a.1"}, host) {
			want = host // no name either, since its last part is a number (URL standard, "ends in a number")
		}
		if got := registrable(host); got != want {
			t.Errorf("%q: %q, want %q", host, got, want)
		}
	}
}

func TestTownOfURL(t *testing.T) {
	for _, c := range []struct{ url, title, want string }{
		{"https://board.example/jobs/acme/test-engineer-erfurt-65824", "Test Engineer", "erfurt"},
		{"https://board.example/jobs/test-engineer-you-fit-in-bad-homburg-7/", "Test Engineer", "bad homburg"},
		{"https://board.example/jobs/manager-reading-77", "Manager Reading", ""}, // the title's own word
		{"https://board.example/berlin/jobs/65824", "Test Engineer", ""},
		{"https://board.example/", "Test Engineer", ""},
		{"", "Test Engineer", ""},
	} {
		if got := townOfURL(&job.Posting{URL: c.url, Title: c.title, Company: "Acme"}); got != c.want {
			t.Errorf("town of %q is %q, want %q", c.url, got, c.want)
		}
	}
}
