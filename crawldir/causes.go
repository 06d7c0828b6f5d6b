package crawldir

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gannet/internal/weburl"
	"gannet/ranker"
)

// Cause is a reason for the priority of a link, with facts of this crawl by which a reader can check it.
type Cause struct {
	Kind     ranker.CauseKind `json:"kind"`
	Sentence string           `json:"sentence"`
	Adds     float64          `json:"adds"`  // to the priority
	Share    float64          `json:"share"` // of all that is added and taken off, from 0 to 1
	Terms    []ranker.Reason  `json:"-"`
}

// wordsAround is how many words around a link are shown: as many as the order reads.
const wordsAround = 20

// causes groups the terms of the priority by what they are about.
func (e *Explanation) causes() (causes []Cause) {
	all := 0.0
	for _, c := range ranker.Causes(e.Reasons) {
		causes = append(causes, Cause{Kind: c.Kind, Sentence: e.sentence(&c), Adds: c.Adds, Terms: c.Terms})
		all += math.Abs(c.Adds)
	}
	for i := range causes {
		if all > 0 {
			causes[i].Share = math.Abs(causes[i].Adds) / all
		}
	}
	return causes
}

// sentence says what a cause is in this crawl.
func (e *Explanation) sentence(c *ranker.Cause) string {
	switch c.Kind {
	case ranker.CausePages:
		return "The pages that link to it" + figures(
			e.sourcePage(), measured(c, "page_mean", "all pages known to link to it have a topic probability of %.2f on average")) + "."
	case ranker.CauseAnchor:
		if len(e.Pages) == 0 || strings.TrimSpace(e.Pages[0].Anchor) == "" {
			return "The link has no text."
		}
		return fmt.Sprintf("The link says “%s”.", e.Pages[0].Anchor)
	case ranker.CauseAround:
		if e.Around == "" {
			return "The words around the link."
		}
		return fmt.Sprintf("The link with the words around it: “%s”.", strings.Join(strings.Fields(e.Around), " "))
	case ranker.CauseURL:
		return fmt.Sprintf("The words of the URL: %s.", strings.TrimPrefix(strings.TrimPrefix(e.Link, "https://"), "http://"))
	case ranker.CauseList:
		return "The pages behind other links of the page" + figures(
			measured(c, "list_harvest", "those behind links of the same list have a mean topic probability of %.2f"),
			measured(c, "page_harvest", "those behind all links of the page have %.2f")) + "."
	case ranker.CausePlace:
		return "The place of the link on the page" + figures(
			measured(c, "path_harvest", "pages behind links at this place of the host's pages have a mean topic probability of %.2f")) + "."
	case ranker.CauseHost:
		return fmt.Sprintf("Pages of %s that were fetched before", weburl.Host(e.URL)) + figures(
			measured(c, "host_harvest", "their mean topic probability is %.2f"),
			measured(c, "directory_harvest", "that of the pages in the URL's directory is %.2f")) + "."
	case ranker.CauseStart:
		return "The priority of an average link of this crawl, to which the causes above add."
	}
	return "Small effects that belong to none of the causes above."
}

// sourcePage describes the page on which the link was found.
func (e *Explanation) sourcePage() string {
	if len(e.Pages) == 0 {
		return ""
	}
	return fmt.Sprintf("the page with this link has topic probability %.2f", e.Pages[0].Probability)
}

// measured says what was measured of a feature, "" if that is not known.
func measured(c *ranker.Cause, feature, sentence string) string {
	if x, ok := c.Measured(feature); ok {
		return fmt.Sprintf(sentence, x)
	}
	return ""
}

// figures joins the parts that are not empty and puts a colon before them.
func figures(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}
