package main

import (
	"bytes"
	"fmt"
	"io"

	"golang.org/x/net/html"

	"gannet/features"
	"gannet/job"
	"gannet/job/pagetext"
	"gannet/job/template"
)

// untaught measures extraction from pages whose site has neither markup nor a template.
func untaught(w io.Writer, o options) error {
	sites, err := labelledSites(o)
	if err != nil {
		return err
	}
	own, err := generatedSites(o)
	if err != nil {
		return err
	}
	fmt.Fprint(w, "## Extraction without a template\n\nThe same pages, read by job/pagetext alone: labels, names of elements, headings, titles and what stands "+
		"around the heading. Nothing is learned, so every page is a test page; the rules were written from general knowledge and looked at on "+
		"these sites' pages once they ran, so that real sites unseen may be worse. Comparison and removed parts as above.\n\n")
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
	if err := mainContent(w, o); err != nil {
		return err
	}
	return sectionsOfAds(w, o)
}

func addCounts(to, from map[job.Field]template.Count) {
	for f, c := range from {
		sum := to[f]
		sum.Add(c)
		to[f] = sum
	}
}

// readAlone compares what pagetext finds in pages with what is known of them.
func readAlone(pages []template.Example) (map[job.Field]template.Count, error) {
	counts := map[job.Field]template.Count{}
	reader := features.NewReader()
	for _, e := range pages {
		page, err := pageOf(reader, e)
		if err != nil {
			return nil, err
		}
		got := pagetext.Read(page, page.Lang[:min(2, len(page.Lang))], e.Now)
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

// pageOf reads an example as a crawl does.
func pageOf(reader *features.Reader, e template.Example) (*features.Page, error) {
	body, err := bodyOf(e)
	if err != nil {
		return nil, err
	}
	return reader.Read(e.URL, body)
}

func bodyOf(e template.Example) ([]byte, error) {
	var b bytes.Buffer
	err := html.Render(&b, e.Doc)
	return b.Bytes(), err
}
