package jobweb

import (
	_ "embed"
	"fmt"
	"slices"
	"time"

	"gannet/internal/yamlfile"
)

//go:embed clock.yaml
var extrasText []byte

// extras are the words of a language that occur only in a web with a clock.
type extras struct {
	Valid          string
	Banner         words
	Nothing        words
	Captcha, Login string
	Trap           words
}

func readExtras() (map[string]*extras, error) {
	all := make(map[string]*extras)
	if err := yamlfile.Decode(extrasText, &all); err != nil {
		return nil, fmt.Errorf("words of the clock: %w", err)
	}
	return all, nil
}

// moment is the state of a posting's page at a time. It is nil in a web without a clock.
type moment struct {
	*Answer
	content time.Time // the page is as it was then
}

// renderAt writes a page in its state at the time of a response.
func (w *Web) renderAt(id int32, a *Answer) []byte {
	m := &moment{a, a.at}
	p := w.pages[id]
	if p.role == detailPage {
		m.content = a.Modified
		if a.broken(OtherLanguage) {
			p.lang = w.otherLanguage(p.lang)
		}
	}
	return append(w.write(id, &p, m), a.nonceLine()...)
}

// otherLanguage returns the language that follows lang in the list of languages.
func (w *Web) otherLanguage(lang string) string {
	all := Languages()
	return all[(slices.Index(all, lang)+1)%len(all)]
}

// says returns the text of a posting as it is at the moment.
func (b *writer) says(n int32) said {
	s := b.w.says(n)
	if b.now == nil {
		return s
	}
	l, lang := &b.w.lives[n], b.w.jobs[b.w.postings[n].job].ad.Language
	about := b.w.words[lang]
	for i := range l.version(b.now.content, Text) {
		r := b.w.draw("edit", int(n)*16+i)
		b.w.edit(&s, lang, .05, r)
		s.lines = append(s.lines, about.sentence(about.Work, lang, r))
	}
	if l.trap {
		s.lines = append(s.lines, b.w.draw("trap", int(n)).pick(b.w.extras[lang].Trap))
	}
	b.breakPosting(n, &s)
	return s
}

// breakPosting changes the text of a posting as a broken host would.
func (b *writer) breakPosting(n int32, s *said) {
	if b.now.broken(EqualTitles) {
		s.title = b.h.title
	}
	if b.now.broken(FieldGone) {
		s.company = ""
	}
	if b.now.broken(OtherLanguage) {
		lang := b.w.otherLanguage(b.w.jobs[b.w.postings[n].job].ad.Language)
		l, r := b.w.words[lang], b.w.draw("other language", int(n))
		s.title, s.self = r.pick(l.Occupations), ""
		for i := range s.lines {
			s.lines[i] = l.sentence(l.Work, lang, r)
		}
	}
}

// postedOn returns the day that a posting states.
func (b *writer) postedOn(n int32) time.Time {
	if b.now == nil {
		return b.w.postings[n].posted
	}
	day := b.w.lives[n].posted(b.now.content)
	if b.now.broken(DatesShifted) {
		day = day.AddDate(-7, 0, 0)
	}
	return day
}

// validThrough returns the last day that a posting states, zero if it states none.
func (b *writer) validThrough(n int32) time.Time {
	if b.now == nil {
		return time.Time{}
	}
	day := b.w.lives[n].validAt(b.now.content)
	if !day.IsZero() && b.now.broken(DatesShifted) {
		day = day.AddDate(-7, 0, 0)
	}
	return day
}

// pay returns the pay that a posting states, "" if none.
func (b *writer) pay(n int32) string {
	p := &b.w.postings[n]
	given := b.w.jobs[p.job].ad.Salary
	if b.now == nil {
		return given
	}
	r := b.w.draw("pay", int(p.job))
	amount, states := 24_000+500*r.IntN(80), r.chance(.5)
	raises := b.w.lives[n].version(b.now.content, Pay)
	if given != "" && raises == 0 || given == "" && !states && raises == 0 {
		return given
	}
	return fmt.Sprintf("%d EUR", amount+1_000*raises)
}

// rowsHere returns the postings on a page of a list, and the pages of the list.
func (b *writer) rowsHere() (postings, pages []int32) {
	s := &b.h.sections[b.p.section]
	all, size, pages := s.postings, entries, s.pages
	if b.now != nil {
		all, size, pages = b.now.shown, b.w.clock.Entries, s.pages[:len(b.now.Pages)]
	}
	first := int(b.p.n) * size
	return all[first:min(first+size, len(all))], pages
}

// listOf returns the page of a section's list that links to a posting. In a web with a clock it is the first page.
func (b *writer) listOf(sec *section) int32 {
	if b.now != nil {
		return sec.pages[0]
	}
	return sec.pages[b.placeIn(sec)/entries]
}

// near returns postings of the same section that are similar to the posting of the page.
func (b *writer) near() []int32 {
	s := &b.h.sections[b.p.section]
	if b.now != nil {
		return b.w.near(s, b.p.n, b.now.content)
	}
	at := b.placeIn(s)
	var near []int32
	for step := 1; step <= min(4, len(s.postings)-1); step++ {
		near = append(near, b.w.postings[s.postings[(at+step*step)%len(s.postings)]].page)
	}
	return near
}

// banner writes that the job of a posting is taken.
func (b *writer) banner() {
	if b.now == nil || b.now.Shows != ShowsClosed {
		return
	}
	b.wrap(b.m.text, escape(b.w.draw("banner", int(b.p.host)).pick(b.w.extras[b.p.lang].Banner)))
}

// isClosed reports whether the page says that the job of its posting is taken.
func (b *writer) isClosed() bool { return b.now != nil && b.now.Shows == ShowsClosed }

// feedLink writes a link to the feed of the host.
func (b *writer) feedLink() {
	if b.now == nil {
		return
	}
	switch b.w.hostLives[b.p.host].feed {
	case RSS:
		b.add("<link rel=\"alternate\" type=\"application/rss+xml\" href=\"" + feedPath + "\">\n")
	case Atom:
		b.add("<link rel=\"alternate\" type=\"application/atom+xml\" href=\"" + feedPath + "\">\n")
	}
}
