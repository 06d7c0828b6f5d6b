package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"gannet/job"
	"gannet/job/schemaorg"
	"gannet/job/template"
	"gannet/lab/adpages"
)

// detailPage is a page of a posting.
type detailPage struct {
	site, name string
	body       []byte
}

// detailPages reads the pages that the manifest calls postings.
func detailPages(ads string) ([]detailPage, error) {
	raw, err := os.ReadFile(filepath.Join(ads, "html", "manifest.json"))
	if err != nil {
		return nil, err
	}
	var rows []struct{ File, Cls, Site string }
	if err := json.Unmarshal(raw, &rows); err != nil {
		return nil, fmt.Errorf("manifest.json: %w", err)
	}
	slices.SortFunc(rows, func(a, b struct{ File, Cls, Site string }) int { return cmp.Compare(a.File, b.File) })
	var pages []detailPage
	for _, r := range rows {
		if r.Cls != "job_detail" {
			continue
		}
		body, err := os.ReadFile(filepath.Join(ads, "html", filepath.FromSlash(r.File)))
		if err != nil {
			return nil, err
		}
		pages = append(pages, detailPage{r.Site, path.Base(r.File), body})
	}
	return pages, nil
}

func (p detailPage) doc() *html.Node {
	doc, err := html.Parse(bytes.NewReader(p.body))
	if err != nil {
		return &html.Node{Type: html.DocumentNode} // reading from memory never fails
	}
	return doc
}

// marked returns the posting of the page's own JSON-LD, or nil if there is none. Values that the page does not show are
// left out, because no template could find them. The description is left out too, because it is often cut in the markup.
func (p detailPage) marked() *job.Posting {
	for _, posting := range schemaorg.Read(p.doc(), "", adpages.Fetched) {
		if posting.Title == "" {
			continue
		}
		posting.Description, posting.Language = "", ""
		shown := strings.ToLower(template.Text(p.doc(), false))
		for _, text := range []*string{&posting.Title, &posting.Company, &posting.Location, &posting.ID} {
			if len(*text) < 4 || !strings.Contains(shown, strings.ToLower(*text)) {
				*text = ""
			}
		}
		return posting
	}
	return nil
}

// titleForms are the patterns of sites' title elements on postings, by site.
var titleForms = map[string]*regexp.Regexp{
	"linkedin": regexp.MustCompile(`^(?P<company>.+?) hiring (?P<title>.+) in (?P<place>.+?)(?: \| LinkedIn)?$`),
	"jobscz":   regexp.MustCompile(`^(?P<title>.+) – (?P<company>[^–]+)$`),
}

// titled returns the posting that the title element describes, or nil if it does not match the site's pattern.
func (p detailPage) titled() *job.Posting {
	form, doc := titleForms[p.site], p.doc()
	if form == nil {
		return nil
	}
	title := goquery.NewDocumentFromNode(doc).Find("title")
	if title.Length() == 0 {
		return nil
	}
	m := form.FindStringSubmatch(template.Text(title.Get(0), false))
	if m == nil {
		return nil
	}
	want := new(job.Posting)
	for i, name := range form.SubexpNames() {
		if i > 0 {
			template.Assign(want, job.Field(name), m[i], "", adpages.Fetched)
		}
	}
	return want
}

// example returns the page without its scripts, which hold the JSON-LD.
func (p detailPage) example(want *job.Posting) template.Example {
	doc := p.doc()
	goquery.NewDocumentFromNode(doc).Find("script").Remove()
	return template.Example{URL: "http://" + p.site + ".test/" + p.name, Doc: doc, Want: want, Now: adpages.Fetched}
}

// headless returns the page without its head, from which the truth was taken.
func (p detailPage) headless(want *job.Posting) template.Example {
	e := p.example(want)
	goquery.NewDocumentFromNode(e.Doc).Find("head, meta").Remove()
	return e
}

// monsterTruth reads the ground truth of SWDE: postings by the names of the pages.
func monsterTruth(ads string) (map[string]*job.Posting, error) {
	byNumber := map[string]*job.Posting{}
	for name, field := range map[string]job.Field{
		"title": job.Title, "company": job.Company, "location": job.Location, "date_posted": job.Posted,
	} {
		f, err := os.Open(filepath.Join(ads, "swde_groundtruth", "job-monster-"+name+".txt"))
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(f)
		for lines.Scan() {
			cells := strings.Split(strings.TrimSpace(lines.Text()), "\t")
			if len(cells) < 3 || len(cells[0]) != 4 || cells[1] == "0" || cells[2] == "<NULL>" {
				continue
			}
			p := byNumber[cells[0]]
			if p == nil {
				p = new(job.Posting)
				byNumber[cells[0]] = p
			}
			template.Assign(p, field, html.UnescapeString(cells[2]), "en", adpages.Fetched)
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
		f.Close()
	}
	names, err := filepath.Glob(filepath.Join(ads, "html", "job_detail", "monster_swde2010", "*.htm"))
	if err != nil {
		return nil, err
	}
	truth := map[string]*job.Posting{}
	for _, name := range names {
		base := filepath.Base(name)
		if at := strings.LastIndex(base, "__"); at >= 0 {
			if p := byNumber[strings.TrimSuffix(base[at+2:], ".htm")]; p != nil {
				truth[base] = p
			}
		}
	}
	return truth, nil
}

// generatedSites returns the sites with most postings of a generated web that is filled with real ads.
func generatedSites(o options) (sites []labelledSite, err error) {
	ads, about, err := adpages.Read(o.ads, o.seed)
	if err != nil {
		return nil, err
	}
	all, err := adpages.Sites(ads, about, o.seed, generated, perSite)
	for _, s := range all {
		sites = append(sites, labelledSite{name: s.Host, truth: "generator", pages: s.Pages})
	}
	return sites, err
}
