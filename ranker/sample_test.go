package ranker

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gannet/features"
)

// linked makes a page with a link for each word. The word is its anchor, and each has its own URL.
func linked(t *testing.T, url string, words ...string) *Source {
	t.Helper()
	var html strings.Builder
	for i, w := range words {
		fmt.Fprintf(&html, "<p><a href=\"/%d\">%s</a></p>\n", i, w)
	}
	page, err := features.NewReader().Read(url, []byte(html.String()))
	if err != nil {
		t.Fatal(err)
	}
	return &Source{Page: page}
}

func TestSampleFollowsTenLinksOfAPage(t *testing.T) {
	words := strings.Fields(strings.Repeat("honey terms ", 20))
	src := linked(t, "http://a.test/", words...)
	src.Page.Links = append(src.Page.Links, src.Page.Links...) // every target twice
	src.Followed = make([]bool, len(src.Page.Links))
	for i := range src.Followed {
		src.Followed[i] = i%40 >= 4
	}
	scores := rank(NewSample(NewShark(query()), 1), src)
	targets, lowest, highest := map[string]bool{}, float32(math.Inf(1)), float32(math.Inf(-1))
	for i, score := range scores {
		switch {
		case !score.Skip && !src.Followed[i]:
			t.Errorf("link %d, which is not to be followed, is drawn", i)
		case !score.Skip:
			targets[src.Page.Links[i].URL] = true
			lowest = min(lowest, score.Priority)
		}
	}
	for i, score := range scores {
		if src.Followed[i] && !targets[src.Page.Links[i].URL] {
			highest = max(highest, score.Priority)
		}
	}
	if len(targets) != sampleSize || highest > lowest {
		t.Errorf("%d targets drawn; the highest priority of the others is %v, the lowest of these %v", len(targets), highest, lowest)
	}
	for _, score := range rank(NewSample(NewShark(query()), 1), linked(t, "http://a.test/", words[:7]...)) {
		if score.Skip {
			t.Error("a link of seven is left out")
		}
	}
}

func TestSampleIsTheSameForASeed(t *testing.T) {
	src := linked(t, "http://a.test/", strings.Fields(strings.Repeat("honey terms ", 20))...)
	a, b := rank(NewSample(NewShark(query()), 1), src), rank(NewSample(NewShark(query()), 1), src)
	c := rank(NewSample(NewShark(query()), 2), src)
	other := 0
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("link %d: %v and %v for one seed", i, a[i], b[i])
		}
		if a[i].Skip != c[i].Skip {
			other++
		}
	}
	if other == 0 {
		t.Error("another seed draws the same links")
	}
}

// TestSampleDrawsInProportion counts over many pages how often the best link has the weight .72, since its anchor is on
// topic. The other links have the weight of the floor.
func TestSampleDrawsInProportion(t *testing.T) {
	const pages = 4000
	shark := NewShark(query())
	first := 0
	for n := range pages {
		src := linked(t, fmt.Sprintf("http://a.test/from/%d", n), "terms", "terms", "terms", "terms", "terms", "honey")
		scores := rank(NewSample(shark, 5), src)
		best := 0
		for i := range scores {
			if scores[i].Priority > scores[best].Priority {
				best = i
			}
		}
		if best == 5 {
			first++
		}
	}
	src := linked(t, "http://a.test/", "terms", "terms", "terms", "terms", "terms", "honey")
	weights, sum := rank(shark, src), 0.0
	for i := range weights {
		sum += max(float64(weights[i].Priority), sampleFloor)
	}
	p := float64(weights[5].Priority) / sum
	if deviation := math.Sqrt(p * (1 - p) / pages); math.Abs(float64(first)/pages-p) > 4*deviation || p > .95 {
		t.Errorf("drawn first in %d of %d pages, want a share of %.3f", first, pages, p)
	}
}
