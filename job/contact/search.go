package contact

import (
	"errors"
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/lazyregexp"
	"gannet/internal/letters"
)

// Search finds the contact data of certain persons in texts, even in other spellings. It is safe for concurrent use.
type Search struct {
	mails, phones map[string]bool // normal forms
	words         []string        // names and other words, in the form of plainWords
}

// minWord is how many letters or digits a search word has at least, so that a slip of the keyboard does not match everything.
const minWord = 4

// NewSearch returns a search for the given mail addresses, telephone numbers, names or other words.
func NewSearch(who []string) (*Search, error) {
	s := &Search{mails: make(map[string]bool), phones: make(map[string]bool)}
	for _, w := range who {
		w = strings.TrimSpace(w)
		digits := len(digitsOf(w))
		letter := strings.IndexFunc(w, unicode.IsLetter) >= 0
		switch {
		case len(findMails(w)) == 1 && !strings.ContainsAny(w, " \t"):
			s.mails[normal(mail, w)] = true
		case digits >= 6 && digits <= 15 && !letter:
			s.phones[normal(phone, w)] = true
		case utf8.RuneCountInString(strings.Join(strings.Fields(plainWords(w)), "")) < minWord:
			return nil, errors.New("give at least four letters: a shorter word stands on too many pages")
		default:
			s.words = append(s.words, strings.TrimSpace(plainWords(w)))
		}
	}
	return s, nil
}

var markup = lazyregexp.New(`<[^<>]*>`)

// In reports whether a text or an HTML document contains one of the contacts. Mail addresses and telephone numbers are found in every
// spelling that Masker.Text removes, and numbers also as plain digits. Names are found regardless of spaces, accents and case.
func (s *Search) In(text []byte) bool {
	if len(s.mails)+len(s.phones)+len(s.words) == 0 {
		return false
	}
	plain := html.UnescapeString(strings.ReplaceAll(string(text), "%40", "@"))
	if s.in(plain) || s.in(markup.ReplaceAllString(plain, " ")) {
		return true
	}
	decoded := escape.ReplaceAllStringFunc(plain, decodeEscape)
	return decoded != plain && s.in(markup.ReplaceAllString(html.UnescapeString(decoded), " "))
}

// escape matches an escape of a string in JSON (RFC 8259, section 7), as pages have it in data and scripts.
var escape = lazyregexp.New(`\\(?:u[0-9a-fA-F]{4}|.)`)

func decodeEscape(s string) string {
	switch {
	case s[1] == 'u':
		r, _ := strconv.ParseUint(s[2:], 16, 32)
		return string(rune(r))
	case strings.ContainsRune("bfnrt", rune(s[1])):
		return " "
	}
	return s[1:]
}

func (s *Search) in(text string) bool {
	if len(s.mails) > 0 {
		for _, at := range findMails(text) {
			if s.mails[normal(mail, text[at.start:at.end])] {
				return true
			}
		}
	}
	if len(s.phones) > 0 {
		for _, at := range number.FindAllStringIndex(text, -1) {
			if s.phones[normal(phone, text[at[0]:at[1]])] {
				return true
			}
		}
	}
	if len(s.words) == 0 {
		return false
	}
	words := plainWords(text)
	for _, w := range s.words {
		if strings.Contains(words, " "+w+" ") {
			return true
		}
	}
	return false
}

// plainWords returns the words of a text in small letters without accents, with one space around each.
func plainWords(text string) string {
	isNoWord := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }
	return " " + strings.Join(strings.FieldsFunc(letters.Fold(strings.ToLower(text)), isNoWord), " ") + " "
}
