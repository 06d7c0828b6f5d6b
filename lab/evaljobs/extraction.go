package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"

	"gannet/job"
	"gannet/job/template"
)

// The bounds of the evaluation of templates.
const (
	halvings   = 10
	generated  = 12 // sites of the generated web
	perSite    = 40 // pages of each at most
	fewestWith = 2  // pages that name a field, for it to be learned and tested at all
)

// labelledSite is a site whose pages' postings are known.
type labelledSite struct {
	name, truth string
	pages       []template.Example
}

// templateSection measures templates learned on half of a site's pages on the other half.
func templateSection(w io.Writer, o options) error {
	sites, err := labelledSites(o)
	if err != nil {
		return err
	}
	own, err := generatedSites(o)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "## Extraction with a template\n\n"+
		"A template is learned on a random half of a site's pages and tested on the other half; counts of %d halvings are "+
		"added up. Precision is the share of right values among those extracted, recall the share of right values among those "+
		"known. Letter case and punctuation do not count. A place may leave out parts after a comma. A time is right within a "+
		"day.\n\n"+
		"JSON-LD is removed from every page, and the whole head if the truth comes from it. Texts of the JSON-LD that the page "+
		"does not show are not asked for. Dates are, but LinkedIn says \"3 weeks ago\", and nobody knows when its pages were "+
		"fetched. Its pages have three layouts, and half of so few pages rarely has all of them.\n\n", halvings)
	fmt.Fprint(w, "| site | truth | pages | field | known | precision | recall |\n|---|---|---:|---|---:|---:|---:|\n")
	for _, s := range sites {
		counts, err := halved(s.pages, o.seed)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		writeCounts(w, fmt.Sprintf("| %s | %s | %d |", s.name, s.truth, len(s.pages)), counts)
	}
	total, pages := map[job.Field]template.Count{}, 0
	for _, s := range own {
		counts, err := halved(s.pages, o.seed)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		pages += len(s.pages)
		for f, c := range counts {
			sum := total[f]
			sum.Add(c)
			total[f] = sum
		}
	}
	writeCounts(w, fmt.Sprintf("| %d generated sites, real ads | generator | %d |", len(own), pages), total)
	fmt.Fprintln(w)
	return nil
}

func writeCounts(w io.Writer, row string, counts map[job.Field]template.Count) {
	for _, f := range job.Fields() {
		if c := counts[f]; c.Right+c.Wrong+c.Missed > 0 {
			fmt.Fprintf(w, "%s %s | %d | %s | %s |\n", row, f, c.Right+c.Wrong+c.Missed, ratio(c.Right, c.Right+c.Wrong), ratio(c.Right, c.Right+c.Wrong+c.Missed))
		}
	}
}

// ratio prints a share, or a dash if the whole is 0.
func ratio(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.3f", float64(part)/float64(whole))
}

// halved learns on one half and tests on the other, several times. A field is tested only if two or more pages of the
// learning half have it.
func halved(pages []template.Example, seed uint64) (map[job.Field]template.Count, error) {
	total := map[job.Field]template.Count{}
	for draw := range uint64(halvings) {
		learn, test := halve(pages, seed, draw)
		t, err := template.Learn(learn)
		if err != nil {
			return nil, err
		}
		for f, c := range t.Evaluate(test) {
			if named(learn, f) < fewestWith {
				continue
			}
			sum := total[f]
			sum.Add(c)
			total[f] = sum
		}
	}
	return total, nil
}

// halve divides pages at random. The learning half has the odd page.
func halve[T any](pages []T, seed, draw uint64) (learn, test []T) {
	rng := rand.New(rand.NewPCG(seed, draw))
	for i, at := range rng.Perm(len(pages)) {
		if i < (len(pages)+1)/2 {
			learn = append(learn, pages[at])
		} else {
			test = append(test, pages[at])
		}
	}
	return learn, test
}

// named counts the pages whose posting has a field.
func named(pages []template.Example, f job.Field) int {
	n := 0
	for _, p := range pages {
		if template.Has(p.Want, f) {
			n++
		}
	}
	return n
}

// labelledSites returns the real sites with two pages or more whose truth is known.
func labelledSites(o options) ([]labelledSite, error) {
	files, err := detailPages(o.ads)
	if err != nil {
		return nil, err
	}
	truth, err := monsterTruth(o.ads)
	if err != nil {
		return nil, err
	}
	sites := map[string]*labelledSite{}
	add := func(name, from string, e template.Example) {
		s := sites[name+from]
		if s == nil {
			s = &labelledSite{name: name, truth: from}
			sites[name+from] = s
		}
		s.pages = append(s.pages, e)
	}
	for _, f := range files {
		if want := truth[f.name]; want != nil {
			add(f.site, "SWDE ground truth", f.example(want))
		} else if want := f.marked(); want != nil {
			add(f.site, "JSON-LD", f.example(want))
		}
		if want := f.titled(); want != nil {
			add(f.site, "title element", f.headless(want))
		}
	}
	found := slices.SortedFunc(maps.Values(sites), func(a, b *labelledSite) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.truth, b.truth))
	})
	var all []labelledSite
	for _, s := range found {
		if len(s.pages) >= 2 {
			all = append(all, *s)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("no pages with known values: make data unpacks them")
	}
	return all, nil
}
