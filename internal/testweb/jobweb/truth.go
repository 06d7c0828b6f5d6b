package jobweb

import (
	"slices"
	"time"
)

// Kind is the true kind of a page: a listing, a posting or something else.
type Kind uint8

// These are the kinds of pages: a Listing names several postings and links to them, a Detail is one posting, and Other is everything
// else.
const (
	Other   Kind = iota
	Listing      // names several postings and leads to them
	Detail       // is one posting
)

func (k Kind) String() string { return [...]string{"other", "listing", "detail"}[k] }

// Posting is the truth about a page with a posting: its job, its site, and how it was made.
type Posting struct {
	URL     string
	Job     int // the same number: the same job
	Ad      int // the same number in different jobs: the same text for another place
	Firm    int // the employer's number
	Host    string
	Class   Class
	Copy    Copy
	Posted  time.Time
	Title   string // as the page words it, like the following
	Company string
	Place   string
	Lang    string
	Number  string
	Text    string // the ad and what the employer says of itself
}

// Kind returns the true kind of the page at a URL. It is Other for pages of the surrounding web and for URLs without a page.
func (w *Web) Kind(url string) Kind {
	id, own := w.byURL[url]
	switch {
	case own && w.pages[id].role == detailPage:
		return Detail
	case own && w.pages[id].role == openingsPage:
		return Listing
	}
	return Other
}

// Own reports whether the page at a URL belongs to the generated web, not to the web that surrounds it.
func (w *Web) Own(url string) bool {
	_, own := w.byURL[url]
	return own
}

// Posting returns the truth about the posting at a URL. The second result is false if the page has no posting.
func (w *Web) Posting(url string) (Posting, bool) {
	id, own := w.byURL[url]
	if !own || w.pages[id].role != detailPage {
		return Posting{}, false
	}
	n := w.pages[id].n
	p, s := &w.postings[n], w.says(n)
	j, h := &w.jobs[p.job], &w.hosts[p.host]
	b := &writer{w: w, h: h}
	return Posting{URL: url, Job: int(p.job), Ad: int(j.ad0), Firm: int(j.firm), Host: h.name, Class: h.class, Copy: p.copied, Posted: p.posted,
		Title: s.title, Company: s.company, Place: s.place, Lang: j.ad.Language, Number: b.reference(n), Text: s.text()}, true
}

// Jobs returns the number of different jobs that the web's postings advertise.
func (w *Web) Jobs() int { return len(w.jobs) }

// Postings returns the URLs of all pages that have a posting.
func (w *Web) Postings() []string {
	urls := make([]string, len(w.postings))
	for i := range w.postings {
		urls[i] = w.pages[w.postings[i].page].url
	}
	return urls
}

// EmployerSites returns the names and home pages of the employers that have a site of their own.
func (w *Web) EmployerSites() (names, homes []string) {
	for i := range w.hosts {
		if h := &w.hosts[i]; h.class == Employer {
			names, homes = append(names, w.firms[h.firm].name), append(homes, w.pages[h.home].url)
		}
	}
	return names, homes
}

// Pages returns the URLs of all generated pages.
func (w *Web) Pages() []string {
	urls := make([]string, len(w.pages))
	for i := range w.pages {
		urls[i] = w.pages[i].url
	}
	return urls
}

// Best returns the index of the posting of a job that should count as the original. It is on a site of the kind nearest to the employer;
// among several such postings it is the earliest, then the most complete.
func Best(postings []Posting) int {
	best := 0
	for i := range postings {
		a, b := &postings[i], &postings[best]
		order := []int{int(a.Class) - int(b.Class), a.Posted.Compare(b.Posted), len(b.Text) - len(a.Text)}
		if at := slices.IndexFunc(order, func(c int) bool { return c != 0 }); at >= 0 && order[at] < 0 {
			best = i
		}
	}
	return best
}

// Relation is the true relation between two postings of the generated web.
type Relation string

// These are the relations between two postings, the closest first.
const (
	SameJob      Relation = "same job"
	OtherPlace   Relation = "same text, other place"
	SameEmployer Relation = "same employer"
	Unrelated    Relation = "unrelated"
)

// RelationOf returns the closest true relation between two postings.
func RelationOf(a, b *Posting) Relation {
	switch {
	case a.Job == b.Job:
		return SameJob
	case a.Ad == b.Ad:
		return OtherPlace
	case a.Firm == b.Firm:
		return SameEmployer
	}
	return Unrelated
}

// Seeds draws seeds for crawls: relevant has n postings or listings, each on another site, and general has n pages of the surrounding web
// that lead to the generated one. Without a surrounding web, general has pages of sites that are not about jobs. Another draw gives other
// seeds.
func (w *Web) Seeds(n int, draw uint64) (relevant, general []string) {
	r := w.draw("seeds", int(draw))
	hosts := make(map[int32]bool)
	for _, i := range r.Perm(len(w.pages)) {
		p := &w.pages[i]
		if (p.role == detailPage || p.role == openingsPage) && !hosts[p.host] && len(relevant) < n {
			hosts[p.host] = true
			relevant = append(relevant, p.url)
		}
		if w.rest == nil && w.hosts[p.host].class == portal && len(general) < n {
			general = append(general, p.url)
		}
	}
	if w.rest != nil {
		urls := w.rest.URLs()
		for _, i := range r.Perm(len(urls)) {
			if len(general) < n && len(w.planted(urls[i])) > 0 {
				general = append(general, urls[i])
			}
		}
	}
	return relevant, general
}
