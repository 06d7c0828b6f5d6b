package contact

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"gannet/features/outline"
	"gannet/job"
)

// Posting returns a copy of a posting without contact data in its fields and its texts.
func (m *Masker) Posting(p *job.Posting) *job.Posting {
	if m.Keeps() || p == nil {
		return p
	}
	q, person := *p, p.Contact
	text := func(s *string) { *s = m.Text(*s, person.Name) }
	for _, s := range []*string{&q.Title, &q.Location, &q.Description, &q.Duties, &q.Employer, &q.Hours, &q.Starts, &q.StateReason} {
		text(s)
	}
	for _, list := range []*[]string{&q.Skills, &q.Qualifications, &q.Education, &q.Experience, &q.Benefits, &q.Eligibility} {
		*list = slices.Clone(*list)
		for i := range *list {
			text(&(*list)[i])
		}
	}
	q.Contact = job.Person{Name: m.mark(name, person.Name), Email: m.mark(mail, person.Email), Phone: m.mark(phone, person.Phone)}
	q.DescriptionHTML = string(m.HTML([]byte(q.DescriptionHTML), person.Name))
	q.ApplyURL = m.link(q.ApplyURL)
	return &q
}

// link returns the target of a link without its contact. Only the schemes mailto and tel have one.
func (m *Masker) link(target string) string {
	scheme, rest, _ := strings.Cut(target, ":")
	switch strings.ToLower(strings.TrimSpace(scheme)) {
	case "mailto":
		return scheme + ":" + m.mark(mail, rest)
	case "tel", "sms", "callto", "whatsapp":
		return scheme + ":" + m.mark(phone, rest)
	}
	return target
}

// HTML returns the source of a page without contact data in its texts (even if elements divide a contact), in its attributes and in the
// strings of JSON. All other bytes stay unchanged. known are names of contact persons, which are removed wherever they occur.
func (m *Masker) HTML(source []byte, known ...string) []byte {
	if m.Keeps() || len(source) == 0 {
		return source
	}
	p, ok := pages.Get().(*page)
	if !ok {
		p = &page{}
	}
	*p = page{Masker: m, source: source, pieces: p.pieces[:0]}
	p.read()
	masked := p.write(find(p.text.String(), known, m.model))
	clear(p.pieces)
	p.source = nil
	pages.Put(p)
	return masked
}

// pages are pages whose memory is used again.
var pages sync.Pool // of *page

// page is the source of a page and the pieces of it that may change.
type page struct {
	*Masker
	source []byte
	pieces []piece
	text   strings.Builder // of all pieces that are text
}

// piece is a text or a changed tag or script, with its place in the source. A text stands at start in the text of the page.
type piece struct {
	from, to      int
	changed       []byte // nil of a text
	start, length int
}

func (p *page) read() {
	p.text.Grow(len(p.source))
	scanner := outline.NewScanner(p.source)
	within := atom.Atom(0) // the element whose content is no text
	isRaw := false         // the next text has no character references
	for {
		t, ok := scanner.Next()
		if !ok {
			return
		}
		raw := p.source[t.From:t.To]
		switch {
		case t.Start:
			if mayNameContact(raw) {
				p.change(t, p.tag(raw))
			}
			if t.Name == atom.Script || t.Name == atom.Style {
				within = t.Name
			}
			isRaw = scanner.HasRawText() && t.Name != atom.Title && t.Name != atom.Textarea
			p.separate(t.Name)
		case t.End:
			within, isRaw = 0, false
			p.separate(t.Name)
		case within == 0:
			p.addText(t, isRaw)
		case within == atom.Script:
			p.change(t, p.script(raw))
		}
	}
}

// change notes that a tag or script is to be replaced, if it is.
func (p *page) change(t outline.Tag, by []byte) {
	if !bytes.Equal(by, p.source[t.From:t.To]) {
		p.pieces = append(p.pieces, piece{from: t.From, to: t.To, changed: by})
	}
}

// addText adds a text without its character references, unless it is raw, and with line breaks as they are in HTML.
func (p *page) addText(t outline.Tag, isRaw bool) {
	start, text := p.text.Len(), p.source[t.From:t.To]
	if bytes.IndexByte(text, '\r') >= 0 {
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	if !isRaw && bytes.IndexByte(text, '&') >= 0 {
		text = []byte(html.UnescapeString(string(text)))
	}
	p.text.Write(text)
	p.pieces = append(p.pieces, piece{from: t.From, to: t.To, start: start, length: len(text)})
}

// mayNameContact reports whether a tag may have an address, or the scheme of one, in its attributes. Most tags have none, and their attributes need no reading.
func mayNameContact(tag []byte) bool {
	if bytes.ContainsAny(tag, "@&") {
		return true
	}
	for {
		at := bytes.IndexByte(tag, ':')
		if at < 0 {
			return false
		}
		if tag = tag[at+1:]; !bytes.HasPrefix(tag, []byte("//")) {
			return true
		}
	}
}

// separate begins a new line of the text at block elements.
func (p *page) separate(tag atom.Atom) {
	switch tag {
	case atom.A, atom.B, atom.I, atom.Em, atom.Strong, atom.Span, atom.U, atom.Font, atom.Wbr, atom.Small:
	default:
		p.text.WriteByte('\n')
	}
}

// tag returns a tag without contacts in its attributes.
func (p *page) tag(raw []byte) []byte {
	z := html.NewTokenizer(bytes.NewReader(raw))
	z.Next()
	t, changed := z.Token(), false
	for i := range t.Attr {
		a := &t.Attr[i]
		value := a.Val
		switch a.Key {
		case "href", "content", "value", "src", "data-href":
			value = p.link(value)
		}
		if strings.Contains(value, "@") {
			value = p.replace(value, mailsOf(value))
		}
		changed = changed || value != a.Val
		a.Val = value
	}
	if !changed {
		return raw
	}
	return []byte(t.String())
}

// jsonKeys are keys of JSON whose values are contacts.
var jsonKeys = map[string]kind{"telephone": phone, "phone": phone, "faxnumber": phone, "mobile": phone, "phonenumber": phone, "email": mail, "contactname": name, "recruitername": name}

// personKeys are keys and types of objects in schema.org's vocabulary that are contacts.
var personKeys = []string{"applicationcontact", "contactpoint", "person"}

// script returns a script without the contacts in the strings of its JSON.
func (p *page) script(raw []byte) []byte {
	var out bytes.Buffer
	before := ""
	ofPerson := false // within an object that is a contact
	for rest := raw; len(rest) > 0; {
		open := bytes.IndexByte(rest, '"')
		if open < 0 {
			out.Write(rest)
			break
		}
		end := endOfString(rest, open)
		out.Write(rest[:open])
		literal := rest[open:end]
		ofPerson = ofPerson && bytes.IndexByte(rest[:open], '}') < 0
		if value, ok := stringOf(literal); ok {
			masked := p.value(before, value)
			if ofPerson && strings.EqualFold(before, "name") {
				masked = p.mark(name, value)
			}
			if masked != value {
				literal, _ = json.Marshal(masked)
			}
			before, ofPerson = value, ofPerson || slices.Contains(personKeys, strings.ToLower(value))
		}
		out.Write(literal)
		rest = rest[end:]
	}
	return out.Bytes()
}

// stringOf returns the value of a string of JSON. It is false if the string is none.
func stringOf(literal []byte) (value string, ok bool) {
	if len(literal) > 1 && literal[len(literal)-1] == '"' && !slices.ContainsFunc(literal[1:len(literal)-1], isSpecial) {
		return string(literal[1 : len(literal)-1]), true
	}
	return value, json.Unmarshal(literal, &value) == nil
}

// isSpecial reports whether a byte in a string of JSON may not stand for itself.
func isSpecial(b byte) bool { return b < ' ' || b == '\\' || b == '"' || b >= utf8.RuneSelf }

// endOfString returns where a string of JSON that begins at open ends.
func endOfString(s []byte, open int) int {
	for i := open + 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// value returns a string of JSON without contacts. before is the string in front of it, which may be its key.
func (p *page) value(before, value string) string {
	if k, ok := jsonKeys[strings.ToLower(before)]; ok && strings.ContainsAny(value, "@0123456789 ") {
		return p.mark(k, value)
	}
	if strings.Contains(value, "<") {
		return string(p.HTML([]byte(value)))
	}
	if len(value) < 6 || strings.HasPrefix(value, "http") || isOneWord(value) {
		return value
	}
	return p.Text(value)
}

// isOneWord reports whether a string is one word without digits, which is neither an address nor a number nor a whole name.
func isOneWord(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c == '@' || c >= '0' && c <= '9' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// JSON returns a JSON value without contact data. key is the value's key in its object, because under a key such as "contact" all of it is
// contact data.
func (m *Masker) JSON(key string, raw json.RawMessage) json.RawMessage {
	if m.Keeps() || len(raw) == 0 {
		return raw
	}
	if key == string(job.Contact) {
		var person job.Person
		if json.Unmarshal(raw, &person) != nil {
			return raw
		}
		person = job.Person{Name: m.mark(name, person.Name), Email: m.mark(mail, person.Email), Phone: m.mark(phone, person.Phone)}
		masked, _ := json.Marshal(person)
		return masked
	}
	p := page{Masker: m}
	return p.script(raw)
}

// write returns the source with marks in the places of spans and with the changed pieces. A span over several pieces leaves its mark in the first.
func (p *page) write(spans []span) []byte {
	var out bytes.Buffer
	text, written := p.text.String(), 0
	replace := func(piece piece) {
		if written == 0 {
			out.Grow(len(p.source) + len(p.source)/8)
		}
		out.Write(p.source[written:piece.from])
		written = piece.to
	}
	for _, piece := range p.pieces {
		if piece.changed != nil {
			replace(piece)
			out.Write(piece.changed)
			continue
		}
		for len(spans) > 0 && spans[0].end <= piece.start {
			spans = spans[1:]
		}
		end := piece.start + piece.length
		if len(spans) == 0 || spans[0].start >= end {
			continue
		}
		replace(piece)
		at := piece.start
		for _, s := range spans {
			if s.start >= end {
				break
			}
			if s.start >= at {
				out.WriteString(html.EscapeString(text[at:s.start]))
				out.WriteString(p.mark(s.kind, text[s.start:s.end]))
			}
			at = min(s.end, end)
		}
		out.WriteString(html.EscapeString(text[at:end]))
	}
	if written == 0 {
		return p.source
	}
	out.Write(p.source[written:])
	return out.Bytes()
}
