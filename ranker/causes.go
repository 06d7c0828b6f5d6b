package ranker

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// CauseKind is a kind of facts, about pages or about a link, that raise or lower the priority of a link.
type CauseKind string

// These are the kinds of causes of a priority.
const (
	// CausePages is the kind of facts about the pages that link to the target, and the pages that led to those.
	CausePages CauseKind = "pages"
	// CauseAnchor is the kind of facts about the words of the link.
	CauseAnchor CauseKind = "anchor"
	// CauseAround is the kind of facts about the words around the link.
	CauseAround CauseKind = "around"
	// CauseURL is the kind of facts about the words and the form of the URL.
	CauseURL CauseKind = "url"
	// CauseList is the kind of facts about the pages to which other links in the same list, or on the same page, have led.
	CauseList CauseKind = "list"
	// CausePlace is the kind of facts about the pages to which links at the same place of other pages of the host have led.
	CausePlace CauseKind = "place"
	// CauseHost is the kind of facts about the pages of the target's host and directory that were fetched before.
	CauseHost CauseKind = "host"
	// CauseStart stands for the part of the priority that every link has.
	CauseStart CauseKind = "start"
	// CauseRest stands for all parts of the priority that belong to no other kind.
	CauseRest CauseKind = "rest"
)

// Cause has the terms of a priority that are of one kind, and their sum.
type Cause struct {
	Kind  CauseKind `json:"kind"`
	Adds  float64   `json:"adds"`  // to the priority
	Terms []Reason  `json:"terms"` // in the order of the priority's terms
}

// causeOf maps terms to their kinds. The key is the name of the term or of the feature that it is about.
var causeOf = func() map[string]CauseKind {
	kinds := make(map[string]CauseKind)
	for kind, names := range map[CauseKind]string{
		CausePages: "page_mean page_weighted title_mean main_mean parent_mean page_max page_latest page_language page_url_grams " +
			"page_url_cosine title_cosine body_cosine main_cosine page_probability parent_probability grandparent_probability " +
			"page_url_words title_words body_words main_words inherited",
		CauseAnchor: "anchor_mean anchor_max shark_mean shark_max words_learned anchor_lift anchor_cosine anchor_words anchor",
		CauseAround: "context_mean context_max context_learned context_lift context window5_cosine window10_cosine window20_cosine " +
			"window40_cosine block_cosine block_words block_links",
		CauseURL:   "url url_lift url_grams url_cosine url_words url_depth url_slashes url_length url_relative url_internal url_directories",
		CauseList:  "list_harvest list_best page_harvest page_best page_links",
		CausePlace: "path_harvest link_line link_position link_in_main",
		CauseHost:  "host_harvest directory_harvest",
	} {
		for name := range strings.FieldsSeq(names) {
			kinds[name] = kind
		}
	}
	for kind, names := range map[CauseKind][]string{
		CausePages:  {termPages, termParent},
		CauseAnchor: {termNeighborhood, termAnchorWords},
		CauseAround: {termContextWords},
		CauseURL:    {termURLWords},
		CausePlace:  {termArmMean, termArmUnknown, termWaits},
		CauseStart:  {termAnyLink, termAllLinks, termModelAny},
	} {
		for _, name := range names {
			kinds[name] = kind
		}
	}
	return kinds
}()

// Causes groups the terms of a priority by kind, the largest cause first. CauseStart and CauseRest come last.
func Causes(reasons []Reason) (causes []Cause) {
	for _, r := range reasons {
		kind := cmp.Or(causeOf[featureOf(r.Name)], CauseRest)
		i := slices.IndexFunc(causes, func(c Cause) bool { return c.Kind == kind })
		if i < 0 {
			i = len(causes)
			causes = append(causes, Cause{Kind: kind})
		}
		causes[i].Adds += r.Adds()
		causes[i].Terms = append(causes[i].Terms, r)
	}
	size := func(c Cause) float64 {
		switch c.Kind {
		case CauseStart:
			return -1
		case CauseRest:
			return -2
		}
		return math.Abs(c.Adds)
	}
	slices.SortStableFunc(causes, func(a, b Cause) int { return cmp.Compare(size(b), size(a)) })
	return causes
}

// featureOf returns the name of the feature that a term is about. It removes the prefixes that earlier versions put before the feature's name.
func featureOf(term string) string {
	return strings.TrimPrefix(strings.TrimPrefix(term, termModel), termLearnedHere)
}

// Measured returns the measured value of a feature. ok is false if no term of the cause is about this feature.
func (c *Cause) Measured(feature string) (value float64, ok bool) {
	for _, r := range c.Terms {
		if featureOf(r.Name) == feature && r.Measured != nil {
			return *r.Measured, true
		}
	}
	return 0, false
}
