package ranker

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gannet/features"
	"gannet/internal/testdata"
	"gannet/topic"
)

// wildWeb has pages with what real ones have: menus on every page, lists of links, links named twice, pictures without
// a text, scripts with a query, directories, links to themselves.
func wildWeb(seed uint64, pages int) []*features.Page {
	rng := rand.New(rand.NewPCG(seed, 1))
	words := strings.Fields("honey hive bee queen garden market engine wheel road oil tyre paper of the and")
	url := func(i int) string {
		switch i % 5 {
		case 0:
			return fmt.Sprintf("http://h%d.example/show?id=%d", i%4, i)
		case 1:
			return fmt.Sprintf("http://h%d.example/%s/%s-%d", i%4, words[i%7], words[i%11], i)
		}
		return fmt.Sprintf("http://h%d.example/%s/p/%d.html", i%4, words[i%3], i)
	}
	text := func(n int) string {
		var s []string
		for range n {
			s = append(s, words[rng.IntN(len(words))])
		}
		return strings.Join(s, " ")
	}
	var web []*features.Page
	for i := range pages {
		var b strings.Builder
		fmt.Fprintf(&b, "<title>%s</title><nav><ul>", text(rng.IntN(4)))
		for k := range 5 {
			fmt.Fprintf(&b, "<li><a href='%s'>%s</a></li>", url(k*7), text(1))
		}
		fmt.Fprintf(&b, "<li><a href='%s'>hive</a></li></ul></nav><main>", url(3*pages)) // on every page, never visited
		for range rng.IntN(5) {
			fmt.Fprintf(&b, "<h2>%s</h2><div><ul>", text(2))
			for range rng.IntN(14) {
				to := url(rng.IntN(2 * pages)) // the half of them are never visited
				if rng.IntN(3) == 0 {
					fmt.Fprintf(&b, "<a href='%s'><img src=x></a>", to)
				}
				fmt.Fprintf(&b, "<li>%s <a href='%s'>%s</a> %s</li>", text(3), to, text(rng.IntN(9)), text(rng.IntN(30)))
			}
			b.WriteString("</ul></div>")
		}
		fmt.Fprintf(&b, "<p>%s <a href='%s'>%s</a></main>", text(20), url(i), text(2))
		web = append(web, read(url(i), b.String()))
	}
	return web
}

func read(url, html string) *features.Page {
	page, err := features.NewReader().Read(url, []byte(html))
	if err != nil {
		panic(err)
	}
	return page
}

// realPages reads the first pages of a frozen web.
func realPages(t *testing.T, web string, n int) (pages []*features.Page) {
	t.Helper()
	testdata.EachPage(t, web, func(url string, body []byte) bool {
		page, err := features.NewReader().Read(url, body)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, page)
		return len(pages) < n
	})
	return pages
}

// breadthFirst orders pages as links lead to them from the first; what cannot be come by follows as it is.
func breadthFirst(pages []*features.Page) (order []*features.Page) {
	at := map[string]*features.Page{}
	for _, p := range pages {
		at[p.URL] = p
	}
	for _, start := range pages {
		queue := []string{start.URL}
		for ; len(queue) > 0; queue = queue[1:] {
			p := at[queue[0]]
			if p == nil {
				continue
			}
			delete(at, p.URL)
			order = append(order, p)
			for i := range p.Links {
				queue = append(queue, p.Links[i].URL)
			}
		}
	}
	return order
}

// learnedFrom gives a classifier of pages with made-up labels.
func learnedFrom(t testing.TB, pages []*features.Page) *topic.Classifier {
	t.Helper()
	var examples []topic.Example
	for i, p := range pages[:min(len(pages), 60)] {
		examples = append(examples, topic.Example{Vector: topic.Vectorize(p), Positive: i%3 == 0})
	}
	c, err := topic.Train(examples, topic.Params{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// madeUp gives pages probabilities, ancestors and links not to follow.
func madeUp(pages []*features.Page, seed uint64) (sources []*Source) {
	rng := rand.New(rand.NewPCG(seed, 2))
	for i, p := range pages {
		src := &Source{
			Page: p, Depth: i / 10, Probability: math.Pow(rng.Float64(), float64(1+i%4)), Parent: rng.Float64(), Grandparent: rng.Float64(),
		}
		if i%3 == 0 {
			src.Followed = make([]bool, len(p.Links))
			for k := range src.Followed {
				src.Followed[k] = rng.IntN(4) > 0
			}
		}
		sources = append(sources, src)
	}
	return sources
}

// TestMemoryAgreesWithTheOracle visits pages and now and then asks for every feature of every queued link.
func TestMemoryAgreesWithTheOracle(t *testing.T) {
	t.Run("wild", func(t *testing.T) { compareWithOracle(t, wildWeb(1, 150), 25) })
	t.Run("few", func(t *testing.T) { compareWithOracle(t, wildWeb(2, 12), 1) })
	for _, web := range []string{"uci", "planetmath"} {
		t.Run(web, func(t *testing.T) { compareWithOracle(t, realPages(t, web, 300), 120) })
	}
}

func compareWithOracle(t *testing.T, pages []*features.Page, every int) {
	classifier := learnedFrom(t, pages)
	a, err := NewLearned(Needs{Query: query(), Classifier: classifier})
	if err != nil {
		t.Fatal(err)
	}
	o := &oracle{memory: a, classifier: classifier}
	compared := 0
	for i, src := range madeUp(breadthFirst(pages), 3) {
		a.Learn(src)
		rank(a, src)
		o.visits = append(o.visits, src)
		if i%every == every-1 {
			compared += o.compare(t)
		}
		if t.Failed() {
			t.Fatalf("after %d pages", i+1)
		}
	}
	if compared < 100 {
		t.Errorf("only %d links were compared", compared)
	}
	for _, src := range o.visits {
		if a.Vector(src.Page.URL, make([]float64, crawlRow)) {
			t.Errorf("%s was visited and is queued", src.Page.URL)
		}
	}
}

func (o *oracle) compare(t *testing.T) (links int) {
	names := crawlNames()
	row := make([]float64, crawlRow)
	a := o.account()
	for url := range a.sights {
		if _, visited := a.visited[url]; visited {
			continue
		}
		if links++; !o.memory.Vector(url, row) {
			t.Errorf("%s is not known", url)
			continue
		}
		want := a.features(url)
		for i := range scaled {
			z, x := names[scaled+i], row[i]
			want[z] = o.memory.scales[i].of(x)
		}
		for i, name := range names {
			if w, known := want[name]; !known || math.Abs(row[i]-w) > 1e-5*math.Max(1, math.Abs(w)) || row[i] != float64(float32(row[i])) {
				t.Errorf("%s: %s is %v, the oracle has %v", url, name, row[i], w)
			}
		}
		if t.Failed() {
			return links
		}
	}
	return links
}

// TestScaleIsMeanAndDeviation holds a scale against the plain formulas over the values it uses: all while it is young,
// then those up to the last refresh.
func TestScaleIsMeanAndDeviation(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var s scale
	if s.now() != 0 || s.of(3) != 0 {
		t.Errorf("without values: mean %v, score %v", s.now(), s.of(3))
	}
	var all []float64
	used := 0
	for i := range 400 {
		x := 3 + 2*rng.NormFloat64()
		all = append(all, x)
		s.add(x)
		if i < youngScale {
			used = len(all)
		}
		if i%90 == 89 {
			s.refresh()
			used = len(all)
		}
		mean, deviation := 0.0, 0.0
		for _, x := range all[:used] {
			mean += x / float64(used)
		}
		for _, x := range all[:used] {
			deviation += (x - mean) * (x - mean) / float64(used)
		}
		deviation = math.Sqrt(deviation)
		if math.Abs(s.now()-mean) > 1e-9 {
			t.Fatalf("after %d values: mean %v, want %v", i+1, s.now(), mean)
		}
		for _, at := range []float64{-100, -1, 2.5, 3, 4, 100} {
			want := 0.0
			if deviation > 1e-6 {
				want = slices.Max([]float64{-4, slices.Min([]float64{4, (at - mean) / deviation})})
			}
			if math.Abs(s.of(at)-want) > 1e-6 {
				t.Fatalf("after %d values: %v scores %v, want %v", i+1, at, s.of(at), want)
			}
		}
	}
}

// TestScaleOfEqualValuesSaysNothing also where sums of squares cancel badly.
func TestScaleOfEqualValuesSaysNothing(t *testing.T) {
	var s scale
	for range 1000 {
		s.add(1e5 + 0.1)
	}
	s.refresh()
	if z := s.of(1e5 + 0.1); math.Abs(z) > 1e-3 {
		t.Errorf("a value like all others scores %v", z)
	}
}
