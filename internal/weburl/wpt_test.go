package weburl

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestURLStandard takes web-platform-tests' table of URLs, which comes with the library's module. A URL must have the canonical form
// of the one that the table expects.
func TestURLStandard(t *testing.T) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Skip("the module of the library is not there: ", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "testdata", "urltestdata.json"))
	if err != nil {
		t.Skip(err)
	}
	var table []json.RawMessage
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	tests := 0
	for _, row := range table {
		var c struct{ Input, Base, Href string }
		if json.Unmarshal(row, &c) == nil && checkStandard(t, c.Input, c.Base, c.Href) { // a row may be a comment
			tests++
		}
	}
	if t.Logf("%d URLs", tests); tests < 200 {
		t.Errorf("only %d URLs", tests)
	}
}

// checkStandard checks a row of the table. It reports false for one that is not about http and https.
func checkStandard(t *testing.T, input, base, href string) bool {
	t.Helper()
	got, err := "", error(nil)
	if b, failed := NewBase(base); failed == nil {
		got, err = b.Resolve(input)
	} else if base == "" || base == "about:blank" || base == "null" {
		got, err = Canonical(input)
	} else {
		return false
	}
	if href == "" && strings.Contains(strings.ToLower(input), "xn--") {
		return false // names in ASCII are not checked, see toASCII
	}
	want, refused := Canonical(href)
	if got != want || (err == nil) != (refused == nil) {
		t.Errorf("%q on %q: %q, %v, want %q", input, base, got, err, want)
	}
	return true
}
