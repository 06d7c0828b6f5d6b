package embedded

import (
	"testing"

	"gannet/job"
)

// Different postings with one address have that of their board. One posting that stands twice keeps its own.
func TestSharedAddresses(t *testing.T) {
	make := func(title, url string) *job.Posting { return &job.Posting{Title: title, URL: url, Description: title} }
	all := []*job.Posting{make("Dyer", "/1"), make("Dyer", "/1"), make("Weaver", "/all"), make("Cook", "/all"), make("Clerk", "/4")}
	dropShared(all, "/answer")
	for i, want := range []string{"/1", "/1", "/answer", "/answer", "/4"} {
		if all[i].URL != want {
			t.Errorf("%s has %s, want %s", all[i].Title, all[i].URL, want)
		}
	}
}

func TestDatesOfServices(t *testing.T) {
	for text, want := range map[string]string{
		"/Date(1777593600000)/": "1777593600000", "/Date(1777593600000+0200)/": "1777593600000", "/Date(1777593600000-0500)/": "1777593600000", "2026-05-01": "2026-05-01",
	} {
		if got := dateIn(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A picture or another address under a name of no meaning does not replace the address of a record, although programs request that one.
func TestNamedAddresses(t *testing.T) {
	for _, test := range []struct {
		other, want string
	}{{"/img/1.png", "https://api.mill.example/jobs/1"}, {"https://mill.example/privacy", "https://api.mill.example/jobs/1"}} {
		var c candidate
		c[link] = part{"https://api.mill.example/jobs/1", guessed}
		c.guessLink(map[string]any{"url": "https://api.mill.example/jobs/1", "banner": test.other})
		if got, _ := c[link].value.(string); got != test.want {
			t.Errorf("%s: %s", test.other, got)
		}
	}
}
