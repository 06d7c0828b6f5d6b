package pagetext

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"gannet/internal/yamlfile"

	"gannet/internal/letters"
)

//go:embed sentences.yaml
var sentencesFile []byte

// sayings are the phrases of one language that stand beside names of employers and places in sentences.
type sayings struct {
	employerBefore, employerAfter, placeBefore, placeAfter cues

	begins beginnings // of all cues

	lastDay dayCues

	postposes bool // words such as "in the town of" follow their names

	skip, noName, employerJoins, placeJoins, placeHeads, placeWords, employerWords, we, weAre, weAreAlone map[string]bool
}

// cue is a phrase beside a name.
type cue struct {
	text string
	weak bool // it stands beside much else as well
}

// cues maps their first two bytes to cues, the longest first.
type cues map[start][]cue

// sentenceVocabulary is the content of sentences.yaml.
type sentenceVocabulary struct {
	of    map[string]*sayings // by language
	forms *legalForms
}

// inSentences returns the vocabulary of sentences. It is read at the first use.
var inSentences = sync.OnceValue(func() *sentenceVocabulary {
	v, err := readSentences(sentencesFile)
	if err != nil {
		panic("pagetext: sentences.yaml: " + err.Error()) // embedded, and read by the tests
	}
	return v
})

func readSentences(data []byte) (*sentenceVocabulary, error) {
	type byLanguage = map[string][]string
	var file struct {
		EmployerBefore byLanguage `yaml:"employer_before"`
		EmployerAfter  byLanguage `yaml:"employer_after"`
		PlaceBefore    byLanguage `yaml:"place_before"`
		PlaceAfter     byLanguage `yaml:"place_after"`
		EmployerJoins  byLanguage `yaml:"employer_joins"`
		PlaceJoins     byLanguage `yaml:"place_joins"`
		PlaceHeads     byLanguage `yaml:"place_heads"`
		PlaceWords     byLanguage `yaml:"place_words"`
		EmployerWords  byLanguage `yaml:"employer_words"`
		We             []string
		WeAre          []string `yaml:"we_are"`
		WeAreAlone     []string `yaml:"we_are_alone"`
		Postposes      []string
		NoName         byLanguage `yaml:"no_name"`
		Skip           byLanguage
		Forms          []string

		LastDayBefore byLanguage `yaml:"last_day_before"`
		Applying      byLanguage
		Postings      byLanguage
		NotLast       byLanguage `yaml:"not_last"`
	}
	if err := yamlfile.Decode(data, &file); err != nil {
		return nil, err
	}
	v := &sentenceVocabulary{of: map[string]*sayings{}, forms: newLegalForms(file.Forms)}
	words := func(of byLanguage, lang string) map[string]bool {
		return set(append(slices.Clone(of["all"]), of[lang]...))
	}
	for lang := range file.EmployerBefore {
		v.of[lang] = &sayings{
			employerBefore: newCues(file.EmployerBefore[lang], shortPreposition), employerAfter: newCues(file.EmployerAfter[lang], shortVerb),
			placeBefore: newCues(file.PlaceBefore[lang], shortPreposition), placeAfter: newCues(file.PlaceAfter[lang], 0),
			skip: words(file.Skip, lang), noName: words(file.NoName, lang), employerJoins: words(file.EmployerJoins, lang),
			placeJoins: words(file.PlaceJoins, lang), placeHeads: words(file.PlaceHeads, lang), placeWords: words(file.PlaceWords, lang),
			employerWords: words(file.EmployerWords, lang), we: set(file.We), weAre: set(file.WeAre), weAreAlone: set(file.WeAreAlone),
		}
		v.of[lang].lastDay = dayCues{
			before: newCues(file.LastDayBefore[lang], 0), applying: newCues(append(file.Applying["all"], file.Applying[lang]...), 0),
			postings: newCues(file.Postings[lang], 0), others: newCues(file.NotLast[lang], 0),
		}
		v.of[lang].lastDay.noteBeginnings(lang)
		v.of[lang].postposes = slices.Contains(file.Postposes, lang)
		v.of[lang].noteBeginnings()
	}
	return v, nil
}

// noteBeginnings sets begins, the first bytes of all cues.
func (of *sayings) noteBeginnings() {
	for _, c := range []cues{of.employerBefore, of.employerAfter, of.placeBefore, of.placeAfter} {
		for b := range c {
			of.begins.add(b)
		}
	}
}

// The number of letters up to which a cue of one word is weak: "chez" says less than "join", and "is" less than "seeks".
const (
	shortPreposition = 5
	shortVerb        = 3
)

// newCues indexes phrases. A phrase is weak if it is marked with ~, or if it is one word of at most short letters and not marked with !.
func newCues(texts []string, short int) cues {
	c := cues{}
	for _, text := range texts {
		text, marked := strings.CutPrefix(strings.TrimRight(text, " "), "~")
		text, strong := strings.CutPrefix(text, "!")
		first, _ := utf8.DecodeRuneInString(text)
		weak := marked || !strong && !isWide(first) && !strings.Contains(text, " ") && utf8.RuneCountInString(text) <= short
		c[firstOf(text)] = append(c[firstOf(text)], cue{text, weak})
	}
	for _, of := range c {
		slices.SortFunc(of, func(a, b cue) int { return len(b.text) - len(a.text) })
	}
	return c
}

// at returns the longest cue that starts s, which is in lower case, and ends with a word there.
func (c cues) at(s string) *cue {
	of := c[firstOf(s)]
	for i := range of {
		rest, ok := strings.CutPrefix(s, of[i].text)
		if !ok {
			continue
		}
		last, _ := utf8.DecodeLastRuneInString(of[i].text)
		next, _ := utf8.DecodeRuneInString(rest)
		if !isWide(last) && letters.IsLetter(last) && (letters.IsLetter(next) || letters.IsDigit(next)) {
			continue
		}
		return &of[i]
	}
	return nil
}

// lower returns a text in lower case with the same number of bytes. Letters whose lower case is longer or shorter stay.
func lower(s string) string {
	var low strings.Builder
	low.Grow(len(s) + utf8.UTFMax)
	for _, r := range s {
		switch l := letters.ToLower(r); {
		case r < utf8.RuneSelf:
			low.WriteByte(byte(l))
		case utf8.RuneLen(l) == utf8.RuneLen(r):
			low.WriteRune(l)
		default:
			low.WriteRune(r)
		}
	}
	return low.String()
}
