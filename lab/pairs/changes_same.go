package pairs

import (
	"slices"
	"strings"

	"gannet/job"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
	"unicode"
)

// accents removes what stands on or below letters, as old systems do.
func (c *changer) accents(a, b *job.Posting) bool {
	bare := transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC)
	if !slices.Contains([]string{"de", "fr", "pl", "es", "it", "pt", "cs", "sv"}, a.Language) {
		return false
	}
	for _, text := range []*string{&b.Title, &b.Company, &b.Location, &b.Description} {
		*text, _, _ = transform.String(bare, strings.NewReplacer("ł", "l", "Ł", "L", "ø", "o", "Ø", "O", "ß", "ss", "æ", "ae", "đ", "d").Replace(*text))
	}
	return b.Description != a.Description
}

// eachEighth replaces each eighth word of the text by a word of another ad.
func (c *changer) eachEighth(a, b *job.Posting) bool {
	words, spare := strings.Fields(a.Description), strings.Fields(c.other.Description)
	if len(words) < 40 || len(spare) < 40 {
		return false
	}
	for i := 7; i < len(words); i += 8 {
		words[i] = spare[c.rng.IntN(len(spare))]
	}
	b.Description = strings.Join(words, " ")
	return true
}

// agencyRewrites has an agency write a quarter of the sentences again.
func (c *changer) agencyRewrites(a, b *job.Posting) bool {
	list, spare := sentences(a.Description), sentences(c.other.Description)
	if len(list) < 8 || len(spare) < 8 {
		return false
	}
	for _, i := range c.rng.Perm(len(list))[:len(list)/4] {
		list[i] = spare[c.rng.IntN(len(spare))]
	}
	b.Description = strings.Join(list, "")
	b.Company = c.pick(c.words.agencies)
	return true
}

// agencyAdds has an agency add 2 kB about itself.
func (c *changer) agencyAdds(a, b *job.Posting) bool {
	const added = 2000
	if len(c.other.Description) < added/2 {
		return false
	}
	more := strings.Repeat(c.other.Description+"\n", 3)
	b.Description = a.Description + "\n" + strings.ToValidUTF8(more[:min(added, len(more))], "")
	b.Company = c.pick(c.words.agencies)
	return true
}

// translate stands for a translation: title, company, place, date and address to write to are the same, the text and its
// language are others.
func (c *changer) translate(a, b *job.Posting) bool {
	foreign := c.words.foreign[c.rng.IntN(len(c.words.foreign))]
	if a.Title == "" || a.Language == foreign.language || a.Language == "" {
		return false
	}
	if a.Company == "" {
		a.Company, _ = c.two(c.words.employers)
	}
	if a.Location == "" {
		a.Location, _ = c.two(c.words.towns)
	}
	b.Company, b.Location, b.Language = a.Company, a.Location, foreign.language
	list := sentences(foreign.text)
	c.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	contact := c.pick("Mail: jobs@%.example|Tel. +49 30 5550%|Tel. 0171 5552%")
	contact = strings.ReplaceAll(contact, "%", c.pick("120|231|342|453|564|675|786"))
	a.Description += "\n" + contact
	b.Description = strings.Join(list, " ") + "\n" + contact
	return true
}

// foreignNamesake makes two ads of one title in two languages. They are of two employers, or one or both do not name theirs.
func (c *changer) foreignNamesake(a, b *job.Posting) bool {
	foreign := c.words.foreign[c.rng.IntN(len(c.words.foreign))]
	if a.Title == "" || a.Language == foreign.language || a.Language == "" {
		return false
	}
	a.Company, b.Company = c.two(c.words.employers)
	switch c.rng.IntN(4) {
	case 0:
		a.Company = c.pick("|confidential")
	case 1:
		b.Company = c.pick("|confidential")
	case 2:
		b.Company = c.pick(c.words.agencies)
	}
	if c.rng.IntN(2) == 0 {
		b.Location = ""
	}
	list := sentences(foreign.text)
	c.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	b.Description, b.Language = strings.Join(list, " "), foreign.language
	return true
}
