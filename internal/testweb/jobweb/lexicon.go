package jobweb

import (
	_ "embed"
	"fmt"
	"strings"

	"gannet/internal/yamlfile"
)

//go:embed lexicon.yaml
var lexiconText []byte

// lexicon holds the words that pages of one language contain besides the ads.
type lexicon struct {
	Labels      map[string]string
	Occupations words
	Ranks       words
	Towns       words
	Trades      words
	Legal       words
	Glue        words
	Work        words
	General     words
	Boiler      words
	Closing     words
}

// words are read from one line. They are separated by | if the line has any, and else by spaces.
type words []string

// UnmarshalYAML implements yaml.Unmarshaler: it reads the words of one language.
func (w *words) UnmarshalYAML(n *yamlfile.Node) error {
	var line string
	if err := n.Decode(&line); err != nil {
		return err
	}
	if strings.Contains(line, "|") {
		*w = strings.Split(line, "|")
		return nil
	}
	*w = strings.Fields(line)
	return nil
}

func readLexicons() (map[string]*lexicon, error) {
	all := make(map[string]*lexicon)
	if err := yamlfile.Decode(lexiconText, &all); err != nil {
		return nil, fmt.Errorf("lexicon: %w", err)
	}
	return all, nil
}

// Languages returns the languages for which the generated web has words, as ISO 639-1 codes in a fixed order.
func Languages() []string { return []string{"en", "de", "fr", "es", "pl", "ru", "zh"} }

// spaced reports whether a language separates words by spaces.
func spaced(lang string) bool { return lang != "zh" }

// sentence draws a sentence about a list of words. Nearly half of the sentence is glue.
func (l *lexicon) sentence(about words, lang string, r *random) string {
	var b strings.Builder
	n := r.between(7, 16)
	for i := range n {
		list := about
		if i < n-1 && r.chance(.45) {
			list = l.Glue
		}
		if i > 0 && spaced(lang) {
			b.WriteByte(' ')
		}
		b.WriteString(r.pick(list))
	}
	if !spaced(lang) {
		return b.String() + "。"
	}
	return capital(b.String()) + "."
}

// paragraph draws some sentences.
func (l *lexicon) paragraph(about words, lang string, n int, r *random) string {
	out := make([]string, n)
	for i := range out {
		out[i] = l.sentence(about, lang, r)
	}
	return join(out, lang)
}

// join joins sentences as the language does.
func join(sentences []string, lang string) string {
	if spaced(lang) {
		return strings.Join(sentences, " ")
	}
	return strings.Join(sentences, "")
}

func capital(s string) string {
	for i, c := range s {
		return strings.ToUpper(string(c)) + s[i+len(string(c)):]
	}
	return s
}
