package employers

import (
	"slices"
	"strings"
	"time"

	"gannet/crawler"
	"gannet/crawler/fresh"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
	"gannet/store"
)

// Keeper wraps the keeper that stores the pages of the crawl. The crawl must use the result, so that the search sees all stored pages: a
// stored posting proves that the page which links to it is the employer's job board, and revisits show when a board is gone.
func (s *Search) Keeper(k *crawler.StoreKeeper) crawler.Keeper { return &witness{k, s} }

type witness struct {
	*crawler.StoreKeeper
	s *Search
}

// Keep implements crawler.Keeper: it stores a page.
func (w *witness) Keep(p *store.Page, done func(store.Result, error)) {
	w.s.Observe(p)
	w.StoreKeeper.Keep(p, done)
}

// KeepVisit implements crawler.VisitKeeper: it stores the result of a revisit.
func (w *witness) KeepVisit(v *store.Visit, done func(store.VisitResult, error)) {
	if v.Page != nil {
		w.s.Observe(v.Page)
	}
	if v.Watched != nil {
		w.s.revisited(v)
	}
	w.StoreKeeper.KeepVisit(v, done)
}

// Observe records the postings on a page that is about to be stored, because a posting proves a job board. If the page shows several
// postings, the page itself is the board; otherwise the board is the page that links to it.
func (s *Search) Observe(p *store.Page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, ok := s.pages[weburl.Fingerprint(p.URL)]
	if !ok {
		return
	}
	for _, found := range p.Postings {
		s.prove(s.list[n.owner], p.URL, p.Via, found.Job, p.Fetched)
	}
}

// Prove records a posting that an earlier run stored. page is the URL on which the posting was found, and via is the page that links to page,
// and so may be the employer's job board.
func (s *Search) Prove(page, via string, j *job.Posting, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n, ok := s.pages[weburl.Fingerprint(page)]; ok {
		s.prove(s.list[n.owner], page, via, j, at)
	}
}

// Judged records whether a page that the crawl has read is a listing of postings, because only a listing can be a job board.
func (s *Search) Judged(p crawler.JudgedPage) {
	if s.o.Kind == nil {
		return
	}
	if kind, _ := s.o.Kind(p.Page); kind == job.Listing {
		s.mu.Lock()
		defer s.mu.Unlock()
		fingerprint := weburl.Fingerprint(p.URL)
		s.lists[fingerprint] = true
		if n, known := s.pages[fingerprint]; known { // a board that was gone may be there again
			e := s.list[n.owner]
			e.Former = slices.DeleteFunc(e.Former, func(url string) bool { return url == p.URL })
		}
	}
}

// prove records a posting of an employer. The page that links to the posting is then taken for the employer's board. This is certain if that page
// looks like a listing, or links to two postings.
func (s *Search) prove(e *employer, page, via string, j *job.Posting, at time.Time) {
	board := via
	if j.Part != "" {
		board = page
	} else {
		e.shown[page] = true
	}
	if board == "" || slices.Contains(e.Former, board) || e.shown[board] || !s.belongs(e, page, board, j) || board == e.Home && siteOf(page) != siteOf(board) {
		return
	}
	proof := page
	if j.Part != "" {
		proof += "#" + j.Part
	}
	if len(e.proofs[board]) < 2 && !slices.Contains(e.proofs[board], proof) {
		e.proofs[board] = append(e.proofs[board], proof)
	}
	weak := len(e.proofs[board]) < 2 && !s.lists[weburl.Fingerprint(board)]
	switch {
	case e.Board == board:
	case e.Board != "" && (weak || !e.Weak):
		return
	}
	if e.Board != board || at.After(e.Proven) {
		e.Proven, e.Proof = at, page
	}
	e.Board, e.Weak = board, weak && (e.Board != board || e.Weak)
	e.Platform = ""
	if site := siteOf(board); site != siteOf(e.Home) {
		e.Platform = site
	}
	e.Path = s.pathTo(board, e.Home)
	if !e.Weak {
		s.teach(e)
	}
}

// belongs reports whether a posting, and the listing that it proves, belong to an employer. They do if both are on the employer's site, or if the
// posting names the employer as its company. If the posting names no company, the listing has to be on the employer's site, have the employer's name
// in its URL, or be linked to from that site.
func (s *Search) belongs(e *employer, page, board string, j *job.Posting) bool {
	own := siteOf(e.Home)
	switch {
	case siteOf(page) == own && siteOf(board) == own:
		return true
	case j.Company != "":
		return sameCompany(j.Company, e.Name)
	}
	return siteOf(board) == own || named(board, e.Name) || siteOf(s.pages[weburl.Fingerprint(board)].via) == own
}

// sameCompany reports whether one of two names has all words of the other, compared in their normal forms.
func sameCompany(a, b string) bool {
	x, y := strings.Fields(job.NormalCompany(a)), strings.Fields(job.NormalCompany(b))
	if len(x) > len(y) {
		x, y = y, x
	}
	return len(x) > 0 && !slices.ContainsFunc(x, func(word string) bool { return !slices.Contains(y, word) })
}

// named reports whether a URL contains the words of a name in their order, with at most one character between two words.
func named(url, name string) bool {
	words := strings.Fields(job.NormalCompany(name))
	url = strings.ToLower(url)
	for _, between := range []string{"", "-", "_", "+", "%20", "."} {
		if len(words) > 0 && strings.Contains(url, strings.Join(words, between)) {
			return true
		}
	}
	return false
}

// pathTo returns the texts of the links that lead from the home page to a page.
func (s *Search) pathTo(page, home string) (path []string) {
	for range 100 {
		n := s.pages[weburl.Fingerprint(page)]
		if page == home || n.via == "" {
			break
		}
		path = append(path, n.anchor)
		page = n.via
	}
	slices.Reverse(path)
	return path
}

// revisited records what a revisit shows about a board. If the board is gone or has moved, the search begins again, with the links that the home page
// has then.
func (s *Search) revisited(v *store.Visit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, ok := s.pages[weburl.Fingerprint(v.Watched.URL)]
	if !ok || s.list[n.owner].Board != v.Watched.URL {
		return
	}
	what := v.Observed.What
	gone := what == life.Gone || what == life.Moved || v.Watched.Kind >= store.WatchedList && v.Watched.Failures >= fresh.EnoughDenials
	if !gone {
		return
	}
	e := s.list[n.owner]
	e.Record = Record{Employer: e.Employer, Former: append(e.Former, e.Board), Moved: e.Moved}
	e.asOf = -1
	clear(e.proofs)
	if e.state == ended {
		e.state = open
		s.open = append(s.open, e)
	}
}
