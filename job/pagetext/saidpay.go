package pagetext

import (
	"strings"

	"gannet/job"
)

// sureSaidPay is the probability that a pay found in a sentence is the posting's.
const sureSaidPay = .4

// readSaidPay reads the pay from the posting's title or else from the first sentence of the description that gives one. It serves postings without a
// label for pay.
func (r *reader) readSaidPay() {
	if r.salary.sure >= sureSaidPay {
		return
	}
	said := sayingPay{country: r.moneyCountry()}
	title, _ := r.title.best()
	if text, ok := said.read(title.value); ok {
		r.setPay(text, sureSaidPay, job.Page)
		return
	}
	for i := r.from; i < min(r.to, len(r.outline.lines)); i++ {
		l := &r.outline.lines[i]
		if r.outline.isOutside(l) {
			continue
		}
		if text, ok := said.read(l.text); ok {
			r.setPay(text, sureSaidPay, job.Page)
			return
		}
	}
}

// SaidPay returns the pay that the text of an advertisement states. country is an ISO 3166 code; it decides which currency a sign that
// several currencies share, such as $, means.
func SaidPay(description, country string) job.Pay {
	said := sayingPay{country: country}
	for line := range strings.Lines(description) {
		if text, ok := said.read(strings.TrimSpace(line)); ok {
			return text.Read()
		}
	}
	return job.Pay{}
}

// sayingPay searches the lines of a description for pay, one after the other.
type sayingPay struct {
	country string
	before  string // the line before, if it is short
}

// read returns the sentence of a line that gives a pay. The word for pay may stand in the line above.
func (s *sayingPay) read(line string) (job.PayText, bool) {
	before := s.before
	if s.before = ""; len(line) <= longestLead {
		s.before = line
	}
	if !hasDigit(line) || !job.NamesMoney(line) {
		return job.PayText{}, false
	}
	if hasDigit(before) || !job.NamesPay(before) {
		before = ""
	}
	for sentence := range sentences(line) {
		text := job.PayText{Text: sentence, Label: before, Country: s.country, Prose: true}
		if job.NamesMoney(sentence) && text.Read().Known() {
			return text, true
		}
	}
	return job.PayText{}, false
}
