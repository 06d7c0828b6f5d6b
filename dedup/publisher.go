package dedup

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/job"
)

// minNamePart is the least length, in bytes, of a part of a company's name that shows a domain to be the company's.
const minNamePart = 4

// claimedPublisher judges the publisher of a posting only by the posting itself. company is the normal name of its company. The publisher is an
// agency if the company's name is one of an agency, or if the text speaks of a client. It is the employer if the site's domain or name contains the
// company's name. It is an aggregator if the posting names another site whose domain does. linked are the domains that the text links to.
func claimedPublisher(p *job.Posting, company string, linked []string) Publisher {
	host := hostOf(p.URL)
	switch {
	case isAgency(company), company != "" && hiresForClient(p.Description):
		return Agency
	case company == "":
		return Board
	case ownsHost(company, host) || hasName(company, p.Site):
		return Employer
	}
	own := registrable(host)
	named := false
	eachSiteOf(p, linked, func(domain string) { named = named || domain != own && ownsDomain(company, domain) })
	if named {
		return Aggregator
	}
	return Board
}

// ownsHost reports whether a host belongs to a company. It does if its registered domain has the company's name, or if a label below the domain is
// the company's name, as on hosts that a provider runs.
func ownsHost(company, host string) bool {
	domain := registrable(host)
	if ownsDomain(company, domain) {
		return true
	}
	joined := strings.ReplaceAll(company, " ", "")
	below, found := strings.CutSuffix(host, "."+domain)
	return found && len(joined) >= minNamePart && slices.Contains(strings.Split(strings.ReplaceAll(below, "-", ""), "."), joined)
}

// ownsAll reports whether a host's registered domain is a company's name and nothing else, or a host below the domain of who runs
// it has that name. Anybody may register a domain that says more, such as one with "jobs" behind the name.
func ownsAll(company, host string) bool {
	label, _, _ := strings.Cut(registrable(host), ".")
	joined := strings.ReplaceAll(company, " ", "")
	return strings.ReplaceAll(label, "-", "") == joined || !ownsDomain(company, registrable(host)) && ownsHost(company, host)
}

// ownsDomain reports whether a registered domain has a company's name: all of it, most of it in one word, or its initials.
func ownsDomain(company, domain string) bool {
	label, _, _ := strings.Cut(domain, ".")
	joined := strings.ReplaceAll(company, " ", "")
	owns := label != "" && len(joined) >= 3 && strings.ReplaceAll(label, "-", "") == joined
	initials := ""
	eachWord(company, func(word string) {
		owns = owns || len(word) >= minNamePart && len(word)*2 >= len(joined) && strings.Contains(label, word)
		first, _ := utf8.DecodeRuneInString(word)
		initials += string(first)
	})
	return owns || len(initials) >= 3 && label == initials
}

// hasName reports whether the name of a site contains all words of a company's name.
func hasName(company, site string) bool {
	words := strings.Fields(job.NormalCompany(site))
	missing := len(words) == 0
	eachWord(company, func(word string) { missing = missing || !slices.Contains(words, word) })
	return !missing
}

// siteSet returns the hashes of the sites that a posting names. own is the posting's own site, and linked are the domains that the text links to.
func siteSet(p *job.Posting, own string, linked []string) []uint32 {
	var set []uint32
	eachSiteOf(p, linked, func(domain string) {
		if domain != own {
			set = append(set, siteHash(hash64(domain)))
		}
	})
	return smallest(set, maxSites)
}

// eachSiteOf calls use with the registrable domain of each site that a posting links to. linked are those of its text.
func eachSiteOf(p *job.Posting, linked []string, use func(domain string)) {
	for _, host := range p.LinkedSites {
		use(registrable(hostOf("http://" + host)))
	}
	for _, url := range append([]string{p.CompanyURL}, p.SameAs...) {
		if host := hostOf(url); host != "" {
			use(registrable(host))
		}
	}
	for _, domain := range linked {
		use(domain)
	}
}

// names reports whether a posting names the site of another.
func (p *Profile) names(o *Profile) bool {
	return o.Hashes.Host != 0 && has(p.Sites, siteHash(o.Hashes.Host))
}

// siteHash is the hash by which Profile.Sites has a site.
func siteHash(host uint64) uint32 { return uint32(host) | 1 }
