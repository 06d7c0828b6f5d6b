package main

import (
	"fmt"
	"io"
	"strings"

	"gannet/internal/testweb/jobweb"
	"gannet/ranker"
)

func repeat(s string, n int) string { return strings.Repeat(s, n) }

// writeClusters writes how the postings that a strategy found were extracted and clustered, over all draws.
func writeClusters(w io.Writer, outcomes []crawlOutcome) {
	cs := make([]*clustered, len(outcomes))
	for i := range outcomes {
		cs[i] = outcomes[i].clusters
	}
	fmt.Fprintf(w, "### What becomes of the postings\n\n"+
		"In the crawls by %s every page is extracted, and every posting is decided on at once.\n\n", ranker.LearnedName)
	writeCrawlKinds(w, cs)
	writeCrawlFields(w, cs)
	writePairs(w, cs)
	writeOriginals(w, cs)
	writeByCopy(w, cs)
}

func writeCrawlKinds(w io.Writer, cs []*clustered) {
	fmt.Fprint(w, "| pages | fetched | called posting | called listing | called other |\n|---|---|---|---|---|\n")
	row := func(name string, said func(c *clustered) [3]int) {
		var sum [3]int
		for _, c := range cs {
			for kind, n := range said(c) {
				sum[kind] += n
			}
		}
		all := float64(max(1, sum[0]+sum[1]+sum[2]))
		fmt.Fprintf(w, "| %s | %.0f | %.3f | %.3f | %.3f |\n", name, all, float64(sum[2])/all, float64(sum[1])/all, float64(sum[0])/all)
	}
	row("postings", func(c *clustered) [3]int { return c.kinds[jobweb.Detail] })
	row("listings", func(c *clustered) [3]int { return c.kinds[jobweb.Listing] })
	row("others of the generated web", func(c *clustered) [3]int { return c.kinds[jobweb.Other] })
	row("uci", func(c *clustered) [3]int { return c.around })
	fmt.Fprintln(w)
}

func writeCrawlFields(w io.Writer, cs []*clustered) {
	fmt.Fprint(w, "Fields of the recognised postings. A value is right if it is equal in normal form:\n\n"+
		"| field | precision | recall |\n"+
		"|---|---|---|\n")
	for i := range cs[0].fields {
		var sum fieldCount
		for _, c := range cs {
			sum.right, sum.said, sum.there = sum.right+c.fields[i].right, sum.said+c.fields[i].said, sum.there+c.fields[i].there
		}
		fmt.Fprintf(w, "| %s | %.3f | %.3f |\n", cs[0].fields[i].name, float64(sum.right)/float64(max(1, sum.said)), float64(sum.right)/float64(max(1, sum.there)))
	}
	fmt.Fprintln(w)
}

func writePairs(w io.Writer, cs []*clustered) {
	var precision, recall []float64
	all, together := make(map[jobweb.Relation]int), make(map[jobweb.Relation]int)
	for _, c := range cs {
		p := c.pairs()
		precision, recall = append(precision, p.precision()), append(recall, p.recall())
		for relation, n := range p.all {
			all[relation] += n
		}
		for relation, n := range p.together {
			together[relation] += n
		}
	}
	p, pe := meanAndError(precision)
	r, re := meanAndError(recall)
	fmt.Fprintf(w, "Pairs of postings in one cluster: precision %.3f ± %.3f, recall %.3f ± %.3f.\n\n"+
		"| pairs | all | in one cluster | share |\n|---|---|---|---|\n", p, pe, r, re)
	for _, relation := range []jobweb.Relation{jobweb.SameJob, jobweb.OtherPlace, placedApart, jobweb.SameEmployer} {
		fmt.Fprintf(w, "| %s | %d | %d | %.4f |\n", relation, all[relation], together[relation], share(together[relation], all[relation]))
	}
	fmt.Fprintf(w, "| %s | all others | %d | |\n\n", jobweb.Unrelated, together[jobweb.Unrelated])
}

func writeOriginals(w io.Writer, cs []*clustered) {
	fmt.Fprint(w, "Originals of the clusters of several postings, by the class of the best posting that the crawl found for them. The "+
		"last\n"+
		"column counts the clusters whose original is that very posting. Among equals the first one stays the original:\n\n"+
		"| best | clusters | original of that class | that posting |\n"+
		"|---|---|---|---|\n")
	var sum originals
	for _, c := range cs {
		o := c.originals()
		for class := range sum.all {
			sum.all[class], sum.class[class], sum.best[class] = sum.all[class]+o.all[class], sum.class[class]+o.class[class], sum.best[class]+o.best[class]
		}
	}
	for class, n := range sum.all {
		fmt.Fprintf(w, "| %s | %d | %.3f | %.3f |\n", jobweb.Class(class), n, share(sum.class[class], n), share(sum.best[class], n))
	}
	fmt.Fprintln(w)
}

func writeByCopy(w io.Writer, cs []*clustered) {
	fmt.Fprint(w, "Decisions, by the way a posting was made. A posting is a duplicate if another one of its job was decided on before:\n\n"+
		"| posting | duplicates | called so | of another job | other place | new | first of their job | called new | called "+
		"duplicates |\n"+
		"|---|---|---|---|---|---|---|---|---|\n")
	for _, kind := range jobweb.Copies() {
		var n called
		for _, c := range cs {
			k := c.byCopy()[kind]
			n.again, n.right, n.wrong, n.place = n.again+k.again, n.right+k.right, n.wrong+k.wrong, n.place+k.place
			n.first, n.new, n.merged = n.first+k.first, n.new+k.new, n.merged+k.merged
		}
		fmt.Fprintf(w, "| %s | %d | %.3f | %.3f | %.3f | %.3f | %d | %.3f | %.3f |\n", kind, n.again, share(n.right, n.again), share(n.wrong, n.again),
			share(n.place, n.again), share(n.again-n.right-n.wrong-n.place, n.again), n.first, share(n.new, n.first), share(n.merged, n.first))
	}
	fmt.Fprintln(w)
}

func share(part, all int) float64 { return float64(part) / float64(max(1, all)) }
