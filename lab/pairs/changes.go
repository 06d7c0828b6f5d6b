package pairs

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gannet/dedup/verdict"
	"gannet/job"
)

// Change makes two postings from one, which differ in only one way.
type Change struct {
	Kind  string
	Label verdict.Label
	Bar   float64 // what share of the pairs is called the same job, at most, or at least if Label is Same
	make  func(c *changer, a, b *job.Posting) bool
	// Weight of the training pairs that differ in this way. More than 1 is for kinds that few of the real pairs teach.
	Weight float64
}

// changer makes changes with the words of one vocabulary.
type changer struct {
	rng   *rand.Rand
	words *vocabulary
	other *job.Posting // another ad of the same file
}

// Changes has all such changes: those that make another job of a posting, and those that do not.
var Changes = []Change{
	{"title with another rank", verdict.Different, .02, (*changer).rank, 1},
	{"title with a shift", verdict.Different, .02, (*changer).shift, 1},
	{"title with another band", verdict.Different, .02, (*changer).band, 1},
	{"title with another contract", verdict.Different, .02, (*changer).contract, 1},
	{"title with locum", verdict.Different, .02, (*changer).locum, 1},
	{"title with a ward or field", verdict.Different, .02, (*changer).ward, 1},
	{"other employer", verdict.Different, .05, (*changer).employer, 1},
	{"other town in the title alone", verdict.Different, .05, (*changer).townInTitle, 1},
	{"other town in the text alone", verdict.Different, .05, (*changer).townInText, 2},
	{"two numbers on one site, other title", verdict.Different, .05, (*changer).numbersAndTitle, 1},
	{"two numbers on one site, other pay", verdict.Different, .05, (*changer).numbersAndPay, 1},
	{"two numbers on one site, other hours", verdict.Different, .05, (*changer).numbersAndHours, 1},
	{"disjoint pay", verdict.Different, .2, (*changer).pay, 1},
	{"title with another level", verdict.Different, .02, (*changer).level, 1},
	{"short ads of one title, a sentence shared", verdict.Different, .05, (*changer).littleShared, 20},
	{"accents lost", verdict.Same, .98, (*changer).accents, 1},
	{"each 8th word changed", verdict.Same, .9, (*changer).eachEighth, 3},
	{"agency's name, a quarter rewritten", verdict.Same, .95, (*changer).agencyRewrites, 1.5},
	{"agency's name, 2 kB added", verdict.Same, .95, (*changer).agencyAdds, 1},
	{"another language, a contact shared", verdict.Same, .5, (*changer).translate, 1},
	{"short ad, a word or sentence changed", verdict.Same, .9, (*changer).shortCopy, 1},
	{"umlauts written out", verdict.Same, .98, (*changer).writtenOut, 1},
	{"entity left in the title", verdict.Same, .98, (*changer).entity, 1},
	{"house named behind a dash", verdict.Same, .95, (*changer).house, 1},
	{"one title in two languages, two employers or none", verdict.Different, .05, (*changer).foreignNamesake, 1},
}

// pick returns one of the words of a list.
func (c *changer) pick(list string) string {
	all := strings.Split(list, "|")
	return all[c.rng.IntN(len(all))]
}

// two returns two different words of a list.
func (c *changer) two(list string) (string, string) {
	all := strings.Split(list, "|")
	i := c.rng.IntN(len(all))
	return all[i], all[(i+1+c.rng.IntN(len(all)-1))%len(all)]
}

// of returns the list of a language, or the English one.
func of(lists map[string]string, p *job.Posting) string {
	if list := lists[p.Language]; list != "" {
		return list
	}
	return lists["en"]
}

// add adds a word to a title in one of the ways in which titles have them.
func (c *changer) add(title, word string) string {
	switch c.rng.IntN(4) {
	case 0:
		return word + " " + title
	case 1:
		return title + " - " + word
	case 2:
		return title + " (" + word + ")"
	}
	return title + ", " + word
}

func (c *changer) rank(a, b *job.Posting) bool {
	word := c.pick(of(c.words.ranks, a))
	b.Title = word + " " + a.Title
	return a.Title != "" && !mentions(a.Title, word)
}

func (c *changer) shift(a, b *job.Posting) bool {
	word := c.pick(of(c.words.shifts, a))
	b.Title = c.add(a.Title, word)
	return a.Title != "" && !mentions(a.Title, word)
}

func (c *changer) band(a, b *job.Posting) bool {
	word, at := c.pick(c.words.bands), 3+c.rng.IntN(5)
	title := a.Title
	a.Title, b.Title = fmt.Sprintf("%s %s %d", title, word, at), fmt.Sprintf("%s %s %d", title, word, at+1)
	return title != ""
}

func (c *changer) contract(a, b *job.Posting) bool {
	one, two := c.two(of(c.words.contracts, a))
	title := a.Title
	a.Title, b.Title = title+" - "+one, title+" - "+two
	return title != ""
}

func (c *changer) locum(a, b *job.Posting) bool {
	b.Title = c.pick(c.words.locums) + " " + a.Title
	return a.Title != "" && !mentions(a.Title, "locum")
}

func (c *changer) ward(a, b *job.Posting) bool {
	word := c.pick(of(c.words.wards, a))
	b.Title = c.add(a.Title, word)
	return a.Title != "" && !mentions(a.Title, word)
}

func mentions(title, word string) bool {
	return strings.Contains(strings.ToLower(title), strings.ToLower(word))
}

func (c *changer) employer(a, b *job.Posting) bool {
	one, two := c.two(c.words.employers)
	if a.Company != "" {
		one = a.Company
	}
	b.Description = strings.ReplaceAll(a.Description, one, two)
	a.Company, b.Company = one, two
	return true
}

func (c *changer) townInTitle(a, b *job.Posting) bool {
	one, two := c.two(c.words.towns)
	title := a.Title
	a.Title, b.Title = title+" - "+one, title+" - "+two
	return title != ""
}

// townInText says where the work is in the texts alone: the fields agree.
func (c *changer) townInText(a, b *job.Posting) bool {
	one, two := c.two(c.words.towns)
	form := c.pick(of(c.words.placeForms, a))
	a.Description += "\n" + fmt.Sprintf(form, one)
	b.Description += "\n" + fmt.Sprintf(form, two)
	return true
}

// onOneSite gives two postings of one site their numbers.
func (c *changer) onOneSite(a, b *job.Posting) {
	number := 100_000 + c.rng.IntN(800_000)
	for i, p := range []*job.Posting{a, b} {
		p.ID = fmt.Sprint(number + i)
		p.URL = "https://jobs.one-site.example/" + p.ID
	}
}

func (c *changer) numbersAndTitle(a, b *job.Posting) bool {
	c.onOneSite(a, b)
	return c.ward(a, b)
}

func (c *changer) numbersAndPay(a, b *job.Posting) bool {
	c.onOneSite(a, b)
	return c.pay(a, b)
}

func (c *changer) numbersAndHours(a, b *job.Posting) bool {
	c.onOneSite(a, b)
	form := c.pick(of(c.words.hourForms, a))
	a.Description += "\n" + fmt.Sprintf(form, 20+c.rng.IntN(8))
	b.Description += "\n" + fmt.Sprintf(form, 30+c.rng.IntN(10))
	return true
}

func (c *changer) pay(a, b *job.Posting) bool {
	low := float64(20_000 + 500*c.rng.IntN(60))
	a.Salary = job.Pay{Min: low, Max: low * 1.15, Currency: "EUR", Unit: "YEAR"}
	b.Salary = job.Pay{Min: low * 1.3, Max: low * 1.5, Currency: "EUR", Unit: "YEAR"}
	return true
}
