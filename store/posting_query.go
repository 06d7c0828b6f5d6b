package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"

	"gannet/job"
)

// Query says which postings FindPostings gives. The zero value asks for all, duplicates folded.
type Query struct {
	Text     string    // words that title, company or description have, all of them, in any order and case
	Company  string    // the company's name, in any of its forms, or the words it begins with
	Place    string    // words of the place: a town, a region or a country
	Language string    // ISO 639-1
	Host     string    // host of the page, or a domain that it ends in
	Since    time.Time // posted then or later; a posting without a date counts by when it was first seen
	Until    time.Time // posted before
	All      bool      // every posting by itself; otherwise one for each cluster
	Brief    bool      // Job has no more than URL, id, title, company, place, dates and language, and is read faster
}

// FindPostings gives the postings that a query asks for, until the function fails. Of a cluster it gives the original,
// or the first member that meets the query if the original does not; clusters are in the order of their first members.
// One posting at a time is in memory. The function must not write to the store.
func (d *DB) FindPostings(q Query, use func(*Kept) error) error {
	f := newFilter(d, &q)
	return d.viewPostings(func(t *tables) error {
		if q.All {
			return t.postings.ForEach(func(k, value []byte) error {
				return f.one(t, binary.BigEndian.Uint64(k), value, use)
			})
		}
		return t.clusters.ForEach(func(k, value []byte) error {
			c, err := decodeCluster(value)
			if err != nil {
				return fmt.Errorf("cluster %d: %w", binary.BigEndian.Uint64(k), err)
			}
			return f.folded(t, binary.BigEndian.Uint64(k), c, use)
		})
	})
}

// filter is a query made ready for many postings.
type filter struct {
	*Query
	db           *DB
	words        []string // of Text, folded
	company      string   // in normal form
	place        []string // words, folded
	placeForm    []string // words of the normal form
	host         string
	fold         cases.Caser
	plain, lower []byte // of one posting at a time
}

func newFilter(d *DB, q *Query) *filter {
	f := &filter{Query: q, db: d, fold: cases.Fold(), company: job.NormalCompany(q.Company), host: strings.ToLower(q.Host)}
	f.words = strings.Fields(f.fold.String(q.Text))
	f.place = placeWords(f.fold.String(q.Place))
	f.placeForm = placeWords(job.NormalLocation(q.Place))
	return f
}

func placeWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
}

// one gives a posting if the query asks for it.
func (f *filter) one(t *tables, number uint64, value []byte, use func(*Kept) error) error {
	h, ok, err := f.match(t, number, value)
	if err != nil {
		return fmt.Errorf("posting %d: %w", number, err)
	}
	if !ok {
		return nil
	}
	k, err := f.db.keep(t, number, h, !f.Brief)
	if err != nil {
		return fmt.Errorf("posting %d: %w", number, err)
	}
	return use(k)
}

// folded gives one posting of a cluster if the query asks for any of them.
func (f *filter) folded(t *tables, id uint64, c cluster, use func(*Kept) error) error {
	found := false
	take := func(k *Kept) error {
		found = true
		return use(k)
	}
	if err := f.one(t, c.original, t.postings.Get(key(c.original)), take); err != nil || found || c.members == 1 {
		return err
	}
	return t.eachMember(id, func(n uint64, _ []byte) error {
		if found || n == c.original {
			return nil
		}
		return f.one(t, n, t.postings.Get(key(n)), take)
	})
}

// match asks the head first, and the text only if the head does not answer.
func (f *filter) match(t *tables, number uint64, value []byte) (h *head, ok bool, err error) {
	if h, err = decodeHead(value); err != nil {
		return nil, false, err
	}
	if f.Language != "" && !strings.EqualFold(h.language, f.Language) || !f.inTime(h) || !f.onHost(h) || !f.byCompany(h) || !f.atPlace(h) {
		return h, false, nil
	}
	ok, err = f.says(t, number, h)
	return h, ok, err
}

func (f *filter) inTime(h *head) bool {
	at := h.posted
	if at.IsZero() {
		at = h.first
	}
	return (f.Since.IsZero() || !at.Before(f.Since)) && (f.Until.IsZero() || at.Before(f.Until))
}

func (f *filter) onHost(h *head) bool {
	if f.host == "" {
		return true
	}
	host := hostOf(h.url)
	if !strings.Contains(f.host, ":") {
		host, _, _ = strings.Cut(host, ":")
	}
	return host == f.host || strings.HasSuffix(host, "."+f.host)
}

func (f *filter) byCompany(h *head) bool {
	if f.Company == "" {
		return true
	}
	rest, ok := strings.CutPrefix(job.NormalCompany(h.company), f.company)
	return ok && f.company != "" && (rest == "" || rest[0] == ' ')
}

// atPlace looks for the words as they stand first: a normal form may have lost some.
func (f *filter) atPlace(h *head) bool {
	if f.Place == "" {
		return true
	}
	if h.place == "" {
		return false
	}
	return hasAll(f.folding([]byte(h.place)), f.place) || hasAll([]byte(job.NormalLocation(h.place)), f.placeForm)
}

func hasAll(text []byte, words []string) bool {
	for _, w := range words {
		if !hasWord(text, w) {
			return false
		}
	}
	return len(words) > 0
}

// says looks for the words in title and company, and for what is not there in the description.
func (f *filter) says(t *tables, number uint64, h *head) (bool, error) {
	if len(f.words) == 0 {
		return f.Text == "", nil
	}
	var missing []string
	names := f.folding([]byte(h.title + "\n" + h.company))
	for _, w := range f.words {
		if !hasWord(names, w) {
			missing = append(missing, w)
		}
	}
	if len(missing) == 0 {
		return true, nil
	}
	v, err := decodeRevision(t.versions.Get(versionKey(number, h.versions)))
	if err != nil {
		return false, err
	}
	if f.plain, err = f.db.unzip(f.plain[:0], v.frame); err != nil {
		return false, err
	}
	description, _, err := splitPosting(f.plain)
	if err != nil {
		return false, err
	}
	return hasAll(f.folding(description), missing), nil
}

// folding gives text without its case; what it gives is good until it is asked again.
func (f *filter) folding(text []byte) []byte {
	f.lower = slices.Grow(f.lower[:0], 3*len(text)+16)[:0]
	for i, c := range text {
		if c >= utf8.RuneSelf {
			return f.foldRest(text[i:])
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		f.lower = append(f.lower, c)
	}
	return f.lower
}

func (f *filter) foldRest(text []byte) []byte {
	n := len(f.lower)
	f.fold.Reset()
	written, _, err := f.fold.Transform(f.lower[n:cap(f.lower)], text, true)
	if err != nil {
		return append(f.lower, f.fold.Bytes(text)...) // folding never takes more than three times the room
	}
	return f.lower[:n+written]
}

// hasWord looks for a word that stands by itself. In scripts without blanks between words it may stand anywhere.
func hasWord(text []byte, word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	last, _ := utf8.DecodeLastRuneInString(word)
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte(word))
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRune(text[:at+i])
		after, size := utf8.DecodeRune(text[at+i+len(word):])
		if size == 0 {
			after = ' '
		}
		if at+i == 0 {
			before = ' '
		}
		if !joined(before, first) && !joined(last, after) {
			return true
		}
		at += i + max(1, utf8.RuneLen(first))
	}
}

// joined says whether two letters side by side are of one word.
func joined(a, b rune) bool { return inWord(a) && inWord(b) && !unspaced(a) && !unspaced(b) }

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai,
		unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
