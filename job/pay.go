package job

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"gannet/internal/letters"
)

// PayText is a text that may state a salary, with what is known about its context.
type PayText struct {
	Text    string
	Label   string // what stands before it, such as "Gross annual salary"; "" for nothing
	Country string // ISO 3166, in any case: whose money a sign is that several countries share; "": unknown
	Prose   bool   // Text is of sentences, in which an amount of money needs evidence that it is pay
}

// ParsePay reads a salary from a text: "£25,000 - £30,000 a year", "15,50 € / Stunde", "1.5万-2万/月", "от 50 000 руб.". A single amount is
// both Min and Max. Currency and unit are empty if s does not state them. ok is false if no amount has a currency, a unit or a multiplier
// beside it, unless s is nothing but an amount.
func ParsePay(s string) (pay Pay, ok bool) { return ParsePayIn(s, "") }

// ParsePayIn reads a salary from a text as ParsePay does. country is the ISO 3166 code, in any case, of the country that the text is from; it
// decides between currencies with the same sign, such as dollars.
func ParsePayIn(s, country string) (pay Pay, ok bool) {
	if s == "" {
		return pay, false
	}
	pay = PayText{Text: s, Country: country}.Read()
	return pay, pay.Known()
}

// Read returns the first salary that the text states. It skips hours of work, and amounts of other things, such as a bonus, a budget or a
// turnover. If the amount is too small or too large for a salary, the result is not Known, and its Note says so.
func (t PayText) Read() Pay {
	const longestValue, longestProse = 400, 2000
	longest := longestValue
	if t.Prose {
		longest = longestProse
	}
	text := strings.TrimLeft(payText(letters.Cut(t.Text, longest)), " \t\n•·●▪*")
	p := payReader{text: text, country: t.Country, prose: t.Prose}
	if label := strings.TrimRight(payText(letters.Cut(t.Label, 100)), " :"); label != "" {
		p.text, p.value = label+": "+text, len(label+": ")
	}
	p.tokens = payTokens(p.text)
	return p.read()
}

// payReader reads the pay of one text.
type payReader struct {
	text    string
	tokens  []payToken
	country string
	prose   bool
	value   int // where the text begins behind its label
}

// A payCandidate is a quantity that may be the pay.
type payCandidate struct {
	payQuantity
	of       belongs
	noun     int // token of the word that says what it is of
	unit     string
	unitSure int
	unitAt   int // token before the amount that says the unit
}

func (p *payReader) read() Pay {
	all := p.quantities()
	p.spendUnits(all)
	var refused Pay
	candidates, targets := p.candidates(all)
	for i := range candidates {
		pay := p.payOf(&candidates[i])
		if len(targets) > 0 {
			pay.Unit = cmp.Or(pay.Unit, "YEAR")
			if !candidates[i].ranged {
				pay.Max = 0
			}
		}
		checked := pay.Checked()
		if checked.Known() && (!p.prose || checked.Note == "" && p.weigh(&candidates[i], checked) >= enoughEvidence) {
			return p.withRates(checked, i, candidates)
		}
		if refused.Note == "" {
			refused = checked
		}
	}
	if len(targets) > 0 {
		pay := p.payOf(&targets[0])
		pay.Unit = cmp.Or(pay.Unit, "YEAR")
		if !targets[0].ranged {
			pay.Min, pay.Max = 0, max(pay.Min, pay.Max)
		}
		if checked := pay.Checked(); checked.Known() {
			return checked
		}
	}
	if refused.Known() || p.prose {
		return Pay{}
	}
	return refused
}

// candidates returns the quantities that may be pay, and those that are earned if all goes well.
func (p *payReader) candidates(all []payQuantity) (candidates, targets []payCandidate) {
	for _, q := range all {
		c := payCandidate{payQuantity: q, noun: q.first}
		if q.low.negative || q.low.value <= 0 || q.high.value*q.high.times > 1e12 || p.tokens[q.first].from < p.value && p.value > 0 {
			continue
		}
		if c.of, c.noun = p.belongsTo(&q); c.of == toOther {
			continue
		}
		c.unit, c.unitSure, c.unitAt = p.unit(&q)
		if !q.money() && q.high.times == 1 && !(c.unitSure == unitBeside && !p.tokens[q.last+1-1].spent && p.isPaidFor(&q)) && !p.isAlone() {
			continue
		}
		if c.of == toTarget {
			targets = append(targets, c)
		} else {
			candidates = append(candidates, c)
		}
	}
	return candidates, targets
}

// isPaidFor reports whether a bare number is for a unit that is not counted by it, as in "25 per hour".
func (p *payReader) isPaidFor(q *payQuantity) bool {
	const least = 5
	for i := q.last + 1; i <= q.last+2; i++ {
		if p.at(i).spent {
			return false
		}
	}
	return q.low.value >= least
}

// isAlone reports whether all words of the text belong to an amount or a range, as in "from 45,000".
func (p *payReader) isAlone() bool {
	const most = 2 // numbers
	numbers := 0
	for i := range p.tokens {
		t := &p.tokens[i]
		switch {
		case t.from < p.value:
		case t.mark == '0':
			numbers++
		case t.mark == 'a' && !t.is(roleTo|roleAnd|roleBetween|roleFrom|roleUpTo|roleAbout|roleGross|roleNet|roleMore|roleLess):
			return false
		}
	}
	return numbers <= most
}

// payOf returns the pay of a candidate.
func (p *payReader) payOf(c *payCandidate) Pay {
	pay := Pay{
		Min: c.low.value * c.low.times, Max: c.high.value * c.high.times, Currency: p.currency(&c.payQuantity), Unit: c.unit,
		Basis: p.basis(&c.payQuantity), Raw: p.raw(c),
	}
	p.openEnd(&pay, &c.payQuantity)
	return pay
}

// basis returns GROSS or NET by the nearest word beside a quantity, what follows it first.
func (p *payReader) basis(q *payQuantity) string {
	const near = 6 // tokens
	for i := q.last + 1; i <= q.last+near && i < len(p.tokens) && p.tokens[i].mark != ';' && p.tokens[i].mark != '0'; i++ {
		if b := p.tokens[i].basis(); b != "" && p.at(i+1).mark != '0' && p.at(i+1).mark != '$' {
			return b
		}
	}
	for i := q.last; i >= 0 && i >= q.first-near && p.tokens[i].mark != ';'; i-- {
		if b := p.tokens[i].basis(); b != "" {
			return b
		}
	}
	return ""
}

func (t *payToken) basis() string {
	switch {
	case t.is(roleGross):
		return "GROSS"
	case t.is(roleNet):
		return "NET"
	}
	return ""
}

// raw returns the pay as the text says it: a value as it is, and of a sentence the part around the amount.
func (p *payReader) raw(c *payCandidate) string {
	from, to := p.value, len(p.text)
	if p.prose {
		from, to = p.tokens[c.first].from, p.tokens[c.last].to
		for _, said := range []int{c.noun, c.unitAt} {
			if at := p.tokens[said].from; p.tokens[c.first].from-at <= mostRaw/2 {
				from = max(min(from, at), p.value)
			}
		}
		for i := c.last + 1; i < len(p.tokens); i++ {
			t := &p.tokens[i]
			if t.spent || t.unit == "" && !t.is(rolePer|roleGross|roleNet|roleMore|roleLess) && t.mark != '/' && t.mark != '+' && t.money == "" {
				break
			}
			if !t.is(rolePer) && t.mark != '/' {
				to = t.to
			}
		}
	}
	return ShortText(p.text[from:to])
}

// mostRaw is the length of the longest Raw in characters.
const mostRaw = 120

// ShortText returns a text with collapsed white space, cut to 120 characters, if possible at the end of a word. Pay.Raw is made in this
// way.
func ShortText(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= mostRaw {
		return s
	}
	cut := string([]rune(s)[:mostRaw-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return cut + "…"
}

// What speaks for an amount in a sentence being pay, and how much of it is enough.
const (
	evidencePay    = 3.0 // it belongs to a word for pay
	evidenceTaxed  = 2.0 // gross or net
	evidenceUnit   = 1.5
	evidenceHour   = 1.0 // the unit is an hour: hardly anything else is paid by it
	evidenceRange  = 1.0
	evidenceOf1000 = 1.0 // "90k"
	evidenceUsual  = .5  // its size is a usual one for a month or a year
	enoughEvidence = 2.5
)

// weigh returns how much speaks for a candidate in a sentence. A pay without a unit must have the size of a month's or a year's.
func (p *payReader) weigh(c *payCandidate, pay Pay) (sum float64) {
	if !c.money() || pay.Unit == "" && !pay.isUsual() {
		return 0
	}
	if c.of == toPay {
		sum += evidencePay
	}
	if pay.Basis != "" {
		sum += evidenceTaxed
	}
	if c.unitSure == unitBeside {
		sum += evidenceUnit
		if pay.Unit == "HOUR" {
			sum += evidenceHour
		}
	}
	if c.ranged {
		sum += evidenceRange
	}
	if c.high.times == 1e3 {
		sum += evidenceOf1000
	}
	if pay.Unit == "" && (pay.fitsSize("MONTH", correctSize) || pay.fitsSize("YEAR", correctSize)) {
		sum += evidenceUsual
	}
	return sum
}

// fold returns s in NFKC, lower case and without accents.
func fold(s string) string {
	return letters.Fold(norm.NFKC.String(s))
}

// invisible are characters without width, which pages put between the numbers and signs of a pay.
var invisible = strings.NewReplacer("\u200b", "", "\u200c", "", "\u200d", "", "\u2060", "", "\ufeff", "", "\u00ad", "")

// visible returns a text without the characters that have no width.
func visible(s string) string {
	for i := range len(s) {
		if s[i] == 0xE2 || s[i] == 0xEF || s[i] == 0xC2 {
			return invisible.Replace(s)
		}
	}
	return s
}
