package weburl

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestInternationalNames(t *testing.T) {
	for _, c := range []struct{ why, host, want string }{
		{"plain", "Straße.Example", "xn--strae-oqa.example"},
		{"escaped", "%C3%BC.example", "xn--tda.example"},
		{"ASCII is not looked into: bad Punycode", "XN--A.example", "xn--a.example"},
		{"ASCII is not looked into: a joiner alone", "xn--1ug.example", "xn--1ug.example"},
		{"ASCII is not looked into: empty labels", "xn--0ug..", "xn--0ug.."},
		{"bad Punycode beside another label", "xn--a.ü", ""},
		{"characters that others compose", "=\u0338.example", "xn--1ch.example"},
		{"with an ignored one between", "<\u00AD\u0338.example", "xn--gdh.example"},
		{"what is not composed stays forbidden", "<ü.example", ""},
		{"underscores", "a_ü.example", "xn--a_-yka.example"},
		{"mapped since Unicode 15", "\u04C0\u2183.example", "xn--s5a218l.example"},
		{"mapped in a range", "\U0001CCD6\U0001CCEF\U0001CCF9.example", "az9.example"},
		{"capital sharp s", "gro\u1E9E.example", "xn--gro-7ka.example"},
		{"ignored since Unicode 15", "a\u180Eb\u206Ac.example", "abc.example"},
		{"nothing left", "\u00AD", ""},
		{"wrong directions", "\u064Aa.example", ""},
		{"noncharacters", "a\uFFFE.example", ""},
		{"full stops of others", "a。ü．example", "a.xn--tda.example"},
		{"an address in other digits", "１２７。０。０。１", "127.0.0.1"},
		{"an address in hexadecimal", "0X7F.ü", "0x7f.xn--tda"},
		{"a last label that is no number", "a." + strings.Repeat("1", 25) + "b", "a." + strings.Repeat("1", 25) + "b"},
		{"numbers at the end", "ü.1", ""},
		{"numbers at the end of ASCII", "xn--a.0x1", ""},
		{"an escaped delimiter", "ü%2Fa", ""},
	} {
		got, err := Canonical("http://" + c.host + "/x")
		if want := "http://" + c.want + "/x"; c.want != "" && got != want || (err != nil) != (c.want == "") {
			t.Errorf("%s: %+q: %q, %v, want %q", c.why, c.host, got, err, c.want)
		}
	}
}

func TestInternationalBase(t *testing.T) {
	base, err := NewBase("http://xn--a.example/b/c")
	if err != nil {
		t.Fatal(err)
	}
	for href, want := range map[string]string{"./d": "http://xn--a.example/b/d", "//ü.example": "http://xn--tda.example/", "?\\": "http://xn--a.example/b/c?\\"} {
		if got, err := base.Resolve(href); got != want {
			t.Errorf("%q: %q, %v, want %q", href, got, err, want)
		}
	}
}

// TestSuitesOfTheStandard runs the tests of the URL Standard and of Unicode that the library brings in its module. They are
// older than the standard's rule that ASCII is not looked into; of Unicode's, which refused more, those with a result
// count.
func TestSuitesOfTheStandard(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/nlnwa/whatwg-url").Output()
	if err != nil {
		t.Skip("no Go command: ", err)
	}
	for file, most := range map[string]int{"toascii.json": 0, "IdnaTestV2.json": 0} {
		data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "testdata", file))
		if err != nil {
			t.Skip("the module has no tests: ", err)
		}
		var all []json.RawMessage
		if err := json.Unmarshal(data, &all); err != nil {
			t.Fatal(err)
		}
		cases, other := 0, 0
		for _, raw := range all {
			var c struct{ Input, Output string }
			if json.Unmarshal(raw, &c) != nil || c.Input == "" {
				continue // a comment
			}
			if c.Output == "" && file == "IdnaTestV2.json" {
				continue
			}
			if isASCII(c.Input) && !strings.ContainsFunc(c.Input, forbidden) && !endsInNumber(c.Input) {
				c.Output = strings.ToLower(c.Input)
			}
			cases++
			if got, err := Canonical("http://" + c.Input + "/x"); c.Output == "" && err == nil || c.Output != "" && got != "http://"+c.Output+"/x" {
				other++
				t.Logf("%s: %+q: %q, %v, want %q", file, c.Input, got, err, c.Output)
			}
		}
		t.Logf("%s: %d cases, %d otherwise", file, cases, other)
		if cases == 0 || other > most {
			t.Errorf("%s: %d of %d cases otherwise, want at most %d", file, other, cases, most)
		}
	}
}
