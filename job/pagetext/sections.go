package pagetext

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Section is a part of a description by what it is about.
type Section uint8

// The sections. Text of which nothing is known is None.
const (
	None Section = iota
	Duties
	Requirements
	Employer
	Offer
	Apply
)

var sectionNames = []string{"none", "duties", "requirements", "employer", "offer", "apply"}

func (s Section) String() string { return sectionNames[s] }

func (v *vocabulary) addSections(file map[string]map[string][]string) error {
	for name, languages := range file {
		s := slices.Index(sectionNames, name)
		if s <= 0 {
			return fmt.Errorf("no section %q", name)
		}
		for _, phrases := range languages {
			for _, p := range phrases {
				v.sections[firstOf(p)] = append(v.sections[firstOf(p)], phrase{p, Section(s)})
			}
		}
	}
	for _, phrases := range v.sections {
		slices.SortFunc(phrases, func(a, b phrase) int {
			return cmp.Or(len(b.text)-len(a.text), strings.Compare(a.text, b.text), cmp.Compare(a.section, b.section))
		})
	}
	return nil
}

// Heading gives the section that a heading announces, None if it says nothing known. Of several phrases the longest
// decides.
func Heading(text string) Section {
	const longest = 90
	if len(text) > longest {
		return None
	}
	return known().heading(fold(text))
}

func (v *vocabulary) heading(s string) Section {
	found, longest, inWord := None, 0, false
	for i, r := range s {
		if !inWord || isWide(r) {
			for _, p := range v.sections[firstOf(s[i:])] {
				if len(p.text) > longest && strings.HasPrefix(s[i:], p.text) {
					found, longest = p.section, len(p.text)
				}
			}
		}
		inWord = unicode.IsLetter(r)
	}
	return found
}

// isWide says whether a letter is of a script that is written without spaces between words.
func isWide(r rune) bool { return unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hangul, r) }

// firstOf is what phrases are found by: their first two bytes.
func firstOf(s string) [2]byte {
	if len(s) < 2 {
		return [2]byte{}
	}
	return [2]byte{s[0], s[1]}
}

// Part is a stretch of a description.
type Part struct {
	Section Section
	Text    string // lines, without the heading
	Headed  bool   // a heading said what it is, not the text itself
}

// Parts cuts a description, whose lines are blocks, at its headings. Text under no heading known is judged line by line.
func Parts(description string) []Part {
	var parts []Part
	add := func(s Section, headed bool, text string) {
		if n := len(parts); n > 0 && parts[n-1].Section == s && parts[n-1].Headed == headed {
			parts[n-1].Text += "\n" + text
			return
		}
		parts = append(parts, Part{s, text, headed})
	}
	section, headed := None, false
	for l := range strings.Lines(description) {
		l = strings.TrimSpace(l)
		if l == "" {
			continue
		}
		if looksHeading(l) {
			if s := Heading(l); s != None {
				section, headed = s, true
				continue
			}
		}
		if before, after, ok := runIn(l); ok {
			section, headed = before, true
			add(section, true, after)
			continue
		}
		if headed {
			add(section, true, l)
		} else {
			add(judge(l), false, l)
		}
	}
	return parts
}

// runIn reads a paragraph that begins with its heading: "Your tasks: ...".
func runIn(l string) (s Section, rest string, ok bool) {
	const longest = 50
	i := strings.IndexAny(l[:min(len(l), longest)], ":：")
	if i <= 0 {
		return None, "", false
	}
	_, size := utf8.DecodeRuneInString(l[i:])
	rest = strings.TrimSpace(l[i+size:])
	s = Heading(l[:i])
	return s, rest, s != None && rest != "" && strings.Count(l[:i], " ") < 6
}

// looksHeading says whether a line is short enough for a heading and does not end like a sentence.
func looksHeading(l string) bool {
	const letters, words = 90, 10
	if len(l) > letters || strings.Count(l, " ") >= words {
		return false
	}
	switch last, _ := utf8.DecodeLastRuneInString(l); last {
	case '.', ',', ';', '。', '；', '，':
		return false
	}
	switch first, _ := utf8.DecodeRuneInString(l); first {
	case '-', '•', '*', '·', '–', '●', '▪', '◦':
		return false
	}
	return true
}

// Split gives the parts of a description that are about the work and who is sought, and those in which the employer
// speaks of itself. What belongs to neither, such as benefits and how to apply, is left out.
func Split(description string) (duties, employer string) {
	var d, e strings.Builder
	for _, p := range Parts(description) {
		b := &d
		switch p.Section {
		case Employer:
			b = &e
		case Offer, Apply:
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.Text)
	}
	return d.String(), e.String()
}
