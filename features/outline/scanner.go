package outline

import "golang.org/x/net/html/atom"

// Scanner splits the source of an HTML page into texts and tags, one after the other, without building a tree.
type Scanner struct{ tokens }

// NewScanner returns a Scanner of the source of a page.
func NewScanner(source []byte) *Scanner {
	s := &Scanner{}
	s.reset(source)
	return s
}

// Tag is a start tag, an end tag, or a text if both Start and End are false.
type Tag struct {
	From, To   int // offsets in the source, with the brackets
	Start, End bool
	Name       atom.Atom // 0 if it is not a known one
	Attributes int       // their number
}

// Next returns the next text or tag. The second result is false at the end of the source. Next skips comments, declarations, and a tag that
// is incomplete at the end.
func (s *Scanner) Next() (Tag, bool) {
	for {
		from := s.at
		s.next()
		t := Tag{From: from, To: s.at, Name: s.token.name, Attributes: int(s.token.attrs[1] - s.token.attrs[0])}
		switch s.token.kind {
		case endOfSource:
			return t, false
		case startTag:
			t.Start = true
			return t, true
		case endTag:
			t.End = true
			return t, true
		case textToken:
			return t, true
		}
	}
}

// HasRawText reports whether the content of the element whose start tag was returned last is raw text, as that of a script is.
func (s *Scanner) HasRawText() bool { return s.rawName != "" }

// ReadTags makes the Scanner read tags in the content of the element whose start tag was returned last, even if this content is normally
// raw text.
func (s *Scanner) ReadTags() { s.rawName = "" }
