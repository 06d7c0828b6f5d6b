package dedup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"
)

// scan is what one pass over a text finds: numbers and names, and whom to apply to.
type scan struct {
	facts    []uint32
	contacts []uint32
}

// read goes over the text by tokens parted by white space.
func (s *scan) read(text string, host string) {
	start := true // of a sentence: capitals say nothing there
	for token := range strings.FieldsSeq(text) {
		switch {
		case strings.IndexByte(token, '@') > 0:
			s.mail(token)
		case strings.Contains(token, "://") || strings.HasPrefix(token, "www."):
			s.link(token, host)
		default:
			if isFact(token, start) {
				word := strings.TrimFunc(token, func(r rune) bool { return !inWord(r) })
				s.facts = append(s.facts, hash32(word))
			}
		}
		last := token[len(token)-1]
		start = last == '.' || last == ':' || last == '!' || last == '?'
	}
	s.facts = smallest(s.facts, factWords)
}

// isFact says whether a token is a number or a name: what differs where the rest of a text is the same.
func isFact(token string, start bool) bool {
	r, _ := utf8.DecodeRuneInString(token)
	if r == '(' {
		r, _ = utf8.DecodeRuneInString(token[1:])
	}
	if '0' <= r && r <= '9' {
		return true
	}
	return !start && len(token) > 2 && unicode.IsUpper(r)
}

// freeMail are domains whose addresses say nothing about a company.
var freeMail = map[string]bool{}

func init() {
	for name := range strings.FieldsSeq(`gmail.com googlemail.com hotmail.com outlook.com yahoo.com live.com icloud.com aol.com
		gmx.de gmx.net web.de t-online.de orange.fr free.fr wp.pl o2.pl interia.pl onet.pl mail.ru yandex.ru bk.ru list.ru inbox.ru
		qq.com 163.com 126.com sina.com foxmail.com protonmail.com proton.me seznam.cz libero.it`) {
		freeMail[name] = true
	}
}

// mail keeps an address and, unless everybody may have one there, its domain.
func (s *scan) mail(token string) {
	token = strings.ToLower(strings.TrimFunc(token, func(r rune) bool { return !inWord(r) }))
	token = strings.TrimPrefix(token, "mailto:")
	name, domain, ok := strings.Cut(token, "@")
	if !ok || name == "" || !strings.Contains(domain, ".") {
		return
	}
	s.contacts = append(s.contacts, hash32(token))
	if domain = registrable(domain); !freeMail[domain] {
		s.contacts = append(s.contacts, hash32(domain))
	}
}

// link keeps the domain of a link that leads elsewhere.
func (s *scan) link(token, host string) {
	if _, rest, ok := strings.Cut(token, "://"); ok {
		token = rest
	}
	token, _, _ = strings.Cut(token, "/")
	token = strings.ToLower(strings.TrimFunc(token, func(r rune) bool { return !inWord(r) }))
	if domain := registrable(token); strings.Contains(domain, ".") && domain != host {
		s.contacts = append(s.contacts, hash32(domain))
	}
}

// phone keeps the last digits of a telephone number: prefixes are written in many ways.
func (s *scan) phone(number string) {
	const last, least = 8, 6
	var digits []byte
	for _, r := range number {
		if '0' <= r && r <= '9' {
			digits = append(digits, byte(r))
		}
	}
	if len(digits) >= least {
		s.contacts = append(s.contacts, hash32(string(digits[max(0, len(digits)-last):])))
	}
}

// registrable gives the domain that its owner registered, such as example.co.uk; host itself where there is none.
func registrable(host string) string {
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}
