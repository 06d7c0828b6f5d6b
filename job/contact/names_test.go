package contact

import (
	"strings"
	"testing"
)

// TestARepeatedNameIsFoundOnceAtEachPlace: a list of staff may name one person on every line.
func TestARepeatedNameIsFoundOnceAtEachPlace(t *testing.T) {
	const lines = 500
	text := strings.Repeat("Contact: Jane Doe, ward 3\n", lines)
	if n := len(findNames(text, nil, nil)); n > 4*lines {
		t.Errorf("%d spans for %d names", n, lines)
	}
	if masked := NewMasker(Drop, nil).Text(text); strings.Contains(masked, "Jane") {
		t.Errorf("names are left in %q", masked[:100])
	}
}

// TestAnAddressIsComparedWithSomeOfManyNames: an address and a list of staff are not compared with each other as a whole.
func TestAnAddressIsComparedWithSomeOfManyNames(t *testing.T) {
	text := strings.Repeat("Jane Doe\n", 3*mostRepeated) + "jane.doe@example.org"
	runs := nameWindows(text).findAll(text, capitals)
	names := namesOfMail(text, findMails(text)[0], runs, runsOfWords(text, runs))
	if last := names[len(names)-1]; len(names) != mostRepeated || last.end != len(text)-len("\njane.doe@example.org") {
		t.Errorf("%d names up to %d", len(names), last.end)
	}
}
