package weburl

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/nlnwa/whatwg-url/url"
	"golang.org/x/net/idna"
)

// profile has the options with which the URL Standard calls Unicode's ToASCII (section 3.3, domain to ASCII).
var profile = idna.New(
	idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false), idna.CheckHyphens(false),
	idna.VerifyDNSLength(false), idna.CheckJoiners(true), idna.BidiRule(),
)

// newerMappings are the characters that Unicode 17 maps differently from Unicode 15. Up to Go 1.27 x/net/idna has
// Unicode 15. A range is mapped to one of the same length.
var newerMappings = []struct{ first, last, to rune }{
	{0x04C0, 0x04C0, 0x04CF}, {0x10A0, 0x10C5, 0x2D00}, {0x1C89, 0x1C89, 0x1C8A}, {0x1E9E, 0x1E9E, 0x00DF}, {0x2132, 0x2132, 0x214E},
	{0x2183, 0x2183, 0x2184}, {0xA7CB, 0xA7CB, 0x0264}, {0xA7CC, 0xA7CC, 0xA7CD}, {0xA7CE, 0xA7CE, 0xA7CF}, {0xA7D2, 0xA7D2, 0xA7D3},
	{0xA7D4, 0xA7D4, 0xA7D5}, {0xA7DA, 0xA7DA, 0xA7DB}, {0xA7DC, 0xA7DC, 0x019B}, {0xA7F1, 0xA7F1, 's'}, {0x10D50, 0x10D65, 0x10D70},
	{0x16EA0, 0x16EB8, 0x16EBB}, {0x1CCD6, 0x1CCEF, 'a'}, {0x1CCF0, 0x1CCF9, '0'}, {0x2F868, 0x2F868, 0x36FC},
	{0x2F874, 0x2F874, 0x5F53}, {0x2F91F, 0x2F91F, 0x243AB}, {0x2F95F, 0x2F95F, 0x7AEE}, {0x2F9BF, 0x2F9BF, 0x45D7},
}

// newerIgnored are the characters that Unicode 17 ignores and Unicode 15 refuses.
var newerIgnored = [][2]rune{
	{0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180E, 0x180E}, {0x2061, 0x2063}, {0x206A, 0x206F}, {0x3164, 0x3164}, {0xFFA0, 0xFFA0},
	{0x1D173, 0x1D17A},
}

// newer maps a character, for strings.Map, where Unicode 17 differs from Unicode 15.
func newer(r rune) rune {
	for _, m := range newerMappings {
		if r >= m.first && r <= m.last {
			return m.to + r - m.first
		}
	}
	for _, i := range newerIgnored {
		if r >= i[0] && r <= i[1] {
			return -1
		}
	}
	return r
}

// toASCII is the standard's "domain to ASCII". A name in ASCII is not checked: a server may be called xn--a.
func toASCII(domain string) (string, error) {
	if isASCII(domain) {
		return strings.ToLower(domain), nil
	}
	return profile.ToASCII(strings.Map(newer, domain))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// standIn is given to the library in place of a domain, because the library follows an older standard for domains.
const standIn = "domain"

// domain replaces the library's own "domain to ASCII" during one parse.
type domain struct{ ascii string } // "" if the host is none

// parser returns a parser of the library that calls d for hosts.
func (d *domain) parser() url.Parser {
	return url.NewParser(url.WithPreParseHostFunc(d.before), url.WithPostParseHostFunc(d.after))
}

// before turns a host into ASCII. IP addresses are left to the library. A host without an ASCII form, or with forbidden
// characters in it, becomes empty, which the library refuses.
func (d *domain) before(_ *url.Url, host string) string {
	d.ascii = ""
	name := percentDecoded(host)
	if strings.HasPrefix(name, "[") || !utf8.ValidString(name) {
		return host
	}
	ascii, err := toASCII(name)
	if err != nil || ascii == "" || strings.ContainsFunc(ascii, forbidden) {
		return ""
	}
	if endsInNumber(ascii) {
		return ascii
	}
	d.ascii = ascii
	return standIn
}

func (d *domain) after(_ *url.Url, host string) string {
	if d.ascii != "" {
		return d.ascii
	}
	return host
}

// endsInNumber reports whether the standard's parser takes a host for an IPv4 address, because of its last label.
func endsInNumber(ascii string) bool {
	ascii = strings.TrimSuffix(ascii, ".")
	last := ascii[strings.LastIndexByte(ascii, '.')+1:]
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

// percentDecoded decodes %XX. A % that no two hexadecimal digits follow is kept.
func percentDecoded(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if b, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(b))
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

// forbidden reports whether a character is a "forbidden domain code point" of the standard.
func forbidden(r rune) bool {
	return r <= ' ' || r == 0x7F || strings.ContainsRune(`#%/:<>?@[\]^|`, r)
}
