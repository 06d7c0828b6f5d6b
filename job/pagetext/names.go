package pagetext

import (
	"cmp"
	"slices"
	"strings"
)

// sign is a property that makes it more or less likely that a name in sentences is the employer's. A name has each sign once, however often it
// occurs. Employers has the weights.
type sign uint32

const (
	signPhrase      sign = 1 << iota // a phrase such as "join" or "is looking for" stands beside it
	signWeak                         // a phrase that stands beside much else as well
	signPreposition                  // a word such as "with" stands before it
	signSubject                      // it begins a clause, and a word in small letters follows
	signOwner                        // "Acme's"
	signWe                           // "we, Acme," or "Acme (we)"
	signForm                         // it has a legal form
	signKind                         // it has a word such as "Hospital" or "Group"
	signSite                         // a title, the footer, a mail address or a link has it, too
	signCapital                      // it has capitals or digits inside, as ordinary words have not
	signInside                       // it stands inside a sentence
	signMany                         // it has several words, in a language that writes nouns without capitals
	signTitle                        // with a phrase, weak or not, and the posting's title stands in the sentence
	signCommon                       // the page writes all its words in small letters, too
	signPlace                        // a phrase that stands before places
	signNoun                         // one word, in a language that writes all nouns with capitals
	signList                         // each time it is one of a list, "Word, Excel"
	signAsked                        // each sentence asks something of applicants
	signBegins                       // each time it is one word that begins a sentence
	signPart                         // each time it is a part of a longer run of words with capitals

	everyTime = signPart | signList | signAsked | signBegins
)

// signNames are the signs' names in a model's file, in their order.
var signNames = [...]string{
	"phrase", "weak phrase", "preposition", "subject", "owner", "we", "legal form", "kind", "elsewhere", "capital inside", "inside a sentence",
	"several words", "title", "common", "place", "noun", "list", "requirement", "begins a sentence", "part",
}

// mostNamed bounds the names of a page.
const mostNamed = 400

// named is a name in the sentences of a page.
type named struct {
	value, key string
	line       int
	signs      sign
	sentences  int
	first      int // sentence
	last       int
	beside     []feature // the words before and after it
	score      float64   // by Employers

	// As in the C-value of terms (Frantzi, Ananiadou and Mima 2000): the share of its sentences in which it is a part of one longer name, and
	// the share of the sentences of its parts of several words in which they are a part of it.
	nested, cohesion float64
}

// tally collects the names of a page's sentences.
type tally struct {
	all      []named
	index    map[string]int // by key
	titled   bool           // the sentence has the posting's title
	sentence int
	wide     int             // forms of employers in scripts without spaces
	common   map[string]bool // words in small letters
	title    string          // the posting's, folded
	by       *Employers
	askedOf  string // the last sentence, and whether it asks something of applicants
	asked    bool
	words    *Words

	sectionOf func(sentence string) Section
}

// withoutTitle removes the posting's title from the beginning of a name: sentences may follow it without a sign.
func (t *tally) withoutTitle(s string) string {
	if len(t.title) > 3 && len(s) > len(t.title)+3 && strings.EqualFold(s[:len(t.title)], t.title) && s[len(t.title)] == ' ' {
		return s[len(t.title)+1:]
	}
	return s
}

func (t *tally) note(value string, signs sign, line int, beside ...feature) {
	value = once(t.withoutTitle(withoutOwner(value)))
	key := fold(tidy(value))
	if key == "" {
		return
	}
	if t.titled && signs&(signPhrase|signWeak) != 0 {
		signs |= signTitle
	}
	if i, ok := t.index[key]; ok {
		n := &t.all[i]
		if n.last != t.sentence {
			n.last = t.sentence
			n.sentences++
		}
		n.signs = n.signs&^everyTime | signs&^everyTime | n.signs&signs
		n.noteBeside(beside)
	} else if len(t.all) < mostNamed {
		t.index[key] = len(t.all)
		t.all = append(t.all, named{value: value, key: key, line: line, signs: signs, sentences: 1, first: t.sentence, last: t.sentence, beside: beside})
	}
}

// mostBeside bounds the words beside a name.
const mostBeside = 24

// noteBeside adds those words beside a name that it does not have yet.
func (n *named) noteBeside(words []feature) {
	for _, w := range words {
		if len(n.beside) < mostBeside && !slices.Contains(n.beside, w) {
			n.beside = append(n.beside, w)
		}
	}
}

// likeliest sorts the names by their odds, the greatest first, and removes names that are in no sentence.
func (t *tally) likeliest(odds func(*named) float64) {
	t.all = slices.DeleteFunc(t.all, func(n named) bool { return n.sentences == 0 })
	order := make([]*named, len(t.all)) // a named is large
	for i := range order {
		order[i] = &t.all[i]
	}
	slices.SortStableFunc(order, func(a, b *named) int { return cmp.Compare(odds(b), odds(a)) })
	sorted := make([]named, len(order))
	for i, n := range order {
		sorted[i] = *n
	}
	t.all = sorted
	clear(t.index)
}

// once returns one half of a name that stands twice: "Acme Ltd Acme Ltd".
func once(s string) string {
	if half := len(s) / 2; len(s) > 6 && len(s)%2 == 1 && s[half] == ' ' && s[:half] == s[half+1:] {
		return s[:half]
	}
	return s
}

// withoutOwner removes the sign of the genitive from the end of a name.
func withoutOwner(s string) string {
	for _, end := range []string{"'s", "’s", "'", "’"} {
		s = strings.TrimSuffix(s, end)
	}
	return s
}
