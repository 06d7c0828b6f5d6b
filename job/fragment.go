package job

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// eachPlainToken calls use with the texts and tags of HTML as eachToken does, for a third of its cost, if the HTML is as plain as that of most
// ads. It reports false, perhaps after some tokens, for other HTML: comments, elements whose content is no HTML, carriage returns, and tags
// that are unusual or wrong. Self-closing tags are start tags here.
func eachPlainToken(s string, use func(kind html.TokenType, tag atom.Atom, text string)) bool {
	if strings.IndexByte(s, '\r') >= 0 {
		return false
	}
	for len(s) > 0 {
		n := tagStart(s)
		if n > 0 {
			use(html.TextToken, 0, html.UnescapeString(s[:n]))
		}
		if n == len(s) {
			break
		}
		kind, tag, rest, ok := plainTag(s[n+1:])
		if !ok {
			return false
		}
		use(kind, tag, "")
		s = rest
	}
	return true
}

// tagStart returns where the first tag or comment of HTML starts, its length if there is none.
func tagStart(s string) int {
	for n := 0; ; n++ {
		next := strings.IndexByte(s[n:], '<')
		if next < 0 || n+next+1 == len(s) {
			return len(s)
		}
		n += next
		if c := s[n+1]; isLetter(c) || c == '/' || c == '!' || c == '?' {
			return n
		}
	}
}

// plainTag reads a tag without its "<", and returns what follows it.
func plainTag(s string) (kind html.TokenType, tag atom.Atom, rest string, ok bool) {
	kind = html.StartTagToken
	if s[0] == '/' {
		kind, s = html.EndTagToken, s[1:]
	}
	var name [16]byte
	n := 0
	for n < len(s) && n < len(name) && (isLetter(s[n]) || n > 0 && isDigit(s[n])) {
		name[n] = s[n]
		if 'A' <= s[n] && s[n] <= 'Z' {
			name[n] |= 0x20
		}
		n++
	}
	tag = atom.Lookup(name[:n])
	if n == 0 || kind == html.StartTagToken && isRaw(tag) {
		return kind, tag, "", false
	}
	rest, ok = afterAttributes(s[n:])
	return kind, tag, rest, ok
}

// isRaw reports whether the content of an element is no HTML (HTML, section 13.2.5, the tokenizer's states RAWTEXT, RCDATA, script data and
// PLAINTEXT).
func isRaw(tag atom.Atom) bool {
	switch tag {
	case atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style, atom.Textarea, atom.Title, atom.Xmp:
		return true
	}
	return false
}

// afterAttributes returns what follows a tag whose name has been read. Each attribute must have white space before it, and a name of ASCII
// letters, digits, "-", "_" and ":". It may have a value.
func afterAttributes(s string) (rest string, ok bool) {
	for {
		n := len(s) - len(strings.TrimLeft(s, " \t\n\f"))
		s = s[n:]
		s = strings.TrimPrefix(s, "/")
		if strings.HasPrefix(s, ">") {
			return s[1:], true
		}
		if n == 0 {
			return "", false
		}
		key := 0
		for key < len(s) && (isLetter(s[key]) || isDigit(s[key]) || s[key] == '-' || s[key] == '_' || s[key] == ':') {
			key++
		}
		if key == 0 {
			return "", false
		}
		if s = s[key:]; !strings.HasPrefix(s, "=") {
			continue
		}
		if s = s[1:]; s == "" {
			return "", false
		}
		end, least := strings.IndexAny(s, " \t\n\f>\"'=<`"), 1
		if q := s[0]; q == '"' || q == '\'' {
			end, least = strings.IndexByte(s[1:], q)+2, 2
		}
		if end < least {
			return "", false
		}
		s = s[end:]
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
