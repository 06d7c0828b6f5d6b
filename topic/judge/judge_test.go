package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"gannet/features"
	"gannet/topic"
)

// testModel weighs the features about as the shipped model does.
func testModel() *Model {
	m := &Model{Bias: -4}
	weights := map[string]float64{"keywords": 1.6, "density": 0.5, "score_z": 0.3, "in_score": 0.4, "out_score": 0.3, "seed_z": 0.3}
	for i, name := range FeatureNames {
		m.Weights[i], m.Low[i], m.High[i] = weights[name], -6, 6
	}
	return m
}

// crawlOf makes pages of random words. Every fourth is about bees, and every second of these has a keyword.
func crawlOf(t testing.TB, n int, keywords ...string) (pages []Page, about []bool) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	reader := features.NewReader()
	for i := range n {
		var text strings.Builder
		for range 60 {
			fmt.Fprintf(&text, "word%d ", int(random.ExpFloat64()*60))
		}
		about = append(about, i%4 == 0)
		if i%4 == 0 {
			for range 8 {
				fmt.Fprintf(&text, "bees%d ", random.IntN(12))
			}
		}
		if i%8 == 0 {
			text.WriteString(strings.Repeat(keywords[i/8%len(keywords)]+" ", 2))
		}
		fmt.Fprintf(&text, `<a href="/%d">next</a> <a href="/%d">last</a>`, (i+4)%n, (i+8)%n)
		page, err := reader.Read(fmt.Sprintf("http://a.test/%d", i), []byte("<title>Page</title><p>"+text.String()))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, NewPage(page, i == 0))
	}
	return pages, about
}

func testBackground(t testing.TB) *topic.Background {
	t.Helper()
	pages, _ := crawlOf(t, 200, "none")
	var documents []topic.Vector
	for _, p := range pages {
		documents = append(documents, topic.Vector{Terms: p.Bag.Terms})
	}
	bg, err := topic.LearnBackground(documents, 1)
	if err != nil {
		t.Fatal(err)
	}
	return bg
}

// TestPagesWithoutAKeywordAreRecognised: half of the topic's pages have no keyword, and only share words and links with
// those that do. Keywords are of several scripts.
func TestPagesWithoutAKeywordAreRecognised(t *testing.T) {
	bg := testBackground(t)
	for _, keywords := range [][]string{{"hive", "honey"}, {"улей", "мёд"}, {"蜂箱", "蜂蜜"}, {"Bienenstöcke", "خلية"}} {
		pages, about := crawlOf(t, 400, keywords...)
		j, err := New(testModel(), keywords, bg).Judge(pages)
		if err != nil {
			t.Fatal(err)
		}
		better, pairs := 0, 0
		for i := range pages {
			for k := range pages {
				if i%8 == 4 && !about[k] {
					pairs++
					if j.Probabilities[i] > j.Probabilities[k] {
						better++
					}
				}
			}
		}
		if share := float64(better) / float64(pairs); share < 0.9 {
			t.Errorf("%q: a page about the topic without keyword is above %.2f of the others", keywords, share)
		}
		if j.Classifier == nil {
			t.Fatalf("%q: no classifier", keywords)
		}
	}
}

func TestJudgeIsTheSameEachTime(t *testing.T) {
	bg := testBackground(t)
	var first string
	for range 2 {
		pages, _ := crawlOf(t, 200, "hive", "honey")
		j, err := New(testModel(), []string{"hive", "honey"}, bg).Judge(pages)
		if err != nil {
			t.Fatal(err)
		}
		text, err := j.Classifier.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		if all := fmt.Sprint(j.Probabilities, string(text)); first == "" {
			first = all
		} else if all != first {
			t.Fatal("the same pages are judged otherwise")
		}
	}
}

func TestFormsOfAKeywordCount(t *testing.T) {
	for _, c := range []struct{ keyword, text string }{
		{"hive", "hives"}, {"hives", "hive"}, {"berry", "berries"}, {"berries", "berry"}, {"box", "boxes"},
		{"Größe", "größe"}, {"é", norm.NFD.String("é")}, {norm.NFD.String("cinéma"), "cinéma"}, {"蜂箱子", "子蜂箱子"},
		{"bee keeping", "keeping a bee"},
	} {
		k := newKeywordCounter(newKeywords([]string{c.keyword}))
		for _, w := range features.Words(c.text) {
			k.add(w, 1)
		}
		counts := make([]int, 1)
		if k.take(counts); counts[0] == 0 {
			t.Errorf("%q is not found in %q", c.keyword, c.text)
		}
	}
}

// TestSeveralSeedsLowerTheThreshold, but the order of pages stays, and sure pages are judged as before.
func TestSeveralSeedsLowerTheThreshold(t *testing.T) {
	last := -10.0
	for odds := -9.0; odds < 9; odds += 0.125 {
		with := lenient(odds, 3)
		if with <= last || with < odds || odds > 1 && with != odds || with != lenient(odds, 9) {
			t.Errorf("log-odds %v become %v", odds, with)
		}
		if one := lenient(odds, 1); one != odds || lenient(odds, 0) != odds {
			t.Errorf("with one seed, log-odds %v become %v", odds, one)
		}
		last = with
	}
	if lenient(-0.4, 3) < 0 || lenient(-0.6, 3) > 0 {
		t.Error("the threshold is elsewhere")
	}
}

// TestTheJudgeKnowsHowItsSeedsLook: their features are the same on all pages, and say more if the seeds are more.
func TestTheJudgeKnowsHowItsSeedsLook(t *testing.T) {
	bg, known := testBackground(t), 0.0
	for _, seeds := range []int{1, 3} {
		pages, _ := crawlOf(t, 100, "hive")
		for i := range seeds {
			pages[8*i].Seed = true
		}
		rows, err := New(testModel(), []string{"hive"}, bg).Features(pages)
		if err != nil {
			t.Fatal(err)
		}
		if rows[1][seedKeywords] <= 0 || rows[1][seedScore] <= 0 || rows[1][seedsKnown] <= known || rows[1][seedKeywords] != rows[99][seedKeywords] {
			t.Errorf("%d seeds: %v, %v", seeds, rows[1], rows[99])
		}
		known = rows[1][seedsKnown]
	}
}

func TestModelSurvivesItsFile(t *testing.T) {
	data, err := json.Marshal(testModel())
	if err != nil {
		t.Fatal(err)
	}
	var m Model
	if err := json.Unmarshal(data, &m); err != nil || m != *testModel() {
		t.Errorf("%+v, %v", m, err)
	}
	if err := m.UnmarshalJSON([]byte(`{"format": "gannet judge 0"}`)); !errors.Is(err, ErrModel) {
		t.Errorf("a model of another version: %v", err)
	}
}

func TestNextRenewal(t *testing.T) {
	for pages, want := range map[int]int{0: 100, 99: 100, 100: 200, 250: 400, 800: 1600, 6399: 6400, 6400: 25_600, 20_000: 25_600, 25_600: 102_400} {
		if got := NextRenewal(pages); got != want {
			t.Errorf("after %d pages the next renewal is at %d, not %d", pages, got, want)
		}
	}
}

func TestCertaintyOfVerdicts(t *testing.T) {
	c := CertaintyOf([]float64{0.9, 0.7, 0.4, 0}, []bool{true, true, false, false})
	if c.Relevant != 2 || c.Precision < 0.799 || c.Precision > 0.801 || c.Recall < 0.888 || c.Recall > 0.89 {
		t.Errorf("%+v", c)
	}
	for want, got := range map[string]string{
		"2 more seeds, or 1 more keyword":       SurerWith(1, 2),
		"6 more seeds":                          SurerWith(4, 3),
		"labelled pages (`gannet topic learn`)": SurerWith(10, 3),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestSeveralSeedsHaveASay: with one seed the classifier of the seeds says nothing, with several it has its share of the margins.
func TestSeveralSeedsHaveASay(t *testing.T) {
	keywords := []string{"hive", "honey"}
	pages, _ := crawlOf(t, 200, keywords...)
	for seeds, want := range map[int]float64{1: 0, 3: seedShare} {
		for i := range pages {
			pages[i].Seed = i%4 == 0 && i/4 < seeds
		}
		m, err := New(testModel(), keywords, testBackground(t)).Measure(pages)
		if err != nil {
			t.Fatal(err)
		}
		if m.fromSeeds.share != want {
			t.Errorf("%d seeds have a share of %v, want %v", seeds, m.fromSeeds.share, want)
		}
		mixed := m.Judge().Classifier
		m.SetProbabilities(make([]float64, len(pages)))
		if m.fromSeeds.share != 0 {
			t.Error("seeds have a say beside a classifier that the topic came with")
		}
		if mixed == nil {
			t.Fatal("no classifier")
		}
	}
}

// TestSeedsAreLearnedOnce: a judge learns from its seeds again if they are others, and only then.
func TestSeedsAreLearnedOnce(t *testing.T) {
	bg := testBackground(t)
	pages, _ := crawlOf(t, 200, "hive")
	j := New(testModel(), []string{"hive"}, bg)
	rank := func(seeds ...int) *topic.Classifier {
		for i := range pages {
			pages[i].Seed = slices.Contains(seeds, i)
		}
		fresh, err := New(testModel(), []string{"hive"}, bg).Judge(pages)
		if err != nil {
			t.Fatal(err)
		}
		if used, err := j.Judge(pages); err != nil || !reflect.DeepEqual(used, fresh) {
			t.Errorf("seeds %v: a judge that has judged before judges otherwise: %v", seeds, err)
		}
		return j.ranking
	}
	first := rank(0, 4)
	if again := rank(0, 4); again != first {
		t.Error("learned from the same seeds twice")
	}
	if other := rank(0, 8); other == first {
		t.Error("did not learn from other seeds")
	}
	rank()
}
