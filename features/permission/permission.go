// Package permission owns what the owners of pages say about their use. A Record holds the statements that concern one page, each as
// it was written, and Refuses decides by them whether a purpose is refused. Other packages find the statements.
package permission

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gannet/internal/letters"
)

// Purpose says for what somebody wants to use pages, such as for a search index.
type Purpose string

// These are the purposes for which somebody may use a page. Any means that no purpose was named; then no statement of a page's owner refuses
// the use.
const (
	Any     Purpose = ""
	Search  Purpose = "search"   // an index that leads people to the pages
	Archive Purpose = "archive"  // copies that others may read
	Input   Purpose = "ai-input" // texts that a model is given to answer from
	Train   Purpose = "train"    // the parameters of a model are learned from the texts
	Mine    Purpose = "mine"     // analyses of text and data, such as statistics
)

// Purposes returns all purposes except Any, in a fixed order.
func Purposes() []Purpose { return []Purpose{Search, Archive, Input, Train, Mine} }

// ParsePurpose returns the purpose with this name. "none" and "" give Any; an unknown name is an error.
func ParsePurpose(name string) (Purpose, error) {
	if name == "" || name == "none" {
		return Any, nil
	}
	if p := Purpose(name); slices.Contains(Purposes(), p) {
		return p, nil
	}
	return Any, fmt.Errorf("%q is no purpose: give search, archive, ai-input, train, mine or none", name)
}

// Standard names the standard, or the draft of one, that defines the words of an owner's statement about the use of pages.
type Standard string

// These are the standards of statements. Usage is draft-ietf-aipref-attach-05 with the draft of its vocabulary of the same day, 19 August
// 2026. Signal is draft-romm-aipref-contentsignals-00. TDM is the final report of W3C's community group on the TDM Reservation Protocol, of
// 10 May 2024. Robots are the words of robots meta elements and X-Robots-Tag that are not about indexing. AITxt is the file that Spawning
// proposed, and License is the relation of RFC 4946.
const (
	// Signal is the standard of Content-Signal statements (draft-romm-aipref-contentsignals-00).
	Signal Standard = "Content-Signal"
	// Usage is the standard of Content-Usage statements (draft-ietf-aipref-attach-05, with the draft of its vocabulary of the same day, 19
	// August 2026).
	Usage Standard = "Content-Usage"
	// TDM is the TDM Reservation Protocol: the final report of W3C's community group, of 10 May 2024.
	TDM Standard = "TDMRep"
	// Robots stands for the words in robots meta elements and X-Robots-Tag headers that are not about indexing, such as noai.
	Robots Standard = "robots"
	// AITxt is the standard of the file ai.txt, which Spawning has proposed.
	AITxt Standard = "ai.txt"
	// License is the standard of links to a licence, with the link relation of RFC 4946.
	License Standard = "license"
)

// Statement is one statement of a page's owner about what the page may be used for.
type Statement struct {
	Standard Standard `json:"standard"`
	Place    string   `json:"place"` // where it was found, such as "robots.txt line 4", "header" or "meta"
	Raw      string   `json:"raw"`   // as it was written; of a Disallow rule of ai.txt the rule
}

// String returns the place where the statement was found, followed by the statement.
func (s Statement) String() string {
	if s.Standard == Signal || s.Standard == Usage {
		return fmt.Sprintf("%s: %s: %s", s.Place, s.Standard, s.Raw)
	}
	return s.Place + ": " + s.Raw
}

// Record holds the statements that apply to one page: first those about the whole site, then those of the response's header, then those of
// the page itself.
type Record []Statement

// Bounds of a record.
const (
	maxStatements = 64
	maxRaw        = 1000 // bytes
)

// Add returns the record with one more statement. It returns the record unchanged if it is full or already has the statement.
func (r Record) Add(standard Standard, place, raw string) Record {
	s := Statement{standard, oneLine(place), oneLine(letters.Cut(raw, maxRaw))}
	if s.Raw == "" || len(r) == maxStatements || slices.Contains(r, s) {
		return r
	}
	s.Place, s.Raw = strings.Clone(s.Place), strings.Clone(s.Raw) // they may be parts of a whole page
	return append(r, s)
}

// Join returns a new record with the statements of both records.
func (r Record) Join(other Record) Record {
	joined := slices.Clone(r)
	for _, s := range other {
		joined = joined.Add(s.Standard, s.Place, s.Raw)
	}
	return joined
}

// oneLine returns a text with single blanks for white space and control characters.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), func(c rune) bool { return unicode.IsSpace(c) || unicode.IsControl(c) }), " ")
}

// Refuses reports whether the owner refuses a purpose, and returns the statement that does so. One refusal is enough, whatever other
// statements allow (draft-ietf-aipref-vocab, "Combining Preferences"). Of several TDMRep values only the last counts, because it overrides
// those before it.
func (r Record) Refuses(p Purpose) (s Statement, refused bool) {
	if p == Any {
		return s, false
	}
	var reservation Statement
	reserved := false
	for _, s := range r {
		for _, word := range s.Words() {
			if s.Standard == TDM && word.Name == reservationName && (word.Value == "0" || word.Value == "1") {
				reservation, reserved = s, refuses(s.Standard, word, p)
			} else if s.Standard != TDM && refuses(s.Standard, word, p) {
				return s, true
			}
		}
	}
	return reservation, reserved
}

// Refused returns the purposes for which the owner refuses the use of the page.
func (r Record) Refused() (refused []Purpose) {
	for _, p := range Purposes() {
		if _, ok := r.Refuses(p); ok {
			refused = append(refused, p)
		}
	}
	return refused
}

// Encode returns the record as text: one line for each statement, with its standard, place and raw text separated by tabs.
func (r Record) Encode() string {
	var b strings.Builder
	for _, s := range r {
		fmt.Fprintf(&b, "%s\t%s\t%s\n", s.Standard, s.Place, s.Raw)
	}
	return b.String()
}

// Decode reads a text that Encode has written. It skips lines that it cannot read.
func Decode(text string) (r Record) {
	for line := range strings.Lines(text) {
		if parts := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3); len(parts) == 3 {
			r = append(r, Statement{Standard(parts[0]), parts[1], parts[2]})
		}
	}
	return r
}
