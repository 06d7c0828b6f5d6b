package cli

import (
	"fmt"
	"strings"
	"testing"
)

func TestTablesLineUpWideLettersAndMarks(t *testing.T) {
	var out strings.Builder
	table := NewTable(&out)
	fmt.Fprint(table, "title\t厨师\tjson-ld\nplace\tKo\u0308ln\tlabel\nid\tx\tpage\n")
	if err := table.Flush(); err != nil {
		t.Fatal(err)
	}
	want := "title  厨师  json-ld\nplace  Ko\u0308ln  label\nid     x     page\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestTablesFitWithoutLoss(t *testing.T) {
	text := "url\thttp://example.org/a/very/long/path/that/stays/whole/whatever/comes\n" +
		"verdict\tsame: like posting 1, similarity 0.90, the text is the same and the place is too\n" +
		"title\tA title of many words that is longer than its column\tjson-ld 0.95\n"
	for _, n := range []int{30, 40, 60, 80} {
		var out strings.Builder
		table := NewTable(WithColumns(&out, n))
		fmt.Fprint(table, text)
		if err := table.Flush(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if textWidth(strings.TrimSuffix(line, "\n")) > n && !strings.Contains(line, "http://") {
				t.Errorf("%d columns: %q", n, line)
			}
		}
		letters := func(s string) string { return strings.Join(strings.Fields(s), "") }
		for _, word := range strings.Fields(text) {
			if !strings.Contains(letters(out.String()), word) {
				t.Errorf("%d columns: %q is gone from\n%s", n, word, out.String())
			}
		}
	}
}

func TestTablesOfFiguresEndBelowEachOther(t *testing.T) {
	var out strings.Builder
	table := NewFigures(&out)
	fmt.Fprint(table, "field\tfound\t\ntitle\t7\t\nvalid_through\t12\t\n")
	if err := table.Flush(); err != nil {
		t.Fatal(err)
	}
	want := "          field  found\n          title      7\n  valid_through     12\n"
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}
