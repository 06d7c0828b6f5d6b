package sketch

import (
	"fmt"
	"math"
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

// TestOwnWords: the words that each of two texts has for itself are counted within a few per cent.
func TestOwnWords(t *testing.T) {
	k := New(DefaultOptions())
	for _, c := range []struct{ common, first, second int }{{20, 0, 30}, {20, 5, 30}, {100, 60, 40}, {0, 50, 70}} {
		a, b := k.Sketch(manyWords(c.common+c.first, 0), "en"), k.Sketch(manyWords(c.common, 0)+" "+manyWords(c.second, 5000), "en")
		own, words := a.Vocabulary.OwnWords(&b.Vocabulary)
		wantOwn, wantWords := float64(min(c.first, c.second)), float64(c.common+min(c.first, c.second))
		if math.Abs(own-wantOwn) > 2+.05*wantOwn || math.Abs(words-wantWords) > 2+.05*wantWords {
			t.Errorf("%+v: %.1f own words of %.1f, want %.0f of %.0f", c, own, words, wantOwn, wantWords)
		}
	}
}
