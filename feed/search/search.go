// Package search owns searches for postings: the texts that users give for them, the queries that are made of these texts, and the file with saved
// searches.
package search

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"

	"golang.org/x/text/language"

	"gannet/job"
	"gannet/store/postings"
)

// Search has the values that a posting must have to be found. A field that is "" is ignored. The JSON keys are the names of the flags of
// `gannet jobs list`.
type Search struct {
	Text       string `json:"text,omitempty"`
	Company    string `json:"company,omitempty"`
	Place      string `json:"place,omitempty"`
	Near       string `json:"near,omitempty"`
	Region     string `json:"region,omitempty"`
	Occupation string `json:"occupation,omitempty"`
	Language   string `json:"language,omitempty"`
	Host       string `json:"host,omitempty"`
	SalaryMin  string `json:"salary-min,omitempty"`
}

// Field describes a field of a Search: its name in flags and URLs, and its possible values.
type Field struct {
	Name, Help string
	of         func(*Search) *string
}

// In returns a pointer to the value of this field in a search.
func (f *Field) In(s *Search) *string { return f.of(s) }

// Label returns the name of the field for people, such as "Salary min".
func (f *Field) Label() string {
	words := strings.ReplaceAll(f.Name, "-", " ")
	return strings.ToUpper(words[:1]) + words[1:]
}

// Fields describes all fields of a Search.
var Fields = []Field{
	{"text", "words that must all occur in title, company or description", func(s *Search) *string { return &s.Text }},
	{"company", "name of the company, or the first words of the name; a legal form such as Ltd may be left out", func(s *Search) *string { return &s.Company }},
	{"place", "words of the place, such as a town, a region or a country", func(s *Search) *string { return &s.Place }},
	{"near", "a town and a distance in kilometres, such as 'York 30km', within which the place of work is", func(s *Search) *string { return &s.Near }},
	{"region", "region of a place of work: a code of ISO 3166-2, such as DE-BY, of NUTS, such as DE21, or of a country, such as DE", func(s *Search) *string { return &s.Region }},
	{"occupation", "code of a group of occupations by ISCO-08, one to four digits, such as 25 or 2512", func(s *Search) *string { return &s.Occupation }},
	{"language", "language of the posting, such as en", func(s *Search) *string { return &s.Language }},
	{"host", "host of the page, or a domain with all its hosts", func(s *Search) *string { return &s.Host }},
	{"salary-min", "lowest salary, such as 50000 EUR, 4000 EUR a month or 25 USD an hour; an amount without a unit of time is a yearly salary", func(s *Search) *string { return &s.SalaryMin }},
}

// FromValues returns the search that the query of a URL, or a submitted form, describes. It ignores parameters that are no fields of a
// search.
func FromValues(v url.Values) (s Search) {
	for _, f := range Fields {
		*f.of(&s) = strings.TrimSpace(v.Get(f.Name))
	}
	return s
}

// Values returns the search as the query of a URL.
func (s Search) Values() url.Values {
	v := make(url.Values)
	for _, f := range Fields {
		if text := *f.of(&s); text != "" {
			v.Set(f.Name, text)
		}
	}
	return v
}

// String describes the search for people, such as "text welder, near York 30km".
func (s Search) String() string {
	var given []string
	for _, f := range Fields {
		if text := *f.of(&s); text != "" {
			given = append(given, f.Name+" "+text)
		}
	}
	return strings.Join(given, ", ")
}

// FieldError says which field of a search is invalid, and what to write instead. Its message begins with the name of the field.
type FieldError struct{ Field, Text string }

// Error implements error: it returns the name of the field and what is wrong.
func (e *FieldError) Error() string { return e.Field + " " + e.Text }

func wrong(field, format string, args ...any) error {
	return &FieldError{field, fmt.Sprintf(format, args...)}
}

// longestField is how many bytes a field may have. It is the bound of postings.Query for the texts that it searches for.
const longestField = 1024

// Query converts the search to a query for the store. The error is a *FieldError, or one of postings.Query.Check.
func (s Search) Query() (q postings.Query, err error) {
	q = postings.Query{
		Text: s.Text, Company: s.Company, Location: s.Place, Region: s.Region, Occupation: s.Occupation, Language: s.Language, Host: s.Host,
	}
	for _, f := range Fields {
		if text := *f.of(&s); len(text) > longestField {
			return q, wrong(f.Name, "has %d bytes: give at most %d", len(text), longestField)
		}
	}
	if strings.Contains(s.Host, "/") {
		return q, wrong("host", "is a name such as example.org, not the URL %q", s.Host)
	}
	if s.Language != "" {
		if _, err := language.Parse(s.Language); err != nil {
			return q, wrong("language", "%q is no language: give a BCP 47 tag, such as en or pt-BR", s.Language)
		}
	}
	if s.SalaryMin != "" {
		pay, ok := job.ParsePay(s.SalaryMin)
		if !ok || strings.HasPrefix(strings.TrimSpace(s.SalaryMin), "-") {
			return q, wrong("salary-min", "%q: give an amount, its currency and unit, such as 4000 EUR a month", s.SalaryMin)
		}
		q.Pay = pay
	}
	if s.Near != "" {
		if q.Near, err = circleOf(s.Near); err != nil {
			return q, err
		}
	}
	return q, q.Check()
}

// Keep returns a function that reports whether the posting of an event matches the search in its present state. A posting that the crawl no
// longer keeps matches no search; an empty search accepts every event. The postings are searched only when the function is first called.
func (s Search) Keep(jobs postings.Finder) (func(*postings.Change) (bool, error), error) {
	q, err := s.Query()
	if err != nil {
		return nil, err
	}
	if reflect.DeepEqual(q, postings.Query{}) {
		return func(*postings.Change) (bool, error) { return true, nil }, nil
	}
	q.All, q.Brief = true, true
	var meets map[uint64]bool
	return func(c *postings.Change) (bool, error) {
		if meets != nil {
			return meets[c.Number], nil
		}
		meets = make(map[uint64]bool)
		err := jobs.Find(q, func(k *postings.Posting) error { meets[k.Number] = true; return nil })
		return meets[c.Number], err
	}, nil
}
