package kind

import (
	"bytes"
	"math"

	"gannet/features"
	"gannet/job"
)

// correctSure is the probability that a page is of the kind that correct gives it.
const correctSure = .8

// Bounds of correct.
const (
	plainTitle   = .5 // a title or heading below it does not look like the title of a job
	clearTitle   = .8
	manyApplies  = 8 // requests to apply
	manyHeads    = 5 // headings that look like titles of jobs
	manyLinks    = 8 // links that do
	fewLinks     = 8
	shortText    = 200 // words between two links
	manyParts    = 3   // uses of one heading of an advertisement's parts
	surelyJobs   = 1.5 // log-odds of the topic
	mostJobs     = .8  // of a group's URLs
	manyCalls    = 3   // links with one anchor below texts that differ
	longestCard  = 60  // words of a card
	shortestCard = 2
)

// correct returns a page's kind. It corrects the given kind where combinations of measures are stronger evidence than their sum.
func correct(p *features.Page, v *Vector, t *Titles, kind job.Kind) job.Kind {
	untitled := v[titleTitled] < plainTitle && v[headTitled] < plainTitle
	named := v[titleMany]+v[headMany] > 0
	switch kind {
	case job.Detail:
		each := v[parts] == 0 && v[labels] == 0 && v[headMany] > 0 && atLeast(v[applies], manyApplies)
		cards := untitled && v[parts] == 0 && v[labels] <= 2 && atLeast(v[TitledHeads], manyHeads) && atLeast(v[TitledLinks], manyLinks) && !atLeast(v[LongestText], shortText)
		linked := v[titleMany] > 0 && v[headMany] > 0 && isNamedFirst(p, 1) && v[parts] <= 1 && v[groupTitles] >= plainTitle && atLeast(v[groupSize], manyLinks) &&
			atLeast(v[TitledHeads], manyLinks) && !atLeast(v[LongestText], shortText)
		if each || cards || linked || repeatsParts(p, v) || named && v[parts] > 0 && (isNamedFirst(p, 1) || untitled && isNamedFirst(p, 3)) && repeatsHeading(p) {
			return job.Listing
		}
	case job.Other:
		if named && v[titleTitled] < plainTitle && atLeast(v[groupSize], manyLinks) && v[groupTitles] >= plainTitle && (v[groupJobs] >= mostJobs || v[JobsOdds] > surelyJobs) {
			return job.Listing
		}
		if v[titleTitled] < plainTitle && v[parts] == 0 && (repeatsCalls(p, v) || v[headMany] > 0 && isHeadedList(p, t)) {
			return job.Listing
		}
	case job.Listing:
		one := !named && v[titleTitled] > clearTitle && !atLeast(v[groupSize], fewLinks)
		if one && v[labels] >= 2 && atLeast(v[LongestText], shortText) {
			return job.Detail
		}
	}
	return kind
}

// atLeast reports whether a measure, which is the logarithm of a count, stands for a count of n or more.
func atLeast(measure, n float64) bool { return measure >= math.Log1p(n) }

// repeatsParts reports whether a page has the same headings of an advertisement's parts several times, as pages with several whole
// advertisements have.
func repeatsParts(p *features.Page, v *Vector) bool {
	if v[parts] < 2 {
		return false
	}
	var count [senses]int
	for i := p.Body.Start; i < p.Body.End; i++ {
		if beginsLine(p, i) {
			if sense, alone := aloneInLine(p, i); alone {
				count[sense]++
			}
		}
	}
	repeated := 0
	for s := duties; s <= benefits; s++ {
		if count[s] >= manyParts {
			repeated++
		}
	}
	return repeated >= 2
}

// aloneInLine returns the sense of the line that begins with a word, and whether the line has no other words.
func aloneInLine(p *features.Page, first int32) (sense uint8, alone bool) {
	phrase, last := uint32(0), first
	for i := first; i < min(first+longest, p.Body.End); i++ {
		phrase = joined(phrase, p.Words[i].Hash)
		if s, ok := lexicon.get(phrase); ok {
			sense, last = uint8(s), i
		}
	}
	rest, _, _ := bytes.Cut(p.Text[p.Words[last].End:], []byte("\n"))
	return sense, sense != none && len(bytes.Trim(rest, " :：")) == 0
}

// repeatsCalls reports whether a page has cards that end with the same link, such as "apply" or "details". They are cards of jobs if the page's title
// or heading names jobs in the plural, if the links say "apply", or if their URLs have a word for jobs.
func repeatsCalls(p *features.Page, v *Vector) bool {
	if v[JobsOdds] < surelyJobs {
		return false
	}
	named := v[titleMany]+v[headMany] > 0
	type position struct{ path, anchor uint32 }
	type row struct {
		end   int32 // the word behind the last link
		cards int
	}
	rows := map[position]row{}
	for i := range p.Links {
		l := &p.Links[i]
		if l.Anchor.Len() <= 0 || isNumber(p, l.Anchor) {
			continue
		}
		if _, job := urlSays(l.URL); !named && !job && senseAt(p.Words, int(l.Anchor.Start), int(l.Anchor.End)) != apply {
			continue
		}
		at := position{path: l.Path, anchor: phraseOf(p.Words[l.Anchor.Start:l.Anchor.End])}
		r := rows[at]
		if card := l.Anchor.Start - r.end; card < shortestCard || card > longestCard {
			r.cards = 0
		}
		if r.cards++; r.cards >= manyCalls {
			return true
		}
		rows[at] = row{l.Anchor.End, r.cards}
	}
	return false
}
