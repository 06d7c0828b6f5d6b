package kind

import (
	"strings"
	"sync"

	"gannet/features"
)

// group is the set of links with the same tag path, which stand at one position of the layout.
type group struct {
	size, like, numbers float64
	titles              float64 // how much more its anchors look like titles than unknown words
	jobs                float64 // links whose URL has a word for jobs
	first, last         int32   // words at which the first and the last link begin
	anchor              uint32  // of the last
}

// unknownLike is a little more than the likeness to job titles that unknown words have, so that long menus of unknown words do not count.
const unknownLike = 0.3

// groups recycles the maps of readLinks.
var groups = sync.Pool{New: func() any { return make(map[uint32]*group) }}

// readLinks measures the text between links, and whether many links at one position of the layout look like titles of jobs.
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
		addToGroup(all, p, l, like)
	}
	v[LongestText] = max(v[LongestText], float64(p.Body.End-from))
	best := &group{}
	for _, g := range all {
		if g.titles > best.titles || g.titles == best.titles && (g.size > best.size || g.size == best.size && g.first < best.first) {
			best = g
		}
	}
	if best.size > 0 {
		v[groupSize], v[groupTitles], v[groupNumbers] = best.size, best.like/best.size, best.numbers/best.size
		v[groupGap], v[groupJobs] = float64(best.last-best.first)/max(best.size-1, 1), best.jobs/best.size
	}
}

// addToGroup adds a link to its group. A link with the same anchor as the last one, such as "apply", is not counted.
func addToGroup(all map[uint32]*group, p *features.Page, l *features.Link, like float64) {
	key := l.Path
	g := all[key]
	if g == nil {
		g = &group{first: l.Anchor.Start}
		all[key] = g
	}
	anchor := phraseOf(p.Words[l.Anchor.Start:l.Anchor.End])
	if anchor == g.anchor {
		return
	}
	g.anchor, g.last = anchor, l.Anchor.Start
	g.size++
	g.like += like
	g.titles += max(0, like-unknownLike)
	name, job := urlSays(l.URL)
	if name {
		g.numbers++
	}
	if job {
		g.jobs++
	}
}

func isNumber(p *features.Page, s features.Span) bool {
	if s.Len() != 1 {
		return false
	}
	w := p.Words[s.Start]
	return w.End-w.Start <= 3 && p.Text[w.Start] >= '0' && p.Text[w.Start] <= '9'
}

// NamesJobs reports whether a link is about jobs: its URL has a word for jobs, or its anchor begins with a word for job postings in the
// plural.
func NamesJobs(p *features.Page, l *features.Link) bool {
	_, job := urlSays(l.URL)
	return job || senseAt(p.Words, int(l.Anchor.Start), int(l.Anchor.End)) == many
}

// urlSays reports two properties of a URL. named says that the URL has a number of three digits or a name of three words, as URLs of single things
// have. job says that it has a word for jobs.
func urlSays(url string) (named, job bool) {
	_, url, _ = strings.Cut(url, "://")
	_, path, _ := strings.Cut(url, "/")
	digits, hyphens, word := 0, 0, uint32(0)
	for i := range len(path) + 1 {
		c := byte('/')
		if i < len(path) {
			c = path[i]
		}
		if low := c | 0x20; low >= 'a' && low <= 'z' {
			word = word*31 + uint32(low)
			digits = 0
			continue
		}
		if word != 0 {
			job = job || jobWords[word]
			word = 0
		}
		switch {
		case c >= '0' && c <= '9':
			digits++
			named = named || digits == 3
			continue
		case c == '-' || c == '_':
			hyphens++
		case c == '/' && i < len(path):
			hyphens = 0
		}
		digits = 0
	}
	return named || hyphens >= 2, job
}

// jobWords are words for jobs in URLs, by hash.
var jobWords = func() map[uint32]bool {
	all := map[uint32]bool{}
	for word := range strings.FieldsSeq(`job jobs jobdetail jobdetails jobad viewjob career careers vacancy vacancies position positions opening openings
		employment recruitment hiring stelle stellen stellenangebot stellenangebote stellenanzeige stellenmarkt karriere emploi emplois offre offres poste
		recrutement empleo empleos oferta ofertas trabajo vaga vagas emprego lavoro annunci offerta vacature vacatures banen oferty ogloszenia
		praca prace pozice nabidka nabidky volna kariera rabota vakansii vakansiya vakansiyi robota munka allas posao slujba stilling stillinger
		jobb tyopaikat zhaopin zhiwei gangwei recruit kyujin shigoto ilan ilanlari`) {
		h := uint32(0)
		for i := range len(word) {
			h = h*31 + uint32(word[i])
		}
		all[h] = true
	}
	return all
}()
