package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// of returns the results of a web and split.
func (r *results) of(web, split string) (list []result) {
	for _, one := range r.list {
		if one.Web == web && one.Split == split && !one.Skipped {
			list = append(list, one)
		}
	}
	slices.SortFunc(list, func(a, b result) int {
		if c := strings.Compare(a.Topic, b.Topic); c != 0 {
			return c
		}
		return a.Draw - b.Draw
	})
	return list
}

// mean is the mean over topics of the means over draws, of results that have a value.
func mean(list []result, of func(*result) (float64, bool)) (mean float64, topics int) {
	sums, counts := make(map[string]float64), make(map[string]float64)
	var names []string
	for i := range list {
		v, ok := of(&list[i])
		if !ok {
			continue
		}
		name := list[i].Topic
		if counts[name] == 0 {
			names = append(names, name)
		}
		sums[name] += v
		counts[name]++
	}
	for _, name := range names {
		mean += sums[name] / counts[name] / float64(len(names))
	}
	return mean, len(names)
}

// write writes the tables.
func (r *results) write(w io.Writer, o options) {
	fmt.Fprintf(w, "Seed %d.\n", o.seed)
	r.writeBar(w, o)
	for _, split := range []string{train, test} {
		r.writeF1(w, o, split)
	}
	for _, split := range []string{train, test} {
		r.writeRest(w, o, split)
	}
	fmt.Fprintf(w, "\n## The next crawl\n\nArea after 80 answers by %s.\n\n| web | topics | seeds alone | seeds and judge | taught | above seeds | above judge |\n|---|--:|--:|--:|--:|--:|--:|\n", reach)
	for _, web := range o.webs {
		writeAreas(w, web, r.of(web, test))
	}
	fmt.Fprint(w, "\n## The estimate\n\nF1 as the person sees it after 80 answers, against the truth.\n\n| web | crawls | truth within the bounds | width of the bounds | estimate less truth |\n|---|--:|--:|--:|--:|\n")
	for _, web := range o.webs {
		writeEstimates(w, web, r.of(web, test))
	}
}

// writeF1 writes F1 by order.
func (r *results) writeF1(w io.Writer, o options, split string) {
	orders := ordersOf(split)
	fmt.Fprintf(w, "\n## F1 on topics of the split %s\n\nAfter 80 answers by each order, and after 200 random ones.\n\n", split)
	fmt.Fprintf(w, "| web | topics | crawls | no answers | %s | 200 random |\n|---|--:|--:|--:|%s--:|\n", strings.Join(orders, " | "), strings.Repeat("--:|", len(orders)))
	for _, web := range o.webs {
		list := r.of(web, split)
		none, topics := mean(list, func(one *result) (float64, bool) { return one.None, true })
		if topics == 0 {
			continue
		}
		fmt.Fprintf(w, "| %s | %d | %d | %.3f |", web, topics, len(list), none)
		for _, order := range orders {
			f1, _ := mean(list, func(one *result) (float64, bool) { return one.After[order], true })
			fmt.Fprintf(w, " %.3f |", f1)
		}
		many, _ := mean(list, func(one *result) (float64, bool) { return one.Many, true })
		fmt.Fprintf(w, " %.3f |\n", many)
	}
}

// writeAreas writes a row of areas.
func writeAreas(w io.Writer, web string, list []result) {
	of := func(value func(*areas) float64) (float64, int) {
		return mean(list, func(one *result) (float64, bool) {
			if one.Areas == nil {
				return 0, false
			}
			return value(one.Areas), true
		})
	}
	seeds, topics := of(func(a *areas) float64 { return a.Seeds })
	judge, _ := of(func(a *areas) float64 { return a.Judge })
	taught, _ := of(func(a *areas) float64 { return a.Taught })
	if topics > 0 {
		fmt.Fprintf(w, "| %s | %d | %.3f | %.3f | %.3f | %+.3f | %+.3f |\n", web, topics, seeds, judge, taught, taught-seeds, taught-judge)
	}
}

// writeEstimates writes a row about the estimate that a person sees.
func writeEstimates(w io.Writer, web string, list []result) {
	n, within, width, off := 0.0, 0.0, 0.0, 0.0
	for _, one := range list {
		if e := one.Estimate; e != nil {
			n++
			width += e.Width
			off += e.Off
			if e.Within {
				within++
			}
		}
	}
	if n > 0 {
		fmt.Fprintf(w, "| %s | %.0f | %.2f | %.2f | %+.3f |\n", web, n, within/n, width/math.Max(1, n), off/n)
	}
}
