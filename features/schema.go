package features

// LinkSchema is the version of the features of Vectorizer.Links: their order and meaning. It changes with every change of these, because a
// model can be used only with the features that it was trained on.
const LinkSchema = "links/1"

// These are the families of features.
const (
	// FamilyLink is the family of features that depend only on a link and its page.
	FamilyLink = "link"
	// FamilyTopic is the family of features that compare a link with the topic.
	FamilyTopic = "topic"
)

// Feature describes one feature: one column of the numbers that a model gets about a link.
type Feature struct {
	Name   string
	Family string // the features left out together in an ablation; here FamilyLink or FamilyTopic
	Doc    string
}

// LinkFeatures describes the columns of Vectorizer.Links in their order. They are those in table 2 of de Groc & Tannier. The words of a
// text are those that the function Words returns. For the words and n-grams of a URL, its canonical form is used, without the scheme and
// percent-decoded.
func LinkFeatures() []Feature { return append([]Feature(nil), linkFeatures[:]...) }

// Names returns the names of the given features, in the same order.
func Names(all []Feature) []string {
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return names
}

// The columns.
const (
	colDepth = iota
	colSlashes
	colLength
	colRelative
	colInternal
	colDirectories
	colLine
	colPosition
	colInMain
	colTargetWords
	colPageWords
	colAnchorWords
	colTitleWords
	colBodyWords
	colMainWords
	colBlockWords
	colPageLinks
	colBlockLinks
	colLanguage
	colTargetGrams
	colPageGrams
	colTargetCosine
	colPageCosine
	colAnchorCosine
	colWindow // the first of four
	_
	_
	_
	colTitleCosine
	colBodyCosine
	colMainCosine
	colBlockCosine
	colProbability
	colParent
	colGrandparent
	columns
)

// windows are the numbers of words around the anchor in a link's four contexts. The paper names 10, 20 and 40.
var windows = [4]int{5, 10, 20, 40}

var linkFeatures = [columns]Feature{
	colDepth:        {"url_depth", FamilyLink, "Number of segments of the target URL's path that are not empty."},
	colSlashes:      {"url_slashes", FamilyLink, "Number of slashes in the target URL after \"://\", including those in its query."},
	colLength:       {"url_length", FamilyLink, "Number of characters of the target URL."},
	colRelative:     {"url_relative", FamilyLink, "1 if the link's href names no host (a relative link), else 0."},
	colInternal:     {"url_internal", FamilyLink, "1 if the link's target is on the page's host, else 0."},
	colDirectories:  {"url_directories", FamilyLink, "Number of slashes in the page's URL minus the number of slashes in the target URL."},
	colLine:         {"link_line", FamilyLink, "Line of the link in the page's source, divided by the number of lines."},
	colPosition:     {"link_position", FamilyLink, "Position of the link in the DOM, in pre-order, from 0 (beginning) to 1 (end)."},
	colInMain:       {"link_in_main", FamilyLink, "1 if the anchor begins in the part of the page that gannet takes for the main content, else 0."},
	colTargetWords:  {"url_words", FamilyLink, "Number of words in the target URL."},
	colPageWords:    {"page_url_words", FamilyLink, "Number of words in the page's URL."},
	colAnchorWords:  {"anchor_words", FamilyLink, "Number of words in the anchor."},
	colTitleWords:   {"title_words", FamilyLink, "Number of words in the page's title."},
	colBodyWords:    {"body_words", FamilyLink, "Number of words in the page's body."},
	colMainWords:    {"main_words", FamilyLink, "Number of words in the page's main content."},
	colBlockWords:   {"block_words", FamilyLink, "Number of words in the nearest block-level element around the link."},
	colPageLinks:    {"page_links", FamilyLink, "Number of links on the page, as far as gannet keeps them."},
	colBlockLinks:   {"block_links", FamilyLink, "Number of links in the nearest block-level element around the link."},
	colLanguage:     {"page_language", FamilyLink, "Probability that the page is in the topic's language."},
	colTargetGrams:  {"url_grams", FamilyTopic, "Cosine similarity of the target URL and the topic's vocabulary, over n-grams of 4 to 8 characters within words."},
	colPageGrams:    {"page_url_grams", FamilyTopic, "Cosine similarity of the page's URL and the topic's vocabulary, over n-grams of 4 to 8 characters within words."},
	colTargetCosine: {"url_cosine", FamilyTopic, "Cosine similarity of the target URL's words and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colPageCosine:   {"page_url_cosine", FamilyTopic, "Cosine similarity of the page's URL's words and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colAnchorCosine: {"anchor_cosine", FamilyTopic, "Cosine similarity of the anchor and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colWindow:       {"window5_cosine", FamilyTopic, "Cosine similarity of the anchor and 5 words around it and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colWindow + 1:   {"window10_cosine", FamilyTopic, "Cosine similarity of the anchor and 10 words around it and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colWindow + 2:   {"window20_cosine", FamilyTopic, "Cosine similarity of the anchor and 20 words around it and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colWindow + 3:   {"window40_cosine", FamilyTopic, "Cosine similarity of the anchor and 40 words around it and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colTitleCosine:  {"title_cosine", FamilyTopic, "Cosine similarity of the page's title and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colBodyCosine:   {"body_cosine", FamilyTopic, "Cosine similarity of the page's body and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colMainCosine:   {"main_cosine", FamilyTopic, "Cosine similarity of the page's main content and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colBlockCosine:  {"block_cosine", FamilyTopic, "Cosine similarity of the nearest block-level element around the link and the topic's vocabulary, with TF-IDF weights (ntc)."},
	colProbability:  {"page_probability", FamilyTopic, "The topic classifier's probability that the page is on topic."},
	colParent:       {"parent_probability", FamilyTopic, "The topic classifier's probability for the page that links to this page; 0 if this page is a seed."},
	colGrandparent:  {"grandparent_probability", FamilyTopic, "The topic classifier's probability for the page two links before this page; 0 if there is no such page."},
}
