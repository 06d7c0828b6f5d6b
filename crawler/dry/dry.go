// Package dry says when a crawl has run dry: when so few of its latest pages are relevant that it is hardly worth going on.
package dry

// A crawl has run dry when the relevant pages' share of its latest pages is at most Share times their share of all its pages. The number of
// latest pages is the number of relevant pages so far, but at least LeastWindow and at most MostWindow. A crawl with fewer than LeastRelevant
// relevant pages never counts as dry.
const (
	// Share defines when a crawl has run dry: when the share of relevant pages among its latest pages is at most Share times the share among
	// all of its pages.
	Share = 1.0 / 20
	// LeastWindow is the smallest number of pages that count as the latest. Otherwise this number is that of all relevant pages so far.
	LeastWindow = 200
	// MostWindow is the largest number of pages that count as the latest.
	MostWindow = 10_000
	// LeastRelevant is how many relevant pages a crawl must have found before it can count as dry.
	LeastRelevant = 10
)

// Harvest records how many pages of a crawl were relevant over time. The zero value has no pages. It is not safe for concurrent use.
type Harvest struct {
	pages, relevant int             // of all runs
	here            int             // pages of this run
	course          [MostWindow]int // by number of a page of this run, modulo the length: how many were relevant before it
}

// AddEarlier adds the pages of earlier runs of the crawl. They count as pages of the whole crawl, but not as its latest pages.
func (h *Harvest) AddEarlier(pages, relevant int) {
	h.pages += pages
	h.relevant += relevant
}

// AddPage adds a page of this run, and whether it is relevant.
func (h *Harvest) AddPage(relevant bool) {
	h.course[h.here%MostWindow] = h.relevant
	h.here++
	h.pages++
	if relevant {
		h.relevant++
	}
}

// Over reports whether the crawl has run dry, that is, whether it hardly finds relevant pages any more.
func (h *Harvest) Over() bool {
	window := min(max(h.relevant, LeastWindow), MostWindow)
	if h.relevant < LeastRelevant || h.here < window {
		return false
	}
	latest := h.relevant - h.course[(h.here-window)%MostWindow]
	return float64(latest)*float64(h.pages) <= Share*float64(window)*float64(h.relevant)
}
