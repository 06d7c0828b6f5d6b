package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// writeBar writes what is asked of labelling. 80 answers should give the F1 of 200 random ones. The next crawl should be better than
// from the seeds alone by .05 of area.
func (r *results) writeBar(w io.Writer, o options) {
	fmt.Fprint(w, "\n## What is asked\n\nMeans over topics, each the mean of its crawls, ± the standard error over topics. Asked is 0 at least, and .05.\n\n")
	fmt.Fprint(w, "| web | topics | crawls | F1 of 80 answers less that of 200 random ones | area of the next crawl less that of the seeds alone |\n|---|--:|--:|--:|--:|\n")
	var all []result
	for _, web := range o.webs {
		list := r.of(web, test)
		all = append(all, list...)
		writeBarOf(w, web, list)
	}
	writeBarOf(w, "all", all)
}

func writeBarOf(w io.Writer, name string, list []result) {
	f1, topics := spread(list, func(one *result) (float64, bool) { return one.After[reach] - one.Many, true })
	if topics == 0 {
		return
	}
	area, _ := spread(list, func(one *result) (float64, bool) {
		if one.Areas == nil {
			return 0, false
		}
		return one.Areas.Taught - one.Areas.Seeds, true
	})
	fmt.Fprintf(w, "| %s | %d | %d | %s | %s |\n", name, topics, len(list), f1, area)
}

// spread returns the mean over topics with its standard error, and how many topics there are.
func spread(list []result, of func(*result) (float64, bool)) (text string, topics int) {
	byTopic := make(map[string][]result)
	for _, one := range list {
		key := one.Web + " " + one.Topic
		byTopic[key] = append(byTopic[key], one)
	}
	sum, squares := 0.0, 0.0
	for _, key := range slices.Sorted(maps.Keys(byTopic)) { // in one order, so that sums are the same each time
		if v, n := mean(byTopic[key], of); n > 0 {
			topics++
			sum += v
			squares += v * v
		}
	}
	if topics == 0 {
		return "", 0
	}
	n := float64(topics)
	variance := max(0, squares/n-sum/n*sum/n) * n / max(1, n-1)
	return fmt.Sprintf("%+.3f ± %.3f", sum/n, math.Sqrt(variance/n)), topics
}
