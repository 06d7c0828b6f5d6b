package evidence

import "gannet/features"

// Schema is the version of the features of a target: which features there are, their order and their meaning. If a feature changes its
// meaning, it must change its name.
const Schema = "crawl/1"

// These are the families of features.
const (
	// FamilyPages is the family of features about the pages that link to the target.
	FamilyPages = "pages"
	// FamilyHarvest is the family of features about the relevance of pages that were reached through neighbouring links.
	FamilyHarvest = "harvest"
	// FamilyTarget is the family of features about the texts that describe the target: anchors, the words around them, and the URL.
	FamilyTarget = "target"
)

// The features of a target. Each stands twice in a row: as it is, and NumFeatures further on as a standard score among
// the links of this crawl. The first can be compared between crawls if its unit can. The second also can where another
// web or a weaker classifier shifts all values.
//
// The higher a feature, the more it speaks for a link. Features that do so on one web only are left out, such as the
// length of the URL. With them a model did worse on other webs.
const (
	// PageMean is the mean topic probability of the pages that link to the target.
	PageMean = iota
	// PageWeighted is PageMean with each page weighted by the inverse square root of its number of links.
	PageWeighted
	// ListHarvest is the topic probability to be expected from the fetched links of the same link list, averaged over the lists with the
	// link.
	ListHarvest
	// PageHarvest is the topic probability to be expected from the fetched links of the same page, averaged over the pages with the link.
	PageHarvest
	// ContextMean is the mean of the topic classifier's log-odds for the 20 words around each link to the target.
	ContextMean
	// AnchorMean is the mean of the topic classifier's log-odds for the anchor texts of the links to the target.
	AnchorMean
	// URLMargin is the topic classifier's log-odds for the words of the URL.
	URLMargin
	// SharkMean is the mean of Shark Search's scores for the anchor and the words around each link to the target.
	SharkMean
	// WordsLearned is the log-odds of relevance from the words of URL and anchors, as this crawl has learned them.
	WordsLearned
	// HostHarvest is the mean topic probability of the fetched pages of the target's host.
	HostHarvest
	// DirectoryHarvest is the mean topic probability of the fetched pages in the target's directory.
	DirectoryHarvest
	// PathHarvest is the mean topic probability of pages reached through links with the same tag path on the same host.
	PathHarvest
	// TitleMean is the mean of the topic classifier's log-odds for the titles of the pages that link to the target.
	TitleMean
	// MainMean is the mean topic probability of those pages that link to the target in their main content.
	MainMean
	// ParentMean is the mean topic probability of the pages one step further back: those through which the linking pages were found.
	ParentMean
	// ListBest is the largest of the values of which ListHarvest is the average.
	ListBest
	// PageBest is the largest of the values of which PageHarvest is the average.
	PageBest
	// ContextMax is the largest of the values of which ContextMean is the mean.
	ContextMax
	// AnchorMax is the largest of the values of which AnchorMean is the mean.
	AnchorMax
	// SharkMax is the largest of the values of which SharkMean is the mean.
	SharkMax
	// PageMax is the largest topic probability of a page that links to the target.
	PageMax
	// PageLatest is the topic probability of the latest page that links to the target.
	PageLatest
	// NumFeatures is the number of features on which models are trained. The local features, which follow, are not counted.
	NumFeatures
)

// descriptions of the features.
var descriptions = [NumFeatures]features.Feature{
	PageMean:         {Name: "page_mean", Family: FamilyPages, Doc: "mean topic probability of the pages that lead to the link"},
	PageWeighted:     {Name: "page_weighted", Family: FamilyPages, Doc: "mean topic probability of the pages that lead to the link, each weighted by the inverse square root of its number of links"},
	ListHarvest:      {Name: "list_harvest", Family: FamilyHarvest, Doc: "topic probability to expect, judging by the fetched links of the link list that has this link; the mean over the lists if several have it"},
	PageHarvest:      {Name: "page_harvest", Family: FamilyHarvest, Doc: "topic probability to expect, judging by all fetched links of the page that has this link; the mean over the pages if several have it"},
	ContextMean:      {Name: "context_mean", Family: FamilyTarget, Doc: "mean log-odds by the topic classifier for the 20 words around the link"},
	AnchorMean:       {Name: "anchor_mean", Family: FamilyTarget, Doc: "mean log-odds by the topic classifier for the link's anchors"},
	URLMargin:        {Name: "url", Family: FamilyTarget, Doc: "log-odds by the topic classifier for the words of the URL"},
	SharkMean:        {Name: "shark_mean", Family: FamilyTarget, Doc: "mean of Shark Search's scores for the anchors and the words around them"},
	WordsLearned:     {Name: "words_learned", Family: FamilyTarget, Doc: "log-odds that the target is relevant, judging by the words of the URL and the anchors; learned in this crawl"},
	HostHarvest:      {Name: "host_harvest", Family: FamilyHarvest, Doc: "mean topic probability of the pages fetched from the link's host"},
	DirectoryHarvest: {Name: "directory_harvest", Family: FamilyHarvest, Doc: "mean topic probability of the pages fetched from the directory of the link's URL"},
	PathHarvest:      {Name: "path_harvest", Family: FamilyHarvest, Doc: "mean topic probability of the pages to which other links with this link's tag path on this host led"},
	TitleMean:        {Name: "title_mean", Family: FamilyPages, Doc: "mean log-odds by the topic classifier for the titles of the pages that lead to the link"},
	MainMean:         {Name: "main_mean", Family: FamilyPages, Doc: "mean topic probability of those pages that have the link in their main content"},
	ParentMean:       {Name: "parent_mean", Family: FamilyPages, Doc: "mean topic probability of the pages through which the pages with the link were found"},
	ListBest:         {Name: "list_best", Family: FamilyHarvest, Doc: "largest of the values over which list_harvest is the mean"},
	PageBest:         {Name: "page_best", Family: FamilyHarvest, Doc: "largest of the values over which page_harvest is the mean"},
	ContextMax:       {Name: "context_max", Family: FamilyTarget, Doc: "largest log-odds by the topic classifier for the 20 words around the link"},
	AnchorMax:        {Name: "anchor_max", Family: FamilyTarget, Doc: "largest log-odds by the topic classifier for one of the link's anchors"},
	SharkMax:         {Name: "shark_max", Family: FamilyTarget, Doc: "largest of the values over which shark_mean is the mean"},
	PageMax:          {Name: "page_max", Family: FamilyPages, Doc: "largest topic probability of a page that leads to the link"},
	PageLatest:       {Name: "page_latest", Family: FamilyPages, Doc: "topic probability of the latest page that leads to the link"},
}

// ModelLength is the number of values that a model gets for a link: the features, then the standard score of each.
const ModelLength = 2 * NumFeatures

// Local features. They depend on the words of this crawl alone, so no model of earlier crawls has them. They follow in
// a row as they are, then as standard scores.
const (
	// ContextLearned is the log-odds of relevance from the words of URL and anchor and the 20 words around it, as this crawl has learned
	// them.
	ContextLearned = iota
	// AnchorLift compares the pages of this crawl that contain the words of the anchor with its other pages: how much more of them
	// were relevant.
	AnchorLift
	// ContextLift compares the pages of this crawl that contain the words around the anchor with its other pages: how much more of them
	// were relevant.
	ContextLift
	// URLLift compares the pages of this crawl that contain the words of the URL with its other pages: how much more of them
	// were relevant.
	URLLift
	// NumLocal is the number of local features, from ContextLearned to URLLift.
	NumLocal
)

// RowLength is the number of values that Vector writes for a link: the features, their standard scores, the local features, and the
// standard scores of those.
const RowLength = ModelLength + 2*NumLocal

var localDescriptions = [NumLocal]features.Feature{
	ContextLearned: {Name: "context_learned", Family: FamilyTarget, Doc: "log-odds that the target is relevant, judging by the words of the URL, the anchor and the 20 words around the anchor; learned in this crawl"},
	AnchorLift:     {Name: "anchor_lift", Family: FamilyTarget, Doc: "how much more relevant than the average are the pages of this crawl that contain the words of the anchor"},
	ContextLift:    {Name: "context_lift", Family: FamilyTarget, Doc: "how much more relevant than the average are the pages of this crawl that contain the words around the anchor"},
	URLLift:        {Name: "url_lift", Family: FamilyTarget, Doc: "how much more relevant than the average are the pages of this crawl that contain the words of the URL"},
}

// LocalFeatures describes the local features, from ContextLearned to URLLift. They depend on the words of one crawl, so models trained on
// other crawls do not use them.
func LocalFeatures() []features.Feature { return localDescriptions[:] }

// Features describes the features that models are trained on, in the order of a model's row. Models are trained under the constraint that a
// higher value never lowers the score of a link.
func Features() []features.Feature {
	all := append(make([]features.Feature, 0, ModelLength), descriptions[:]...)
	for _, f := range descriptions {
		f.Name, f.Doc = f.Name+"_z", f.Doc+", as a standard score"
		all = append(all, f)
	}
	return all
}
