package dedup

import (
	"strings"

	"golang.org/x/net/publicsuffix"
)

// contacts are whom a posting says to apply to.
type contacts struct{ names []uint32 }

// Bounds of what is looked at: a text may be hostile.
const (
	mostNames   = 16  // addresses and links of a text
	longestName = 100 // bytes to either side of the sign that marks one
)

// read finds the mail addresses and links in a text. host is the site's, whose own links say nothing.
func (c *contacts) read(text, host string) {
	eachToken(text, "@", c.mail)
	eachToken(text, "://", func(token string) { c.link(token, host) })
	eachToken(text, "www.", func(token string) { c.link(token, host) })
}

// eachToken hands out the runs without white space around a sign.
func eachToken(text, sign string, use func(token string)) {
	at := 0
	for range mostNames {
		next := strings.Index(text[at:], sign)
		if next < 0 {
			return
		}
		start, end := at+next, at+next+len(sign)
		for least := max(at, start-longestName); start > least && !parts(text[start-1]); start-- {
		}
		for most := min(len(text), end+longestName); end < most && !parts(text[end]); end++ {
		}
		use(text[start:end])
		at = end
	}
}

// parts says whether a byte ends a mail address or host.
func parts(b byte) bool {
	return b <= ' ' || b == '<' || b == '>' || b == '(' || b == ')' || b == '[' || b == ']' || b == '"' || b == ',' || b == ';' || b == '|'
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
func (c *contacts) mail(token string) {
	token = strings.ToLower(strings.TrimFunc(token, func(r rune) bool { return !inWord(r) }))
	token = strings.TrimPrefix(token, "mailto:")
	name, domain, ok := strings.Cut(token, "@")
	if !ok || name == "" || !strings.Contains(domain, ".") {
		return
	}
	c.names = append(c.names, hash32(token))
	if domain = registrable(domain); !freeMail[domain] {
		c.names = append(c.names, hash32(domain))
	}
}

// link keeps the domain of a link that leads elsewhere.
func (c *contacts) link(token, host string) {
	if _, rest, ok := strings.Cut(token, "://"); ok {
		token = rest
	}
	token, _, _ = strings.Cut(token, "/")
	token = strings.ToLower(strings.TrimFunc(token, func(r rune) bool { return !inWord(r) }))
	if domain := registrable(token); strings.Contains(domain, ".") && domain != host {
		c.names = append(c.names, hash32(domain))
	}
}

// phone keeps the last digits of a telephone number: prefixes are written in many ways.
func (c *contacts) phone(number string) {
	const last, least = 8, 6
	var digits []byte
	for _, r := range number {
		if '0' <= r && r <= '9' {
			digits = append(digits, byte(r))
		}
	}
	if len(digits) >= least {
		c.names = append(c.names, hash32(string(digits[max(0, len(digits)-last):])))
	}
}

// registrable gives the domain that its owner registered, such as example.co.uk; host itself where there is none.
func registrable(host string) string {
	if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return domain
	}
	return host
}
