package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func TestCutLine(t *testing.T) {
	for _, c := range []struct {
		line    string
		columns int
		want    string
	}{
		{"abcdef", 0, "abcdef"}, {"abcdef", 6, "abcdef"}, {"abcdef", 5, "abcd…"}, {"", 5, ""},
		{"a厨师b", 6, "a厨师b"}, {"a厨师b", 5, "a厨…"}, {"a厨师b", 4, "a厨…"}, {"köln", 4, "köln"},
	} {
		if got := CutLine(c.line, c.columns); got != c.want {
			t.Errorf("cutLine(%q, %d) = %q, want %q", c.line, c.columns, got, c.want)
		}
	}
}

func TestLinesAreCutWhateverTheWrites(t *testing.T) {
	text, want := "one kö 厨师厨师\n\nshort\n", "one kö…\n\nshort\n"
	for n := 1; n < len(text); n++ {
		var out bytes.Buffer
		c := &lineCutter{w: &out, columns: 7}
		for part := range strings.SplitSeq(text[:n]+"\x00"+text[n:], "\x00") {
			fmt.Fprint(c, part)
		}
		if out.String() != want {
			t.Errorf("cut at %d: %q, want %q", n, out.String(), want)
		}
	}
}
