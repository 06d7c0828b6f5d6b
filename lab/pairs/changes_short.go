package pairs

import (
	"fmt"
	"strings"

	"gannet/job"
)

// leastShort is the fewest words of a short ad.
const leastShort = 12

// firstSentences returns the first n sentences of a text that say something. ok is false if there are fewer.
func firstSentences(text string, n int) (list []string, ok bool) {
	for _, s := range sentences(text) {
		if len(strings.Fields(s)) > 2 || len([]rune(s)) > 12 {
			if list = append(list, strings.TrimSpace(s)); len(list) == n {
				return list, len(strings.Fields(strings.Join(list, " "))) >= leastShort
			}
		}
	}
	return nil, false
}

// littleShared makes two short ads of one title and town, with one sentence in common, as forms of boards have it. They name one
// employer, none, or have a placeholder for it.
func (c *changer) littleShared(a, b *job.Posting) bool {
	n := 2 + c.rng.IntN(4)
	one, ok := firstSentences(a.Description, n)
	other, more := firstSentences(c.other.Description, n)
	if !ok || !more || a.Title == "" || a.Title == c.other.Title {
		return false
	}
	at := c.rng.IntN(n)
	other[at] = one[c.rng.IntN(n)]
	a.Description, b.Description = strings.Join(one, " "), strings.Join(other, " ")
	a.Company = c.pick("|confidential|Our client|" + a.Company)
	a.Location, _ = c.two(c.words.towns)
	b.Company, b.Location = a.Company, a.Location
	return true
}

// shortCopy makes a short ad and a copy of it that lacks a sentence, or has another word.
func (c *changer) shortCopy(a, b *job.Posting) bool {
	n := 2 + c.rng.IntN(4)
	list, ok := firstSentences(a.Description, n)
	if !ok || a.Title == "" {
		return false
	}
	a.Description = strings.Join(list, " ")
	if n > 3 && c.rng.IntN(2) == 0 {
		list = list[:n-1]
	} else {
		at := c.rng.IntN(n)
		words := strings.Fields(list[at])
		words[c.rng.IntN(len(words))] = "2"
		list[at] = strings.Join(words, " ")
	}
	b.Description = strings.Join(list, " ")
	a.Location, _ = c.two(c.words.towns)
	b.Location = a.Location
	return true
}

// level ends two titles with two levels, in numbers or Roman numerals.
func (c *changer) level(a, b *job.Posting) bool {
	one, two := c.two("I|II|III|IV|V")
	if c.rng.IntN(2) == 0 {
		one, two = c.two("1|2|3|4")
	}
	title := a.Title
	a.Title, b.Title = title+" "+one, title+" "+two
	return title != ""
}

// writtenOut writes umlauts with two letters.
func (c *changer) writtenOut(a, b *job.Posting) bool {
	umlauts := strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "ß", "ss", "å", "aa", "ø", "oe")
	for _, text := range []*string{&b.Title, &b.Company, &b.Location, &b.Description} {
		*text = umlauts.Replace(*text)
	}
	return b.Description != a.Description
}

// entity leaves a character of a title as it stands in HTML.
func (c *changer) entity(a, b *job.Posting) bool {
	word := c.pick("R&D|F&B|Kind & Familie|Bar & Café|L'Atelier")
	title := a.Title
	a.Title = title + " " + word
	b.Title = title + " " + strings.NewReplacer("&", "&amp;", "é", "&eacute;", "'", "&#39;").Replace(word)
	return title != ""
}

// house adds the name of an employer's house to a title.
func (c *changer) house(a, b *job.Posting) bool {
	a.Company, _ = c.two("Palm Hotels|Brücken Kliniken|Rowan Care Homes|Corvin Boulangeries|Teal Schools")
	a.Location, _ = c.two(c.words.towns)
	first, _, _ := strings.Cut(strings.TrimSuffix(a.Company, "s"), " ")
	b.Title = fmt.Sprintf("%s - %s %s %s", a.Title, first, a.Location, c.pick("Marina|Nord|Parkside|Rive"))
	b.Company, b.Location = a.Company, a.Location
	return a.Title != ""
}
