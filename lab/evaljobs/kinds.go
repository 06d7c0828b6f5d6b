package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"gannet/crawler/archive"
	"gannet/features"
	"gannet/job"
	"gannet/lab/modelgen/jobs"
	"gannet/topic"
)

// frozen are the frozen webs.
var frozen = []string{"enwiki6k", "planetmath", "uci"}

// kindSection measures the topic jobs and the kinds of pages. Each page is judged by models that have not seen its source.
func kindSection(w io.Writer, o options) error {
	webs := map[string]jobs.Archive{}
	for _, name := range frozen {
		web, err := archive.Open(filepath.Join(o.webs, name+".warc.zst"))
		if err != nil {
			return err
		}
		defer web.Close()
		webs[name] = web
	}
	pages, err := jobs.Read(jobs.Inputs{
		Ads: o.ads, Materials: filepath.Join(o.ads, "..", "..", ".manuals"), Webs: webs, Seed: o.seed,
	})
	if err != nil {
		return err
	}
	s, err := jobs.NewStudy(pages)
	if err != nil {
		return err
	}
	fmt.Fprint(w, "## Is this a job page?\n\n")
	fmt.Fprintf(w, "%d pages: ads rendered in layouts of our own, other texts rendered in the same layouts, and real pages as they\n"+
		"are. They are divided into %d parts by source: a site or a data set. Every page is judged by models that were learned\n"+
		"from the other parts alone. If a language has several sources, they are in different parts.\n\n", len(pages), jobs.Parts)
	writeTopic(w, s)
	if err := writeFalse(w, s, webs); err != nil {
		return err
	}
	return writeKindTable(w, s)
}

// writeTopic writes how well the topic's classifier judges pages of sources that it has not seen.
func writeTopic(w io.Writer, s *jobs.Study) {
	fmt.Fprint(w, "### The topic\n\n"+
		"A page is about jobs from probability 0.5 on. Precision and F1 are for as many negatives as positives, drawn from all\n"+
		"sources of negatives; AUC is against all of them.\n\n"+
		"| source | pages | P | R | F1 | AUC |\n"+
		"|---|--:|--:|--:|--:|--:|\n")
	row := func(name string, q jobs.Quality) {
		fmt.Fprintf(w, "| %s | %d | %.3f | %.3f | %.3f | %.3f |\n", name, q.Pages, q.Precision(), q.Recall(), q.F1(), q.Area)
	}
	sources := s.TopicQuality(true, func(p jobs.Page) string {
		if p.Group() == "rendered phrases" {
			return p.Group() + ", " + p.Language
		}
		return p.Group() + ", " + p.Source
	})
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		row(name, sources[name])
	}
	row("**all**", s.TopicQuality(true, func(jobs.Page) string { return "all" })["all"])
	fmt.Fprint(w, "\nPages that are not about jobs, by kind of source, and the share of them judged to be about jobs:\n\n"+
		"| pages that are not | pages | judged so | AUC |\n"+
		"|---|--:|--:|--:|\n")
	others := s.TopicQuality(false, func(p jobs.Page) string { return p.Group() })
	for _, name := range slices.Sorted(maps.Keys(others)) {
		q := others[name]
		fmt.Fprintf(w, "| %s | %d | %.2f %% | %.3f |\n", name, q.Pages, 100*(1-q.Right), q.Area)
	}
}

// writeFalse judges all pages of each frozen web by a classifier that was trained without the web.
func writeFalse(w io.Writer, s *jobs.Study, webs map[string]jobs.Archive) error {
	fmt.Fprint(w, "\nAll pages of each frozen web, judged by a classifier learned without the web. Some of the pages are about jobs\n"+
		"(`uci` has pages of open positions), so the rate of errors is lower:\n\n"+
		"| web | pages | judged to be about jobs |\n"+
		"|---|--:|--:|\n")
	reader := features.NewReader()
	for _, name := range frozen {
		c, err := s.Topic(func(i int) bool { return s.Pages[i].Source != name })
		if err != nil {
			return err
		}
		all, taken := 0, 0
		for _, url := range webs[name].URLs() {
			body, err := webs[name].Body(url)
			if err != nil {
				continue // a redirect, or no HTML
			}
			p, err := reader.Read(url, body)
			if err != nil {
				continue
			}
			all++
			if c.Score(topic.Vectorize(p)) >= .5 {
				taken++
			}
		}
		fmt.Fprintf(w, "| %s | %d | %.2f %% |\n", name, all, 100*float64(taken)/float64(max(1, all)))
	}
	return nil
}

// writeKindTable writes how well postings, lists and other pages are told apart.
func writeKindTable(w io.Writer, s *jobs.Study) error {
	judged, err := s.Judge(nil, jobs.Unmarked)
	if err != nil {
		return err
	}
	alone, err := s.JudgeByModel(nil)
	if err != nil {
		return err
	}
	ways := append(append(judged, alone...), s.JudgeByRules(nil))
	fmt.Fprint(w, "\n### Posting, list or other\n\n"+
		"The columns are the shares judged right, and below them the means over the kinds. They are given for the kind that "+
		"a crawl gives, for\n"+
		"the same with markup hidden from it, for its model without the rules that correct it, and for rules written by hand. The manifest calls ten pages of linkedin "+
		"postings, but their own\n"+
		"canonical URL says that they are lists. They count as lists here; `as the manifest has it` counts them as postings. "+
		""+
		"With jobs.cz left out no other site\n"+
		"is Czech, and the topic's classifier misses half of its pages, as the table above shows. As shipped, all eight lists "+
		"are found.\n\n"+
		"| pages | postings | lists | other | accuracy | without markup | model alone | rules |\n"+
		"|---|--:|--:|--:|--:|--:|--:|--:|\n")
	writeKindRows(w, s, ways, func(p jobs.Page) string {
		if p.Group() == "real sites" && p.Kind != job.Other {
			return "site " + p.Source
		}
		return ""
	})
	writeKindRows(w, s, ways, func(p jobs.Page) string {
		if p.Group() == "real sites" && p.Kind == job.Other {
			return "other pages of real sites"
		}
		return ""
	})
	writeKindRows(w, s, ways, func(p jobs.Page) string {
		if p.Group() == "real sites" {
			return "**all real sites**"
		}
		return ""
	})
	writeManifest(w, s, ways)
	writeKindRows(w, s, ways, func(p jobs.Page) string {
		if p.Group() != "real sites" {
			return p.Group()
		}
		return ""
	})
	return nil
}

// writeKindRows writes one line for each name that choose gives.
func writeKindRows(w io.Writer, s *jobs.Study, ways [][]job.Kind, choose func(jobs.Page) string) {
	tables := make([]map[string]jobs.Confusion, len(ways))
	for i, judged := range ways {
		tables[i] = s.Confuse(judged, choose)
	}
	names := slices.SortedFunc(maps.Keys(tables[0]), cmp.Compare[string])
	for _, name := range names {
		fmt.Fprintf(w, "| %s |", name)
		c := tables[0][name]
		for _, k := range []job.Kind{job.Detail, job.Listing, job.Other} {
			all := 0
			for _, n := range c[k] {
				all += n
			}
			if all == 0 {
				fmt.Fprint(w, " |")
				continue
			}
			fmt.Fprintf(w, " %d of %d |", c[k][k], all)
		}
		for _, t := range tables {
			c := t[name]
			fmt.Fprintf(w, " %.3f |", c.Accuracy())
		}
		fmt.Fprintln(w)
		if name == "**all real sites**" {
			fmt.Fprint(w, "| mean over the kinds | | | |")
			for _, t := range tables {
				fmt.Fprintf(w, " %.3f |", t[name].Mean())
			}
			fmt.Fprintln(w)
		}
	}
}

// writeManifest counts the real sites' pages by the labels of the manifest.
func writeManifest(w io.Writer, s *jobs.Study, ways [][]job.Kind) {
	fmt.Fprint(w, "| as the manifest has it | | | |")
	for _, judged := range ways {
		right, all := 0, 0
		for i, p := range s.Pages {
			if p.Group() != "real sites" {
				continue
			}
			want := p.Kind
			if p.Corrected {
				want = job.Detail
			}
			all++
			if judged[i] == want {
				right++
			}
		}
		fmt.Fprintf(w, " %.3f |", float64(right)/float64(max(1, all)))
	}
	fmt.Fprintln(w)
}
