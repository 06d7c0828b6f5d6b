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
// decides.
func Heading(text string) Section {
	const longest = 90
	if len(text) > longest {
		return None
	}
	return known().heading(fold(text))
}

func (v *vocabulary) heading(s string) Section {
	found, longest := None, 0
	v.sections.each(s, func(p *phrase) {
		if len(p.text) > longest {
			found, longest = p.section, len(p.text)
		}
	})
	return found
}

// Part is a stretch of a description.
type Part struct {
	Section Section
	Text    string // lines, without the heading
	Headed  bool   // a heading said what it is, not the text itself
}

// Parts cuts a description, whose lines are blocks, at its headings. What stands under no heading known is None: neither
// cue words nor a classifier of words told its section on employers that they had not seen, see docs/jobs.md.
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
			if surelyHeading(l) {
				section, headed = None, false
				continue
			}
		}
		if before, after, ok := runIn(l); ok {
			section, headed = before, true
			add(section, true, after)
			continue
		}
		add(section, headed, l)
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

// surelyHeading says whether a line that may be a heading is one by its form: a colon at its end, or all capitals.
func surelyHeading(l string) bool {
	const longest = 60
	return len(l) <= longest && (strings.HasSuffix(l, ":") || strings.HasSuffix(l, "：") || l[0] == '#' || l == strings.ToUpper(l) && l != strings.ToLower(l) && strings.Contains(l, " "))
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
