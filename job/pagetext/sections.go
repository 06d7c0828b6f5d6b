package pagetext

import (
	"strings"
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

var sectionNames = [...]string{"none", "duties", "requirements", "employer", "offer", "apply"}

func (s Section) String() string { return sectionNames[s] }

// Heading gives the section that a heading announces, None if it says nothing known. Of several phrases the longest
// decides; it must be a third of the heading, so that "good communication skills" in a list is none.
func Heading(text string) Section {
	const longest = 90
	if len(text) > longest {
		return None
	}
	s := fold(text)
	section, size := known().heading(s)
	if size*3 < len(s) && !surelyHeading(text) {
		return None
	}
	return section
}

// heading gives the section that the longest phrase in s speaks for, and its length.
func (v *vocabulary) heading(s string) (found Section, longest int) {
	v.sections.each(s, func(p *phrase) {
		if len(p.text) > longest {
			found, longest = p.section, len(p.text)
		}
	})
	return found, longest
}

// announces says whether s has a phrase of a section's heading.
func (v *vocabulary) announces(s string) bool {
	section, _ := v.heading(s)
	return section != None
}

// Part is a stretch of a description.
type Part struct {
	Section Section
	Headed  bool     // a heading says so
	Lines   []string // without the heading
}

// Parts cuts a description, whose lines are blocks, at its headings. What stands under no heading known is judged by its
// words, sentence by sentence where a line is long; what they do not tell is None.
func Parts(description string) []Part {
	var parts []Part
	add := func(s Section, headed bool, line string) {
		if n := len(parts); n > 0 && parts[n-1].Section == s && parts[n-1].Headed == headed {
			parts[n-1].Lines = append(parts[n-1].Lines, line)
			return
		}
		parts = append(parts, Part{s, headed, []string{line}})
	}
	section := None
	for l := range strings.Lines(description) {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		if s, rest := runIn(l); s != None {
			add(s, true, rest)
			continue
		}
		if looksHeading(l) {
			if s := Heading(l); s != None || surelyHeading(l) {
				section = s
				continue
			}
		}
		if section != None {
			add(section, true, l)
			continue
		}
		for sentence := range sentences(l) {
			add(bySentence(sentence), false, sentence)
		}
	}
	return parts
}

// runIn reads a paragraph that begins with its heading, "Your tasks: ...", which is the heading of no other.
func runIn(l string) (s Section, rest string) {
	const longest = 50
	i := strings.IndexAny(l[:min(len(l), longest)], ":：")
	if i <= 0 || strings.Count(l[:i], " ") > 5 {
		return None, ""
	}
	_, size := utf8.DecodeRuneInString(l[i:])
	if rest = strings.TrimSpace(l[i+size:]); rest == "" {
		return None, ""
	}
	return Heading(l[:i]), rest
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

// surelyHeading says whether a line that may be a heading is one by its form: a colon at its end, or all capitals.
func surelyHeading(l string) bool {
	const longest = 60
	return len(l) <= longest && (strings.HasSuffix(l, ":") || strings.HasSuffix(l, "：") || l[0] == '#' || l == strings.ToUpper(l) && l != strings.ToLower(l) && strings.Contains(l, " "))
}

// Split gives the parts of a description that are about the work and who is sought, and those in which the employer
// speaks of itself. What belongs to neither, such as benefits and how to apply, is left out.
func Split(description string) (duties, employer string) {
	var d, e []string
	for _, p := range Parts(description) {
		switch p.Section {
		case Employer:
			e = append(e, p.Lines...)
		case Offer, Apply:
		default:
			d = append(d, p.Lines...)
		}
	}
	return strings.Join(d, "\n"), strings.Join(e, "\n")
}
