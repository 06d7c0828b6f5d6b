package pagetext

import (
	"strings"
	"unicode/utf8"

	"gannet/internal/letters"
)

// Section is the subject of a section of a job description, such as the requirements.
type Section uint8

// These are the subjects of sections of a job description. None stands for text whose subject is not recognised.
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

// Heading returns the subject of the section that a heading begins, or None. The longest known phrase in the heading decides. The phrase
// must make up at least a third of the heading, so that "good communication skills" in a list does not begin a section.
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

// heading returns the section of the longest phrase in s, and the phrase's length.
func (v *vocabulary) heading(s string) (found Section, longest int) {
	v.sections.each(s, func(p *phrase) {
		if len(p.text) > longest {
			found, longest = p.section, len(p.text)
		}
	})
	return found, longest
}

// announces reports whether s contains a phrase that section headings have.
func (v *vocabulary) announces(s string) bool {
	section, _ := v.heading(s)
	return section != None
}

// Part is a run of successive lines of a job description that have the same subject.
type Part struct {
	Section Section
	Headed  bool     // a heading announces the section
	Lines   []string // without the heading
}

// Parts splits a description into parts by its headings. Each line of the description is a block of the page. Lines without a known heading
// above are judged by their words, long lines sentence by sentence.
func Parts(description string) []Part { return partsOf(description, bySentence) }

// partsOf is Parts with a function that returns the section of a sentence.
func partsOf(description string, bySentence func(string) Section) []Part {
	var parts []Part
	addLine := func(s Section, headed bool, line string) {
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
			addLine(s, true, rest)
			continue
		}
		if looksHeading(l) {
			if s := Heading(l); (s != None || surelyHeading(l)) && !repeats(s, section, l) {
				section = s
				continue
			}
		}
		if section != None {
			addLine(section, true, l)
			continue
		}
		for sentence := range sentences(l) {
			addLine(bySentence(sentence), false, sentence)
		}
	}
	return parts
}

// repeats reports whether a line that contains the phrase of a section's heading is only an item of that section, such as "two years of experience"
// among requirements.
func repeats(s, section Section, l string) bool {
	if s != section || s == None || surelyHeading(l) {
		return false
	}
	f := fold(l)
	_, size := known().heading(f)
	return size*3 < len(f)*2
}

// runIn reads a paragraph that begins with a heading of its own, "Your tasks: ...".
func runIn(l string) (s Section, rest string) {
	const longest = 50
	i := firstColon(l[:min(len(l), longest)])
	if i <= 0 || strings.Count(l[:i], " ") > 5 {
		return None, ""
	}
	if rest = strings.TrimSpace(afterColons(l[i:])); rest == "" {
		return None, ""
	}
	return Heading(l[:i]), rest
}

// looksHeading reports whether a line is short enough for a heading and does not end like a sentence.
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

// surelyHeading reports whether a line is certainly a heading: it ends with a colon or is all in capitals.
func surelyHeading(l string) bool {
	const longest = 60
	return len(l) <= longest && (strings.HasSuffix(l, ":") || strings.HasSuffix(l, "：") || l[0] == '#' || l == strings.ToUpper(l) && l != letters.Lower(l) && strings.Contains(l, " "))
}

// Split returns two parts of a description: duties has the text about the work and its requirements, and employer has the text about the
// employer. Everything else, such as benefits and how to apply, is left out.
func Split(description string) (duties, employer string) { return split(Parts(description)) }

func split(parts []Part) (duties, employer string) {
	var d, e []string
	for _, p := range parts {
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
