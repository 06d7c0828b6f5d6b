package sketch

import (
	"fmt"
	"strings"
	"testing"
)

// manyWords returns n made words.
func manyWords(n, from int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("word%d", from+i)
	}
	return strings.Join(list, " ")
}

// TestVocabularyHasWords: all words of a text are found, in another form as well, and few of those that it does not have.
func TestVocabularyHasWords(t *testing.T) {
	k := New(DefaultOptions())
	s := k.Sketch("Gardeners prune the old pear trees. "+manyWords(250, 0), "en")
	for _, word := range k.AppendWords(nil, "gardener TREE pruning "+manyWords(250, 0), "en") {
		if !s.Vocabulary.Has(word) {
			t.Error("a word of the text is not found")
		}
	}
	found := 0
	for _, word := range k.AppendWords(nil, manyWords(1000, 5000), "en") {
		if s.Vocabulary.Has(word) {
			found++
		}
	}
	if found > 100 {
		t.Errorf("%d of 1000 other words are found, want some 50", found)
	}
}

func TestRepeated(t *testing.T) {
	k := New(DefaultOptions())
	k.Sketch("We seek a senior orchard keeper for our old trees.", "en")
	for _, test := range []struct {
		phrase     string
		found, all int
	}{
		{"Senior Orchard Keeper", 2, 2}, {"orchard keepers wanted", 1, 2}, {"keeper", 1, 1}, {"baker", 0, 1}, {"keeper orchard", 0, 1}, {"", 0, 0},
	} {
		if found, all := k.Repeated(test.phrase, "en"); found != test.found || all != test.all {
			t.Errorf("%q: %d of %d pairs, want %d of %d", test.phrase, found, all, test.found, test.all)
		}
	}
}
