package names

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/internal/letters"
	"gannet/job/contact/persons"
)

// otherNames returns an example with other names in the place of its own, and in those addresses that are made of them.
func (m *maker) otherNames(e persons.Example) persons.Example {
	other := make(map[string]string) // by a name's word, folded
	var t text
	at, names, contacts := 0, e.Names, e.Contacts
	for len(names)+len(contacts) > 0 {
		if len(contacts) == 0 || len(names) > 0 && names[0][0] < contacts[0].Start {
			n := names[0]
			names = names[1:]
			t.WriteString(e.Text[at:n[0]])
			t.name(m.renamed(e.Text[n[0]:n[1]], other))
			at = n[1]
			continue
		}
		c := contacts[0]
		contacts = contacts[1:]
		if c.Start < at {
			continue
		}
		t.WriteString(e.Text[at:c.Start])
		t.contact(e.Text[c.Start:c.End], c.Mail)
		at = c.End
	}
	t.WriteString(e.Text[at:])
	made := persons.Example{Text: t.String(), Contacts: t.contacts, Names: t.names}
	return inAddresses(made, other)
}

// renamed returns a name with other words for those that are no titles, initials or particles.
func (m *maker) renamed(name string, other map[string]string) string {
	first, last := m.firstLast(nil)
	words := strings.Fields(name)
	for i, w := range words {
		key := letters.Fold(strings.Trim(w, ".,'’"))
		if utf8.RuneCountInString(key) < 2 || titles[key] || strings.ToLower(w) == w {
			continue
		}
		if other[key] == "" {
			if other[key] = first; i > 0 {
				other[key] = last
			}
			first, last = m.firstLast(nil)
		}
		if words[i] = other[key]; strings.ToUpper(w) == w {
			words[i] = strings.ToUpper(other[key])
		}
	}
	return strings.Join(words, " ")
}

var titles = func() map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq("mr mrs ms miss dr prof professor frau herr herrn mme mlle madame monsieur sr sra dott pan pani sir sister matron md phd mba") {
		set[w] = true
	}
	return set
}()

// inAddresses puts other words in the place of names' words in the local parts of addresses.
func inAddresses(e persons.Example, other map[string]string) persons.Example {
	var t text
	at, names := 0, e.Names
	move := func(to int) { // copies the text up to a place, with its names
		for len(names) > 0 && names[0][0] < to {
			t.WriteString(e.Text[at:names[0][0]])
			t.name(e.Text[names[0][0]:names[0][1]])
			at, names = names[0][1], names[1:]
		}
		t.WriteString(e.Text[at:to])
		at = to
	}
	for _, c := range e.Contacts {
		move(c.Start)
		address := e.Text[c.Start:c.End]
		if local, domain, ok := strings.Cut(address, "@"); ok && c.Mail {
			local = letters.Fold(local)
			for _, old := range slices.Sorted(maps.Keys(other)) {
				if p := plain(other[old]); len(old) > 2 && p != "" && strings.Contains(local, old) {
					local = strings.Replace(local, old, p, 1)
				}
			}
			address = local + "@" + domain
		}
		t.contact(address, c.Mail)
		at = c.End
	}
	move(len(e.Text))
	return persons.Example{Text: t.String(), Contacts: t.contacts, Names: t.names}
}
