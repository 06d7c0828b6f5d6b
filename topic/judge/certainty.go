package judge

import (
	"fmt"
	"strings"
)

// Certainty estimates how often verdicts about pages are right, assuming that the topic probabilities are right.
type Certainty struct {
	Relevant  int     `json:"relevant"`  // pages called relevant
	Precision float64 `json:"precision"` // share of these that are on topic
	Recall    float64 `json:"recall"`    // share of the pages on topic that are called relevant
}

// missedShare corrects the sum of the probabilities of pages that are not called relevant: about half as many of them are on topic. Over 22
// topics of planetmath recall was .69 and estimated as .50 without the correction, .66 with it (lab/reports/estimates.md).
const missedShare = 0.5

// CertaintyOf estimates the precision and recall of verdicts from the topic probabilities of all judged pages. relevant says for each page
// whether the verdict calls it relevant.
func CertaintyOf(probabilities []float64, relevant []bool) (c Certainty) {
	called, others := 0.0, 0.0
	for i, p := range probabilities {
		if relevant[i] {
			called += p
			c.Relevant++
		} else {
			others += p
		}
	}
	if c.Relevant > 0 {
		c.Precision, c.Recall = called/float64(c.Relevant), called/(called+missedShare*others)
	}
	return c
}

// PreciseThreshold is the probability from which on a page is called relevant if precision matters more than recall.
const PreciseThreshold = 0.69

// LeastPages is the smallest number of pages that can be judged together.
const LeastPages = 30

// A crawl judges its pages together for the first time when it has firstRenewal, and then each time that their number has doubled. From
// manyPages on it waits until there are four times as many: that many say nearly as much of the topic, and a renewal costs more with each page.
const (
	firstRenewal = 100
	manyPages    = 6400
)

// NextRenewal returns the number of stored pages at which a crawl next judges all its pages again. pages is the number of stored pages at the
// last time.
func NextRenewal(pages int) int {
	next := firstRenewal
	for next <= pages {
		if next < manyPages {
			next *= 2
		} else {
			next *= 4
		}
	}
	return next
}

// wantedSeeds are numbers of seeds from which on verdicts are better than with fewer (lab/reports/oneseed.md). The effect of the number of keywords
// was not measured, because three were always given.
var wantedSeeds = [...]int{3, 10}

const wantedKeywords = 3

// SurerWith says in words what would make verdicts more reliable for a topic with these numbers of seeds and keywords.
func SurerWith(seeds, keywords int) string {
	more := func(n int, one, many string) string {
		if n == 1 {
			return "1 more " + one
		}
		return fmt.Sprintf("%d more %s", n, many)
	}
	var ways []string
	for _, n := range wantedSeeds {
		if seeds < n {
			ways = append(ways, more(n-seeds, "seed", "seeds"))
			break
		}
	}
	if n := wantedKeywords - keywords; n > 0 {
		ways = append(ways, more(n, "keyword", "keywords"))
	}
	if len(ways) == 0 {
		return "labelled pages (`gannet topic learn`)"
	}
	return strings.Join(ways, ", or ")
}
