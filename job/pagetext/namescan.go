package pagetext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/letters"
)

// readNames notes the names of a sentence, by their letters and what stands beside them.
func (t *tally) readNames(n *nameReader, s string, line int) {
	begins := true
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		if !letters.IsLetter(c) && !letters.IsDigit(c) && closingQuote(c) == 0 {
			begins = endsClause(c, s[i+size:]) || begins && !letters.IsLetter(c)
			i += size
			continue
		}
		word, _ := nextWord(s[i:])
		if !isNameWord(word) && closingQuote(c) == 0 || strings.ContainsAny(word, "@") || strings.Contains(word, "://") {
			i += len(word)
			begins = false
			continue
		}
		i = t.readName(n, s, i, line, begins)
		begins = false
	}
}

// readSpans notes the parts of a sentence that may be names.
func (t *tally) readSpans(n *nameReader, s string, line int, isBody func(string) bool) {
	note := func(from, to int, begins bool) {
		m := &mention{s[from:to], s, from, to, begins, t.asks(s)}
		t.note(m.name, t.signsOf(n, m)|signPart, line, t.by.beside(m)...)
	}
	for from, to := range n.spans(s, isBody) {
		note(from, to, lastClause(s[:from]) == "")
	}
	if t.wide < mostWide && strings.IndexFunc(s, isWide) >= 0 {
		left := mostWide - t.wide
		for from, to := range wideSpans(s, &left) {
			note(from, to, false)
		}
		t.wide = mostWide - left
	}
}

// asks reports whether a sentence asks something of applicants. The answer for the last sentence is kept.
func (t *tally) asks(s string) bool {
	if t.askedOf != s {
		t.askedOf, t.asked = s, t.sectionOf(s) == Requirements
	}
	return t.asked
}

// endsClause reports whether a sign ends a clause, so that the next word may have a capital without being a name.
func endsClause(c rune, rest string) bool {
	next, _ := utf8.DecodeRuneInString(rest)
	return strings.ContainsRune(".!?:;•·|*", c) && (next == ' ' || rest == "") || strings.ContainsRune("•·–—", c)
}

// readName notes the name at s[i:] and returns where it ends.
func (t *tally) readName(n *nameReader, s string, i, line int, begins bool) int {
	name, _ := n.after(s[i:])
	if len(name) < 2 {
		word, _ := nextWord(s[i:])
		return i + max(len(word), 1)
	}
	at := max(strings.Index(s[i:], name), 0) // behind a quotation mark
	if cut := strings.IndexAny(name, "'’"); cut > 0 && strings.HasPrefix(strings.TrimLeft(name[cut:], "'’"), "s ") {
		name = name[:cut]
	}
	i += at
	end := i + len(name)
	first, _ := nextWord(name)
	if begins && len(first) < len(name) && (hasFolded(n.noName, first) || hasFolded(t.common, first) || hasFolded(n.skip, first)) {
		rest := strings.TrimLeft(name[len(first):], " ")
		if begun, _ := n.after(rest); begun != "" {
			i += strings.Index(s[i:], begun)
			name, begins = begun, false
		}
	}
	t.noteMention(n, &mention{name, s, i, end, begins, t.asks(s)}, line)
	if at := n.behindFirst(name); begins && at > 0 {
		t.noteMention(n, &mention{name[at:], s, i + at, end, false, t.asks(s)}, line)
	}
	return end
}

// noteMention notes a name as it is mentioned.
func (t *tally) noteMention(n *nameReader, m *mention, line int) {
	if m.name = t.cutName(n, m.name); m.name != "" {
		t.note(m.name, t.signsOf(n, m), line, t.by.beside(m)...)
	}
}

// behindFirst returns where a name goes on behind its first word, which may have its capital since it begins a sentence: "Employees of
// Acme", "Why Acme?". It returns 0 if the name has one word.
func (n *nameReader) behindFirst(name string) int {
	at := 0
	for first := true; at < len(name); first = false {
		word, next := nextWord(name[at:])
		if !first && (capital(word) || !hasFolded(n.joins, word)) {
			return at
		}
		at += len(word) + next
	}
	return 0
}

// cutName cuts a name before a number or a copyright sign at its end. Of a name in capitals with its legal form it keeps the words in
// capitals, since what stands before them is of another sentence.
func (t *tally) cutName(n *nameReader, name string) string {
	if i := strings.LastIndex(name, " — "); i > 0 {
		name = name[i+len(" — "):]
	}
	if i := strings.IndexFunc(name, endsName); i >= 0 {
		name = strings.TrimRight(name[:i], " ")
	}
	if isOneWord(name) {
		return name
	}
	fields := strings.Fields(name)
	for len(fields) > 1 && digits(fields[len(fields)-1]) > 0 && !hasLetter(fields[len(fields)-1]) {
		fields = fields[:len(fields)-1]
	}
	for len(fields) > 1 && hasFolded(n.noName, fields[len(fields)-1]) && n.forms.atEnd(fields) == 0 {
		fields = fields[:len(fields)-1]
	}
	for len(fields) > 1 && !capital(fields[0]) && hasFolded(n.joins, fields[0]) {
		fields = fields[1:]
	}
	formed := n.forms.atEnd(fields)
	i := len(fields) - formed
	for i > 0 && len(fields[i-1]) > 2 && fields[i-1] == strings.ToUpper(fields[i-1]) {
		i--
	}
	if formed > 0 && i > 0 && i < len(fields)-formed && !hasFolded(n.joins, fields[i-1]) {
		fields = fields[i:]
	}
	return strings.Join(fields, " ")
}

// isOneWord reports whether a text certainly has no white space. Some other signs count as such as well.
func isOneWord(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c == 0xc2 || 0xe1 <= c && c <= 0xe3 {
			return false
		}
	}
	return true
}

// endsName reports whether a name ends before this character.
func endsName(c rune) bool {
	return c == '©' || c == '|' || c == ':' || c >= 0x3000 && (unicode.IsPunct(c) || unicode.IsSymbol(c)) && c != '（' && c != '）' && c != '・' && c != '「' && c != '」'
}

// mention is one occurrence of a name in a sentence.
type mention struct {
	name, sentence string
	from, to       int
	begins         bool // a clause
	asked          bool // the sentence asks something of applicants
}

// signsOf returns the signs of a name's letters and of what stands beside it.
func (t *tally) signsOf(n *nameReader, m *mention) sign {
	signs := n.signsBefore(m) | n.signsBehind(m) | t.signsOfWords(n, m)
	if m.asked {
		signs |= signAsked
	}
	if !m.begins {
		signs |= signInside
	}
	return signs
}

// signsBefore returns the signs of the word before a name.
func (n *nameReader) signsBefore(m *mention) (signs sign) {
	before := strings.TrimRight(m.sentence[:m.from], " ")
	word := before[strings.LastIndexByte(before, ' ')+1:]
	switch f := fold(word); {
	case f == "":
	case n.employerWords[f]:
		signs |= signPreposition
	case n.placeWords[f]:
		signs |= signPlace
	}
	if n.ofUs(before, word) {
		signs |= signWe
	}
	return signs
}

// signsBehind returns the signs of what follows a name.
func (n *nameReader) signsBehind(m *mention) (signs sign) {
	before, rest := strings.TrimRight(m.sentence[:m.from], " "), m.sentence[m.to:]
	if strings.HasPrefix(rest, "'s ") || strings.HasPrefix(rest, "’s ") || strings.HasSuffix(m.name, "’s") || strings.HasSuffix(m.name, "'s") {
		signs |= signOwner
	}
	next, _ := utf8.DecodeRuneInString(strings.TrimPrefix(rest, " "))
	if strings.HasPrefix(rest, " ") && letters.IsLower(next) && (m.begins || startsClause(n, m.sentence[:m.from])) {
		signs |= signSubject
	}
	switch {
	case strings.HasPrefix(rest, ", ") && capital(rest[2:]), strings.HasPrefix(rest, "/"), strings.HasSuffix(before, "/"), strings.HasSuffix(before, ",") && !strings.HasPrefix(rest, ","):
		signs |= signList
	}
	return signs
}

// signsOfWords returns the signs of a name's own words.
func (t *tally) signsOfWords(n *nameReader, m *mention) (signs sign) {
	nouns := len(n.placeHeads) > 0 // are written with capitals
	words, inside, common, capitals := 0, false, true, true
	for w := range strings.FieldsSeq(m.name) {
		words++
		inside = inside || strings.IndexFunc(w[1:], func(r rune) bool { return letters.IsUpper(r) || letters.IsDigit(r) }) >= 0
		common = common && (hasFolded(t.common, w) || hasFolded(n.joins, w) || hasFolded(n.noName, w))
		capitals = capitals && capital(w)
	}
	switch {
	case inside:
		signs |= signCapital
	case words == 1 && nouns:
		signs |= signNoun
	}
	switch {
	case common:
		signs |= signCommon
	case words > 1 && (!nouns || capitals):
		signs |= signMany
	}
	if first, _ := utf8.DecodeRuneInString(m.name); words == 1 && m.begins && !isWide(first) {
		signs |= signBegins
	}
	return signs
}

// ofUs reports whether a text ends with words which say that the next name is the writer's own: "we,", "we at" or "we are".
func (n *nameReader) ofUs(before, word string) bool {
	if bare := strings.TrimRight(word, ",(–—"); bare != word {
		return hasFolded(n.we, bare)
	}
	head := strings.TrimRight(before[:len(before)-len(word)], " ")
	if f := fold(word); n.weAreAlone[f] || n.weAre[f] && hasFolded(n.we, head[strings.LastIndexByte(head, ' ')+1:]) {
		return true
	}
	return hasFolded(n.employerWords, word) && hasFolded(n.we, head[strings.LastIndexByte(head, ' ')+1:]) && !strings.HasSuffix(head, ",")
}

// startsClause reports whether an article alone stands between the beginning of a clause and a name.
func startsClause(n *nameReader, before string) bool {
	clause := lastClause(before)
	word, _ := nextWord(clause)
	return clause == "" || len(word) == len(clause) && hasFolded(n.skip, word)
}

// smallWords returns the words that the lines of sentences have in small letters.
func (r *reader) smallWords() map[string]bool {
	lines := r.saidLines()
	if r.prose.small != nil {
		return r.prose.small
	}
	bytes := 0
	for _, i := range lines {
		bytes += len(r.outline.lines[i].text)
	}
	const share = 16 // bytes of text for each such word
	small := make(map[string]bool, bytes/share)
	r.prose.small = small
	for _, i := range lines {
		for w := range strings.FieldsSeq(r.outline.lines[i].text) {
			if !isPlainLetter(w[0]) || !isPlainLetter(w[len(w)-1]) {
				w = strings.TrimFunc(w, func(c rune) bool { return !letters.IsLetter(c) })
			}
			if c, _ := utf8.DecodeRuneInString(w); letters.IsLower(c) {
				small[w] = true
			}
		}
	}
	return small
}
