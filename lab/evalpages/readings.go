package main

import (
	_ "embed"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"gannet/dedup/webpages"
	"gannet/lab/allpairs"
)

// drawPairs prints up to n pairs to be read: half of them in one group, with different texts; half of them of a similarity of .6 or more, in no
// group together.
func (w *webPages) drawPairs(out io.Writer, n int, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 7))
	var grouped, others [][2]int
	for _, group := range w.groups() {
		a, b := group[rng.IntN(len(group))], group[rng.IntN(len(group))]
		if a != b && allpairs.Jaccard(w.shingles[a], w.shingles[b]) < 1 {
			grouped = append(grouped, [2]int{a, b})
		}
	}
	used := map[int]bool{}
	allpairs.Each(w.shingles, 0.6, func(i, j int, s float64) {
		if w.originals[i] != w.originals[j] && !used[w.originals[i]] && !used[w.originals[j]] {
			used[w.originals[i]], used[w.originals[j]] = true, true
			others = append(others, [2]int{i, j})
		}
	})
	for _, list := range [][][2]int{grouped, others} {
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, p := range list[:min(len(list), n/2)] {
			a, b := p[0], p[1]
			fmt.Fprintf(out, "\n== %s\t%s\t%s\t%.2f grouped=%v\n", w.name, w.pages[a].URL, w.pages[b].URL, allpairs.Jaccard(w.shingles[a], w.shingles[b]), w.originals[a] == w.originals[b])
			fmt.Fprintf(out, "A %d words: %.160s\n", len(strings.Fields(w.texts[a])), strings.Join(strings.Fields(w.texts[a]), " "))
			fmt.Fprintf(out, "only A: %.300s\nonly B: %.300s\n", only(w.texts[a], w.texts[b]), only(w.texts[b], w.texts[a]))
		}
	}
}

// only returns the words of a text that another has not.
func only(a, b string) string {
	has := map[string]bool{}
	for _, word := range strings.Fields(b) {
		has[word] = true
	}
	var list []string
	for _, word := range strings.Fields(a) {
		if !has[word] {
			list = append(list, word)
		}
	}
	return strings.Join(list, " ")
}

//go:embed read.tsv
var readTable string

// writeReadings writes how the pairs that were read are grouped.
func writeReadings(out io.Writer, list []*webPages) error {
	fmt.Fprint(out, "\n| pairs read as | in one group | in none |\n|---|--:|--:|\n")
	count := map[string][2]int{}
	for _, line := range strings.Split(strings.TrimSpace(readTable), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(line, "\t")
		if len(c) != 4 {
			return fmt.Errorf("read.tsv: %q has %d columns, want 4", line, len(c))
		}
		for _, w := range list {
			if w.name == c[0] {
				n := count[c[3]]
				n[w.apart(c[1], c[2])]++
				count[c[3]] = n
			}
		}
	}
	for _, verdict := range []string{"copy", "other"} {
		fmt.Fprintf(out, "| %s | %d | %d |\n", verdict, count[verdict][0], count[verdict][1])
	}
	return nil
}

// apart returns 0 if two pages are in one group, else 1.
func (w *webPages) apart(a, b string) int {
	i := slices.IndexFunc(w.pages, func(p webpages.Page) bool { return p.URL == a })
	j := slices.IndexFunc(w.pages, func(p webpages.Page) bool { return p.URL == b })
	if i >= 0 && j >= 0 && w.originals[i] == w.originals[j] {
		return 0
	}
	return 1
}
