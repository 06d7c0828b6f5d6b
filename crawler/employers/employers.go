// Package employers finds the job board of each of many employers: the listing of its postings, on its own site or on a platform's.
//
// A Search stands between a crawl and its frontier, its fetcher and its keeper. Of the links found on the way from an employer's home page it gives the
// frontier the best one, and the next one when that was visited. So the order of the crawl decides which link is worth one of the few requests that
// an employer has. A kept posting is the proof of the listing that links to it.
package employers

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"gannet/internal/bom"
	"gannet/internal/weburl"
)

// Employer is one line of a list of employers.
type Employer struct {
	Name string `json:"employer"`
	Home string `json:"home"` // canonical URL of its home page
}

// Record says what is known about the job board of one employer, and how it was found.
type Record struct {
	Employer
	Board    string    `json:"board,omitempty"`    // URL of the listing; "" if none is known
	Platform string    `json:"platform,omitempty"` // registered domain of the board, if that is not the employer's own
	Path     []string  `json:"path,omitempty"`     // texts of the links from the home page to the board; a link without text is ""
	Proof    string    `json:"proof,omitempty"`    // URL of a posting of that listing
	Proven   time.Time `json:"proven,omitzero"`    // when a posting of the listing was read last
	Requests int       `json:"requests"`           // for pages, in search of the board
	Former   []string  `json:"former,omitempty"`   // boards of before, the oldest first
	Weak     bool      `json:"weak,omitempty"`     // the board may be another page that links to one of its postings: the search goes on
	Moved    []string  `json:"moved,omitempty"`    // URLs that the home page redirects to
}

// ErrList says that a file is not a list of employers in the form that ReadList reads.
var ErrList = errors.New("is no list of employers")

// columns says how a line of a list is written.
const columns = "each line has a name and the URL of a home page, such as \"Acme Ltd,https://example.org/\""

// ReadList reads a list of employers as CSV: a name and the URL of a home page on each line, separated by a comma, semicolon or tab. A
// first line whose second field is not a URL is a heading. If several lines have the same home page, the first one counts, and repeated has
// the line numbers of the others.
func ReadList(r io.Reader) (list []Employer, repeated []int, err error) {
	text, err := io.ReadAll(bom.NewReader(r))
	if err != nil {
		return nil, nil, err
	}
	if !utf8.Valid(text) {
		return nil, nil, fmt.Errorf("%w: save it in UTF-8", ErrList)
	}
	in := newReader(string(text), separator(string(text)))
	seen := map[string]bool{}
	for n := 0; ; n++ {
		fields, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%w: %w: %s", ErrList, err, columns)
		}
		line, _ := in.FieldPos(0)
		e, err := employerOf(fields)
		switch {
		case err != nil && n == 0 && isHeading(fields):
		case err != nil:
			return nil, nil, fmt.Errorf("%w: line %d: %w", ErrList, line, err)
		case seen[e.Home]:
			repeated = append(repeated, line)
		default:
			seen[e.Home] = true
			list = append(list, e)
		}
	}
	if len(list) == 0 {
		return nil, nil, fmt.Errorf("%w: it is empty: %s", ErrList, columns)
	}
	return list, repeated, nil
}

// isHeading reports whether a line that names no employer is a heading, which means that none of its fields was meant for a URL.
func isHeading(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return strings.Contains(field, "://") || strings.Contains(field, "@") })
}

// separator returns the separator with which most of the first lines name an employer.
func separator(text string) rune {
	best, most := ',', 0
	for _, r := range ",;\t" {
		in := newReader(text, r)
		right := 0
		for range 10 {
			fields, err := in.Read()
			if err == io.EOF {
				break
			}
			if _, notOne := employerOf(fields); err == nil && notOne == nil {
				right++
			}
		}
		if right > most {
			best, most = r, right
		}
	}
	return best
}

func newReader(text string, separator rune) *csv.Reader {
	in := csv.NewReader(strings.NewReader(text))
	in.FieldsPerRecord, in.LazyQuotes, in.TrimLeadingSpace, in.Comma = -1, true, true, separator
	return in
}

func employerOf(fields []string) (Employer, error) {
	if len(fields) < 2 || strings.TrimSpace(fields[1]) == "" {
		return Employer{}, fmt.Errorf("the home page is missing: %s", columns)
	}
	if strings.TrimSpace(fields[0]) == "" {
		return Employer{}, fmt.Errorf("the name is missing: %s", columns)
	}
	home := strings.TrimSpace(fields[1])
	shown := weburl.Redact(home)
	if shown != home {
		return Employer{}, fmt.Errorf("%.80q has a user name or a password: leave it out", shown)
	}
	notURL := fmt.Errorf("%.80q is no URL of a home page: %s", shown, columns)
	if !strings.Contains(home, "://") {
		if !strings.Contains(home, ".") {
			return Employer{}, notURL
		}
		home = "https://" + home
	}
	url, err := weburl.Canonical(home)
	if err != nil {
		return Employer{}, notURL
	}
	return Employer{Name: strings.TrimSpace(fields[0]), Home: url}, nil
}
