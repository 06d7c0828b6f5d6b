package main

import (
	"slices"
	"testing"
)

func TestSentencesOf(t *testing.T) {
	source := "# A title of four words\n\nThe first sentence is here. The second\nends `here`: Or not.\n\n- one item of a list\n\n" +
		"| name | what it means |\n|---|---|\n| `a` | a cell of some words |\n\n```\nno code is read here\n```\n"
	want := []string{"p.md (): A title of four words", "p.md (A title of four words): The first sentence is here.",
		"p.md (A title of four words / The first sentence is here.): The second ends `here`: Or not.", "p.md (A title of four words): one item of a list",
		"p.md (A title of four words / what it means / `a`): a cell of some words"}
	if got := sentencesOf("p.md", []byte(source)); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestDocComments(t *testing.T) {
	source := "package p\n\n// A does.\nfunc A() {}\n\n// b does not.\nfunc b() {}\n\n// The kinds.\nconst (\n\tC = 1\n\tD = 2 // the second\n)\n"
	want := []string{"p.go:4: func A() {}\nA does.\n", "p.go:11: C = 1\nThe kinds.\n", "p.go:12: D = 2 // the second\nThe kinds.\n"}
	if got := docComments("p.go", []byte(source)); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
