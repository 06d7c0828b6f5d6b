package ranker

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gannet/features"
	"gannet/internal/logistic"
)

// twoKinds has a page with n links of each of two kinds, by turns. The function writes a link; each has its own number.
// The first kind leads to relevant pages.
func twoKinds(n int, write func(good bool, number int) (url, html string)) handmade {
	web := handmade{}
	var b strings.Builder
	for i := range 2 * n {
		good := i%2 == 1
		url, html := write(good, i)
		b.WriteString(html)
		web[url] = handmadePage{"", .1}
		if good {
			web[url] = handmadePage{"", .9}
		}
	}
	web["http://example.org/"] = handmadePage{b.String(), .5}
	return web
}

func word(good bool) string {
	if good {
		return "honey"
	}
	return "terms"
}

// TestAcheLearnsWhichWordsLeadToRelevantPages with words of the URL, of the anchor and around it, one at a time.
func TestAcheLearnsWhichWordsLeadToRelevantPages(t *testing.T) {
	webs := map[string]func(good bool, i int) (url, html string){
		"URL": func(good bool, i int) (string, string) {
			url := fmt.Sprintf("http://example.org/%s/%d", word(good), i)
			return url, fmt.Sprintf("<p>a <a href=%s>page%d</a> here</p>", url, i)
		},
		"anchor": func(good bool, i int) (string, string) {
			url := fmt.Sprintf("http://example.org/%d", i)
			return url, fmt.Sprintf("<p>a <a href=%s>page%d %s</a>%s</p>", url, i, word(good), strings.Repeat(" filler", 12))
		},
		"context": func(good bool, i int) (string, string) {
			url := fmt.Sprintf("http://example.org/%d", i)
			return url, fmt.Sprintf("<p>%s <a href=%s>page%d</a>%s</p>", word(good), url, i, strings.Repeat(" filler", 12))
		},
	}
	for name, write := range webs {
		a := NewAche()
		q := newQueue(a, twoKinds(200, write), "http://example.org/")
		q.crawl(t, 1+a.Start)
		if n := q.relevant(q.fetched[1:]); n != a.Start/2 {
			t.Errorf("%s: %d of the first %d pages are relevant, want half", name, n, a.Start)
		}
		if n := q.relevant(q.crawl(t, 100)[1+a.Start:]); n < 95 {
			t.Errorf("%s: %d of the next 100 pages are relevant", name, n)
		}
	}
}

func TestAcheBeginsAsParent(t *testing.T) {
	web, start := drawnWeb(5, 300)
	a := NewAche()
	got, want := newQueue(a, web, start).crawl(t, a.Start), newQueue(Parent{}, web, start).crawl(t, a.Start)
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("fetch %d is %s, Parent's %s", i, got[i], want[i])
		}
	}
}

func TestAcheWaitsForPagesOnTopic(t *testing.T) {
	web := twoKinds(200, func(_ bool, i int) (string, string) {
		url := fmt.Sprintf("http://example.org/%d", i)
		web := fmt.Sprintf("<a href=%s>x</a>", url)
		return url, web
	})
	for url, p := range web {
		p.probability = .2
		web[url] = p
	}
	q := newQueue(NewAche(), web, "http://example.org/")
	q.crawl(t, 150)
	for url, priority := range q.queued {
		if priority != float32(.2) {
			t.Fatalf("%s has the priority %v, though nothing on topic was found yet", url, priority)
		}
	}
}

// TestAcheTrainsTowardsTheProbability of the page behind a link.
func TestAcheTrainsTowardsTheProbability(t *testing.T) {
	a := NewAche()
	s := sighting{words: []uint32{3, 5, 8}}
	for range 200 {
		a.train(&s, .75)
	}
	if p := logistic.Probability(a.margin(&s)); math.Abs(p-.75) > .02 {
		t.Errorf("after 200 steps towards 0.75 the link has %v", p)
	}
}

func TestAcheReadsFewWordsOfALink(t *testing.T) {
	p, err := features.NewReader().Read("http://example.org/", []byte("<a href=/honey/honey>"+words(200)+"</a>"))
	if err != nil {
		t.Fatal(err)
	}
	f := NewAche().readSighting(p, 0)
	if f.urlEnd != 4 || f.anchorEnd != maxWords || len(f.words) != maxWords {
		t.Errorf("%d words of the URL, %d with the anchor, %d in all", f.urlEnd, f.anchorEnd, len(f.words))
	}
}

func words(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%d ", i)
	}
	return b.String()
}
