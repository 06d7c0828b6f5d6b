package pagetext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/internal/letters"
	"gannet/job"
)

// sureSaidDay is the probability that a last day found in a sentence is the posting's.
const sureSaidDay = .5

// Bounds of a sentence around its last day.
const (
	mostBetween  = 60 // bytes between the name of a last day and the date: "The deadline for applications to this post is 5 May"
	longestDay   = 6  // words of a date
	besideDay    = 60 // bytes before and behind a last day whose words may say that it is something else
	mostSmall    = 4  // letters of words that may stand between "by" and a date: "by the end of 5 May"
	mostBeforeIt = 3  // such words, beside the day of the week
)

// dayCues are what sentences of one language say beside a last day.
type dayCues struct {
	before, applying, postings, others cues

	begins beginnings // of before and of the labels of days, in this language and in English
}

// noteBeginnings sets begins, the first bytes of all cues that count in a language.
func (of *dayCues) noteBeginnings(lang string) {
	v := known()
	for _, c := range []cues{of.before, v.lastDays[lang], v.lastDays["en"], v.postedDays[lang], v.postedDays["en"]} {
		for b := range c {
			of.begins.add(b)
		}
	}
}

// dayCues returns the cues of the posting's language. If that has none, it returns the English ones, because such pages often have English facts.
func (r *reader) dayCues() *dayCues {
	if of := r.sayings(); of != nil {
		return &of.lastDay
	}
	return &inSentences().of["en"].lastDay
}

// readSaidDays reads the last day to apply, and the day of posting, from the first sentence of the posting that gives one. It serves postings without
// a label for these days.
func (r *reader) readSaidDays() {
	title, _ := r.title.best()
	for i := max(0, title.line); i < min(r.to+8, len(r.outline.lines)); i++ {
		l := &r.outline.lines[i]
		if !hasDigit(l.text) || r.outline.isOutside(l) {
			continue
		}
		for s := range sentences(l.text) {
			if day := r.saidDay(s); day != "" {
				r.parse(job.ValidThrough, day, sureSaidDay, job.Page)
			}
			if day := r.postedDay(s); day != "" {
				r.parse(job.Posted, day, sureSaidDay, job.Page)
			}
		}
	}
}

// saidDay returns the text of the date that a sentence calls the last day to apply, or "".
func (r *reader) saidDay(s string) string {
	if r.validThrough.sure >= sureSaidDay || !hasDigit(s) {
		return ""
	}
	of := r.dayCues()
	low := lower(s)
	for i := range wordStarts(low) {
		if !of.begins.has(low[i:]) {
			continue
		}
		if name := r.labelAt(r.v.lastDays, low[i:]); name != nil {
			end := i + len(name.text)
			start, day := r.dayBehind(s, end)
			if start >= 0 && start <= mostBetween && (isLabelAt(s, i, end) || of.applying.has(low[wordFrom(low, i-mostBetween):end+start], isAny)) && !r.isOtherDay(low[end:end+start], low[end+start+len(day):]) {
				return day
			}
		}
		cue := of.before.at(low[i:])
		if cue == nil || !r.isAbout(low, i, cue.weak) {
			continue
		}
		end, from := i+len(cue.text), i
		if cue.weak {
			from = wordFrom(low, i-besideDay)
		}
		start, day := r.dayBehind(s, end)
		if start >= 0 && areSmall(s[end:end+start]) && !r.isOtherDay(low[from:end+start], low[end+start+len(day):]) {
			return day
		}
	}
	return ""
}

// postedDay returns the text of the date behind a label of days of posting within a line, or "".
func (r *reader) postedDay(s string) string {
	if r.posted.sure >= sureSaidDay || strings.IndexByte(s, ':') < 0 || !hasDigit(s) {
		return ""
	}
	low, of := lower(s), r.dayCues()
	for i := range wordStarts(low) {
		if !of.begins.has(low[i:]) {
			continue
		}
		if name := r.labelAt(r.v.postedDays, low[i:]); name != nil && isLabelAt(s, i, i+len(name.text)) {
			if start, day := r.dayBehind(s, i+len(name.text)); start >= 0 && areSmall(strings.TrimLeft(s[i+len(name.text):i+len(name.text)+start], " :")) {
				return day
			}
		}
	}
	return ""
}

// labelAt returns the label of the posting's language, or else of English, with which a text begins.
func (r *reader) labelAt(labels map[string]cues, low string) *cue {
	if found := labels[r.language()].at(low); found != nil {
		return found
	}
	return labels["en"].at(low)
}

// isLabelAt reports whether the words of a line from one offset to another are a label. A colon follows, and no other word of the label stands before
// them, as in "Project End Date:".
func isLabelAt(s string, from, to int) bool {
	before := strings.TrimRight(s[:from], " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(before[strings.LastIndexByte(before, ' ')+1:])
	return firstColon(strings.TrimLeft(s[to:], " ")) == 0 && (before == "" || unicode.IsPunct(last) || !letters.IsUpper(first))
}

// isAbout reports whether the words around an offset of a sentence speak of applying. Unless applying is set, words about the posting are enough,
// too.
func (r *reader) isAbout(low string, at int, applying bool) bool {
	of := r.dayCues()
	around := low[wordFrom(low, at-saidSentence/2):]
	around = letters.Cut(around, saidSentence)
	return of.applying.has(around, isAny) || !applying && of.postings.has(around, isAny)
}

// dayBehind returns the first date behind an offset of a sentence and its distance from there, which is -1 if there is none.
func (r *reader) dayBehind(s string, offset int) (int, string) {
	start, end := r.firstDate(letters.Cut(s[offset:], mostBetween+longestLead))
	if end == 0 {
		return -1, ""
	}
	return start, s[offset+start : offset+end]
}

// areSmall reports whether only articles, prepositions and the day of the week stand between "by" and a date.
func areSmall(between string) bool {
	words, long := strings.Fields(between), 0
	for _, w := range words {
		if len(strings.Trim(w, ",.:")) > mostSmall && !hasDigit(w) {
			long++
		}
	}
	return len(words) <= mostBeforeIt+1 && long <= 1 && !strings.ContainsAny(between, ";!?")
}

// isOtherDay reports whether the words before or behind a date show that it is not a last day to apply.
func (r *reader) isOtherDay(before, behind string) bool {
	others := r.dayCues().others
	return others.has(before, isAny) || others.has(letters.Cut(behind, besideDay), isWeak)
}

// lastDayOf returns the date of a value beside a label of last days, or "" if the date is another one, as in "continuous, review begins October 1". A
// value without a date of numbers is returned as it is.
func (r *reader) lastDayOf(value string) string {
	if job.IsPlainDate(value, r.lang) {
		return value
	}
	start, end := r.firstDate(value)
	switch {
	case r.isOtherDay(lower(value[:max(start, end)]), lower(value[max(start, end):])):
		return ""
	case end > 0:
		return value[start:end]
	}
	return value
}

// firstDate returns where the first date of a text stands, zeros without one.
func (r *reader) firstDate(s string) (start, end int) {
	for at := range wordStarts(s) {
		rest := s[at:]
		ends := wordEnds(rest)
		for _, to := range slices.Backward(ends[:min(len(ends), longestDay)]) {
			text := rest[:to]
			if !hasDigit(text) || !job.IsPlainDate(text, r.lang) || job.IsRelativeDate(text, r.lang) {
				continue
			}
			if _, ok := r.now.parse(text, r.lang); ok {
				return at, at + to
			}
		}
	}
	return 0, 0
}

// wordStarts yields where the words of a text begin.
func wordStarts(s string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		inWord := false
		for i, c := range s {
			isLetter := letters.IsLetter(c) || letters.IsDigit(c)
			if isLetter && (!inWord || isWide(c)) && !yield(i) {
				return
			}
			inWord = isLetter
		}
	}
}

// wordEnds returns where the first words of a text end that spaces part, without the signs behind them. A bracket ends them all.
func wordEnds(s string) (ends []int) {
	s, _, _ = strings.Cut(s, "(")
	for i := 0; i < len(s) && len(ends) < longestDay; {
		to := strings.IndexByte(s[i:], ' ')
		if to < 0 {
			to = len(s) - i
		}
		ends = append(ends, i+len(strings.TrimRight(s[i:i+to], ".,;:)!?")))
		i += to + 1
	}
	return ends
}

// wordFrom returns where the first word begins behind an offset, so that no word is cut. It returns 0 for a negative offset, and the offset if there is
// no such word.
func wordFrom(s string, offset int) int {
	if offset <= 0 {
		return 0
	}
	for i := range wordStarts(s[offset:]) {
		if i > 0 {
			return offset + i
		}
	}
	return offset
}

// has reports whether a text in lower case has a phrase that counts.
func (c cues) has(low string, counts func(*cue) bool) bool {
	for i := range wordStarts(low) {
		if found := c.at(low[i:]); found != nil && counts(found) {
			return true
		}
	}
	return false
}

func isAny(*cue) bool { return true }

func isWeak(c *cue) bool { return c.weak }
