package sitemap

import (
	"bufio"
	"bytes"
	"html"
	"regexp"
	"strings"
)

type tokenKind int

const (
	textToken tokenKind = iota
	cdataToken
	startToken
	endToken
)

// token is a piece of XML. The text of a tag is what stands between its brackets, without the slash of an end tag.
type token struct {
	kind tokenKind
	text string
}

// scanner splits XML into tokens. Broken XML is no error and spoils only what is near it. A tag ends where the next one
// begins, at the latest. A comment or CDATA section without an end is ignored.
type scanner struct {
	in     *bufio.Reader
	at     int64            // bytes read
	absent map[string]int64 // by mark: the position before which it is known not to occur
}

// next returns the next token. Without keep, the text of text tokens may be missing. The error is the reader's.
func (s *scanner) next(keep bool) (token, error) {
	for {
		c, err := s.in.ReadByte()
		if err != nil {
			return token{}, err
		}
		s.at++
		if c != '<' {
			return s.text(c, keep)
		}
		follows, err := s.in.Peek(len("![CDATA["))
		switch {
		case len(follows) == 0:
			return token{}, err
		case string(follows) == "![CDATA[":
			if inside, ok := s.upTo("]]>"); ok {
				return token{cdataToken, inside[len("![CDATA["):]}, nil
			}
		case bytes.HasPrefix(follows, []byte("!--")):
			_, _ = s.upTo("-->")
		case follows[0] == '/':
			s.discard(1)
			return token{endToken, s.tag()}, nil
		case follows[0] == '_' || follows[0]|0x20 >= 'a' && follows[0]|0x20 <= 'z':
			return token{startToken, s.tag()}, nil
		}
	}
}

// text reads up to the next tag. A text that is too long for an entry is cut, but stays too long.
func (s *scanner) text(first byte, keep bool) (token, error) {
	var b strings.Builder
	b.WriteByte(first)
	for {
		part, err := s.in.ReadSlice('<')
		if err == nil {
			part = part[:len(part)-1]
			_ = s.in.UnreadByte()
		}
		s.at += int64(len(part))
		if keep && b.Len() <= maxEntry {
			b.Write(part)
		}
		if err != bufio.ErrBufferFull {
			return token{textToken, b.String()}, err
		}
	}
}

// upTo reads up to and including a mark, and returns what stands before it. It returns false if the mark does not follow within head bytes.
func (s *scanner) upTo(mark string) (string, bool) {
	if s.at < s.absent[mark] {
		return "", false
	}
	ahead, _ := s.in.Peek(head)
	before, _, ok := bytes.Cut(ahead, []byte(mark))
	if !ok {
		if s.absent == nil {
			s.absent = make(map[string]int64)
		}
		s.absent[mark] = s.at + int64(len(ahead)-len(mark))
		return "", false
	}
	text := string(before)
	s.discard(len(before) + len(mark))
	return text, true
}

func (s *scanner) discard(n int) {
	n, _ = s.in.Discard(n)
	s.at += int64(n)
}

// tag reads to the end of a tag, or to the next '<', which no attribute may contain.
func (s *scanner) tag() string {
	var b strings.Builder
	var quote byte
	for {
		c, err := s.in.ReadByte()
		s.at++
		switch {
		case err != nil, c == '>' && quote == 0:
			return b.String()
		case c == '<':
			_ = s.in.UnreadByte()
			s.at--
			return b.String()
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}
		if b.Len() < maxTag {
			b.WriteByte(c)
		}
	}
}

// name returns a tag's name in lower case.
func (t token) name() string {
	name := t.text
	if i := strings.IndexAny(name, " \t\r\n/"); i >= 0 {
		name = name[:i]
	}
	return strings.ToLower(name)
}

var attributes = regexp.MustCompile(`([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')`)

// attribute returns the value of a tag's attribute. Case does not matter.
func (t token) attribute(name string) string {
	for _, m := range attributes.FindAllStringSubmatch(t.text, -1) {
		if strings.EqualFold(m[1], name) {
			return unescape(m[2] + m[3])
		}
	}
	return ""
}

var references = regexp.MustCompile(`&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)

// unescape replaces references, also those of HTML. Without a semicolon it is no reference but the name of a parameter.
func unescape(s string) string { return references.ReplaceAllStringFunc(s, html.UnescapeString) }
