package declared

import (
	"strings"

	"gannet/internal/quoted"
)

// Link is a link in a Link header, or the relation that a link element of HTML declares.
type Link struct {
	Target string // as it is written
	Rel    string // relation types, separated by white space
	Type   string // media type of the target, "" if it is not given
	Anchor string // the page that the link is about, "" if that is the document itself
}

// Rels returns the types of the link's relation, such as "next", in lower case.
func (l Link) Rels() []string { return strings.Fields(strings.ToLower(l.Rel)) }

// Links parses the values of Link headers (RFC 8288, appendix B.2). An invalid link is skipped up to the next comma.
func Links(values []string) (links []Link) {
	for _, s := range values {
		for s = skip(s, isSpace); s != ""; s = skip(s, isSpaceOrComma) {
			target, rest, closed := strings.Cut(s, ">")
			if s[0] != '<' || !closed {
				_, s, _ = strings.Cut(s, ",")
				continue
			}
			l := Link{Target: strings.TrimSpace(target[1:])}
			s = l.parameters(rest)
			_, s, _ = strings.Cut(s, ",") // nothing stands before it unless the parameters are not valid
			links = append(links, l)
		}
	}
	return links
}

func isSpaceOrComma(c byte) bool { return isSpace(c) || c == ',' }

// parameters reads the parameters of a link (RFC 8288, appendix B.3) and returns what follows them. Of parameters with one
// name the first counts (section 3.3).
func (l *Link) parameters(s string) (rest string) {
	seen := map[string]bool{}
	for {
		if s = skip(s, isSpace); s == "" || s[0] != ';' {
			return s
		}
		var name, value string
		name, s = token(skip(s[1:], isSpace), " \t=;,")
		if s = skip(s, isSpace); s != "" && s[0] == '=' {
			value, s = parameterValue(skip(s[1:], isSpace))
		}
		if name = strings.ToLower(name); !seen[name] {
			seen[name] = true
			l.set(name, value)
		}
	}
}

func (l *Link) set(name, value string) {
	switch name {
	case "rel":
		l.Rel = value
	case "type":
		l.Type = value
	case "anchor":
		l.Anchor = strings.TrimSpace(value)
	}
}

// token returns s up to one of the characters that end it, and the rest.
func token(s, ends string) (word, rest string) {
	end := strings.IndexAny(s, ends)
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:]
}

// parameterValue reads a token or a quoted string (RFC 8288, appendix B.4).
func parameterValue(s string) (value, rest string) {
	if s == "" || s[0] != '"' {
		value, rest = token(s, ";,")
		return strings.TrimRight(value, " \t"), rest
	}
	return quoted.Cut(s[1:])
}
