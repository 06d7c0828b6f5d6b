package closing

import (
	"bytes"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"gannet/features"
	"gannet/job"
)

// Bounds of what the grammar does not explain of a clause.
const (
	mostStrange = 4  // words before the predicate
	denseHead   = 40 // letters before the predicate in a script without spaces
	denseTail   = 14 // letters behind it, which is an inflection
)

// reader reads one page.
type reader struct {
	rules *grammar
	page  *features.Page
	own   Own
	now   time.Time

	ownWords map[uint32]bool // of the title and the company; nil until they are needed
	layout   *layout         // likewise

	lineStart, lineEnd int // of the latest word whose line was needed
	sought             int // places that were searched for
	tried              int // controls whose links were searched for
}

// statement is a predicate about a posting.
type statement struct {
	span             // its sentence
	weight int       // 0: none
	end    int       // the word behind it
	day    time.Time // that it names, zero if none
}

// span is a range of words.
type span struct{ from, to int }

// statementAt reads the statement whose predicate begins at word i. ok is false if there is none. Languages share words, so a sentence is
// no statement if one of the languages of its predicate makes it a condition.
func (r *reader) statementAt(i int) (s statement, ok bool) {
	for _, e := range r.rules.entries[r.page.Words[i].Hash] {
		if e.class != ended && e.class != whole {
			continue
		}
		n := r.rules.predicate(r.page.Words[i:r.page.Body.End], e)
		if n == 0 {
			continue
		}
		from, to := r.line(i)
		if to-from > longestLine || int(r.page.Words[i+n-1].Start) >= to {
			continue
		}
		sentence := r.around(i, i+n, from, to, isStop)
		if r.isCondition(sentence, span{i, i + n}, e.lang) || r.asks(sentence, to) {
			return statement{}, false
		}
		if !ok {
			s, ok = r.statement(sentence, span{i, i + n}, e)
		}
	}
	return s, ok && r.isHere(span{s.from, s.to})
}

// isCondition reports whether words of a sentence make its predicate a condition, a plan or a denial.
func (r *reader) isCondition(sentence, predicate span, lang int) bool {
	words := r.page.Words[:sentence.to]
	for k := sentence.from; k < predicate.from; k++ {
		if r.rules.length(words[k:], denies|later, lang) > 0 {
			return true
		}
	}
	for k := predicate.to; k < sentence.to; {
		if n := r.rules.length(words[k:], tail, lang); n > 1 {
			k += n // "until further notice"
			continue
		}
		if r.rules.length(words[k:], later, lang) > 0 {
			return true
		}
		k++
	}
	return false
}

// statement weighs a predicate in its sentence. ok is false if the sentence says nothing about the posting.
func (r *reader) statement(sentence, predicate span, e entry) (s statement, ok bool) {
	i, n := predicate.from, predicate.to-predicate.from
	from, to := r.line(i)
	clause := r.around(i, i+n, from, to, isPause)
	about := e.class == whole
	if at := r.subject(sentence, span{i, i + n}, e.lang); at >= 0 {
		about = true
		if at < clause.from {
			clause.from = r.around(at, at+1, from, to, isPause).from
		}
	}
	s = statement{span: sentence, weight: strong, end: i + n}
	if r.rules.langs[e.lang].dense {
		ok = about && r.letters(clause.from, i) <= denseHead && r.letters(i+n, clause.to) <= denseTail
		return s, ok
	}
	strange, before := r.strange(span{clause.from, i}, e.lang)
	day, named, ok := r.complement(span{i + n, clause.to}, e.lang)
	if day.IsZero() {
		day = before
	}
	s.day = day
	switch {
	case !ok || strange > mostStrange || !about && (clause.from < i || !r.speaks(e.lang) || !named && !r.isBadge(clause, i)):
		return statement{}, false
	case !about || strange > 2:
		s.weight = 1
	case strange > 0:
		s.weight = 2
	}
	if day.After(r.now) {
		s.weight = 0 // a deadline
	}
	return s, true
}

// line returns the bytes of the line of a word.
func (r *reader) line(word int) (start, end int) {
	text, at := r.page.Text, int(r.page.Words[word].Start)
	if r.lineStart <= at && at < r.lineEnd {
		return r.lineStart, r.lineEnd
	}
	start, end = bytes.LastIndexByte(text[:at], '\n')+1, bytes.IndexByte(text[at:], '\n')
	if end += at; end < at {
		end = len(text)
	}
	r.lineStart, r.lineEnd = start, end
	return start, end
}

// around extends the words [i, j) within their line to the next boundaries on both sides.
func (r *reader) around(i, j, start, end int, boundary func(before, between, after string) bool) span {
	w := r.page.Words
	s := span{i, j}
	for s.from > 0 && int(w[s.from-1].Start) >= start && !r.parts(s.from-1, boundary) {
		s.from--
	}
	for s.to < int(r.page.Body.End) && int(w[s.to].Start) < end && !r.parts(s.to-1, boundary) {
		s.to++
	}
	return s
}

// parts reports whether there is a boundary between a word and the next one. In scripts without spaces words overlap.
func (r *reader) parts(word int, boundary func(before, between, after string) bool) bool {
	a, b := r.page.Words[word], r.page.Words[word+1]
	if a.End >= b.Start {
		return false
	}
	text := r.page.Text
	return boundary(string(text[a.Start:a.End]), string(text[a.End:b.Start]), string(text[b.Start:b.End]))
}

// isStop reports whether a sentence ends between two words. A full stop after a number, as in "3. May", does not end it.
func isStop(before, between, after string) bool {
	if isNumber(before) && (between == "." || between == ". " || between == ".-") {
		return false
	}
	return strings.ContainsAny(between, ".!?;…。！？；؟") || strings.Contains(between, " • ") || strings.Contains(between, " | ")
}

// isPause reports whether a clause ends between two words. Signs inside of dates and times do not end it.
func isPause(before, between, after string) bool {
	if isStop(before, between, after) {
		return true
	}
	if between == ", " && isNumber(after) || isNumber(before) && isNumber(after) && !strings.Contains(between, "(") {
		return false
	}
	return strings.ContainsAny(between, ",:()[]{}–—、，：（）【】«»") || strings.Contains(between, " - ") || strings.Contains(between, "* ") || strings.Contains(between, " *")
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// asks reports whether a sentence is a question.
func (r *reader) asks(sentence span, end int) bool {
	text := r.page.Text
	from := int(r.page.Words[sentence.to-1].End)
	rest := text[min(from, end):end]
	if sentence.to < int(r.page.Body.End) {
		rest = text[min(from, end):min(max(from, int(r.page.Words[sentence.to].Start)), end)]
	}
	return bytes.ContainsAny(rest, "?？؟")
}

// subject returns the word with which the subject of a sentence begins: the last subject before the predicate, or else the first after it. It returns
// -1 without a subject.
func (r *reader) subject(sentence, predicate span, lang int) int {
	words := r.page.Words
	for k := predicate.from - 1; k >= sentence.from; k-- {
		if r.rules.length(words[k:predicate.from], subject, lang) > 0 {
			return k
		}
	}
	for k := predicate.to; k < sentence.to; k++ {
		if r.rules.length(words[k:sentence.to], subject, lang) > 0 {
			return k
		}
	}
	return -1
}

// strange counts the words before a predicate that the grammar does not explain, and reads the date among them: many languages put the verb last.
func (r *reader) strange(s span, lang int) (n int, day time.Time) {
	for k := s.from; k < s.to; {
		if taken := r.rules.length(r.page.Words[k:s.to], subject|fill|head|tail|ended|whole, lang); taken > 0 {
			k += taken
			continue
		}
		if taken, t := r.date(span{k, s.to}, lang); taken > 0 && day.IsZero() {
			k, day = k+taken, t
			continue
		}
		if !r.isOwn(k) {
			n++
		}
		k++
	}
	return n, day
}

// complement reads what follows a predicate up to the end of its clause. ok is false if the grammar does not explain it, because then the predicate
// is about something else ("closed-loop control") or about some applications only ("from agencies"). If it is a date, complement returns the day.
func (r *reader) complement(s span, lang int) (day time.Time, named, ok bool) {
	words := r.page.Words
	for k := s.from; k < s.to; {
		if r.rules.length(words[k:s.to], cut, lang) > 0 {
			return day, named, true
		}
		if !named {
			if n, t := r.date(span{k, s.to}, lang); n > 0 {
				day, named, k = t, true, k+n
				continue
			}
		}
		if taken := r.rules.length(words[k:s.to], subject|fill|tail|ended|whole, lang); taken > 0 {
			k += taken
			continue
		}
		if k > s.from && k+1 < s.to && !named && r.rules.length(words[k-1:k], tail, lang) > 0 {
			if n, t := r.date(span{k + 1, s.to}, lang); n > 0 { // between "on" and a date is the day of a week
				day, named, k = t, true, k+1+n
				continue
			}
		}
		if first := r.page.Text[r.page.Words[k].Start]; (first < '0' || first > '9') && r.letters(k, k+1) > 1 { // "5pm" is a number, too
			return day, named, false
		}
		k++
	}
	return day, named, true
}

// longestDate is the number of words of a date with its hour.
const longestDate = 8

// date returns the number of words of the date that begins here, and its day. The date must contain a number.
func (r *reader) date(s span, lang int) (n int, day time.Time) {
	for to := min(s.to, s.from+longestDate); to > s.from; to-- {
		text := r.text(span{s.from, to})
		if !isDate(text) {
			continue
		}
		t, ok := r.dayOf(text, r.rules.langs[lang].name)
		if !ok || t.After(r.now) && job.IsRelativeDate(text, r.rules.langs[lang].name) {
			continue
		}
		if !unicode.IsDigit(rune(text[0])) && to > s.from+1 { // is the first word a part of it?
			again, ok := r.dayOf(r.text(span{s.from + 1, to}), r.rules.langs[lang].name)
			if ok && again.Equal(t) && !strings.Contains(r.between(s.from), ",") { // a comma stands behind the day of a week
				return 0, day
			}
		}
		return to - s.from, time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
	}
	return 0, day
}

// dayOf reads the date of an end. Of two orders of day and month the one that is past counts, since an end has come.
func (r *reader) dayOf(text, lang string) (time.Time, bool) {
	t, ok := job.ParseDate(text, lang, r.now)
	if ok && t.After(r.now) && job.IsAmbiguousDate(text) {
		for _, order := range []job.DateOrder{job.DayFirst, job.MonthFirst} {
			if other, ok := job.ParseDateOrdered(text, lang, order, r.now); ok && !other.After(r.now) {
				return other, true
			}
		}
	}
	return t, ok
}

// isDate reports whether a text begins and ends like a date, so that no neighbouring word is taken for a part of it.
func isDate(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsAny(s, "0123456789") && (unicode.IsDigit(first) || unicode.IsLetter(first)) && (unicode.IsDigit(last) || strings.Count(s, " ") <= 3)
}

// between returns the text between a word and the next.
func (r *reader) between(word int) string {
	return string(r.page.Text[r.page.Words[word].End:r.page.Words[word+1].Start])
}

// text returns the text of some words.
func (r *reader) text(s span) string {
	w := r.page.Words
	return string(r.page.Text[w[s.from].Start:w[s.to-1].End])
}

// letters counts the letters from one word to another.
func (r *reader) letters(from, to int) int {
	if from >= to {
		return 0
	}
	return utf8.RuneCountInString(r.text(span{from, to}))
}

// isOwn reports whether a word is of the posting's title or company, or one letter.
func (r *reader) isOwn(k int) bool {
	if r.ownWords == nil {
		r.ownWords = map[uint32]bool{}
		for _, h := range append(features.Words(r.own.Title), features.Words(r.own.Company)...) {
			r.ownWords[h] = true
		}
	}
	return r.ownWords[r.page.Words[k].Hash] || r.letters(k, k+1) == 1
}

// nearHeading is how many lines may lie between a badge and the first heading.
const nearHeading = 3

// speaks reports whether the posting or its page is in a language.
func (r *reader) speaks(lang int) bool {
	name := r.rules.langs[lang].name
	return name == r.own.Language || strings.HasPrefix(r.page.Lang, name) || r.own.Language == "" && r.page.Lang == "" && name == "en"
}

// isBadge reports whether a clause consists of a predicate only, such as "Closed", and is in a heading or in a line near the first heading.
func (r *reader) isBadge(clause span, i int) bool {
	if len(r.page.Headings) == 0 {
		return false
	}
	start, end := r.line(i)
	heading := r.page.Headings[0]
	if heading.Len() == 0 || i < int(heading.Start)-10 {
		return false
	}
	if i >= int(heading.Start) && i < int(heading.End) {
		return true
	}
	w := r.page.Words
	alone := int(w[clause.from].Start) == start+leading(r.page.Text[start:end]) && clause.to-clause.from <= 3 && (clause.to == int(r.page.Body.End) || int(w[clause.to].Start) >= end)
	from, to := int(w[heading.Start].Start), start
	if to < from {
		from, to = end, from
	}
	return alone && bytes.Count(r.page.Text[from:to], []byte{'\n'}) <= nearHeading
}

// leading returns how many bytes stand before the first word of a line.
func leading(line []byte) int {
	return max(0, bytes.IndexFunc(line, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }))
}
