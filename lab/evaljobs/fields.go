package main

import (
	"fmt"
	"io"
	"math"

	"gannet/features"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/pagetext"
	"gannet/job/template"
	"gannet/lab/adpages"
	"gannet/models/shipped"
)

// fieldSet is a set of pages that no model of fields has learned from.
type fieldSet struct {
	name  string
	pages []template.Example
}

// fieldsSection compares the values that rules choose with those of the judge, on pages that neither has been made with.
func fieldsSection(w io.Writer, o options) error {
	sets, err := fieldSets(o)
	if err != nil {
		return err
	}
	judged, err := shipped.PageText()
	if err != nil {
		return err
	}
	fmt.Fprint(w, "## Companies and places: rules alone, and the judge\n\n"+
		"Pages that the models of fields have not learned from. Rules alone choose the value with the least doubt; the judge chooses among the same values, the names of "+
		"sentences and the towns of the description. In brackets are 95 % intervals.\n\n"+
		"| pages | field | known | rules: precision | recall | judge: precision | recall |\n|---|---|---:|---|---|---|---|\n")
	for _, s := range sets {
		byRules, err := readBy(&pagetext.Reader{Employers: judged.Employers, Words: judged.Words}, s.pages)
		if err != nil {
			return err
		}
		byJudge, err := readBy(judged, s.pages)
		if err != nil {
			return err
		}
		for _, field := range []job.Field{job.Company, job.Location} {
			a, b := byRules[field], byJudge[field]
			if known := a.Right + a.Wrong + a.Missed; known > 0 {
				fmt.Fprintf(w, "| %s | %s | %d | %s | %s | %s | %s |\n", s.name, field, known, wilson(a.Right, a.Right+a.Wrong), wilson(a.Right, known), wilson(b.Right, b.Right+b.Wrong), wilson(b.Right, known))
			}
		}
	}
	fmt.Fprintln(w)
	return nil
}

// wilson prints a share with its 95 % interval (Wilson 1927).
func wilson(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	const z = 1.96
	n, p := float64(whole), float64(part)/float64(whole)
	middle, half := (p+z*z/(2*n))/(1+z*z/n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))/(1+z*z/n)
	return fmt.Sprintf("%.3f [%.2f–%.2f]", p, max(0, middle-half), min(1, middle+half))
}

// fieldSets are ads of employers that the models have not seen, and sentences by other authors and in other languages. They are also ways of
// marking up that no rule was written for, generated sites and real sites.
func fieldSets(o options) (sets []fieldSet, err error) {
	ads, _, err := adpages.Read(o.ads, o.seed)
	if err != nil {
		return nil, err
	}
	makers := []struct {
		name string
		make func() ([]template.Example, error)
	}{
		{"real ads, unseen employers", func() ([]template.Example, error) { return adpages.OwnText(ads, o.seed+freshSeeds, 1, mostOfLanguage) }},
		{"sentences, sixteen other languages", func() ([]template.Example, error) {
			return adpages.MadePages(o.seed+freshSeeds+uint64(len(adpages.Families))+3, halfPages)
		}},
		{"sentences, second set", func() ([]template.Example, error) { return adpages.FreshPages(ads, o.seed+freshSeeds, halfPages) }},
		{"sentences, first set, other half", func() ([]template.Example, error) { return halfOf(ads, adpages.Sentences, 1, false, o) }},
		{"sentences, third set, other half", func() ([]template.Example, error) { return halfOf(ads, adpages.More, 1, false, o) }},
		{"unseen ways of marking up", func() ([]template.Example, error) { return unseenFamilies(ads, o) }},
		{"generated sites, every other", func() ([]template.Example, error) {
			sites, err := generatedSites(o)
			return pagesOf(everySecondSite(sites), err)
		}},
		{"real sites", func() ([]template.Example, error) { return pagesOf(labelledSites(o)) }},
	}
	for _, m := range makers {
		pages, err := m.make()
		if err != nil {
			return nil, err
		}
		sets = append(sets, fieldSet{m.name, pages})
	}
	return sets, nil
}

// unseenFamilies makes pages of ads of the other half of the employers, in ways that rules were not changed for.
func unseenFamilies(ads []jobweb.Ad, o options) (pages []template.Example, err error) {
	var other []jobweb.Ad
	for _, ad := range ads {
		if adpages.HalfOf(ad.Company) == 1 {
			other = append(other, ad)
		}
	}
	for i, f := range adpages.Families {
		if f.Seen {
			continue
		}
		some, err := f.Pages(other, o.seed+freshSeeds+uint64(i), perFamily)
		if err != nil {
			return nil, err
		}
		pages = append(pages, some...)
	}
	return pages, nil
}

// everySecondSite returns the generated sites that the models have not learned from.
func everySecondSite(sites []labelledSite) (every []labelledSite) {
	for i := 1; i < len(sites); i += 2 {
		every = append(every, sites[i])
	}
	return every
}

// pagesOf returns the pages of all sites.
func pagesOf(sites []labelledSite, err error) (pages []template.Example, _ error) {
	for _, s := range sites {
		pages = append(pages, s.pages...)
	}
	return pages, err
}

// readBy counts what a reader finds in pages.
func readBy(words *pagetext.Reader, pages []template.Example) (map[job.Field]template.Count, error) {
	counts := map[job.Field]template.Count{}
	reader := features.NewReader()
	for _, e := range pages {
		page, err := adpages.Page(reader, e)
		if err != nil {
			return nil, err
		}
		got := words.Read(page, page.Lang[:min(2, len(page.Lang))], e.Now, nil)
		for _, f := range job.Fields() {
			if !template.Has(e.Want, f) {
				continue
			}
			c := counts[f]
			switch {
			case !template.Has(got, f):
				c.Missed++
			case template.Agree(f, got, e.Want):
				c.Right++
			default:
				c.Wrong++
			}
			counts[f] = c
		}
	}
	return counts, nil
}
