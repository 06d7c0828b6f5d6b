package pagetext

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"gannet/internal/letters"
	"gannet/job"
)

// sureSaidDay is the probability that a sentence which says a last day says the posting's.
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
type dayCues struct{ before, applying, postings, others cues }

// readSaidDay reads the last day from the first sentence of the posting that says one. It is for postings without a label.
func (r *reader) readSaidDay() {
	if r.validThrough.sure >= sureSaidDay {
		return
	}
	title, _ := r.title.best()
	for i := max(0, title.line); i < min(r.to+8, len(r.outline.lines)); i++ {
		l := &r.outline.lines[i]
		if !hasDigit(l.text) || r.outline.isOutside(l) {
			continue
		}
		for s := range sentences(l.text) {
			if day := r.saidDay(s); day != "" && r.parse(job.ValidThrough, day, sureSaidDay, job.Page) {
				return
			}
		}
	}
}

// saidDay returns the text of the date that a sentence calls the last day to apply, or "".
func (r *reader) saidDay(s string) string {
	of := r.sayings()
	if !hasDigit(s) || len(s) > saidSentence || of == nil {
		return ""
	}
	low := lower(s)
	applies := of.lastDay.applying.has(low, isAny)
	if !applies && !of.lastDay.postings.has(low, isAny) {
		return ""
	}
	for i := range wordStarts(low) {
		if cue := of.lastDay.before.at(low[i:]); cue != nil && (applies || !cue.weak) {
			if day := r.dayBehind(s, low, i, i+len(cue.text), areSmall); day != "" {
				return day
			}
		}
		if name := r.v.lastDays[cmp.Or(r.lang, "en")].at(low[i:]); name != nil {
			if day := r.dayBehind(s, low, i, i+len(name.text), func(between string) bool { return len(between) <= mostBetween }); day != "" {
				return day
			}
		}
	}
	return ""
}

// dayBehind returns the first date behind a cue, which stands from one offset to another in a sentence, if the words between may stand there.
func (r *reader) dayBehind(s, low string, from, to int, mayStand func(between string) bool) string {
	start, end := r.firstDate(letters.Cut(s[to:], mostBetween+longestLead))
	if end == 0 || !mayStand(s[to:to+start]) || r.isOtherDay(low[wordFrom(low, from-besideDay):to+start], low[to+end:]) {
		return ""
	}
	return s[to+start : to+end]
}

// areSmall reports whether only articles, prepositions and the day of the week stand between "by" and a date.
func areSmall(between string) bool {
	words, long := strings.Fields(between), 0
	for _, w := range words {
		if len(strings.Trim(w, ",.:")) > mostSmall {
			long++
		}
	}
	return len(words) <= mostBeforeIt+1 && long <= 1 && !strings.ContainsAny(between, ";!?")
}

// isOtherDay reports whether words before or behind a date say that it is no last day.
func (r *reader) isOtherDay(before, behind string) bool {
	of := r.sayings()
	if of == nil {
		return false
	}
	others := of.lastDay.others
	return others.has(before, isAny) || others.has(letters.Cut(behind, besideDay), isWeak)
}

// isLastDay reports whether the date in a value beside a label of last days is one. It is none in "continuous, review begins October 1".
func (r *reader) isLastDay(value string) bool {
	if job.IsPlainDate(value, r.lang) {
		return true
	}
	start, end := r.firstDate(value)
	return !r.isOtherDay(lower(value[:max(start, end)]), lower(value[max(start, end):]))
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
			isLetter := unicode.IsLetter(c) || unicode.IsDigit(c)
			if isLetter && (!inWord || isWide(c)) && !yield(i) {
				return
			}
			inWord = isLetter
		}
	}
}

// wordEnds returns where the first words of a text end that spaces part, without the signs behind them.
func wordEnds(s string) (ends []int) {
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

// wordFrom returns where the first word begins at or behind an offset, 0 for a negative one.
func wordFrom(s string, offset int) int {
	if offset <= 0 {
		return 0
	}
	return offset + strings.IndexByte(s[offset:], ' ') + 1
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
