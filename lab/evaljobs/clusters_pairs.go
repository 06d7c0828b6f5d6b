package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"

	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/job"
	jobpairs "gannet/lab/pairs"
)

// togetherTally counts pairs of one kind: all, those judged the same, and those in one cluster by two ways of clustering.
type togetherTally struct{ n, judged, alone, together int }

// writeKindsTogether clusters both ads of all test pairs in one batch, and writes which pairs end in one cluster.
func writeKindsTogether(w io.Writer, set *jobpairs.Set) error {
	o, err := shippedOptions()
	if err != nil {
		return err
	}
	var profiles []*dedup.Profile
	var tests []jobpairs.Pair
	for _, p := range set.Pairs {
		if p.Test && p.Weight > 0 {
			tests, profiles = append(tests, p), append(profiles, p.A, p.B)
		}
	}
	of, err := clusters(o, profiles)
	if err != nil {
		return err
	}
	o.Unite, o.MaxMembers = false, 0
	alone, err := clusters(o, profiles)
	if err != nil {
		return err
	}
	tallies := map[string]*togetherTally{}
	for i, p := range tests {
		name := fmt.Sprintf("%s | %s", p.Kind, p.Label)
		if tallies[name] == nil {
			tallies[name] = &togetherTally{}
		}
		e := set.Study.Measure(p.A, p.B)
		tallies[name].add(o.Model.Judge(&e).Label == verdict.Same, alone[2*i] == alone[2*i+1], of[2*i] == of[2*i+1])
	}
	writeTogether(w, len(tests), tallies)
	return nil
}

func (t *togetherTally) add(judged, alone, together bool) {
	t.n++
	for _, x := range []struct {
		is    bool
		count *int
	}{{judged, &t.judged}, {alone, &t.alone}, {together, &t.together}} {
		if x.is {
			*x.count++
		}
	}
}

func writeTogether(w io.Writer, pairs int, tallies map[string]*togetherTally) {
	fmt.Fprintf(w, "### Verdicts and clusters\n\n"+
		"Both ads of the %d test pairs of \"The same job?\", clustered in one batch. Copies made of one ad meet each other there, and\n"+
		"some of them name no place. The column \"before\" is for ads compared with the original and the newest alone.\n\n"+
		"| kind of pair | is | pairs | judged same | in one cluster, before | in one cluster |\n|---|---|---|---|---|---|\n", pairs)
	for _, name := range slices.Sorted(maps.Keys(tallies)) {
		t := tallies[name]
		share := func(n int) float64 { return float64(n) / float64(t.n) }
		fmt.Fprintf(w, "| %s | %d | %.4f | %.4f | %.4f |\n", name, t.n, share(t.judged), share(t.alone), share(t.together))
	}
	fmt.Fprintln(w)
}

// sourceCount counts the jobs of one file of ads, and those of its pairs that were read.
type sourceCount struct {
	ads, jobs               int
	pairs, vacancies, found int // pairs read, the vacancies that a reader counts in them, the jobs that gannet counts
	right, wrong, missed    int // pairs in one cluster that are one job, that are none, and pairs of one job in two clusters
}

// writeVacancies writes how many jobs each source has, and how far that is from what a reader counts.
func writeVacancies(w io.Writer, o options, set *jobpairs.Set) error {
	fmt.Fprint(w, "### Count of vacancies\n\n"+
		"A file is clustered as a whole. The pairs read are two ads of one employer in nearly the same words under two titles, the\n"+
		"hardest that there are (see \"The same job?\"). A reader counts one vacancy or two in each. The last row is the sum.\n\n"+
		"| source | ads | jobs | pairs read | vacancies, by a reader | jobs counted | count is off by | precision | recall |\n"+
		"|---|---|---|---|---|---|---|---|---|\n")
	files, err := filepath.Glob(filepath.Join(o.ads, "*.jsonl"))
	if err != nil {
		return err
	}
	var sum sourceCount
	for _, file := range files {
		if filepath.Base(file) == silverName {
			continue
		}
		c, err := countSource(file, set.Hard)
		if err != nil {
			return err
		}
		writeVacancyCount(w, filepath.Base(file), &c)
		sum.add(&c)
	}
	writeVacancyCount(w, "all", &sum)
	fmt.Fprintln(w)
	return nil
}

// adKey is what finds an ad of a pair again in its file.
type adKey struct{ title, text string }

// countSource clusters one file and compares it with the pairs read.
func countSource(path string, read []jobpairs.Pair) (c sourceCount, err error) {
	b, err := readBatch(path)
	if err != nil {
		return c, err
	}
	o, err := shippedOptions()
	if err != nil {
		return c, err
	}
	of, err := clusters(o, prepareAll(b.postings))
	if err != nil {
		return c, err
	}
	clusterOf := map[adKey]uint64{}
	for i, p := range b.postings {
		clusterOf[keyOf(p)] = of[i]
	}
	c.ads, c.jobs = len(of), countDistinct(of)
	for _, p := range read {
		x, y := clusterOf[keyOf(p.First)], clusterOf[keyOf(p.Second)]
		if x != 0 && y != 0 {
			c.addPair(p.Label == verdict.Same, x == y)
		}
	}
	return c, nil
}

func keyOf(p *job.Posting) adKey { return adKey{p.Title, p.Description} }

func (c *sourceCount) addPair(same, together bool) {
	c.pairs++
	c.vacancies, c.found = c.vacancies+2, c.found+2
	if same {
		c.vacancies--
	}
	if together {
		c.found--
	}
	switch {
	case same && together:
		c.right++
	case together:
		c.wrong++
	case same:
		c.missed++
	}
}

func (c *sourceCount) add(o *sourceCount) {
	c.ads, c.jobs, c.pairs, c.vacancies, c.found = c.ads+o.ads, c.jobs+o.jobs, c.pairs+o.pairs, c.vacancies+o.vacancies, c.found+o.found
	c.right, c.wrong, c.missed = c.right+o.right, c.wrong+o.wrong, c.missed+o.missed
}

func writeVacancyCount(w io.Writer, name string, c *sourceCount) {
	off, precision, recall := "–", "–", "–"
	if c.vacancies > 0 {
		off = fmt.Sprintf("%+.1f %%", 100*float64(c.found-c.vacancies)/float64(c.vacancies))
	}
	if n := c.right + c.wrong; n > 0 {
		precision = fmt.Sprintf("%.3f", float64(c.right)/float64(n))
	}
	if n := c.right + c.missed; n > 0 {
		recall = fmt.Sprintf("%.3f", float64(c.right)/float64(n))
	}
	fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %s | %s | %s |\n", cmp.Or(name, "?"), c.ads, c.jobs, c.pairs, c.vacancies, c.found, off, precision, recall)
}
