package weburl

import (
	"strings"
	"testing"
)

func TestRedact(t *testing.T) {
	for raw, want := range map[string]string{
		"http://ann:secret@example.org:99999/a":  "http://…@example.org:99999/a",
		"http://ann:secret@example.org:x/a@b":    "http://…@b",
		"http://secret@[::1/":                    "http://…@[::1/",
		"http://ann:sec/ret@example.org/":        "http://…@example.org/",
		"http://ann:se?c#ret@example.org/":       "http://…@example.org/",
		"http://ann:s@cret@example.org:x/":       "http://…@example.org:x/",
		"http://ann:secret%40example.org/":       "http://…@example.org/",
		`http:\\ann:secret@example.org\`:         `http:\\…@example.org\`,
		"http:/ann:secret@example.org":           "http:/…@example.org",
		"ftp://ann:secret@example.org/":          "ftp://…@example.org/",
		"ann:secret@example.org":                 "…@example.org",
		"//ann:secret@example.org":               "//…@example.org",
		"http://example.org:8080/@ann":           "http://example.org:8080/@ann",
		"http://exa mple.org/?q=ann@example.org": "http://exa mple.org/?q=ann@example.org",
		"http://[::1]x/@ann":                     "http://[::1]x/@ann",
		"javascript:alert(1)":                    "javascript:alert(1)",
		"":                                       "",
		"@":                                      "…@",
		"seeds@home.txt":                         "…@home.txt",
		"/home/ann@work/seeds.txt":               "/home/ann@work/seeds.txt",
	} {
		if got := Redact(raw); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

// TestErrorsHoldNoPassword has every refusal of an address with a password.
func TestErrorsHoldNoPassword(t *testing.T) {
	base, err := NewBase("http://example.org/")
	if err != nil {
		t.Fatal(err)
	}
	const user = "ann:s3cret@"
	for _, raw := range []string{
		"http://" + user + "a b/", "http://" + user + "example.org:99999/", "http://" + user + "example.org:port/", "http://" + user,
		"ftp://" + user + "example.org/", "http://" + user + "[::1/", "http://" + user + "1.2.3.4.5/", "http://" + user + "xn--a/", user + "example.org",
		"http://" + user + "example.org/" + strings.Repeat("a", MaxLength), "http://ann:s3cret/x@example.org/", "http://ann:s3cret example.org@/",
		"http:ann:s3cret@:x", "http://" + strings.Repeat("@", 300) + user + "example.org/", "//" + user + "a b/", "javascript://" + user,
	} {
		for _, parse := range []func(string) (string, error){Canonical, base.Resolve} {
			if got, err := parse(raw); err != nil && strings.Contains(err.Error(), "s3cret") || strings.Contains(got, "s3cret") && !strings.Contains(got, "/ann") {
				t.Errorf("%q: %q, %v", raw, got, err)
			}
		}
	}
	if _, err := NewBase("http://" + user + "a b/"); err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("base: %v", err)
	}
}

func TestScrub(t *testing.T) {
	for text, want := range map[string]string{
		`parse "http://ann:secret@a:x/": invalid port`:         `parse "http://…@a:x/": invalid port`,
		"no address, but ann@example.org":                      "no address, but ann@example.org",
		"from http://a.example/@ann to https://b:c@d.example/": "from http://a.example/@ann to https://…@d.example/",
	} {
		if got := Scrub(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
