package dedup

import (
	"strings"
	"testing"

	"gannet/dedup/sketch"
	"gannet/job"
)

// onSite makes the profile of a company's posting on a site.
func onSite(site, company string, linked ...string) *Profile {
	p := &job.Posting{Company: company, URL: "https://" + site + "/1", LinkedSites: linked}
	return newProfile(p, "", sketch.New(sketch.DefaultOptions()))
}

// TestPublisherByPage: a page may name its site after the company, or link to the company's own site.
func TestPublisherByPage(t *testing.T) {
	k := sketch.New(sketch.DefaultOptions())
	for _, c := range []struct {
		p    job.Posting
		want Publisher
	}{
		{job.Posting{Site: "Careers at Klappwerk"}, Employer},
		{job.Posting{Site: "Stellen im Norden"}, Board},
		{job.Posting{LinkedSites: []string{"www.klappwerk.example", "social.example"}}, Aggregator},
		{job.Posting{Description: "Originally posted at https://jobs.klappwerk.example/17."}, Aggregator},
		{job.Posting{Details: job.Details{SameAs: []string{"https://klappwerk.example/jobs/17"}}}, Aggregator},
		{job.Posting{Details: job.Details{CompanyURL: "https://www.klappwerk.example"}}, Aggregator},
		{job.Posting{LinkedSites: []string{"social.example"}, Description: "See www.harbour.example"}, Board},
	} {
		c.p.Company, c.p.URL = "Klappwerk GmbH", "https://stellen.example/1"
		if got := newProfile(&c.p, "", k).Publisher; got != c.want {
			t.Errorf("%+v: %s, want %s", c.p, got, c.want)
		}
	}
}

func TestSiteIsWhatItsPostingsMakeIt(t *testing.T) {
	const ads, company = "wharf.example", "Klappwerk GmbH"
	on := func(n int, copiedFrom string, linked ...string) func(*sites) {
		return func(s *sites) {
			for range n {
				p := onSite(ads, company, linked...)
				s.countPosting(p)
				if copiedFrom != "" {
					s.countCopy(p, onSite(copiedFrom, company))
				}
			}
		}
	}
	companies := func(s *sites) {
		for _, c := range []string{"Loom", "Vat", "Mill", "Dye", "Yarn"} {
			s.countPosting(onSite(ads, c))
		}
	}
	named := func(s *sites) {
		for range minNamed {
			s.countCopy(onSite("board.example", company, ads), onSite(ads, company))
		}
	}
	for name, c := range map[string]struct {
		seen   []func(*sites)
		want   Publisher
		reason string
	}{
		"nothing":                       {nil, Board, "nothing is known"},
		"one posting":                   {[]func(*sites){on(1, "")}, Board, "nothing says"},
		"one company alone":             {[]func(*sites){on(5, "")}, Employer, "all 5 postings"},
		"then others, too":              {[]func(*sites){on(5, ""), companies}, Board, "6 companies or more"},
		"three of one company alone":    {[]func(*sites){on(3, "")}, Board, "nothing says"},
		"copies of one company alone":   {[]func(*sites){on(5, "board.example")}, Board, "nothing says"},
		"one company that links away":   {[]func(*sites){on(3, "board.example", "board.example")}, Aggregator, "3 of the site's 3 postings name another site"},
		"named by others":               {[]func(*sites){on(1, ""), named}, Employer, "2 postings of other sites name it"},
		"many copies, of many":          {[]func(*sites){companies, on(20, "board.example")}, Aggregator, "20 of the site's 25"},
		"others' links say nothing yet": {[]func(*sites){on(5, "", "social.example")}, Employer, "all 5"},
	} {
		s := newSites()
		for _, see := range c.seen {
			see(&s)
		}
		got := s.judge(onSite(ads, company))
		if got.publisher != c.want || !strings.Contains(got.reason(), c.reason) {
			t.Errorf("%s: %s, %s; want %s, %s", name, got.publisher, got.reason(), c.want, c.reason)
		}
	}
}
