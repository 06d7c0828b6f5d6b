package crawler

import (
	"fmt"
	"testing"
	"time"
)

// TestRenderWorthLearnsFromPairs: a shape whose pages show nothing more is soon left alone, and others of its host are not. A shape with
// gains is rendered although its pages do not look as if scripts made them.
func TestRenderWorthLearnsFromPairs(t *testing.T) {
	var w renderWorth
	spent := &RenderCounts{}
	admits := func(url string, scripted float64) bool {
		return w.admits(w.guess(url, scripted, 1), usedTime(spent, 0.1, time.Minute))
	}
	learn := func(url string, scripted float64, gained bool) {
		w.learn(w.guess(url, scripted, 1), gained, 0.5)
	}
	rendered := 0
	for i := range 10 {
		url := fmt.Sprintf("http://a.test/news/%d", i)
		if admits(url, 0.9) {
			rendered++
			learn(url, 0.9, false)
		}
		learn(fmt.Sprintf("http://a.test/jobs/%d", i), 0.9, true)
	}
	if rendered < 1 || rendered > 4 {
		t.Errorf("%d pages of a shape without a gain were rendered", rendered)
	}
	if !admits("http://a.test/jobs/new", 0.9) || !admits("http://a.test/jobs/plain", 0.3) {
		t.Error("pages of a shape with gains are not rendered")
	}
	if admits("http://b.test/", 0.2) {
		t.Error("a page that does not look as if a script made it is rendered")
	}
}

// TestOneDisappointmentEndsAShape: it does on a host without a gain, whatever the page's source suggests. One gain allows another one.
func TestOneDisappointmentEndsAShape(t *testing.T) {
	for gains := range 2 {
		var w renderWorth
		admitted := func() bool {
			return w.admits(w.guess("http://a.test/news/x", 1, 1), 0)
		}
		for range gains {
			w.learn(w.guess("http://a.test/news/x", 1, 1), true, 0.5)
		}
		disappointments := 0
		for ; admitted() && disappointments < 10; disappointments++ {
			w.learn(w.guess("http://a.test/news/x", 1, 1), false, 0.5)
		}
		if disappointments != gains+1 {
			t.Errorf("after %d gains, %d disappointments end the shape, not %d", gains, disappointments, gains+1)
		}
	}
}

// TestRenderTime: the nearer the browser is to its share of the time, the more a page must promise.
func TestRenderTime(t *testing.T) {
	var w renderWorth
	for i := range 5 {
		w.learn(w.guess(fmt.Sprintf("http://a.test/%d", i), 0.9, 1), true, 0.5)
	}
	small := w.guess("http://a.test/x", 0.9, 0.1)
	for _, c := range []struct {
		spent time.Duration
		want  bool
	}{{0, true}, {15 * time.Second, false}} {
		if got := w.admits(small, usedTime(&RenderCounts{Processor: c.spent}, 0.1, time.Minute)); got != c.want {
			t.Errorf("after %v of the browser: %v", c.spent, got)
		}
	}
	large := w.guess("http://a.test/x", 0.9, 1)
	if !w.admits(large, usedTime(&RenderCounts{Processor: 15 * time.Second}, 0.1, time.Minute)) || w.admits(large, usedTime(&RenderCounts{Processor: 17 * time.Second}, 0.1, time.Minute)) {
		t.Error("the share of the time does not decide")
	}
}

func TestShapeOf(t *testing.T) {
	for url, want := range map[string]string{
		"http://a.test/":                "a.test /",
		"http://a.test/jobs/welder":     "a.test /jobs/*",
		"http://a.test/2024/jobs/12/x":  "a.test /*/jobs/*/*",
		"http://a.test/jobs?page=2":     "a.test /*?",
		"http://a.test/jobs/welder?a=1": "a.test /jobs/*?",
	} {
		if got := shapeOf(url); got != want {
			t.Errorf("%s: %s, want %s", url, got, want)
		}
	}
}

// TestShellsAndPagesOfOneShape: where a script makes some pages of a shape and the server makes the others, what the latter give says little of the
// former.
func TestShellsAndPagesOfOneShape(t *testing.T) {
	var w renderWorth
	made, missed := 0, 0
	for i := range 60 {
		url, shell := fmt.Sprintf("http://a.test/jobs/%d", i), i%3 == 0
		scripted := 0.1
		if shell {
			scripted = 0.9
		}
		g := w.guess(url, scripted, 1)
		switch admitted := w.admits(g, 0); {
		case admitted:
			w.learn(g, shell, 0.5)
			if !shell {
				made++
			}
		case shell:
			missed++
		}
	}
	if made > 5 || missed > 0 {
		t.Errorf("%d pages of the server were rendered, and %d shells were not", made, missed)
	}
}
