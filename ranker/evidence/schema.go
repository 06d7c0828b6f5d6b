package evidence

import "gannet/features"

// Schema names the features of a target and their order. A feature with another meaning needs another name.
const Schema = "crawl/1"

// These are the families of features.
const (
	FamilyPages   = "pages"   // the pages that lead to the link
	FamilyHarvest = "harvest" // how relevant the targets of the links beside it were
	FamilyTarget  = "target"  // the texts about its target
)

// The features of a target. Each stands twice in a row: as it is, and NumFeatures further on as a standard score among
// the links of this crawl. The first can be compared between crawls if its unit can. The second also can where another
// web or a weaker classifier shifts all values.
//
// The higher a feature, the more it speaks for a link. Features that do so on one web only are left out, such as the
// length of the URL. With them a model did worse on other webs.
const (
	PageMean = iota
	PageWeighted
	ListHarvest
	PageHarvest
	ContextMean
	AnchorMean
	URLMargin
	SharkMean
	WordsLearned
	HostHarvest
	DirectoryHarvest
	PathHarvest
	TitleMean
	MainMean
	ParentMean
	ListBest
	PageBest
	ContextMax
	AnchorMax
	SharkMax
	PageMax
	PageLatest
	NumFeatures // how many there are
)

// descriptions of the features.
var descriptions = [NumFeatures]features.Feature{
	PageMean:         {Name: "page_mean", Family: FamilyPages, Doc: "mean topic probability of the pages that lead to the link"},
	PageWeighted:     {Name: "page_weighted", Family: FamilyPages, Doc: "mean topic probability of the pages that lead to the link, each weighted by the inverse square root of its number of links"},
	ListHarvest:      {Name: "list_harvest", Family: FamilyHarvest, Doc: "mean over the lists that contain the link of the topic probability expected from the list's fetched links"},
	PageHarvest:      {Name: "page_harvest", Family: FamilyHarvest, Doc: "mean over the pages with the link of the topic probability expected from all fetched links of the page"},
	ContextMean:      {Name: "context_mean", Family: FamilyTarget, Doc: "mean margin of the topic classifier over the 20 words around the link"},
	AnchorMean:       {Name: "anchor_mean", Family: FamilyTarget, Doc: "mean margin of the topic classifier over the link's anchors"},
	URLMargin:        {Name: "url", Family: FamilyTarget, Doc: "margin of the topic classifier over the words of the URL"},
	SharkMean:        {Name: "shark_mean", Family: FamilyTarget, Doc: "mean of Shark Search's score of anchor and context"},
	WordsLearned:     {Name: "words_learned", Family: FamilyTarget, Doc: "log-odds of relevance from the words of URL and anchors, learned in this crawl"},
	HostHarvest:      {Name: "host_harvest", Family: FamilyHarvest, Doc: "mean topic probability of the host's pages"},
	DirectoryHarvest: {Name: "directory_harvest", Family: FamilyHarvest, Doc: "mean topic probability of the directory's pages"},
	PathHarvest:      {Name: "path_harvest", Family: FamilyHarvest, Doc: "mean topic probability of pages behind links under this tag path on this host"},
	TitleMean:        {Name: "title_mean", Family: FamilyPages, Doc: "mean margin of the topic classifier over the titles of the pages that lead to the link"},
	MainMean:         {Name: "main_mean", Family: FamilyPages, Doc: "mean topic probability of the pages where the link stands in the main content"},
	ParentMean:       {Name: "parent_mean", Family: FamilyPages, Doc: "mean topic probability of the pages before these pages"},
	ListBest:         {Name: "list_best", Family: FamilyHarvest, Doc: "the largest of these values: for each list that contains the link, the topic probability expected from the list's fetched links"},
	PageBest:         {Name: "page_best", Family: FamilyHarvest, Doc: "the largest of these values: for each page with the link, the topic probability expected from the page's fetched links"},
	ContextMax:       {Name: "context_max", Family: FamilyTarget, Doc: "largest margin of a context"},
	AnchorMax:        {Name: "anchor_max", Family: FamilyTarget, Doc: "largest margin of an anchor"},
	SharkMax:         {Name: "shark_max", Family: FamilyTarget, Doc: "largest score of Shark Search"},
	PageMax:          {Name: "page_max", Family: FamilyPages, Doc: "topic probability of the best page that leads to the link"},
	PageLatest:       {Name: "page_latest", Family: FamilyPages, Doc: "topic probability of the latest page that leads to the link"},
}

// ModelLength is the length of what models are trained on: the features, then their standard scores.
const ModelLength = 2 * NumFeatures

// Local features. They depend on the words of this crawl alone, so no model of earlier crawls has them. They follow in
// a row as they are, then as standard scores.
const (
	ContextLearned = iota
	AnchorLift
	ContextLift
	URLLift
	NumLocal // how many there are
)

// RowLength is the length of a row: the features, their standard scores, the local features, and their standard scores.
const RowLength = ModelLength + 2*NumLocal

var localDescriptions = [NumLocal]features.Feature{
	ContextLearned: {Name: "context_learned", Family: FamilyTarget, Doc: "log-odds of relevance from the words of URL, anchor and the 20 words around it, learned in this crawl"},
	AnchorLift:     {Name: "anchor_lift", Family: FamilyTarget, Doc: "how much more relevant the pages of this crawl were that contain the words of the anchor"},
	ContextLift:    {Name: "context_lift", Family: FamilyTarget, Doc: "how much more relevant the pages of this crawl were that contain the words around the anchor"},
	URLLift:        {Name: "url_lift", Family: FamilyTarget, Doc: "how much more relevant the pages of this crawl were that contain the words of the URL"},
}

// LocalFeatures describes the local features.
func LocalFeatures() []features.Feature { return localDescriptions[:] }

// Features describes the columns that models are trained on, in their order. Models are trained with the rule that a higher value never
// lowers the score of a link.
func Features() []features.Feature {
	all := append(make([]features.Feature, 0, ModelLength), descriptions[:]...)
	for _, f := range descriptions {
		f.Name, f.Doc = f.Name+"_z", f.Doc+", as a standard score"
		all = append(all, f)
	}
	return all
}
