package label

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gannet/topic"
)

// pageOf returns a page of words, with links that wait.
func pageOf(links int, words ...uint32) Page {
	p := Page{Links: links}
	for _, w := range words {
		p.Bag.Terms = append(p.Bag.Terms, topic.Term{Word: w, Count: 1})
	}
	return p
}

// TestTheAnswerThatMovesMostLinksIsAskedFor has sure pages, and uncertain ones that reach few links and many.
func TestTheAnswerThatMovesMostLinksIsAskedFor(t *testing.T) {
	pages := []Page{
		pageOf(90, 1, 2), pageOf(90, 1, 3), // sure
		pageOf(1, 4, 5),                                              // uncertain, and alone
		pageOf(5, 6, 7, 8), pageOf(50, 6, 7, 9), pageOf(50, 6, 8, 9), // uncertain, and alike
		pageOf(0, 10), pageOf(0, 11),
	}
	p := NewPool(pages, []float64{0.99, 0.99, 0.5, 0.5, 0.5, 0.5, 0.01, 0.01})
	first, ok := p.Next(0)
	if !ok || first.Page < 3 || first.Page > 5 || first.HeldOut != 0 {
		t.Fatalf("the first page is %+v", first)
	}
	before := p.Reach(2)
	p.Ask(first.Page)
	if left := p.Left(); len(left) != len(pages)-1 || slices.Contains(left, first.Page) {
		t.Errorf("left are %v", left)
	}
	if others, links := p.Like(3); others != 2 || links != 105 {
		t.Errorf("%d pages with %d links are like the fourth", others, links)
	}
	if p.Reach(2) != before || p.Reach(3) >= 3*before && first.Page != 3 && p.Reach(3) > p.Reach(4) {
		t.Error("an answer changes the reach of pages that are not like it")
	}
}

// TestNearCopiesAreAskedAboutOnce has copies of one page, and pages without words.
func TestNearCopiesAreAskedAboutOnce(t *testing.T) {
	pages := []Page{{Fingerprint: 0b1111}, {Fingerprint: 0b1110}, {Fingerprint: 0xffff0000}, {}, {}}
	p := NewPool(pages, make([]float64, len(pages)))
	p.Ask(0)
	p.Ask(3)
	if left := p.Left(); !slices.Equal(left, []int{2, 4}) {
		t.Errorf("left are %v", left)
	}
}

// TestTwoOfTenAreDrawnByChance asks until no page is left. The same answers give the same questions.
func TestTwoOfTenAreDrawnByChance(t *testing.T) {
	var pages []Page
	var probabilities []float64
	for i := range 50 {
		pages, probabilities = append(pages, pageOf(1, uint32(i))), append(probabilities, float64(i)/50)
	}
	var before []Question
	for range 2 {
		p, questions := NewPool(pages, probabilities), []Question(nil)
		for {
			q, ok := p.Next(len(questions))
			if !ok {
				break
			}
			p.Ask(q.Page)
			if questions = append(questions, q); (q.HeldOut > 0) != (len(questions)%5 == 0) {
				t.Fatalf("question %d is %+v", len(questions), q)
			}
		}
		if len(questions) != len(pages) || before != nil && !slices.Equal(questions, before) {
			t.Fatalf("%d questions: %v, before %v", len(questions), questions, before)
		}
		before = questions
	}
}

// TestEstimateIsTrue draws held-out answers from a made crawl, again and again. The bounds hold the true F1 about as often as they say.
func TestEstimateIsTrue(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const n, draws = 1000, 100
	pages, probabilities := make([]Page, n), make([]float64, n)
	yes := make([]bool, n)
	hits, called, all := 0.0, 0, 0.0
	for i := range probabilities {
		probabilities[i] = random.Float64() * random.Float64()
		yes[i] = random.Float64() < probabilities[i]
		relevant := probabilities[i] >= 0.5
		if relevant {
			called++
		}
		if yes[i] {
			all++
			if relevant {
				hits++
			}
		}
	}
	truth, within := 2*hits/(float64(called)+all), 0
	for range draws {
		p, held := NewPool(pages, probabilities), []Held(nil)
		for range 20 {
			q := p.draw(p.Left(), random)
			p.asked[q.Page] = true
			held = append(held, Held{q.HeldOut, yes[q.Page], probabilities[q.Page] >= 0.5})
		}
		e, ok := EstimateOf(held, called, n-called)
		if !ok {
			t.Fatal("no estimate")
		}
		if e.F1.Low <= truth && truth <= e.F1.High {
			within++
		}
	}
	if share := float64(within) / draws; share < 0.85 {
		t.Errorf("the bounds hold the true F1 of %.3f in %.2f of the draws", truth, share)
	}
	if _, ok := EstimateOf(make([]Held, 4), 1, 1); ok {
		t.Error("four answers give an estimate")
	}
}

// TestAnswersSurviveACrash cuts the file off in a line, and goes on.
func TestAnswersSurviveACrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "labels.jsonl")
	add := func(url string, v Verdict) {
		t.Helper()
		if err := Append(path, Answer{URL: url, Verdict: v, Time: time.Unix(1, 0).UTC()}); err != nil {
			t.Fatal(err)
		}
	}
	add("a", Yes)
	add("b", No)
	add("c", Skip)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data[:len(data)-7], 0o644); err != nil {
		t.Fatal(err)
	}
	add("a", Undo)
	add("d", Yes)
	add("b", Yes)
	list, err := Load(path)
	if err != nil || len(list) != 2 || list[0].URL != "d" || list[1].URL != "b" || list[1].Verdict != Yes {
		t.Errorf("%+v, %v", list, err)
	}
	if err := Append(path, Answer{URL: "x", Verdict: "perhaps"}); err == nil {
		t.Error("a wrong answer is kept")
	}
	if list, err := Load(path + "x"); list != nil || err != nil {
		t.Errorf("no file: %v, %v", list, err)
	}
}
