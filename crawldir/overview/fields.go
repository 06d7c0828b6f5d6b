package overview

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store/postings"
)

// SiteFields compares, for one site, the share of last week's new postings that have each field with that of the week before.
type SiteFields struct {
	Host   string       `json:"host"`
	Now    int          `json:"postings"`        // found in the last seven days
	Before int          `json:"postings_before"` // found in the seven days before
	Fields []FieldShare `json:"fields"`
}

// FieldShare is the share of postings that have a certain field.
type FieldShare struct {
	Field  string  `json:"field"`
	Now    float64 `json:"share"`
	Before float64 `json:"share_before"`
	Broken bool    `json:"broken,omitempty"` // it fell by more than chance would have it
}

// fieldNames are the fields that are compared, in the order of fieldsOf.
var fieldNames = [...]string{"company", "location", "date", "pay", "employment", "last day"}

func fieldsOf(p *job.Posting) [len(fieldNames)]bool {
	return [...]bool{
		strings.TrimSpace(p.Company) != "", strings.TrimSpace(p.Location) != "", !p.Posted.IsZero(), p.Salary.Known(),
		len(p.Employment) > 0, !p.ValidThrough.IsZero(),
	}
}

const (
	week       = 7 * 24 * time.Hour
	mostSites  = 10_000 // hosts of which fields are counted
	shownSites = 6
	fewOfSite  = 10 // postings in a week; of fewer nothing is concluded
	brokenBy   = .2 // of the postings lack a field that they had
	improbable = 3. // standard deviations
)

// weeks counts the postings of a site that were found in the last week and in the one before.
type weeks struct {
	postings [2]int
	has      [2][len(fieldNames)]int
}

// countFields counts the fields of a posting for its site.
func (p *pass) countFields(k *postings.Posting, now time.Time) {
	age := now.Sub(k.First)
	if k.Job == nil || age < 0 || age >= 2*week {
		return
	}
	name := strings.Clone(weburl.Host(k.URL))
	s := p.sites[name]
	if s == nil {
		if len(p.sites) >= mostSites {
			return
		}
		if p.sites == nil {
			p.sites = make(map[string]*weeks)
		}
		s = new(weeks)
		p.sites[name] = s
	}
	w := int(age / week)
	s.postings[w]++
	for i, has := range fieldsOf(k.Job) {
		if has {
			s.has[w][i]++
		}
	}
}

// siteFields returns the sites that have enough postings in both weeks: those with broken fields, and then the largest.
func (p *pass) siteFields() (list []SiteFields) {
	for host, s := range p.sites {
		if s.postings[0] >= fewOfSite && s.postings[1] >= fewOfSite {
			list = append(list, s.shares(host))
		}
	}
	slices.SortFunc(list, func(a, b SiteFields) int {
		return cmp.Or(cmp.Compare(b.broken(), a.broken()), cmp.Compare(b.Now, a.Now), cmp.Compare(a.Host, b.Host))
	})
	return list[:min(len(list), shownSites)]
}

func (s *weeks) shares(host string) SiteFields {
	f := SiteFields{Host: host, Now: s.postings[0], Before: s.postings[1]}
	for i, name := range fieldNames {
		now, before := share(s.has[0][i], f.Now), share(s.has[1][i], f.Before)
		mean := share(s.has[0][i]+s.has[1][i], f.Now+f.Before)
		deviation := math.Sqrt(mean * (1 - mean) * (1/float64(f.Now) + 1/float64(f.Before)))
		f.Fields = append(f.Fields, FieldShare{name, now, before, before-now >= brokenBy && before-now > improbable*deviation})
	}
	return f
}

// broken returns by how much the field fell that fell most, 0 if none is broken.
func (f *SiteFields) broken() (most float64) {
	for _, x := range f.Fields {
		if x.Broken {
			most = max(most, x.Before-x.Now)
		}
	}
	return most
}
