package pagetext

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// sign is what speaks for or against a name in sentences being the employer's. Signs are counted once a name.
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
	signOurs                         // each time "our" stands before it, or "the" before an abbreviation

	everyTime = signList | signAsked | signBegins
)

// signWeights are log-odds. They were chosen by hand, on one half of the employers of real ads.
var signWeights = []struct {
	is     sign
	weight float64
}{
	{signPhrase, 3.3}, {signTitle, 1}, {signMany, .5}, {signWeak, 1.2}, {signPreposition, .7}, {signSubject, .8}, {signOwner, .8}, {signWe, 3}, {signForm, 3}, {signKind, 2}, {signSite, 2.5}, {signCapital, .3},
	{signInside, .3}, {signList, -1.2}, {signCommon, -2.5}, {signPlace, -1}, {signNoun, -2.5}, {signAsked, -.8}, {signBegins, -1}, {signOurs, -3},
}

// The log-odds of any name and for each doubling of the sentences that have it.
const (
	oddsOfName   = -3.2
	oddsRepeated = 1.1
	oddsNamed    = -1 // of a name that makes the site's doubtful
)

// mostNamed bounds the names of a page.
const mostNamed = 400

// named is a name in the sentences of a page.
type named struct {
	value, key string
	line       int
	signs      sign
	sentences  int
	last       int // sentence
}

// odds returns the log-odds that the name is the employer's.
func (n *named) odds() float64 {
	odds := oddsOfName + oddsRepeated*math.Log2(float64(min(n.sentences, 8)))
	for _, w := range signWeights {
		if n.signs&w.is != 0 {
			odds += w.weight
		}
	}
	return odds
}

// tally collects the names of a page's sentences.
type tally struct {
	all      []named
	index    map[string]int // by key
	titled   bool           // the sentence has the posting's title
	sentence int
	common   map[string]bool // words in small letters
	title    string          // the posting's, folded
}

// withoutTitle removes the posting's title from the beginning of a name: sentences may follow it without a sign.
func (t *tally) withoutTitle(s string) string {
	if len(t.title) > 3 && len(s) > len(t.title)+3 && strings.EqualFold(s[:len(t.title)], t.title) && s[len(t.title)] == ' ' {
		return s[len(t.title)+1:]
	}
	return s
}

func (t *tally) note(value string, signs sign, line int) {
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
	} else if len(t.all) < mostNamed {
		t.index[key] = len(t.all)
		t.all = append(t.all, named{value, key, line, signs, 1, t.sentence})
	}
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

// likeliest sorts the names by their odds, the greatest first, and leaves out those without sentences.
func (t *tally) likeliest(odds func(*named) float64) {
	t.all = slices.DeleteFunc(t.all, func(n named) bool { return n.sentences == 0 })
	slices.SortStableFunc(t.all, func(a, b named) int { return cmp.Compare(odds(&b), odds(&a)) })
	clear(t.index)
}

// sureOfOdds returns the probability of log-odds.
func sureOfOdds(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }
