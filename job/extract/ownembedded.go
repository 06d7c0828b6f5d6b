package extract

import (
	"strings"

	"gannet/features"
	"gannet/job"
)

// fewWords is the number of words below which the text of a page is probably still to be filled by a program.
const fewWords = 200

// leastID is the smallest length of an id whose occurrence in the page's URL cannot be an accident.
const leastID = 3

// ownEmbedded returns the posting in the page's data that the page is about, or nil. Beside what own asks, the page's URL may
// have the posting's id. A page with much text shows its posting; one with little may be filled by its program later.
func ownEmbedded(p *features.Page, found []*job.Posting) *job.Posting {
	if m := single(found, func(m *job.Posting) bool { return hasID(p.URL, m.ID) }); m != nil {
		return m
	}
	m := own(p, found)
	if m == nil || shows(p, m) || sameURL(m.URL, p.URL) && m.URL != p.URL || p.Body.Len() < fewWords {
		return m
	}
	return nil
}

// isCertain reports whether a posting in a page's data is surely the page's own. The page's URL has its id, or the page shows its title as the
// first heading, or its text. The title element is not enough. On a list it has the site's name, and so may the data.
func isCertain(p *features.Page, m *job.Posting) bool {
	if hasID(p.URL, m.ID) || sameURL(m.URL, p.URL) && m.URL != p.URL && m.URL != p.Canonical {
		return true
	}
	title := job.NormalTitle(m.Title)
	return title != "" && pageNames(p).heading == title || showsText(p, m)
}

// hasID reports whether a URL has an id with a digit as one of its parts.
func hasID(url, id string) bool {
	if len(id) < leastID || countDigits(id) == 0 {
		return false
	}
	at := strings.Index(url, id)
	if at <= 0 || strings.IndexByte("/-_=?&.", url[at-1]) < 0 {
		return false
	}
	end := at + len(id)
	return end == len(url) || strings.IndexByte("/-_?&#.", url[end]) >= 0
}
