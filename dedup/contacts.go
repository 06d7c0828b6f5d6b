package dedup

import (
	"strings"

	"golang.org/x/net/publicsuffix"

	"gannet/job"
)

// contacts collects the hashes of addresses to apply to.
type contacts struct{ hashes []uint32 }

// contactSet returns the hashes of the mail addresses, domains and telephone numbers of a posting. site is the posting's own domain. c already holds
// the telephone numbers of the text.
// linked are the domains that the text links to.
func contactSet(p *job.Posting, site string, linked []string, c contacts) []uint32 {
	eachToken(p.Description, "@", c.addMail)
	for _, domain := range linked { // not those of the posting's own site, which say nothing about the company
		if domain != site {
			c.hashes = append(c.hashes, hash32(domain))
		}
	}
	c.addMail(p.Contact.Email)
	c.addPhone(p.Contact.Phone)
	return smallest(c.hashes, maxContacts)
}

// Bounds on what is read of a text, which may be hostile.
const (
	maxTokens     = 16  // addresses, and links, of a text
	maxTokenBytes = 100 // to either side of the sign that marks one
)

// linkedDomains returns the registrable domains of the links in a text.
func linkedDomains(text string) (domains []string) {
	for _, sign := range []string{"://", "www."} {
		eachToken(text, sign, func(token string) {
			if domain := domainOf(token); strings.Contains(domain, ".") {
				domains = append(domains, domain)
			}
		})
	}
	return domains
}

// eachToken calls use with each run of address characters around a sign.
func eachToken(text, sign string, use func(token string)) {
	at := 0
	for range maxTokens {
		next := strings.Index(text[at:], sign)
		if next < 0 {
			return
		}
		start, end := at+next, at+next+len(sign)
		for first := max(at, start-maxTokenBytes); start > first && !endsToken(text[start-1]); start-- {
		}
		for last := min(len(text), end+maxTokenBytes); end < last && !endsToken(text[end]); end++ {
		}
		use(text[start:end])
		at = end
	}
}

// endsToken reports whether a byte ends a mail address or host.
func endsToken(b byte) bool {
	return b <= ' ' || b == '<' || b == '>' || b == '(' || b == ')' || b == '[' || b == ']' || b == '"' || b == ',' || b == ';' || b == '|'
}

// freeMail are the domains of mail services for everybody. An address at one of them says nothing about a company.
var freeMail = map[string]bool{}

func init() {
	for name := range strings.FieldsSeq(`gmail.com googlemail.com hotmail.com outlook.com yahoo.com live.com icloud.com aol.com
		gmx.de gmx.net web.de t-online.de orange.fr free.fr wp.pl o2.pl interia.pl onet.pl mail.ru yandex.ru bk.ru list.ru inbox.ru
		qq.com 163.com 126.com sina.com foxmail.com protonmail.com proton.me seznam.cz libero.it`) {
		freeMail[name] = true
	}
}

// addMail adds an address. It also adds the address's domain, unless that belongs to a mail service for everybody.
func (c *contacts) addMail(token string) {
	token = strings.ToLower(strings.TrimFunc(token, func(r rune) bool { return !inWord(r) }))
	token = strings.TrimPrefix(token, "mailto:")
	name, domain, ok := strings.Cut(token, "@")
	if !ok || name == "" || !strings.Contains(domain, ".") {
		return
	}
	c.hashes = append(c.hashes, hash32(token))
	if domain = registrable(domain); !freeMail[domain] {
		c.hashes = append(c.hashes, hash32(domain))
	}
}

// domainOf returns the registrable domain of a link, also of one without a scheme.
func domainOf(token string) string {
	if _, rest, ok := strings.Cut(token, "://"); ok {
		token = rest
	}
	token, _, _ = strings.Cut(token, "/")
	return registrable(strings.ToLower(strings.TrimFunc(token, func(r rune) bool { return !inWord(r) })))
}

// addPhoneAt adds the telephone number that begins at a digit of a text, if there is one.
func (c *contacts) addPhoneAt(text string, from int) {
	const digits, longest = 9, 20 // the fewest digits that are no date, and the most bytes
	if text[from] != '0' && (from == 0 || text[from-1] != '+') || len(c.hashes) >= 2*maxContacts {
		return
	}
	n, end := 0, from
	for ; end < len(text) && end < from+longest && strings.IndexByte("0123456789 -/.()", text[end]) >= 0; end++ {
		if text[end]-'0' <= 9 {
			n++
		}
	}
	if n >= digits {
		c.addPhone(text[from:end])
	}
}

// addPhone adds the last digits of a telephone number, because prefixes are written in many ways.
func (c *contacts) addPhone(number string) {
	const kept, least = 8, 6
	var digits []byte
	for _, r := range number {
		if '0' <= r && r <= '9' {
			digits = append(digits, byte(r))
		}
	}
	if len(digits) >= least {
		c.hashes = append(c.hashes, hash32(string(digits[max(0, len(digits)-kept):])))
	}
}

// registrable returns the domain that a host's owner registered, such as example.co.uk. If there is none, it returns the host itself.
func registrable(host string) string {
	top := strings.LastIndexByte(host, '.') + 1
	if top == 0 || strings.Trim(host[top:], "0123456789") == "" || host[0] == '.' || strings.Contains(host, "..") {
		return host // a name without a domain, an IP address, or no name
	}
	suffix, _ := publicsuffix.PublicSuffix(host)
	dot := len(host) - len(suffix) - 1
	if dot <= 0 || host[dot] != '.' {
		return host
	}
	return host[1+strings.LastIndexByte(host[:dot], '.'):]
}
