package webpages

import "gannet/features"

// Bounds of a main content that may be none.
const (
	shortMain = 100 // words
	partOfAll = 0.5 // of the words of the page
)

// Text returns the text by which a page is compared with others: its main content. If the main content is short and less than half of the
// page, the whole text is returned, because the main content may then be only a footer, as on pages of links.
func Text(p *features.Page) string {
	if main := p.Main.Len(); main < shortMain && float64(main) < partOfAll*float64(p.Body.Len()) {
		return p.TextOf(p.Body)
	}
	return p.TextOf(p.Main)
}
