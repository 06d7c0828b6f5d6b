package ranker

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gannet/internal/weburl"
)

// twoPaths has a page of n links under ul and n under ol, by turns. Those under ul lead to relevant pages.
func twoPaths(n int) handmade {
	web := handmade{}
	var b strings.Builder
	for i := range n {
		good, bad := fmt.Sprintf("http://example.org/%d/a", i), fmt.Sprintf("http://example.org/%d/b", i)
		fmt.Fprintf(&b, "<ol><li><a href=%s>x</a></ol><ul><li><a href=%s>x</a></ul>", bad, good)
		web[good], web[bad] = handmadePage{"", .9}, handmadePage{"", .1}
	}
	web["http://example.org/"] = handmadePage{b.String(), .5}
	return web
}

func TestBanditLearnsWhichPathLeadsToRelevantPages(t *testing.T) {
	q := newQueue(NewBandit(), twoPaths(100), "http://example.org/")
	q.crawl(t, 101)
	if n := q.relevant(q.fetched[1:]); n < 90 {
		t.Errorf("%d of 100 pages fetched are relevant", n)
	}
	first := newQueue(BreadthFirst{}, twoPaths(100), "http://example.org/")
	if n := first.relevant(first.crawl(t, 101)[1:]); n > 55 {
		t.Errorf("breadth first finds %d: the test needs fewer", n)
	}
}

func TestBanditTriesOthersTheMoreItExplores(t *testing.T) {
	tried := func(explore float64) int {
		b := NewBandit()
		b.Explore = explore
		q := newQueue(b, twoPaths(100), "http://example.org/")
		q.crawl(t, 101)
		return 100 - q.relevant(q.fetched[1:])
	}
	if none, some, many := tried(0), tried(0.5), tried(math.Sqrt(8)); none >= some || some >= many {
		t.Errorf("%d, %d and %d links of the worse path tried", none, some, many)
	}
}

// TestBanditFollowsTheBestAwakeArm compares each choice with the definition, over all arms.
func TestBanditFollowsTheBestAwakeArm(t *testing.T) {
	web, start := drawnWeb(4, 400)
	b := NewBandit()
	q := newQueue(b, web, start)
	arms := 0
	q.before = func(url string) {
		if url == start {
			return
		}
		chosen := b.links[weburl.Fingerprint(url)]
		if chosen == nil {
			t.Fatalf("%s is not on file", url)
		}
		bestArm := math.Inf(-1)
		awake := 0
		for _, a := range b.arms {
			if len(a.waiting)+len(a.raised) == 0 {
				continue
			}
			awake++
			o := b.paths.classes[a.class]
			base := (b.paths.all.sum + .5) / float64(b.paths.all.n+1)
			n := float64(o.n + 1)
			bestArm = max(bestArm, (o.sum+base)/n+b.Explore*math.Sqrt(math.Log(float64(b.paths.all.n+1))/n))
		}
		arms = max(arms, awake)
		if got := float64(b.upperEstimate(chosen.arm)); math.Abs(got-bestArm) > 1e-5 {
			t.Fatalf("fetch %d: an arm of %v is followed, the best awake one has %v", len(q.fetched), got, bestArm)
		}
	}
	q.crawl(t, 300)
	if arms <= revisedArms {
		t.Errorf("at most %d arms were awake", arms)
	}
}

func TestBanditRaisesAnotherLinkIfTheFirstCannotBeFetched(t *testing.T) {
	q := newQueue(NewBandit(), twoPaths(50), "http://example.org/")
	q.crawl(t, 11)
	stuck, _ := q.take()
	q.paused = func(url string) bool { return url == stuck }
	if n := q.relevant(q.crawl(t, 30)[11:]); n < 26 {
		t.Errorf("%d of 30 pages are relevant with %s stuck", n, stuck)
	}
}

func TestBanditSleepingArmsKeepTheirEstimate(t *testing.T) {
	web := twoPaths(30)
	web["http://example.org/29/b"] = handmadePage{"<ul><li><a href=/late>x</a></ul>", .1} // the last of its path
	web["http://example.org/late"] = handmadePage{"", .9}
	for i := range 30 {
		web[fmt.Sprintf("http://example.org/other/%d", i)] = handmadePage{"", .1}
		p := web["http://example.org/29/b"]
		p.html += fmt.Sprintf("<p><a href=/other/%d>x</a></p>", i)
		web["http://example.org/29/b"] = p
	}
	q := newQueue(NewBandit(), web, "http://example.org/")
	q.crawl(t, 100)
	for i, url := range q.fetched {
		if url == "http://example.org/29/b" {
			if next := q.fetched[i+1]; next != "http://example.org/late" {
				t.Errorf("%s comes after the page that woke the best arm", next)
			}
			return
		}
	}
	t.Error("the page that wakes the arm was not fetched")
}
