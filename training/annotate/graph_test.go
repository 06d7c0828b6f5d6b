package annotate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gannet/training"
)

// drawnGraph is a graph of n pages with some links a page, circles and links both ways among them.
func drawnGraph(rnd *rand.Rand, n int, links, relevant float64) *graph {
	g := &graph{relevant: make([]bool, n)}
	for from := range n {
		g.relevant[from] = rnd.Float64() < relevant
		for to := range n {
			if to != from && rnd.Float64() < links/float64(n) {
				g.edges = append(g.edges, int32(to))
			}
		}
		g.ends = append(g.ends, len(g.edges))
	}
	return g
}

// leadsByAllPaths follows every path of at most so many links to a relevant page other than the first.
func leadsByAllPaths(g *graph, first, page int32, links int) bool {
	if page != first && g.relevant[page] {
		return true
	}
	return links > 0 && slices.ContainsFunc(g.out(page), func(to int32) bool {
		return leadsByAllPaths(g, first, to, links-1)
	})
}

func TestGradesAreThoseOfAllPaths(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var seen [4]int
	for range 400 {
		g := drawnGraph(rnd, 2+rnd.IntN(40), 3*rnd.Float64(), rnd.Float64()*rnd.Float64())
		g.grade()
		for page, got := range g.grades {
			leads := leadsByAllPaths(g, int32(page), int32(page), reach)
			var want uint8
			switch {
			case g.relevant[page] && leads:
				want = training.Hub
			case g.relevant[page]:
				want = training.Relevant
			case leads:
				want = training.Tunnel
			}
			if got != want {
				t.Fatalf("page %d of %d has grade %d, want %d: %+v", page, len(g.grades), got, want, g)
			}
			seen[got]++
		}
	}
	if slices.Min(seen[:]) < 100 {
		t.Errorf("grades came up %v times", seen)
	}
}

// TestAPageDoesNotLeadToItself has two pages that link to each other, one of them relevant, and a chain of links.
func TestAPageDoesNotLeadToItself(t *testing.T) {
	g := &graph{relevant: make([]bool, 7), edges: []int32{1, 0, 3, 4, 5}, ends: []int{1, 2, 3, 4, 5, 5, 5}}
	g.relevant[0], g.relevant[5] = true, true
	g.grade()
	if want := []uint8{2, 1, 1, 1, 1, 2, 0}; !slices.Equal(g.grades, want) {
		t.Errorf("grades are %v, want %v", g.grades, want)
	}
	g = &graph{relevant: []bool{false, false, false, false, true}, edges: []int32{1, 2, 3, 4}, ends: []int{1, 2, 3, 4, 4}}
	g.grade()
	if want := []uint8{0, 1, 1, 1, 2}; !slices.Equal(g.grades, want) {
		t.Errorf("grades along four links are %v, want %v", g.grades, want)
	}
}

// BenchmarkGrade grades 40,000 pages with 500 links each.
func BenchmarkGrade(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 3))
	g := &graph{relevant: make([]bool, 40_000)}
	for i := range g.relevant {
		g.relevant[i] = i%2000 == 0
		for range 500 {
			g.edges = append(g.edges, int32(rnd.IntN(len(g.relevant))))
		}
		g.ends = append(g.ends, len(g.edges))
	}
	for b.Loop() {
		g.grade()
	}
}
