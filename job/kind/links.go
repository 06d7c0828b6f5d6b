package kind

import (
	"strings"
	"sync"

	"gannet/features"
)

// group is the links of one place in the layout.
type group struct {
	size, like, numbers float64
	first, last         int32  // words at which the first and the last link begin
	anchor              uint32 // of the last
}

// groups holds scratch space.
var groups = sync.Pool{New: func() any { return make(map[uint32]*group) }}

// readLinks judges the links: how much text stands between them, and whether many in one place of the layout look like
// titles of jobs.
func readLinks(p *features.Page, t *Titles, v *Vector) {
	all := groups.Get().(map[uint32]*group)
	defer groups.Put(all)
	clear(all)
	from := p.Body.Start
	for i := range p.Links {
		l := &p.Links[i]
		n := l.Anchor.Len()
		if n <= 0 {
			continue
		}
		v[LongestText] = max(v[LongestText], float64(l.Anchor.Start-from))
		from = max(from, l.Anchor.End)
		v[linkWords] += float64(n)
		if isNumber(p, l.Anchor) {
			v[pages]++
			continue
		}
		if senseAt(p.Words, int(l.Anchor.Start), int(l.Anchor.End)) == apply {
			v[applies]++
		}
		like := t.of(p.Words, l.Anchor)
		if like > .5 {
			v[TitledLinks]++
		}
		join(all, p, l, like)
	}
	v[LongestText] = max(v[LongestText], float64(p.Body.End-from))
	best := &group{}
	for _, g := range all {
		if g.like > best.like || g.like == best.like && g.first < best.first {
			best = g
		}
	}
	if best.size > 0 {
		v[groupSize], v[groupTitles], v[groupNumbers] = best.size, best.like/best.size, best.numbers/best.size
		v[groupGap] = float64(best.last-best.first) / max(best.size-1, 1)
	}
}

// join adds a link to those of its place. A link that repeats the anchor before it, as "apply" does, counts once.
func join(all map[uint32]*group, p *features.Page, l *features.Link, like float64) {
	key := l.Path
	g := all[key]
	if g == nil {
		g = &group{first: l.Anchor.Start}
		all[key] = g
	}
	anchor := uint32(0)
	for _, w := range p.Words[l.Anchor.Start:l.Anchor.End] {
		anchor = joined(anchor, w.Hash)
	}
	if anchor == g.anchor {
		return
	}
	g.anchor, g.last = anchor, l.Anchor.Start
	g.size++
	g.like += like
	if named(l.URL) {
		g.numbers++
	}
}

func isNumber(p *features.Page, s features.Span) bool {
	if s.Len() != 1 {
		return false
	}
	w := p.Words[s.Start]
	return w.End-w.Start <= 3 && p.Text[w.Start] >= '0' && p.Text[w.Start] <= '9'
}

// named says whether a URL has a number of three digits or a name of three words in it, as those of things have.
func named(url string) bool {
	_, url, _ = strings.Cut(url, "://")
	_, path, _ := strings.Cut(url, "/")
	digits, hyphens := 0, 0
	for i := range len(path) {
		switch c := path[i]; {
		case c >= '0' && c <= '9':
			if digits++; digits == 3 {
				return true
			}
			continue
		case c == '-' || c == '_':
			hyphens++
		case c == '/':
			hyphens = 0
		}
		digits = 0
	}
	return hyphens >= 2
}
