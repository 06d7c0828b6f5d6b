package pagetext

import (
	"bytes"
	"strings"
	"testing"
)

// madeWords counts the words of five employers that all have "weavers" and "Team", and each a name of its own.
func madeWords() *Words {
	var c WordCounter
	for _, name := range []string{"Loom", "Spindle", "Shuttle", "Heddle", "Bobbin"} {
		c.Add([]string{name + " has weavers.", "A Team of weavers"}, false)
	}
	return c.Words()
}

func TestCommonnessOfNames(t *testing.T) {
	w := madeWords()
	if u := w.of("weavers"); u.employers != 3 || u.small != 1 {
		t.Errorf("five employers write weavers: %+v", u)
	}
	if c := w.commonness("Team Loom"); c.rarest.employers != 0 || c.mean.employers != 1.5 || c.mean.small != 0 {
		t.Errorf("Team is common, Loom is not: %+v", c)
	}
	if c := (*Words)(nil).commonness("Team"); c.rarest.employers != -1 {
		t.Errorf("without words: %+v", c)
	}
}

// Texts of unknown employers have their names, so only words in small letters count.
func TestWordsOfUnknownEmployers(t *testing.T) {
	var c WordCounter
	for range leastOfWord {
		c.Add([]string{"Loom weaves"}, true)
	}
	if w := c.Words(); w.of("loom").employers != 0 || w.of("weaves").employers == 0 {
		t.Errorf("loom %+v, weaves %+v", w.of("loom"), w.of("weaves"))
	}
}

func TestWordsAreReadAsWritten(t *testing.T) {
	var b bytes.Buffer
	w := madeWords()
	if err := w.Write(&b); err != nil {
		t.Fatal(err)
	}
	file := b.Bytes()
	again, err := ReadWords(bytes.NewReader(file))
	if err != nil || again.Len() != w.Len() || again.of("team") != w.of("team") {
		t.Errorf("%v of %v words, %v", again, w, err)
	}
	for n := range len(file) {
		if _, err := ReadWords(bytes.NewReader(file[:n])); err == nil || !strings.HasPrefix(err.Error(), "words of employers: ") {
			t.Errorf("%d of %d bytes: %v", n, len(file), err)
		}
	}
}
