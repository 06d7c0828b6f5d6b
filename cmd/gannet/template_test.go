package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/internal/testdata"
	"gannet/job"
	"gannet/job/template"
	"gannet/seeds"
)

func builtIn(t *testing.T) *template.Set {
	t.Helper()
	set, err := template.Load(seeds.Templates())
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestBuiltInTemplatesAreOfDifferentSites(t *testing.T) {
	set := builtIn(t)
	if len(set.All()) < 5 {
		t.Fatalf("%d built-in templates", len(set.All()))
	}
	for _, a := range set.All() {
		for _, h := range a.Hosts {
			host := strings.Replace(h, "*", "jobs", 1)
			if found := set.For("http://" + host + "/"); !slices.Contains(found, a) || len(found) > 1 {
				t.Errorf("%s: %d templates, want %s alone", host, len(found), a.Name)
			}
		}
	}
}

// TestBuiltInTemplatesOnRealPages holds that what the URL says is a posting gives title and company, and that what it
// says is a list is not taken for one.
func TestBuiltInTemplatesOnRealPages(t *testing.T) {
	set, dir := builtIn(t), filepath.Join(testdata.Jobs(t), "html")
	postings, lists := 0, 0
	for _, site := range []string{"job_detail/jobscz", "job_detail/linkedin", "job_detail/monster_swde2010", "job_detail/remoteok",
		"job_detail/weworkremotely", "job_listing/jobscz", "job_listing/stackoverflow2016", "job_listing/linkedin"} {
		pages, err := readTemplatePages(func(err error) { t.Error(err) }, []string{filepath.Join(dir, filepath.FromSlash(site))}, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pages {
			for _, tm := range set.For(p.URL) {
				kind, known := tm.Kind(p.URL)
				if !known {
					t.Errorf("%s: no pattern of %s matches its URL", filepath.Base(p.name), tm.Name)
				}
				if kind == job.Listing {
					lists++
				}
				if kind != job.Detail {
					continue
				}
				postings++
				if filepath.Dir(site) != "job_detail" {
					t.Errorf("%s: a list of postings is taken for one", filepath.Base(p.name))
				}
				if got := tm.Extract(p.Doc, p.URL, p.Now); got == nil || got.Title == "" || got.Company == "" {
					t.Errorf("%s: no title or no company by %s", filepath.Base(p.name), tm.Name)
				}
			}
		}
	}
	t.Logf("%d postings, %d lists", postings, lists)
	if postings < 30 || lists < 20 {
		t.Errorf("%d postings and %d lists are told by their URLs, want 30 and 20", postings, lists)
	}
}
