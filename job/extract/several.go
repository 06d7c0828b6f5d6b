package extract

import (
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"gannet/features"
	"gannet/features/records"
	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/conditions"
	"gannet/job/pagetext"
)

// Bounds of a complete posting, in letters of its description.
const (
	leastHere      = 40  // of one that the page itself shows
	leastElsewhere = 150 // of one with a page of its own: lists have shorter teasers
)

// several returns the postings of a page that marks up more than one in full, in the order of the page. Beside the page's
// own posting, own, only those count that it shows as well: the others are of other pages.
func several(p *features.Page, marked []*job.Posting, own *job.Posting) (list []*job.Posting) {
	if len(marked) < 2 {
		return nil
	}
	for _, m := range marked {
		if !isComplete(p, m) || own != nil && m != own && !(isHere(p, m) && shows(p, m)) {
			continue
		}
		if !hasSame(list, m) {
			list = append(list, m)
		}
	}
	return list
}

// isComplete reports whether a marked-up posting is a whole advertisement: it has a title and a description that is not cut.
func isComplete(p *features.Page, m *job.Posting) bool {
	least := leastElsewhere
	if isHere(p, m) {
		least = leastHere
	}
	return m.Title != "" && !conditions.IsSpeculative(m.Title) && !isTeaser(m.Description) && weightOf(m.Description) >= least
}

// isTeaser reports whether a description ends as a cut text does.
func isTeaser(s string) bool {
	s = strings.TrimRight(s, " \n])>»")
	return strings.HasSuffix(s, "…") || strings.HasSuffix(s, "...")
}

// weightOf counts letters. A Chinese or Japanese character counts as three, since so much is said with it.
func weightOf(s string) (n int) {
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
			n += 3
		case unicode.IsLetter(r):
			n++
		}
	}
	return n
}

// hasSame reports whether a posting is in the list already, marked up a second time.
func hasSame(list []*job.Posting, m *job.Posting) bool {
	for _, k := range list {
		if alike(k, m) && sameText(k.Description, m.Description) {
			return true
		}
	}
	return false
}

// sameText reports whether one of two descriptions begins with the first letters of the other.
func sameText(a, b string) bool {
	x, y := squeezed(a), squeezed(b)
	n := min(len(x), len(y), 2*shownLetters)
	return x[:n] == y[:n]
}

// kindOfSeveral returns the kind of a page with several complete postings. It is a list if each has another page.
func kindOfSeveral(p *features.Page, all []*job.Posting) job.Kind {
	for _, m := range all {
		if isHere(p, m) {
			return job.Detail
		}
	}
	return job.Listing
}

// parts readies each of several postings on a page. Only its markup is read: the page's words belong to all of them.
func (e *Extractor) parts(p *features.Page, all []*job.Posting, now time.Time) []*job.Posting {
	names := partNames(p, all)
	list := make([]*job.Posting, len(all))
	for i, m := range all {
		found := &job.Posting{Provenance: map[job.Field]job.Provenance{}}
		addSite(found, p)
		merge(found, m)
		found.Part = names[i]
		found.URL = ownPage(p, m, found.Part)
		if lang := e.language(p, found); found.Language == "" && lang != "" {
			found.Language = lang
			found.Provenance[job.Language] = job.Provenance{Method: job.Page, Confidence: .8}
		}
		if found.Duties == "" && found.Employer == "" {
			found.Duties, found.Employer = pagetext.Split(found.Description)
		}
		place := found.Location
		splitLocation(found)
		locate(found, p)
		decideConditions(found, []*job.Posting{m}, place, found.Language)
		setDates(found, p)
		if found.State, found.StateReason = m.State, m.StateReason; found.State == "" {
			found.SetState(now, "", found.DirectApply != nil && *found.DirectApply)
		}
		list[i] = found
	}
	return list
}

// ownPage returns the URL of one of several postings: that of its own page on the same host, or else its part of the page.
func ownPage(p *features.Page, m *job.Posting, part string) string {
	if !isHere(p, m) {
		if own, err := weburl.Canonical(m.URL); err == nil && weburl.Host(own) == weburl.Host(p.URL) {
			return own
		}
	}
	return address(p) + "#" + part
}

// partNames names each of several postings on a page, so that it is known again when the page has more or fewer. A name
// that another posting has too is replaced by a number.
func partNames(p *features.Page, all []*job.Posting) []string {
	names, count, number := make([]string, len(all)), map[string]int{}, ""
	if first := records.PartOf(p).First; first > 0 {
		number = strconv.Itoa(first) + "-"
	}
	for i, m := range all {
		names[i] = partName(p, m)
		count[names[i]]++
	}
	for i, name := range names {
		if name == "" || count[name] > 1 {
			names[i] = "posting-" + number + strconv.Itoa(i+1)
		}
	}
	return names
}

// partName returns a posting's fragment, id or the end of its own page's path; "" if it has none.
func partName(p *features.Page, m *job.Posting) string {
	own, err := url.Parse(m.URL)
	switch {
	case err == nil && own.Fragment != "" && isHere(p, m):
		return own.EscapedFragment()
	case m.ID != "":
		return url.PathEscape(m.ID)
	case err != nil || isHere(p, m):
		return ""
	}
	path := strings.Trim(own.EscapedPath(), "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}
