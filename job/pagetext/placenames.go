package pagetext

import (
	"math"
	"strings"
	"unicode/utf8"

	"gannet/internal/logistic"
	"gannet/job"
)

// The signs of places, beside those of names.
const (
	signFollows sign = 1 << (iota + 20) // it follows the employer or the posting's title
	signBeside                          // it stands beside the likeliest employer: "Acme (Leeds)", "Acme, Leeds,"
	signSeeks                           // the sentence names the employer or the posting
	signEdge                            // it is in one of the first or last lines
	signRegion                          // its state or country follows
	signTitled                          // the posting's title has it
)

// placeWeights are log-odds. They were chosen by hand, on one half of the employers of real ads.
var placeWeights = []struct {
	is     sign
	weight float64
}{
	{signPhrase, 3.2}, {signWeak, .8}, {signFollows, 2.2}, {signBeside, 2.4}, {signSeeks, .8}, {signEdge, .5}, {signRegion, 2}, {signTitled, .8},
	{signKind, -1}, {signCommon, -2.5}, {signNoun, -2}, {signAsked, -1},
}

// The log-odds of any name that a phrase makes a place, for each doubling of its sentences, and the least sure place that is used.
// If another place is nearly as likely, none is used.
const (
	oddsOfPlace  = -2.6
	oddsReplaced = .9
	leastPlace   = .45
	leastLead    = 2 // log-odds
)

func (n *named) placeOdds() float64 {
	odds := oddsOfPlace + oddsReplaced*math.Log2(float64(min(n.sentences, 8)))
	for _, w := range placeWeights {
		if n.signs&w.is != 0 {
			odds += w.weight
		}
	}
	return odds
}

// notePlace notes a place found in a sentence, unless the page gives a place outside its description.
func (r *reader) notePlace(t *tally, of *sayings, n said, signs sign, line int) {
	value := withoutTownWord(n.name)
	if r.placeSaid || !fits(value, 60, 6) || surelyForm(value) || value == "" || value[0] >= '0' && value[0] <= '9' {
		return
	}
	if n.weak {
		signs |= signWeak
	} else {
		signs |= signPhrase
	}
	if n.follows {
		signs |= signFollows
	}
	if strings.Contains(value, ", ") {
		signs |= signRegion
	}
	words := strings.Fields(value)
	if len(words) == 1 && len(of.placeHeads) > 0 && n.weak && !n.follows {
		signs |= signNoun
	}
	common := true
	for _, w := range words {
		common = common && t.common[fold(w)]
	}
	if common {
		signs |= signCommon
	}
	t.note(value, signs, line)
}

// choosePlace adds the names that are likely the place to the guesses.
func (r *reader) choosePlace(t *tally, of *sayings, lines []int) {
	title, _ := r.title.best()
	employer, _ := r.company.best()
	r.readBeside(t, of, employer, lines)
	for i := range t.all {
		n := &t.all[i]
		if n.key == employer.key || n.key == title.key {
			n.sentences = 0
			continue
		}
		if r.hasBody(n.value) {
			n.signs |= signKind
		}
		if strings.Contains(title.key, n.key) {
			n.signs |= signTitled
		}
	}
	t.likeliest((*named).placeOdds)
	r.saidPlaces = saidNames{all: t.all, sentences: t.sentence}
	for i := range t.all {
		t.all[i].score = t.all[i].placeOdds()
		r.saidPlaces.sure = append(r.saidPlaces.sure, logistic.Probability(t.all[i].score))
	}
	if t.isTied() {
		return
	}
	for i := range t.all[:min(len(t.all), 3)] {
		n := &t.all[i]
		if sure := logistic.Probability(n.placeOdds()); sure >= leastPlace {
			r.location.addValue(n.value, min(sure, mostSaid), byProse, n.line)
		}
	}
}

// isTied reports whether the second place is nearly as likely as the first, and neither is a part of the other.
func (t *tally) isTied() bool {
	if len(t.all) < 2 || t.all[1].sentences == 0 {
		return false
	}
	one, other := &t.all[0], &t.all[1]
	return one.placeOdds()-other.placeOdds() < leastLead && !strings.Contains(one.key, other.key) && !strings.Contains(other.key, one.key)
}

// readBeside notes the places that stand right behind the employer's name.
func (r *reader) readBeside(t *tally, of *sayings, employer guess, lines []int) {
	if len(employer.value) < 4 || employer.doubt > .7 || r.site.isNamed(employer.value) {
		return
	}
	places := &nameReader{of, of.placeJoins, nil, true, false, nil}
	for _, i := range lines {
		text := r.outline.lines[i].text
		for {
			at := strings.Index(text, employer.value)
			if at < 0 {
				break
			}
			text = text[at+len(employer.value):]
			if name := besideName(places, of, text); name != "" {
				t.sentence++
				r.notePlace(t, of, said{name: name, weak: true}, signBeside, i)
			}
		}
	}
}

// besideName returns the place that follows an employer's name: in brackets, between commas, or behind a word such as "in".
func besideName(places *nameReader, of *sayings, rest string) string {
	if inside, ok := strings.CutPrefix(strings.TrimPrefix(rest, " "), "("); ok {
		name, after := places.after(inside)
		if strings.HasPrefix(after, ")") && !isAcronym(name) {
			return name
		}
		return ""
	}
	if inside, ok := strings.CutPrefix(rest, ", "); ok {
		name := places.place(inside, of, false)
		if first, _ := utf8.DecodeRuneInString(name); name == "" || isWide(first) {
			return ""
		}
		at := strings.Index(inside, name) + len(name)
		if strings.HasPrefix(inside[at:], ",") && job.CountryCode(name) == "" && len(of.placeHeads) == 0 {
			return name
		}
		return ""
	}
	word, _ := nextWord(strings.TrimPrefix(rest, " "))
	if word == "" || !of.placeWords[fold(word)] || capital(word) {
		return ""
	}
	return places.place(strings.TrimPrefix(rest, " ")[len(word):], of, false)
}
