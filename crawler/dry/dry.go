// Package dry says when a crawl has run dry: when so few of its latest pages are relevant that it is hardly worth going on.
package dry

// A crawl has run dry when at most Share of its latest pages are relevant, for each relevant one of as many of all its pages.
// The latest pages are as many as were relevant so far, but at least LeastWindow and at most MostWindow. Before LeastRelevant
// relevant pages it has not begun to flow.
const (
	Share         = 1.0 / 20
	LeastWindow   = 200
	MostWindow    = 10_000
	LeastRelevant = 10
)

// Harvest is the course of a crawl's harvest. The zero value is that of a crawl without pages. It is not safe for concurrent
// use.
type Harvest struct {
	pages, relevant int             // of all runs
	here            int             // pages of this run
	course          [MostWindow]int // by number of a page of this run, modulo the length: how many were relevant before it
}

// AddEarlier adds the pages of earlier runs. They count for the harvest of all pages, not for the latest.
func (h *Harvest) AddEarlier(pages, relevant int) {
	h.pages += pages
	h.relevant += relevant
}

// AddPage adds a page.
func (h *Harvest) AddPage(relevant bool) {
	h.course[h.here%MostWindow] = h.relevant
	h.here++
	h.pages++
	if relevant {
		h.relevant++
	}
}

// Over reports whether the crawl has run dry.
func (h *Harvest) Over() bool {
	window := min(max(h.relevant, LeastWindow), MostWindow)
	if h.relevant < LeastRelevant || h.here < window {
		return false
	}
	latest := h.relevant - h.course[(h.here-window)%MostWindow]
	return float64(latest)*float64(h.pages) <= Share*float64(window)*float64(h.relevant)
}
