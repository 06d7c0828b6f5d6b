package job

import (
	"strings"
	"testing"
	"unicode"
)

// slowText is what TextWriter makes of pieces, a letter at a time.
func slowText(pieces []string, keepLines bool) string {
	var b strings.Builder
	due := ""
	for _, r := range strings.Join(pieces, "") {
		switch {
		case r == '\n' && keepLines:
			due = "\n"
		case unicode.IsSpace(r) || r == 0:
			if due == "" {
				due = " "
			}
		case r == '\u200b' || r == '\ufeff' || r == '\u00ad':
		default:
			if b.Len() > 0 {
				b.WriteString(due)
			}
			b.WriteRune(r)
			due = ""
		}
	}
	return b.String()
}

func TestTextWriter(t *testing.T) {
	for _, pieces := range [][]string{
		{}, {" Bake \n\n bread "}, {"Bä", "cker\u00a0\u2003in", " Gera"}, {"soft\u00adhyphen\ufeff\x00x"}, {"\x01\x7f\xff", "ok"}, {"面包\n师", "\t。"},
	} {
		for _, keepLines := range []bool{false, true} {
			w := TextWriter{keepLines: keepLines}
			for _, s := range pieces {
				w.Text(s)
			}
			if got, want := w.String(), slowText(pieces, keepLines); got != want {
				t.Errorf("%q, lines kept: %v: %q, want %q", pieces, keepLines, got, want)
			}
		}
	}
}
