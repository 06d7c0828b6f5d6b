// Package contact finds mail addresses, telephone numbers and names of contacts in texts, pages and postings, and takes them out. What
// stands around them stays as it is.
package contact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"gannet/internal/letters"
	"gannet/job/contact/persons"
)

// Treatment says what to do with contact data: mail addresses, telephone numbers and names of persons.
type Treatment string

// These are the treatments of contacts. Keep changes nothing. Hash replaces each contact by a keyed hash, so that the ads of one contact
// can still be counted. Drop replaces each contact by its kind.
const (
	// Keep is the Treatment that leaves contact data unchanged.
	Keep Treatment = "keep"
	// Hash is the Treatment that replaces each contact by a hash with a secret key, so that the ads with the same contact can still be
	// counted.
	Hash Treatment = "hash"
	// Drop is the Treatment that replaces each contact by a word for its kind, such as a mail address.
	Drop Treatment = "drop"
)

// ParseTreatment returns the treatment with this name. An unknown name is an error.
func ParseTreatment(name string) (Treatment, error) {
	switch t := Treatment(name); t {
	case Keep, Hash, Drop:
		return t, nil
	}
	return Keep, fmt.Errorf("%q is not known: give keep, hash or drop", name)
}

// kind is what a contact is, in the words that stand in its place.
type kind string

const (
	mail  kind = "mail address"
	phone kind = "telephone number"
	name  kind = "name"
)

// Masker removes contact data from texts, or replaces them by hashes. It is safe for concurrent use.
type Masker struct {
	treatment Treatment
	key       []byte
	model     *persons.Model
}

// NewMasker returns a Masker. key is the secret key of its hashes. Without a secret, anybody could find the number behind a hash by trying
// all numbers. model finds names; a Masker that keeps everything needs none.
func NewMasker(t Treatment, key []byte, model *persons.Model) *Masker { return &Masker{t, key, model} }

// Keeps reports whether the Masker changes nothing, because it is nil or because its treatment is Keep.
func (m *Masker) Keeps() bool { return m == nil || m.treatment == Keep }

// hashBytes is the length of a hash before it is written in hexadecimal digits.
const hashBytes = 8

// mark returns the replacement of a contact, "" for an empty one.
func (m *Masker) mark(k kind, text string) string {
	if text == "" {
		return ""
	}
	if m.treatment != Hash {
		return "[" + string(k) + "]"
	}
	mac := hmac.New(sha256.New, m.key)
	fmt.Fprintf(mac, "%s\x00%s", k, normal(k, text))
	return fmt.Sprintf("[%s %s]", k, hex.EncodeToString(mac.Sum(nil)[:hashBytes]))
}

// normal returns the form in which different spellings of one contact are equal. For a telephone number these are its last nine digits, because a
// country code may replace the first zero.
func normal(k kind, text string) string {
	if k == phone {
		digits := digitsOf(text)
		return digits[max(0, len(digits)-9):]
	}
	if k == mail {
		text = plainMail(text)
	}
	return letters.Fold(strings.Join(strings.Fields(strings.ToLower(text)), " "))
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// Text returns a text without contact data. known are names of contact persons, such as those in the posting's own fields; they are removed
// wherever they occur in the text.
func (m *Masker) Text(text string, known ...string) string {
	if m.Keeps() {
		return text
	}
	return m.replace(text, find(text, known, m.model))
}

// replace puts marks in the places of the spans of a text.
func (m *Masker) replace(text string, spans []span) string {
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.start])
		b.WriteString(m.mark(s.kind, text[s.start:s.end]))
		at = s.end
	}
	b.WriteString(text[at:])
	return b.String()
}
