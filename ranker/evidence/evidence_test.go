package evidence

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gannet/features"
	"gannet/internal/testdata"
	"gannet/ranker/evidence/wildweb"
	"gannet/topic"
)

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

// learnedFrom returns a classifier of pages with made-up labels.
func learnedFrom(t testing.TB, pages []*features.Page) *topic.Classifier {
	t.Helper()
	var examples []topic.Example
	for i, p := range pages[:min(len(pages), 60)] {
		examples = append(examples, topic.Example{Vector: topic.Vectorize(p), Positive: i%3 == 0})
	}
	c, err := topic.Train(examples, topic.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// madeUp makes up probabilities for pages, ancestors and links not to follow.
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

// TestVectorsAgreeWithTheOracle visits pages, and compares every feature of every waiting link several times.
func TestVectorsAgreeWithTheOracle(t *testing.T) {
	t.Run("wild", func(t *testing.T) { compareWithOracle(t, wildweb.Pages(1, 150), 25) })
	t.Run("few", func(t *testing.T) { compareWithOracle(t, wildweb.Pages(2, 12), 1) })
	for _, web := range []string{"uci", "planetmath"} {
		t.Run(web, func(t *testing.T) { compareWithOracle(t, realPages(t, web, 300), 120) })
	}
}

func compareWithOracle(t *testing.T, pages []*features.Page, every int) {
	classifier := learnedFrom(t, pages)
	c := New(classifier, scorer{})
	o := &oracle{evidence: c, classifier: classifier}
	compared := 0
	for i, src := range madeUp(wildweb.BreadthFirst(pages), 3) {
		c.AddFetched(src)
		addLinks(c, src)
		o.visits = append(o.visits, src)
		if i%(2*every) == every {
			renew(c)
			o.renewed = i + 1
		}
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
		if _, ok := c.Find(src.Page.URL); ok {
			t.Errorf("%s was visited and waits", src.Page.URL)
		}
	}
}

// scorer scores a link by the number of words in and around its anchor.
type scorer struct{}

func (scorer) NeighborhoodScore(page *features.Page, link int) float64 {
	l := &page.Links[link]
	return 1 / float64(1+len(hashes(page, l.Anchor))+len(window(page, l)))
}

// addLinks adds the links of a page and their values to the scales, as a strategy does.
func addLinks(c *Collection, src *Source) []Target {
	texts := c.ReadTexts(src)
	defer texts.Free()
	targets := c.AddLinks(nil, src, texts)
	known := slices.DeleteFunc(slices.Clone(targets), func(t Target) bool { return t == Forgotten })
	c.AddToScales(known, make([]float64, len(known)*RowLength), slices.Repeat([]float64{1}, len(known)))
	return targets
}

// renew refreshes the scales and adds the values of all links again.
func renew(c *Collection) {
	c.RefreshScales()
	waiting := slices.Collect(c.Waiting())
	c.AddToScales(waiting, make([]float64, len(waiting)*RowLength), slices.Repeat([]float64{1}, len(waiting)))
}

func (o *oracle) compare(t *testing.T) (links int) {
	names := features.Names(Features())
	for _, f := range LocalFeatures() {
		names = append(names, f.Name)
	}
	for _, f := range LocalFeatures() {
		names = append(names, f.Name+"_z")
	}
	row := make([]float64, RowLength)
	a := o.account()
	for url := range a.sights {
		if _, visited := a.visited[url]; visited {
			continue
		}
		links++
		target, ok := o.evidence.Find(url)
		if !ok {
			t.Errorf("%s is not known", url)
			continue
		}
		o.evidence.Vector(target, row)
		want := a.features(url)
		for i := range NumFeatures {
			want[names[NumFeatures+i]] = o.evidence.scales[i].StandardScore(row[i])
		}
		for i := range NumLocal {
			want[names[ModelLength+NumLocal+i]] = o.evidence.scales[NumFeatures+i].StandardScore(row[ModelLength+i])
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
