package outline

import "golang.org/x/net/html/atom"

// Scanner cuts a source into texts and tags without making a tree.
type Scanner struct{ tokens }

// NewScanner returns a Scanner of a source.
func NewScanner(source []byte) *Scanner {
	s := &Scanner{}
	s.reset(source)
	return s
}

// Tag is a tag of a source, or a text if it is neither start nor end.
type Tag struct {
	From, To   int // offsets in the source, with the brackets
	Start, End bool
	Name       atom.Atom // 0 if it is not a known one
	Attributes int       // their number
}

// Next returns the next text or tag. It reports false at the end of the source. Comments, declarations and tags that the end of the source
// cuts are left out.
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

// HasRawText reports whether the element whose start tag came last has raw text as its content.
func (s *Scanner) HasRawText() bool { return s.rawName != "" }

// ReadTags has the content of the element whose start tag came last read as tags, even if the element's content is normally raw text.
func (s *Scanner) ReadTags() { s.rawName = "" }
