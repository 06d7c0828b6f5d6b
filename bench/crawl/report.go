package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// report writes a Markdown table of medians over the runs of each crawler. relevant is how many pages the topic has, 0 without a topic.
func report(w io.Writer, all []peer, results []result, relevant int) error {
	_, err := io.WriteString(w, table(all, results, relevant)+loads(results))
	return err
}

// loads says how busy the machine was, if it tells that.
func loads(results []result) string {
	var at []float64
	for _, r := range results {
		if r.Load > 0 {
			at = append(at, r.Load)
		}
	}
	if len(at) == 0 {
		return ""
	}
	return fmt.Sprintf("\nThe load was %.1f to %.1f when runs began, median %.1f. It counts the crawlers and their proxy, too.\n", slices.Min(at), slices.Max(at), median(at))
}

func table(all []peer, results []result, relevant int) string {
	head, rule := "| crawler | distinct pages/s | gannet is | CPU ms/page | requests/page | peak MiB | pages | ended |\n", "|---|---|---|---|---|---|---|---|\n"
	row := func(p peer, own, gannet numbers) string {
		return fmt.Sprintf("| %s %s | %.0f | %.2f× | %.2f | %.2f | %.0f | %.0f | %s |\n", p.name, p.what, own.rate,
			gannet.rate/own.rate, 1000*own.cpu, own.requests/own.pages, own.memory, own.pages, own.end)
	}
	if relevant > 0 {
		fewest := fewestPages(results)
		head, rule = fmt.Sprintf("| crawler | harvest | of the first %d pages | area | pages | requests |\n", fewest), "|---|---|---|---|---|---|\n"
		row = func(p peer, own, _ numbers) string {
			return fmt.Sprintf("| %s | %.3f | %.3f | %s | %.0f | %.0f |\n", p.name, harvestOf(p.name, results, harvestPages),
				harvestOf(p.name, results, fewest), areaOf(p.name, results, relevant), own.pages, own.requests)
		}
	}
	gannet := medians("gannet", results)
	out := head + rule
	for _, p := range all {
		switch own := medians(p.name, results); {
		case p.skipped != "":
			out += fmt.Sprintf("| %s | skipped: %s |\n", p.name, p.skipped)
		case own.runs > 0:
			out += row(p, own, gannet)
		}
	}
	return out
}

// harvestPages is the number of pages whose harvest is told.
const harvestPages = 1000

// fewestPages is how many pages every run has, at most harvestPages.
func fewestPages(results []result) int {
	fewest := harvestPages
	for _, r := range results {
		fewest = min(fewest, len(r.topical))
	}
	return fewest
}

// harvestOf is the share of pages of the topic among the first of a crawler, the median of its runs.
func harvestOf(name string, results []result, first int) float64 {
	var shares []float64
	for _, r := range results {
		if r.Peer == name {
			pages := r.topical[:min(first, len(r.topical))]
			shares = append(shares, float64(count(pages))/float64(max(1, len(pages))))
		}
	}
	return median(shares)
}

// areaOf is the area under the recall curve of a crawler, the median of its runs. It is a dash if a run was stopped too early for it.
func areaOf(name string, results []result, relevant int) string {
	var areas []float64
	for _, r := range results {
		if r.Peer != name {
			continue
		}
		if r.End != done && r.End != idle && len(r.topical) < areaPages*relevant {
			return "–"
		}
		areas = append(areas, area(r.topical, relevant))
	}
	return fmt.Sprintf("%.3f", median(areas))
}

// areaPages is how many pages the curve has for each page of the topic, as `gannet eval` has it.
const areaPages = 5

// area is the area under the recall curve of a crawl, as a share of that of a crawl that fetches the topic's pages first.
func area(topical []bool, relevant int) float64 {
	found, sum, best := 0, 0, 0
	for n := range areaPages * relevant {
		if n < len(topical) {
			found += count(topical[n : n+1])
		}
		sum += found
		best += min(n+1, relevant)
	}
	return float64(sum) / float64(best)
}

// count is how many are true.
func count(list []bool) (n int) {
	for _, yes := range list {
		if yes {
			n++
		}
	}
	return n
}

// numbers are medians over the runs of a crawler.
type numbers struct {
	runs                  int
	rate, pages, requests float64 // pages/s, all, all
	cpu, memory           float64 // s/page, MiB
	end                   string  // of the last run
}

func medians(name string, results []result) (m numbers) {
	own := slices.DeleteFunc(slices.Clone(results), func(r result) bool { return r.Peer != name })
	if m.runs = len(own); m.runs == 0 {
		return m
	}
	over := func(of func(r result) float64) float64 {
		values := make([]float64, len(own))
		for i, r := range own {
			values[i] = of(r)
		}
		return median(values)
	}
	pages := func(r result) float64 { return max(1, float64(r.Pages)) }
	m.rate = over(func(r result) float64 { return float64(r.Pages) / r.Took.Seconds() })
	m.pages = over(func(r result) float64 { return float64(r.Pages) })
	m.requests = over(func(r result) float64 { return float64(r.Requests) })
	m.cpu = over(func(r result) float64 { return r.CPU.Seconds() / pages(r) })
	m.memory = over(func(r result) float64 { return float64(r.Memory) / (1 << 20) })
	m.end = own[len(own)-1].End
	return m
}

// median is the middle value, or the upper of two middle values.
func median[T cmp.Ordered](values []T) T {
	values = slices.Sorted(slices.Values(values))
	return values[len(values)/2]
}
