package ranker

import (
	"slices"
	"strings"

	"gannet/features"
	"gannet/ranker/evidence"
)

// Names of the terms of priorities, or their prefixes.
const (
	termAnyLink      = "any link"
	termMean         = "mean of six features"
	termFarFromMean  = "model, further from the mean than counts"
	termModel        = "model: " // and a feature
	termModelAny     = termModel + termAnyLink
	termLearnedHere  = "learned here: " // and a feature; as those of the model and of the mean, kept by earlier versions
	termSmall        = "smaller terms"
	termPages        = "topic probability of the pages that lead there"
	termNeighborhood = "best anchor and context"
	termParent       = "topic probability of the page"
	termAllLinks     = "all links"
	termURLWords     = "words of the URL"
	termAnchorWords  = "words of the anchor"
	termContextWords = "words around the anchor"
	termArmMean      = "topic probability of pages that links of its tag path led to"
	termArmUnknown   = "how little is known of these"
	termWaits        = "waits for links of its tag path"
)

// featureTerms are the names of the terms of the features and of the local features.
var featureTerms = slices.Concat(evidenceNames()[:evidence.NumFeatures], features.Names(evidence.LocalFeatures()))

// docs describes the features of links and of targets, by their names.
var docs = func() map[string]string {
	docs := make(map[string]string)
	for _, f := range slices.Concat(features.LinkFeatures(), evidence.Features(), evidence.LocalFeatures()) {
		docs[f.Name] = f.Doc
	}
	return docs
}()

// plain describes the terms that are not features.
var plain = map[string]string{
	termAnyLink:                   "What an average link of the crawl has",
	termMean:                      "A plain mean of six features that told links apart on all webs that gannet was tested on",
	termFarFromMean:               "The model counts up to a bound around that mean. This takes off what lies beyond",
	termModelAny:                  "What every link has by the model of earlier crawls",
	termSmall:                     "All smaller terms together",
	termModel + termSmall:         "All smaller terms of the model of earlier crawls together",
	termLearnedHere + termSmall:   "All smaller terms that this crawl has learned together",
	termLearnedHere + termAnyLink: "What every link has, as this crawl has learned",
}

// Adds returns what the term adds to the priority of the link. A negative number lowers the priority.
func (r Reason) Adds() float64 { return r.Value * r.Weight }

// Sentence explains the term in plain words. It returns "" if the term's name is clear by itself.
func (r Reason) Sentence() string {
	if text := plain[r.Name]; text != "" {
		return text + "."
	}
	feature, learned := strings.CutPrefix(r.Name, termLearnedHere)
	feature, model := strings.CutPrefix(feature, termModel)
	doc := docs[feature]
	if doc == "" {
		return ""
	}
	doc = strings.ToUpper(doc[:1]) + strings.TrimSuffix(doc[1:], ".")
	switch {
	case learned:
		return doc + ", weighed as this crawl has learned."
	case model:
		return doc + ", weighed by the model of earlier crawls."
	}
	return doc + "."
}

// LearnedTerms returns the names of the terms from which strategies that learn make priorities. Stored crawls refer to terms by their
// position in this list, so names are only added at the end and never removed. docs/reference/formats/store.md has the same list.
func LearnedTerms() []string { return slices.Clone(learnedTerms) }

// SmallTerms returns the name of the term in which a small term called name is summed up with others.
func SmallTerms(name string) string {
	switch {
	case strings.HasPrefix(name, termModel):
		return termModel + termSmall
	case strings.HasPrefix(name, termLearnedHere):
		return termLearnedHere + termSmall
	}
	return termSmall
}

var learnedTerms = func() []string {
	names := []string{
		termAnyLink, termMean, termFarFromMean, termSmall, termModelAny, termModel + termSmall, termLearnedHere + termSmall,
		termPages, termNeighborhood, termParent, termAllLinks, termURLWords, termAnchorWords, termContextWords,
		termArmMean, termArmUnknown, termWaits,
	}
	for _, kind := range []string{termModel, termLearnedHere} {
		for _, f := range crawl1 {
			names = append(names, kind+f)
		}
	}
	for _, f := range local1 {
		names = append(names, termLearnedHere+f)
	}
	return slices.Concat(names, crawl1, local1)
}()

// local1 are the local features. Like crawl1, they are written out so that another schema does not change the list of terms.
var local1 = []string{"context_learned", "anchor_lift", "context_lift", "url_lift"}

// crawl1 are the features of schema crawl/1. They are written out so that another schema does not change the list of terms.
var crawl1 = []string{
	"page_mean", "page_weighted", "list_harvest", "page_harvest", "context_mean", "anchor_mean", "url", "shark_mean",
	"words_learned", "host_harvest", "directory_harvest", "path_harvest", "title_mean", "main_mean", "parent_mean", "list_best",
	"page_best", "context_max", "anchor_max", "shark_max", "page_max", "page_latest",
}
