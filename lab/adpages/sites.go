package adpages

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/template"
)

// Site is a site of the generated web, with some of its pages.
type Site struct {
	Host  string
	Pages []template.Example
}

// Sites generates a web from ads, as Read returns them, and returns those of its sites that have most postings, with up to perSite pages of
// each.
func Sites(ads []jobweb.Ad, about map[string][]string, seed uint64, sites, perSite int) (all []Site, err error) {
	web, err := jobweb.New(jobweb.Options{Seed: seed, Ads: ads, About: about})
	if err != nil {
		return nil, err
	}
	byHost := map[string][]string{}
	for _, url := range web.Postings() {
		p, _ := web.Posting(url)
		byHost[p.Host] = append(byHost[p.Host], url)
	}
	hosts := slices.SortedFunc(maps.Keys(byHost), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(byHost[b]), len(byHost[a])), cmp.Compare(a, b))
	})
	for _, h := range hosts[:min(sites, len(hosts))] {
		s, urls := Site{Host: h}, byHost[h]
		for i := range min(perSite, len(urls)) {
			e, err := SitePage(web, urls[i*len(urls)/min(perSite, len(urls))])
			if err != nil {
				return nil, err
			}
			s.Pages = append(s.Pages, e)
		}
		all = append(all, s)
	}
	return all, nil
}

// SitePage returns a page of a generated web with its true posting. The page's scripts are removed, because they contain the answer as
// JSON-LD.
func SitePage(web *jobweb.Web, url string) (template.Example, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return template.Example{}, err
	}
	answer, err := web.RoundTrip(request)
	if err != nil {
		return template.Example{}, err
	}
	defer answer.Body.Close()
	doc, err := html.Parse(answer.Body)
	if err != nil {
		return template.Example{}, fmt.Errorf("%s: %w", url, err)
	}
	goquery.NewDocumentFromNode(doc).Find("script").Remove()
	p, _ := web.Posting(url)
	want := &job.Posting{Title: p.Title, Company: p.Company, Location: p.Place, Posted: p.Posted, ID: p.Number}
	return template.Example{URL: url, Doc: doc, Want: want, Now: Fetched}, nil
}
