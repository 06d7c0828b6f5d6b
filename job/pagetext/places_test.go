package pagetext

import (
	"strings"
	"testing"
)

// The value beside a label of places is no place if it begins as a sentence or a heading does.
func TestValuesThatAreNoPlaces(t *testing.T) {
	prose := strings.Repeat("You weave linen and wool on the looms of our mill and mend them. ", 8)
	for value, want := range map[string]string{
		"About Example Mill": "", "You will join our mill": "", "Within commuting distance": "", "Who we are": "",
		"Within commuting distance, Leeds": "Within commuting distance, Leeds", "Leeds": "Leeds", "Little Snoring": "Little Snoring", "US": "US", "Remote, EMEA": "Remote, EMEA",
	} {
		page := pageOf(t, "https://a.example/1", "en", "<h1>Weaver</h1><p>Location: "+value+"</p><p>"+prose+"</p>")
		if got := new(Reader).Read(page, "en", testNow, nil).Location; got != want {
			t.Errorf("%q: location %q, want %q", value, got, want)
		}
	}
}
