package main

import (
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
	"gannet/job"
	"gannet/job/pagetext"
	"gannet/job/template"
	"gannet/lab/allpairs"
	"gannet/lab/modelgen/jobs"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestMeanAndError(t *testing.T) {
	for _, c := range []struct {
		xs       []float64
		mean, se float64
	}{
		{[]float64{3}, 3, 0},
		{[]float64{1, 3}, 2, 1}, // deviation √2, by √2
		{[]float64{2, 4, 4, 4, 5, 5, 7, 9}, 5, math.Sqrt(32. / 7 / 8)},
	} {
		if mean, se := meanAndError(c.xs); !near(mean, c.mean) || !near(se, c.se) {
			t.Errorf("%v: %v ± %v, want %v ± %v", c.xs, mean, se, c.mean, c.se)
		}
	}
}

func TestShares(t *testing.T) {
	if share(1, 4) != .25 || share(0, 0) != 0 {
		t.Errorf("shares %v and %v", share(1, 4), share(0, 0))
	}
	if ratio(1, 3) != "0.333" || ratio(0, 0) != "–" {
		t.Errorf("ratios %s and %s", ratio(1, 3), ratio(0, 0))
	}
	var s shares
	s.add(.9, true)
	s.add(.7, false)
	s.add(.4, true)
	s.add(.3, true)
	if got, want := s.String(), " 1.0000 | 0.5000 | 0.6667 |"; got != want {
		t.Errorf("shares %q, want %q", got, want)
	}
}

// TestAreaOfJobsFound compares with the ideal order: a new job with every page, until all are found.
func TestAreaOfJobsFound(t *testing.T) {
	ideal := &found{jobs: []int32{1, 2, 3, 3, 3}}
	if got := ideal.area(3, 5); !near(got, 1) {
		t.Errorf("area %v of the ideal order", got)
	}
	late := &found{jobs: []int32{0, 0, 1}} // and ends there: 0+0+1+1+1 of 1+2+3+3+3
	if got := late.area(3, 5); !near(got, 3./12) {
		t.Errorf("area %v, want a quarter", got)
	}
	if at(nil, 7) != 0 || at(late.jobs, 0) != 0 || at(late.jobs, 3) != 1 || at(late.jobs, 100) != 1 {
		t.Error("counts after n pages are wrong")
	}
}

func TestOverlapOfWords(t *testing.T) {
	var o overlap
	o.add(textWords("The cook, the cook"), textWords("the cook and the chef")) // the, cook, the: of 4 and of 5
	p, r := 3./4, 3./5
	if !near(o.precision, p) || !near(o.recall, r) || !near(o.f1, 2*p*r/(p+r)) {
		t.Errorf("%+v", o)
	}
	o.add(nil, textWords("a"))
	var table strings.Builder
	o.write(&table, "x")
	if got, want := table.String(), "| x | 0.375 | 0.300 | 0.333 |\n"; got != want {
		t.Errorf("row %q, want %q", got, want)
	}
	if got, want := textWords("Go 1.26: 招聘 Köche"), []string{"go", "1", "26", "招", "聘", "köche"}; !slices.Equal(got, want) {
		t.Errorf("words %q, want %q", got, want)
	}
}

// TestWordsAboutTheWork counts by definition over random tables.
func TestWordsAboutTheWork(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	var s sides
	var both, got, want, all int
	for truth := range s {
		for said := range s[truth] {
			n := rng.IntN(100)
			s[truth][said] = n
			isWork := func(k int) bool {
				return !slices.Contains([]pagetext.Section{pagetext.Employer, pagetext.Offer, pagetext.Apply}, pagetext.Section(k))
			}
			all += n
			if isWork(truth) {
				want += n
			}
			if isWork(said) {
				got += n
			}
			if isWork(truth) && isWork(said) {
				both += n
			}
		}
	}
	if a, b, c, d := s.work(); a != both || b != got || c != want || d != all {
		t.Errorf("%d %d %d %d, want %d %d %d %d", a, b, c, d, both, got, want, all)
	}
}

func TestHalvesAreDisjointAndDrawnBySeed(t *testing.T) {
	pages := make([]int, 31)
	for i := range pages {
		pages[i] = i
	}
	learn, test := halve(pages, 1, 0)
	if len(learn) != 16 || len(test) != 15 {
		t.Fatalf("%d and %d pages", len(learn), len(test))
	}
	if all := slices.Sorted(slices.Values(slices.Concat(learn, test))); !slices.Equal(all, pages) {
		t.Errorf("halves are not the whole: %v", all)
	}
	if again, _ := halve(pages, 1, 0); !slices.Equal(again, learn) {
		t.Error("the same seed and draw give another half")
	}
	for _, other := range [][2]uint64{{1, 1}, {2, 0}} {
		if half, _ := halve(pages, other[0], other[1]); slices.Equal(half, learn) {
			t.Errorf("seed and draw %v give the same half", other)
		}
	}
}

func TestTableOfFields(t *testing.T) {
	var table strings.Builder
	writeCounts(&table, "| a |", map[job.Field]template.Count{
		job.Title: {Right: 3, Wrong: 1, Missed: 2}, job.Company: {Missed: 4}, job.Location: {},
	})
	want := "| a | title | 6 | 0.750 | 0.500 |\n| a | company | 4 | – | 0.000 |\n"
	if table.String() != want {
		t.Errorf("table\n%swant\n%s", table.String(), want)
	}
	sum := map[job.Field]template.Count{job.Title: {Right: 1}}
	addCounts(sum, map[job.Field]template.Count{job.Title: {Right: 2, Wrong: 3}, job.ID: {Missed: 1}})
	if sum[job.Title] != (template.Count{Right: 3, Wrong: 3}) || sum[job.ID] != (template.Count{Missed: 1}) {
		t.Errorf("sums %v", sum)
	}
}

// randomAds makes sets of shingles, many of which have most in common with an earlier one.
func randomAds(seed uint64) []sketched {
	rng := rand.New(rand.NewPCG(seed, 3))
	ads := make([]sketched, 60)
	for i := range ads {
		set := map[uint64]bool{}
		if i > 0 && rng.IntN(3) > 0 {
			for _, h := range ads[rng.IntN(i)].shingles {
				if rng.IntN(5) > 0 {
					set[h] = true
				}
			}
		}
		for range 1 + rng.IntN(20) {
			set[uint64(rng.IntN(400))] = true
		}
		for h := range set {
			ads[i].shingles = append(ads[i].shingles, h)
		}
		slices.Sort(ads[i].shingles)
	}
	return ads
}

// TestAllSimilarPairsAreFound holds the search by rarest shingles against a comparison of every pair.
func TestAllSimilarPairsAreFound(t *testing.T) {
	for seed := range uint64(20) {
		ads := randomAds(seed)
		var want []similarPair
		for b := range ads {
			for a := range b {
				both := 0
				for _, h := range ads[a].shingles {
					if slices.Contains(ads[b].shingles, h) {
						both++
					}
				}
				if got := allpairs.Common(ads[a].shingles, ads[b].shingles); got != both {
					t.Fatalf("%d shingles in common, want %d", got, both)
				}
				if x := float64(both) / float64(len(ads[a].shingles)+len(ads[b].shingles)-both); x >= leastSimilar {
					want = append(want, similarPair{int32(a), int32(b), x})
				}
			}
		}
		got := similarPairs(ads)
		slices.SortFunc(got, func(x, y similarPair) int { return int(x.b-y.b)*1000 + int(x.a-y.a) })
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("seed %d: %d pairs, want %d", seed, len(got), len(want))
		}
	}
}

func TestPairsAreDrawnBySeed(t *testing.T) {
	var pairs []similarPair
	for i := range 3 * pairsPerRange {
		pairs = append(pairs, similarPair{int32(i), int32(i + 1), .4 + .2*float64(i)/float64(3*pairsPerRange)})
	}
	drawn := drawPairs(pairs, .4, .5, 1)
	seen := map[similarPair]bool{}
	for _, p := range drawn {
		if p.jaccard < .4 || p.jaccard >= .5 || seen[p] {
			t.Fatalf("pair %v is beyond the range, or drawn twice", p)
		}
		seen[p] = true
	}
	if len(drawn) != min(pairsPerRange, 3*pairsPerRange/2) {
		t.Errorf("%d pairs", len(drawn))
	}
	if !reflect.DeepEqual(drawn, drawPairs(pairs, .4, .5, 1)) || reflect.DeepEqual(drawn, drawPairs(pairs, .4, .5, 2)) {
		t.Error("the draw does not depend on the seed alone")
	}
}

func TestRootMeanSquare(t *testing.T) {
	var r rootMeanSquare
	if r.String() != "0.000" {
		t.Errorf("of nothing: %s", &r)
	}
	for _, d := range []float64{3, -4} {
		r.add(d)
	}
	if r.String() != "3.536" || r.sum != -1 {
		t.Errorf("%s, sum %v", &r, r.sum)
	}
}

func TestMeanSharing(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	bands := make([][]uint64, 50)
	for i := range bands {
		for range 4 {
			bands[i] = append(bands[i], uint64(rng.IntN(60)))
		}
	}
	total := 0
	for i := range bands {
		for k := range bands {
			if i != k && slices.ContainsFunc(bands[i], func(key uint64) bool { return slices.Contains(bands[k], key) }) {
				total++
			}
		}
	}
	if got, want := meanSharing(bands), float64(total)/50; !near(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if !shareBand([]uint64{1, 2}, []uint64{3, 2}) || shareBand([]uint64{1, 2}, []uint64{2, 1}) {
		t.Error("bands are compared in another place")
	}
}

// TestReachedPairs holds union and find against a search for a way along the edges.
func TestReachedPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 30 {
		groups, edges := joined{}, map[int32][]int32{}
		for range 25 {
			a, b := int32(rng.IntN(40)), int32(rng.IntN(40))
			groups.join(a, b)
			edges[a], edges[b] = append(edges[a], b), append(edges[b], a)
		}
		for from := range int32(40) {
			seen := map[int32]bool{from: true}
			for next := []int32{from}; len(next) > 0; {
				at := next[0]
				next = next[1:]
				for _, to := range edges[at] {
					if !seen[to] {
						seen[to] = true
						next = append(next, to)
					}
				}
			}
			for to := range int32(40) {
				if (groups.root(from) == groups.root(to)) != seen[to] {
					t.Fatalf("%d and %d: connected %v", from, to, seen[to])
				}
			}
		}
	}
}

// TestIndexFindsWhatSharesABand holds that a small set of ads loses nothing in the index.
func TestIndexFindsWhatSharesABand(t *testing.T) {
	k := sketch.New(sketch.Options{Samples: 128})
	rng := rand.New(rand.NewPCG(8, 8))
	var ads []sketched
	var words []string
	for i := range 40 {
		if i%4 == 0 {
			words = nil
			for range 80 {
				words = append(words, string(rune('a'+rng.IntN(26)))+string(rune('a'+rng.IntN(26)))+string(rune('a'+rng.IntN(26))))
			}
		}
		words[rng.IntN(80)] = "new"
		text := strings.Join(words, " ")
		ads = append(ads, sketched{shingles: slices.Clone(k.Shingles(text, "en")), sketch: k.Sketch(text, "en"), second: uint64(i)})
	}
	l := layouts[0]
	pairs, bands := similarPairs(ads), bandsOf(ads, l)
	if len(pairs) < 40 {
		t.Fatalf("%d similar pairs", len(pairs))
	}
	var want shares
	for _, p := range pairs {
		want.add(p.jaccard, shareBand(bands[p.a], bands[p.b]))
	}
	direct, reached, candidates, err := throughIndex(ads, pairs, l)
	if err != nil || direct != want || !near(candidates, meanSharing(bands)/2) {
		t.Errorf("found %v, want %v; %v candidates, want %v; %v", direct, want, candidates, meanSharing(bands)/2, err)
	}
	for i := range recallLimits {
		if reached.found[i] < direct.found[i] || reached.all[i] != direct.all[i] {
			t.Errorf("reached %v, direct %v", reached, direct)
		}
	}
}

func TestBestThresholdHasTheBestF1(t *testing.T) {
	example := func(overlap float64, l verdict.Label) verdict.Example {
		e := verdict.Example{Label: l}
		e.Evidence[verdict.Overlap] = overlap
		return e
	}
	examples := []verdict.Example{
		example(.9, verdict.Same), example(.8, verdict.Same), example(.62, verdict.Same), example(.2, verdict.Same),
		example(.21, verdict.Different), example(.15, verdict.OtherLocation), example(.1, verdict.Different),
	}
	if got := bestThreshold(examples); got != .16 { // all 4 found and one wrongly; above .21 it is 3 and none
		t.Errorf("threshold %v, want 0.16", got)
	}
}

func TestTableOfKinds(t *testing.T) {
	s := &jobs.Study{Pages: []jobs.Page{
		{Source: "a", Real: true, Kind: job.Detail}, {Source: "a", Real: true, Kind: job.Listing, Corrected: true}, {Source: "b", Real: true, Kind: job.Detail},
	}}
	judged := [][]job.Kind{{job.Detail, job.Listing, job.Other}, {job.Detail, job.Detail, job.Detail}}
	var table strings.Builder
	writeKindRows(&table, s, judged, func(jobs.Page) string { return "**all real sites**" })
	writeManifest(&table, s, judged)
	want := "| **all real sites** | 1 of 2 | 1 of 1 | | 0.667 | 0.667 |\n" +
		"| mean over the kinds | | | | 0.750 | 0.500 |\n" +
		"| as the manifest has it | | | | 0.333 | 1.000 |\n"
	if table.String() != want {
		t.Errorf("table\n%swant\n%s", table.String(), want)
	}
}

func TestSectionsAreChosenByName(t *testing.T) {
	old := sections
	defer func() { sections = old }()
	var ran []string
	step := func(name string) section {
		return section{name, func(io.Writer, options) error {
			ran = append(ran, name)
			return nil
		}}
	}
	sections = []section{step("one"), step("two"), step("three")}
	for names, want := range map[string][]string{"": {"one", "two", "three"}, "three one": {"one", "three"}} {
		ran = nil
		if err := run(nil, options{}, strings.Fields(names)); err != nil || !slices.Equal(ran, want) {
			t.Errorf("%q ran %v, %v, want %v", names, ran, err, want)
		}
	}
	if err := run(nil, options{}, []string{"four"}); err == nil || err.Error() != `no section "four": there are one, two, three` {
		t.Errorf("error %v", err)
	}
}
