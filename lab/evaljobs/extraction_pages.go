package main

import (
	_ "embed" // for what is still wrong
	"fmt"
	"io"

	"gannet/job"
	"gannet/job/template"
	"gannet/lab/adpages"
	"gannet/models/shipped"
)

// pagesStillWrong tells in our own words which pages are still read wrongly.
//
//go:embed still_wrong_pages.md
var pagesStillWrong string

// pageTextSection measures extraction from pages whose site has neither markup nor a template.
func pageTextSection(w io.Writer, o options) error {
	sites, err := labelledSites(o)
	if err != nil {
		return err
	}
	own, err := generatedSites(o)
	if err != nil {
		return err
	}
	fmt.Fprint(w, "## Extraction without a template\n\n"+
		"The same pages, read by job/pagetext alone: labels, names of elements, headings, titles and the text around the "+
		"heading. Nothing is learned, so every page is a test page. The rules were written from general knowledge, and their "+
		"results on these sites' pages were looked at. Sites that nobody has looked at may be worse. Comparison and removed "+
		"parts are as above.\n\n")
	fmt.Fprint(w, "| site | truth | pages | field | known | precision | recall |\n|---|---|---:|---|---:|---:|---:|\n")
	all := map[job.Field]template.Count{}
	pages := 0
	for _, s := range sites {
		counts, err := readAlone(s.pages)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		writeCounts(w, fmt.Sprintf("| %s | %s | %d |", s.name, s.truth, len(s.pages)), counts)
		addCounts(all, counts)
		pages += len(s.pages)
	}
	writeCounts(w, fmt.Sprintf("| all real sites | | %d |", pages), all)
	all, pages = map[job.Field]template.Count{}, 0
	for _, s := range own {
		counts, err := readAlone(s.pages)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		addCounts(all, counts)
		pages += len(s.pages)
	}
	writeCounts(w, fmt.Sprintf("| %d generated sites, real ads | generator | %d |", len(own), pages), all)
	fmt.Fprintln(w)
	if err := writeMarkupFamilies(w, o); err != nil {
		return err
	}
	if err := mainContent(w, o); err != nil {
		return err
	}
	if err := sectionsOfAds(w, o); err != nil {
		return err
	}
	if err := withoutHeadings(w, o); err != nil {
		return err
	}
	_, err = fmt.Fprint(w, pagesStillWrong)
	return err
}

// writeMarkupFamilies measures each family of markup by itself, with a seed of its own.
func writeMarkupFamilies(w io.Writer, o options) error {
	ads, _, err := adpages.Read(o.ads, o.seed)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "### Other ways of marking up\n\n"+
		"%d pages of each way, made of real ads by seeds of their own. Names of employers and towns are made up if an ad has "+
		"none, and then the text is ours. The pages of the first ways were looked at, and rules of job/pagetext were changed for what they have in "+
		"common. For the ways marked * no rule was changed after they were written. The cells are precision and recall of each "+
		"field.\n\n", perFamily)
	fields := []job.Field{job.Title, job.Company, job.Location, job.Posted, job.ID}
	fmt.Fprint(w, "| pages |")
	for _, f := range fields {
		fmt.Fprintf(w, " %s |", f)
	}
	fmt.Fprint(w, "\n|---|---|---|---|---|---|\n")
	for i, f := range adpages.Families {
		pages, err := f.Pages(ads, o.seed+freshSeeds+uint64(i), perFamily)
		if err != nil {
			return err
		}
		counts, err := readAlone(pages)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		name := f.Name
		if !f.Seen {
			name += " *"
		}
		fmt.Fprintf(w, "| %s |", name)
		for _, f := range fields {
			c := counts[f]
			fmt.Fprintf(w, " %s, %s |", ratio(c.Right, c.Right+c.Wrong), ratio(c.Right, c.Right+c.Wrong+c.Missed))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	return writeSentences(w, o, ads)
}

// perFamily is the number of pages of each family.
const perFamily = 150

// freshSeeds is far from the seeds of the generated web.
const freshSeeds = 1000

func addCounts(to, from map[job.Field]template.Count) {
	for f, c := range from {
		sum := to[f]
		sum.Add(c)
		to[f] = sum
	}
}

// readAlone compares what pagetext finds in pages with what is known of them.
func readAlone(pages []template.Example) (map[job.Field]template.Count, error) {
	words, err := shipped.PageText()
	if err != nil {
		return nil, err
	}
	return readBy(words, pages)
}
