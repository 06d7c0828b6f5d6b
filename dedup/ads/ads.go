// Package ads owns the reading of job ads from JSON Lines. Each line is an object with plain keys or of schema.org.
package ads

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"gannet/internal/bom"
	"gannet/job"
	"gannet/job/schemaorg"
)

// Ad is one line.
type Ad struct {
	ID      string // empty if the line has none
	Posting *job.Posting
}

// maxLine is in bytes.
const maxLine = 16 << 20

// EachLine calls use with each line of a file. Its errors name the file, and the line for which use has failed.
func EachLine(path string, use func(line []byte) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewScanner(bom.NewReader(f))
	in.Buffer(nil, maxLine)
	for n := 1; in.Scan(); n++ {
		if err := use(in.Bytes()); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// line is a line with plain keys.
type line[value ~string] struct {
	ID       value `json:"id"`
	Text     value `json:"text"`
	HTML     value `json:"html"`
	Title    value `json:"title"`
	Company  value `json:"company"`
	Region   value `json:"region"`
	Place    value `json:"place"`
	Date     value `json:"date"`
	Month    value `json:"month"`
	URL      value `json:"url"`
	Language value `json:"language"`
	Salary   value `json:"salary"`
}

// readLine reads a line. Nearly all have strings alone, and encoding/json reads those faster.
func readLine(raw []byte) (*line[text], error) {
	var l line[string]
	err := json.Unmarshal(raw, &l)
	if other := (*json.UnmarshalTypeError)(nil); errors.As(err, &other) {
		if other.Field == "" {
			return nil, errors.New("it is of type " + other.Value)
		}
		var l line[text]
		return &l, json.Unmarshal(raw, &l)
	}
	return &line[text]{
		trim(l.ID), trim(l.Text), trim(l.HTML), trim(l.Title), trim(l.Company), trim(l.Region), trim(l.Place), trim(l.Date),
		trim(l.Month), trim(l.URL), trim(l.Language), trim(l.Salary),
	}, err
}

func trim(s string) text { return text(strings.TrimSpace(s)) }

// text is a string, the first value of a list, or a number as written. Any other value is the empty text.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	switch b[0] {
	case '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*t = trim(s)
	case '[':
		var list []text
		if err := json.Unmarshal(b, &list); err == nil && len(list) > 0 {
			*t = list[0]
		}
	case '{', 'n', 't', 'f':
	default:
		*t = text(b)
	}
	return nil
}

// errEmpty is the error for a line without anything about a job.
var errEmpty = errors.New("an ad has text, html or a title; this line has none of these")

// Parse reads a line. Its keys are id, text or html, title, company, place or region, date, url, language and salary. Without
// a date there may be a month, such as 2024-03. Others are ignored. If the line or one of its values is an object of
// schema.org, that supplies what the keys do not. Relative dates are relative to now.
func Parse(raw []byte, now time.Time) (Ad, error) {
	l, err := readLine(raw)
	if err != nil {
		return Ad{}, fmt.Errorf("not a JSON object of an ad: %w", err)
	}
	p := l.posting()
	if bytes.Contains(raw, []byte("JobPosting")) {
		if found, err := schemaorg.FromJSON(raw, "", now); err == nil {
			fillEmpty(p, found[0])
		}
	}
	if p.Language == "" {
		p.Language = Language(p.Description)
	}
	if t, ok := job.ParseDate(string(l.Date), p.Language, now); ok {
		p.Posted = t
	}
	if t, err := time.Parse("2006-01", string(l.Month)); err == nil && p.Posted.IsZero() {
		p.Posted = t
	}
	if p.Description == "" && p.Title == "" {
		return Ad{}, errEmpty
	}
	return Ad{ID: string(l.ID), Posting: p}, nil
}

// posting returns what the plain keys say, except for the date.
func (l *line[value]) posting() *job.Posting {
	p := &job.Posting{URL: string(l.URL), Title: string(l.Title), Company: string(l.Company), Language: string(l.Language)}
	p.Location = cmp.Or(string(l.Place), string(l.Region))
	if p.Description = string(l.Text); p.Description == "" {
		p.Description = job.PlainText(string(l.HTML))
	}
	if pay, ok := job.ParsePay(string(l.Salary)); ok {
		p.Salary = pay
	}
	return p
}

// fillEmpty copies from a posting of schema.org what the plain keys do not say.
func fillEmpty(p, found *job.Posting) {
	for _, f := range []struct{ to, from *string }{
		{&p.Title, &found.Title}, {&p.Company, &found.Company}, {&p.Location, &found.Location}, {&p.URL, &found.URL},
		{&p.Description, &found.Description}, {&p.Language, &found.Language},
	} {
		*f.to = cmp.Or(*f.to, *f.from)
	}
	p.ID, p.Posted, p.ValidThrough, p.Employment, p.Contact = found.ID, found.Posted, found.ValidThrough, found.Employment, found.Contact
	if p.Salary == (job.Pay{}) {
		p.Salary = found.Salary
	}
}
