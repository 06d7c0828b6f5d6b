package scripted

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// mostMatches bounds the constants, the requests and the literals that are found in one script.
const mostMatches = 5000

// whiteSpace is what \s is in a regular expression.
const whiteSpace = " \t\n\f\r"

// constantsOf returns the texts without white space to which a script gives a name, as in name = "text" or "name": 'text'. The last text of a
// name counts.
func constantsOf(script []byte) map[string]string {
	found := map[string]string{}
	for at, last, matches := 0, 0, 0; matches < mostMatches; {
		i := bytes.IndexAny(script[at:], ":=")
		if i < 0 {
			break
		}
		name := nameAtEnd(script[last : at+i])
		at += i + 1
		if len(name) == 0 {
			continue
		}
		begin := afterSpace(script, at)
		if end := endOfText(script, begin); end > 0 {
			found[string(name)] = string(script[begin+1 : end-1])
			at, last = end, end
			matches++
		}
	}
	return found
}

// nameAtEnd returns the name of a setting that ends before its colon or equals sign, which may be in quotes. It is empty if there is none.
func nameAtEnd(b []byte) []byte {
	b = setting(b)
	start := len(b)
	for start > 0 && (isWord(b[start-1]) || b[start-1] == '$') {
		start--
	}
	return bytes.TrimLeft(b[start:], "0123456789")
}

// setting returns a text without the quote and the white space at its end.
func setting(b []byte) []byte {
	b = bytes.TrimRight(b, whiteSpace)
	if n := len(b); n > 0 && (b[n-1] == '"' || b[n-1] == '\'') {
		b = b[:n-1]
	}
	return b
}

// endOfText returns the end of a text in quotes that begins at a place and has no white space, or 0 if there is none. A template literal must not
// have a dollar sign either.
func endOfText(script []byte, begin int) int {
	if begin == len(script) || !isQuote(script[begin]) {
		return 0
	}
	quote := script[begin]
	for i := begin + 1; i < len(script); i++ {
		switch c := script[i]; {
		case c == quote:
			return i + 1
		case isSpace(c), c == '$' && quote == '`':
			return 0
		}
	}
	return 0
}

// callers are functions whose first argument is the address that they request.
var callers = strings.Fields("fetch get getJSON ajax axios request loadJSON json")

// requests returns the places where arguments that are addresses begin: the arguments of calls that request, and the values of settings such as url.
func requests(script []byte) (ends []int) {
	for at := 0; len(ends) < mostMatches; {
		i := bytes.IndexAny(script[at:], "(:=")
		if i < 0 {
			break
		}
		sign := at + i
		at = sign + 1
		switch {
		case script[sign] != '(':
			if !namesAddress(wordAtEnd(setting(script[:sign]))) {
				continue
			}
			at = afterSpace(script, at)
		case bytes.HasSuffix(script[:sign], []byte(".open")):
			end := afterGet(script, at)
			if end == 0 {
				continue
			}
			at = end
		case slices.Contains(callers, string(wordAtEnd(bytes.TrimRight(script[:sign], whiteSpace)))):
			at = afterSpace(script, at)
			if end := afterURLSetting(script, at); end > 0 {
				at = end
			}
		default:
			continue
		}
		ends = append(ends, at)
	}
	return ends
}

// callsFetch reports whether a text ends with the beginning of a call of the function fetch, whose first argument is an address of any form.
func callsFetch(script []byte) bool {
	script, ok := bytes.CutSuffix(bytes.TrimRight(script, whiteSpace), []byte("("))
	script, of := bytes.CutSuffix(bytes.TrimRight(script, whiteSpace), []byte("fetch"))
	if !ok || !of || len(script) > 0 && (isWord(script[len(script)-1]) || script[len(script)-1] == '$') {
		return false
	}
	script, ofObject := bytes.CutSuffix(script, []byte("."))
	switch string(wordAtEnd(bytes.TrimRight(script, whiteSpace))) {
	case "window", "self", "globalThis":
		return true
	}
	return !ofObject
}

// wordAtEnd returns the letters, digits and underscores at the end of a text.
func wordAtEnd(b []byte) []byte {
	start := len(b)
	for start > 0 && isWord(b[start-1]) {
		start--
	}
	return b[start:]
}

// namesAddress reports whether a name of a setting stands for an address.
func namesAddress(name []byte) bool {
	switch string(name) {
	case "url", "baseURL", "src", "endpoint":
		return true
	}
	if len(name) == 0 || name[0] < 'a' || name[0] > 'z' {
		return false
	}
	return bytes.HasSuffix(name[1:], []byte("Url")) || bytes.HasSuffix(name[1:], []byte("URL")) || bytes.HasSuffix(name[1:], []byte("Endpoint"))
}

// afterGet returns the beginning of the second argument, if the first argument is the literal GET, and else 0.
func afterGet(script []byte, at int) int {
	at = afterSpace(script, at)
	if len(script) < at+5 || !isQuote(script[at]) || !isQuote(script[at+4]) || string(script[at+1:at+4]) != "GET" {
		return 0
	}
	if at = afterSpace(script, at+5); at == len(script) || script[at] != ',' {
		return 0
	}
	return afterSpace(script, at+1)
}

// afterURLSetting returns the beginning of the value of an object's first key, if that key is url, and else 0.
func afterURLSetting(script []byte, at int) int {
	for _, token := range []string{"{", "url", ":"} {
		if !bytes.HasPrefix(script[at:], []byte(token)) {
			return 0
		}
		at = afterSpace(script, at+len(token))
	}
	return at
}

// mostRunes bounds the characters of a literal that follow the beginning which makes it an address.
const mostRunes = 300

// literals returns the start and end of texts in quotes that begin as an address does and have no white space.
func literals(script []byte) (found [][2]int) {
	for at := 0; len(found) < mostMatches; {
		i := bytes.IndexAny(script[at:], "\"'`")
		if i < 0 {
			break
		}
		begin := at + i
		at = begin + 1
		n := addressPrefix(script[at:])
		if n == 0 {
			continue
		}
		window := script[:min(len(script), at+n+mostRunes*utf8.UTFMax+1)]
		end := endOfText(window, begin)
		if runes := utf8.RuneCount(script[at+n : max(at+n, end-1)]); runes == 0 || runes > mostRunes {
			continue
		}
		found = append(found, [2]int{begin, end})
		at = end
	}
	return found
}

// addressPrefix returns the length of http://, https://, /, ./ or ../ at the start of a text, in which slashes may be escaped; 0 if it begins
// otherwise.
func addressPrefix(b []byte) int {
	rest, slashes := b, 1
	if after, ok := bytes.CutPrefix(b, []byte("http")); ok {
		if after, ok = bytes.CutPrefix(bytes.TrimPrefix(after, []byte("s")), []byte(":")); !ok {
			return 0
		}
		rest, slashes = after, 2
	} else {
		for range 2 {
			rest = bytes.TrimPrefix(rest, []byte("."))
		}
	}
	for range slashes {
		var ok bool
		if rest, ok = bytes.CutPrefix(bytes.TrimPrefix(rest, []byte(`\`)), []byte("/")); !ok {
			return 0
		}
	}
	return len(b) - len(rest)
}

// afterSpace returns the first place at or after the given one that has no white space.
func afterSpace(script []byte, at int) int {
	for at < len(script) && isSpace(script[at]) {
		at++
	}
	return at
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\v' }

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
