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
