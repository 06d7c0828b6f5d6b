package kind

import (
	"slices"

	"gannet/features"
)

// Bounds of repeatsHeading and isHeadedList.
const (
	leastPart   = 6  // words of an advertisement's part
	leastRows   = 3  // links below a heading that names postings in the plural
	longestRow  = 12 // words of a link that is a job's title
	longestRest = 25 // words between two such links
)

// isNamedFirst reports whether a page's title or one of its first headings begins with a name for postings in the plural, as in "Jobs at Orbis". The
// beginning is required because titles of single postings may end with the name of a site of jobs, and "other jobs" stands below postings.
func isNamedFirst(p *features.Page, headings int) bool {
	names := func(s features.Span) bool { return s.Len() > 0 && senseAt(p.Words, int(s.Start), int(s.End)) == many }
	return names(p.Title) || slices.ContainsFunc(p.Headings[:min(len(p.Headings), headings)], names)
}

// repeatsHeading reports whether a page has a heading of a part of an advertisement twice, each time with a text below it. If the page's title names
// jobs in the plural, it then contains two advertisements.
func repeatsHeading(p *features.Page) bool {
	at := map[uint32]int32{}
	for i := p.Body.Start; i < p.Body.End; i++ {
		if !beginsLine(p, i) {
			continue
		}
		sense, alone := aloneInLine(p, i)
		if !alone || sense < duties || sense > benefits {
			continue
		}
		line := uint32(0)
		for j := i; j < min(i+longest, p.Body.End) && (j == i || !beginsLine(p, j)); j++ {
			line = joined(line, p.Words[j].Hash)
		}
		before, seen := at[line]
		if seen && i-before > leastPart && p.Body.End-i > leastPart {
			return true
		}
		if !seen {
			at[line] = i
		}
	}
	return false
}

// isHeadedList reports whether links at one position of the layout follow a heading that consists of little more than a name for postings in the
// plural. The links must look more like job titles than unknown words do. The rule is for pages whose language the topic's classifier may not know.
func isHeadedList(p *features.Page, t *Titles) bool {
	for _, h := range p.Headings {
		if h.Len() == 0 || h.Len() > longest || saysMany(p, h) == 0 {
			continue
		}
		rows, like, end, path, last := 0, 0.0, h.End, uint32(0), uint32(0)
		for i := range p.Links {
			l := &p.Links[i]
			n := l.Anchor.Len()
			if l.Anchor.Start < h.End || n <= 0 || n > longestRow || rows > 0 && l.Path != path {
				continue
			}
			if l.Anchor.Start-end > longestRest {
				break
			}
			anchor := phraseOf(p.Words[l.Anchor.Start:l.Anchor.End])
			path, end = l.Path, l.Anchor.End
			if anchor == last {
				continue
			}
			last = anchor
			rows++
			like += t.of(p.Words, l.Anchor)
		}
		if rows >= leastRows && like > unknownLike*float64(rows) {
			return true
		}
	}
	return false
}
