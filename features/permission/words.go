package permission

import (
	"encoding/json"
	"slices"
	"strings"

	"gannet/internal/lazyregexp"
)

// Word is one preference in an owner's statement, such as the name "train-ai" with the value "n".
type Word struct{ Name, Value string }

// reservationName is the word of TDMRep by which an owner reserves the rights to mine text and data.
const reservationName = "tdm-reservation"

// effect is a word with a value, and the purposes that it refuses.
type effect struct {
	standard Standard
	word     Word
	refuses  []Purpose
}

// effects are all words that refuse something. Other words are kept but refuse nothing. The first two words of Content-Usage are those of the current
// draft, and the others are from its earlier versions.
var effects = []effect{
	{Signal, Word{"search", "no"}, []Purpose{Search}},
	{Signal, Word{"ai-input", "no"}, []Purpose{Input}},
	{Signal, Word{"ai-train", "no"}, []Purpose{Train}},
	{Usage, Word{"train-ai", "n"}, []Purpose{Train}},
	{Usage, Word{"search", "n"}, []Purpose{Search}},
	{Usage, Word{"train-genai", "n"}, []Purpose{Train}},
	{Usage, Word{"bots", "n"}, Purposes()},
	{TDM, Word{reservationName, "1"}, []Purpose{Input, Train, Mine}},
	{Robots, Word{"noai", ""}, []Purpose{Input, Train}},
	{Robots, Word{"noarchive", ""}, []Purpose{Archive}},
	{Robots, Word{"nocache", ""}, []Purpose{Archive}},
	{Robots, Word{"nosnippet", ""}, []Purpose{Input}},
	{AITxt, Word{"disallow", ""}, []Purpose{Train}},
}

// refuses reports whether a word of a standard refuses a purpose.
func refuses(standard Standard, word Word, p Purpose) bool {
	return slices.ContainsFunc(effects, func(e effect) bool {
		return e.standard == standard && e.word == word && slices.Contains(e.refuses, p)
	})
}

// Words returns all preferences in a statement, including those that have no effect. It returns nil if a mistake makes the whole statement
// invalid by its standard.
func (s Statement) Words() []Word {
	switch s.Standard {
	case Signal:
		return signalWords(withoutPath(s.Raw))
	case Usage:
		return dictionary(withoutPath(s.Raw))
	case TDM:
		return reservation(s.Raw)
	case Robots:
		return robotsWords(s.Raw)
	case AITxt:
		name, value, _ := strings.Cut(s.Raw, ":")
		if name = strings.ToLower(strings.TrimSpace(name)); name == "disallow" && strings.TrimSpace(value) != "" {
			return []Word{{name, ""}}
		}
	}
	return nil
}

// withoutPath returns the preferences of a line of robots.txt, which may begin with a path.
func withoutPath(raw string) string {
	if strings.HasPrefix(raw, "/") {
		_, raw, _ = strings.Cut(raw, " ")
	}
	return raw
}

// signalWords reads pairs of name and value with commas between them, such as "search=yes, ai-train=no".
func signalWords(raw string) (words []Word) {
	for pair := range strings.SplitSeq(strings.ToLower(raw), ",") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			words = append(words, Word{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
	}
	return words
}

// robotsWords reads directives with commas between them. A snippet length of 0 counts as no snippet.
func robotsWords(raw string) (words []Word) {
	for word := range strings.SplitSeq(strings.ToLower(raw), ",") {
		if word = strings.TrimSpace(word); word == "max-snippet:0" {
			word = "nosnippet"
		}
		words = append(words, Word{word, ""})
	}
	return words
}

// reservation reads a rule of tdmrep.json, or a header or meta element as "name: value".
func reservation(raw string) []Word {
	var rule struct {
		Reservation json.RawMessage `json:"tdm-reservation"`
		Policy      string          `json:"tdm-policy"`
	}
	if strings.HasPrefix(raw, "{") && json.Unmarshal([]byte(raw), &rule) == nil {
		words := []Word{{reservationName, strings.Trim(string(rule.Reservation), `"`)}}
		if rule.Policy != "" {
			words = append(words, Word{"tdm-policy", rule.Policy})
		}
		return words
	}
	if name, value, ok := strings.Cut(raw, ":"); ok {
		return []Word{{strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)}}
	}
	return nil
}

// member is a member of a dictionary of structured fields (RFC 9651, section 3.2): its key, its value and its parameters. The value may be an
// inner list, a string, bytes, or one of the kinds without blanks.
var member = lazyregexp.New(`^([a-z*][a-z0-9_.*-]*)(?:=(` + item + `|\( *(?:` + item + `(?: +` + item + `)* *)?\)))?` + parameters)

const (
	bareItem   = `%?"(?:[ !#-\[\]-~]|\\["\\])*"|:[A-Za-z0-9+/=]*:|\?[01]|@?-?[0-9]+(?:\.[0-9]{1,3})?|[A-Za-z*][!#$%&'*+.^_` + "`" + `|~0-9A-Za-z:/-]*`
	parameters = `(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:` + bareItem + `))?)*`
	item       = `(?:(?:` + bareItem + `)` + parameters + `)`
)

// dictionary reads a dictionary of structured fields (RFC 9651, section 4.2.2). It returns nil if the dictionary is not valid. If several members
// have one key, the last counts. A member without a value has the value "?1".
func dictionary(raw string) (words []Word) {
	rest := strings.Trim(raw, " ")
	for rest != "" {
		m := member.FindStringSubmatch(rest)
		if m == nil {
			return nil
		}
		value, _, _ := strings.Cut(m[2], ";")
		if m[2] == "" {
			value = "?1"
		}
		words = append(slices.DeleteFunc(words, func(w Word) bool { return w.Name == m[1] }), Word{m[1], value})
		if rest = strings.TrimLeft(rest[len(m[0]):], " \t"); rest == "" {
			return words
		}
		if rest[0] != ',' {
			return nil
		}
		if rest = strings.TrimLeft(rest[1:], " \t"); rest == "" {
			return nil // a comma without a member behind it
		}
	}
	return words
}
