package robots

import (
	"strings"
	"testing"
)

// naive matches a pattern in normal form byte by byte, trying every length of each wildcard.
func naive(pattern, path string) bool {
	switch {
	case pattern == "":
		return true
	case pattern == "$":
		return path == ""
	case pattern[0] == '*':
		return naive(pattern[1:], path) || path != "" && naive(pattern, path[1:])
	}
	return path != "" && pattern[0] == path[0] && naive(pattern[1:], path[1:])
}

// FuzzMatch compares matching with naive, and checks that the normal form of a pattern does not change again.
func FuzzMatch(f *testing.F) {
	for _, seed := range [][2]string{
		{"/a*b$", "/axxbxb"}, {"/*/*.php$", "/x/y.php"}, {"/a$b", "/a$b"}, {"/%2a*", "/*"}, {"*", ""}, {"/**$", "/"},
		{"/caf\u00e9?q=%3A", "/caf%c3%a9?q=:"}, {"/a%", "/a%25"}, {"$", "/"}, {"/\x00*\xff", "/%00%FF"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		pattern, path = normal(pattern, asPattern), normalPath(path)
		if len(pattern) > 60 || len(path) > 60 || strings.Count(pattern, "*") > 4 {
			return // naive takes too long
		}
		r := rule{pattern: pattern}
		if got, want := r.matches(path), naive(pattern, path); got != want {
			t.Errorf("%q on %q: %v, want %v", pattern, path, got, want)
		}
		if again := normal(pattern, asPattern); again != pattern && !strings.Contains(pattern, "%") {
			t.Errorf("%q is not normal: %q", pattern, again)
		}
	})
}
