package dedup

import "fmt"

// judged is the publisher of a posting, and the reason for it. Of two postings, the one with the lower rank is nearer to the employer.
type judged struct {
	publisher Publisher
	rank      uint8
	format    string // of the reason
	n, of     int
}

// reason returns the reason in words.
func (j judged) reason() string {
	switch {
	case j.of > 0:
		return fmt.Sprintf(j.format, j.n, j.of)
	case j.n > 0:
		return fmt.Sprintf(j.format, j.n)
	}
	return j.format
}

// The ranks of publishers. A name is surer evidence than a few postings.
const (
	rankNamed = iota // the company's own, as others say
	rankEmployer
	rankOnlyCompany
	rankLoose // of the company's name in part
	rankAgency
	rankUnknown // few postings of one company: a board's or the company's own
	rankBoard
	rankNamesOther // a board's, or an aggregator's of which little is known
	rankAggregator
)

// Numbers of postings of a site that are needed to judge it by them.
const (
	minOwnPostings = 5   // of one company alone, for the company's own site
	minNamed       = 2   // by other sites, likewise
	minElsewhere   = 3   // that name another site, for an aggregator
	minPostings    = 20  // for an aggregator of copies
	minCopiedShare = 0.6 // of an aggregator's postings were known from other sites
)

// judge judges the publisher of a posting by the posting's own names, and by what was seen of its site so far. The result may change as more postings
// are seen.
func (s *sites) judge(p *Profile) judged {
	switch p.Publisher {
	case Employer:
		return s.judgeName(p)
	case Agency:
		return judged{Agency, rankAgency, "the company has the name of an agency, or hires for a client", 0, 0}
	}
	j := judged{Board, rankUnknown, "nothing is known of its site", 0, 0}
	if x := s.byHost[p.Hashes.Host]; x != nil {
		j = x.judge(p.Hashes.Company)
	}
	if p.Publisher == Aggregator && j.rank < rankAggregator {
		return judged{Board, rankNamesOther, "the posting names the company's own site, which is another", 0, 0}
	}
	return j
}

// judgeName judges the publisher of a posting whose site has the company's name. What other sites say about the site is surer evidence than the name.
func (s *sites) judgeName(p *Profile) judged {
	x := s.byHost[p.Hashes.Host]
	switch {
	case x != nil && x.named >= minNamed && 2*x.elsewhere <= x.postings:
		return judged{Employer, rankNamed, "the site has the company's name, and %d postings of other sites name it", x.named, 0}
	case !p.Loose:
		return judged{Employer, rankEmployer, "the site's domain has the company's name", 0, 0}
	case x != nil && x.elsewhere >= minElsewhere && 2*x.elsewhere > x.postings:
		return judged{Board, rankNamesOther, "the site has the company's name, but %d of its %d postings name another site", x.elsewhere, x.postings}
	}
	return judged{Employer, rankLoose, "the site's domain or name has the company's name among others", 0, 0}
}

// inDoubt reports whether two postings of one job are on different sites that both have the company's name, while nothing known of the sites shows
// which one is the company's own.
func (s *sites) inDoubt(a, b *Profile) bool {
	return a.Publisher == Employer && b.Publisher == Employer && a.Hashes.Host != b.Hashes.Host && s.judge(a).rank == s.judge(b).rank
}

// judge judges a site as the publisher of a company's posting.
func (x *site) judge(company uint64) judged {
	own := len(x.companies) == 1 && x.companies[0] == company && 2*x.elsewhere <= x.postings
	switch {
	case x.elsewhere >= minElsewhere && 2*x.elsewhere > x.postings:
		return judged{Aggregator, rankAggregator, "%d of the site's %d postings name another site", x.elsewhere, x.postings}
	case own && x.named >= minNamed:
		return judged{Employer, rankNamed, "the site is of one company, and %d postings of other sites name it", x.named, 0}
	case own && x.postings >= minOwnPostings && 2*x.copies < x.postings:
		return judged{Employer, rankOnlyCompany, "all %d postings of the site are of one company", x.postings, 0}
	case own:
		return judged{Board, rankUnknown, "nothing says that the site is the company's own", 0, 0}
	case x.postings >= minPostings && float64(x.copies) >= minCopiedShare*float64(x.postings):
		return judged{Aggregator, rankAggregator, "%d of the site's %d postings were known from other sites", x.copies, x.postings}
	case len(x.companies) == maxCompanies:
		return judged{Board, rankBoard, "the site has postings of %d companies or more", maxCompanies, 0}
	case len(x.companies) > 1:
		return judged{Board, rankBoard, "the site has postings of %d companies", len(x.companies), 0}
	}
	return judged{Board, rankUnknown, "nothing says that the site is the company's own", 0, 0}
}
