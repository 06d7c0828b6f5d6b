package template

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"

	"gannet/job"
)

// Example is a page from which a template is learned or by which it is tested, with the known fields of its posting.
type Example struct {
	URL  string       // absolute, or "" if it is unknown
	Doc  *html.Node   // of a page
	Want *job.Posting // the known fields; nil for a page that is no posting

	Answer *Answer        // that has the posting, instead of a page; several examples may have one response
	record map[string]any // of the posting in the response, once it is known

	Kind job.Kind  // of a page without Want
	Now  time.Time // when the page was fetched, for dates such as "yesterday"
}

// Count counts pages by whether a template's value for a field is right, wrong or missing.
type Count struct {
	Right    int `json:"right"`
	Wrong    int `json:"wrong"`    // another value than the known one
	Missed   int `json:"missed"`   // no value, though one is known
	Spurious int `json:"spurious"` // a value where none is known
}

// Precision returns the share of right values among all values found on pages with a known value, or NaN if there are none.
func (c Count) Precision() float64 { return float64(c.Right) / float64(c.Right+c.Wrong) }

// Recall returns the share of known values that were found, or NaN if none are known.
func (c Count) Recall() float64 { return float64(c.Right) / float64(c.Right+c.Wrong+c.Missed) }

// Add adds the counts of o to these counts.
func (c *Count) Add(o Count) {
	c.Right += o.Right
	c.Wrong += o.Wrong
	c.Missed += o.Missed
	c.Spurious += o.Spurious
}

// Evaluate compares the values that a template finds with the known ones, field by field. It ignores examples that are not postings.
func (t *Template) Evaluate(examples []Example) map[job.Field]Count {
	counts := map[job.Field]Count{}
	for _, e := range examples {
		if e.Want == nil {
			continue
		}
		if e.Answer != nil && t.Records != nil {
			e = t.inRecord(e)
			if e.Want.URL != "" {
				counts[URL] = countOf(t.URLOf(e.record, e.URL), e.Want.URL, counts[URL])
			}
		}
		got := new(job.Posting)
		if e.Doc != nil {
			got = cmp.Or(t.Extract(e.Doc, e.URL, e.Now), got)
		}
		for _, f := range job.Fields() {
			c := counts[f]
			switch {
			case !Has(e.Want, f) && !Has(got, f):
				continue
			case !Has(e.Want, f):
				c.Spurious++
			case !Has(got, f):
				c.Missed++
			case Agree(f, got, e.Want):
				c.Right++
			default:
				c.Wrong++
			}
			counts[f] = c
		}
	}
	return counts
}

// countOf adds to the counts of a text whose right value is known.
func countOf(got, want string, c Count) Count {
	switch got {
	case want:
		c.Right++
	case "":
		c.Missed++
	default:
		c.Wrong++
	}
	return c
}

// Has reports whether a posting has a field.
func Has(p *job.Posting, f job.Field) bool {
	switch f {
	case job.Posted:
		return !p.Posted.IsZero()
	case job.ValidThrough:
		return !p.ValidThrough.IsZero()
	case job.Employment:
		return len(p.Employment) > 0
	case job.Salary:
		return p.Salary.Known()
	case job.Contact:
		return p.Contact != job.Person{}
	case job.Language:
		return p.Language != ""
	}
	return *textField(p, f) != ""
}

// sameDescription is the least share of common words (F1) of two texts that count as the same description.
const sameDescription = .9

// Agree reports whether two postings that both have a field agree in it. Case, white space and punctuation do not matter. One location may
// have fewer parts than the other, and times may differ by less than a day. One of the two pays may lack its currency and unit. Descriptions
// agree if they share nine tenths of their words.
func Agree(f job.Field, a, b *job.Posting) bool {
	switch f {
	case job.Posted:
		return a.Posted.Sub(b.Posted).Abs() < 24*time.Hour
	case job.ValidThrough:
		return a.ValidThrough.Sub(b.ValidThrough).Abs() < 24*time.Hour
	case job.Employment:
		return slices.Equal(slices.Sorted(slices.Values(a.Employment)), slices.Sorted(slices.Values(b.Employment)))
	case job.Salary:
		return a.Salary.Min == b.Salary.Min && a.Salary.Max == b.Salary.Max &&
			agreeOrMissing(a.Salary.Currency, b.Salary.Currency) && agreeOrMissing(a.Salary.Unit, b.Salary.Unit)
	case job.Contact:
		return samePerson(a.Contact, b.Contact)
	case job.Language:
		return a.Language == b.Language
	case job.Location:
		return sameLocation(a.Location, b.Location)
	case job.Description:
		return wordF1(strings.Fields(fold(a.Description)), strings.Fields(fold(b.Description))) >= sameDescription
	}
	return fold(*textField(a, f)) == fold(*textField(b, f))
}

func agreeOrMissing(a, b string) bool { return a == "" || b == "" || a == b }

func samePerson(a, b job.Person) bool {
	switch {
	case a.Email != "" && b.Email != "":
		return strings.EqualFold(a.Email, b.Email)
	case a.Phone != "" && b.Phone != "":
		return digits(a.Phone) == digits(b.Phone)
	}
	return a.Name != "" && fold(a.Name) == fold(b.Name)
}

func digits(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

func sameLocation(a, b string) bool {
	if fold(a) == fold(b) || job.NormalLocation(a) == job.NormalLocation(b) {
		return true
	}
	short, long := parts(a), parts(b)
	if len(short) > len(long) {
		short, long = long, short
	}
	for _, part := range short {
		at := slices.Index(long, part)
		if at < 0 {
			return false
		}
		long = long[at+1:]
	}
	return len(short) > 0
}

func parts(place string) []string {
	var all []string
	for part := range strings.SplitSeq(place, ",") {
		if part = fold(part); part != "" {
			all = append(all, part)
		}
	}
	return all
}

// fold returns the words of a text in lower case, in one Unicode form, without punctuation. Signs such as + and # are kept.
func fold(s string) string {
	s = strings.ToLower(norm.NFKC.String(s))
	s = strings.Map(func(r rune) rune {
		if unicode.IsPunct(r) && r != '#' {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// wordF1 returns the F1 score of two bags of words.
func wordF1(a, b []string) float64 {
	bag := map[string]int{}
	for _, w := range a {
		bag[w]++
	}
	both := 0
	for _, w := range b {
		if bag[w] > 0 {
			bag[w]--
			both++
		}
	}
	return 2 * float64(both) / math.Max(1, float64(len(a)+len(b)))
}
