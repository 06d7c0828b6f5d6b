// Package ads owns the reading of job ads from JSON Lines. Each line is an object with plain keys or of schema.org.
package ads

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"time"

	"gannet/internal/bom"
	"gannet/job"
	"gannet/job/schemaorg"
)

// Ad is a job advertisement, read from one line of a file.
type Ad struct {
	ID      string // empty if the line has none
	Posting *job.Posting
	List    string // the URL of the list that the ad was found on, empty if the line does not say
}

// maxLine is in bytes.
const maxLine = 16 << 20

// EachLine calls use with each line of a file. An error names the file and, if use returned it, the line.
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

// errEmpty is the error for a line that says nothing about a job.
var errEmpty = errors.New("an ad has text, html or a title; this line has none of these")

// Parse reads the advertisement on a line of JSON. It reads the keys in the table columns and ignores others. If the line, or a value in
// it, is a schema.org object, the object supplies the values that these keys do not give. Relative dates, such as "2 days ago", are
// relative to now.
func Parse(raw []byte, now time.Time) (Ad, error) {
	own, other, err := readLine(raw)
	if err != nil {
		return Ad{}, fmt.Errorf("not a JSON object of an ad: %w", err)
	}
	p := own.posting()
	if bytes.Contains(raw, []byte("JobPosting")) {
		if found, err := schemaorg.FromJSON(raw, "", now); err == nil {
			fillEmpty(p, found[0])
		}
	}
	if other != (row{}) {
		fillNames(p, other.posting())
	}
	if p.Language == "" {
		p.Language = Language(p.Description)
	}
	own.date(p, now)
	if p.Posted.IsZero() {
		other.date(p, now)
	}
	if p.Description == "" && p.Title == "" {
		return Ad{}, errEmpty
	}
	id, list := cmp.Or(own[idColumn], other[idColumn]), cmp.Or(own[listColumn], other[listColumn])
	return Ad{ID: string(id), Posting: p, List: string(list)}, nil
}

// posting returns the posting that the row's columns describe, except for its date.
func (r *row) posting() *job.Posting {
	p := &job.Posting{
		URL: string(r[urlColumn]), ID: string(r[numberColumn]), Title: string(r[titleColumn]), Company: string(r[companyColumn]),
		Location: string(cmp.Or(r[placeColumn], r[regionColumn])), Language: string(r[languageColumn]), Description: string(r[textColumn]),
	}
	if p.Description == "" {
		p.Description = job.PlainText(string(r[htmlColumn]))
	}
	if pay, ok := job.ParsePay(string(r[salaryColumn])); ok {
		p.Salary = pay
	}
	return p
}

// date sets a posting's date from a row. If the row has only a month, such as 2024-03, that sets the date only of a posting without one.
func (r *row) date(p *job.Posting, now time.Time) {
	if t, ok := job.ParseDate(string(r[dateColumn]), p.Language, now); ok {
		p.Posted = t
	}
	if t, err := time.Parse("2006-01", string(r[monthColumn])); err == nil && p.Posted.IsZero() {
		p.Posted = t
	}
}

// fillEmpty copies to p those fields of found, a posting of schema.org, that the plain keys did not give.
func fillEmpty(p, found *job.Posting) {
	fillNames(p, found)
	p.ID, p.Posted, p.ValidThrough, p.Employment, p.Contact = found.ID, found.Posted, found.ValidThrough, found.Employment, found.Contact
}

// fillNames copies to p those of the names, the text and the pay of found that p does not have.
func fillNames(p, found *job.Posting) {
	for _, f := range []struct{ to, from *string }{
		{&p.Title, &found.Title}, {&p.Company, &found.Company}, {&p.Location, &found.Location}, {&p.URL, &found.URL},
		{&p.Description, &found.Description}, {&p.Language, &found.Language}, {&p.ID, &found.ID},
	} {
		*f.to = cmp.Or(*f.to, *f.from)
	}
	if !p.Salary.Known() {
		p.Salary = found.Salary
	}
}
