package ranker

import (
	"math"

	"gannet/features"
)

// CrawlSchema names the features of a Memory and their order. Another meaning of any of them needs another name.
const CrawlSchema = "crawl/1"

// Families of CrawlFeatures.
const (
	FamilyPages   = "pages"   // the pages that lead to the link
	FamilyHarvest = "harvest" // what came of the links beside it
	FamilyTarget  = "target"  // what is said of its target
)

// The features of a Memory, each of which is there twice: as it is, and as a standard score among the links of this
// crawl. The first can be compared between crawls where its unit can, the second where a weaker classifier or a denser
// web shifts it. All speak for a link the more, the higher they are: features that do so on one web only, such as the
// length of the URL or the number of pages that lead to it, made a model carry worse from web to web.
const (
	pageMean = iota
	pageWeighted
	listHarvest
	pageHarvest
	contextMean
	anchorMean
	urlMargin
	sharkMean
	wordsLearned
	hostHarvest
	directoryHarvest
	pathHarvest
	titleMean
	mainMean
	parentMean
	listBest
	pageBest
	contextMax
	anchorMax
	sharkMax
	pageMax
	pageLatest
	scaled // how many they are
)

// crawlFeatures tells of them.
var crawlFeatures = [scaled]features.Feature{
	pageMean:         {Name: "page_mean", Family: FamilyPages, Doc: "mean topic probability of the pages that lead to the link"},
	pageWeighted:     {Name: "page_weighted", Family: FamilyPages, Doc: "the same, each page weighed by the inverse square root of its number of links"},
	listHarvest:      {Name: "list_harvest", Family: FamilyHarvest, Doc: "mean outcome expected of the lists that the link stands in, by what came of their other links"},
	pageHarvest:      {Name: "page_harvest", Family: FamilyHarvest, Doc: "the same, by what came of all links of these pages"},
	contextMean:      {Name: "context_mean", Family: FamilyTarget, Doc: "mean margin of the topic classifier over the 20 words around the link"},
	anchorMean:       {Name: "anchor_mean", Family: FamilyTarget, Doc: "mean margin of the topic classifier over the link's anchors"},
	urlMargin:        {Name: "url", Family: FamilyTarget, Doc: "margin of the topic classifier over the words of the URL"},
	sharkMean:        {Name: "shark_mean", Family: FamilyTarget, Doc: "mean of Shark Search's score of anchor and context"},
	wordsLearned:     {Name: "words_learned", Family: FamilyTarget, Doc: "log-odds by the words of URL and anchors, as learned in this crawl"},
	hostHarvest:      {Name: "host_harvest", Family: FamilyHarvest, Doc: "mean outcome of the host's pages"},
	directoryHarvest: {Name: "directory_harvest", Family: FamilyHarvest, Doc: "mean outcome of the directory's pages"},
	pathHarvest:      {Name: "path_harvest", Family: FamilyHarvest, Doc: "mean outcome of links under this tag path on this host"},
	titleMean:        {Name: "title_mean", Family: FamilyPages, Doc: "mean margin of the topic classifier over the titles of the pages that lead to the link"},
	mainMean:         {Name: "main_mean", Family: FamilyPages, Doc: "mean topic probability of the pages where the link stands in the main content"},
	parentMean:       {Name: "parent_mean", Family: FamilyPages, Doc: "mean topic probability of the pages before these pages"},
	listBest:         {Name: "list_best", Family: FamilyHarvest, Doc: "best outcome expected of a list that the link stands in"},
	pageBest:         {Name: "page_best", Family: FamilyHarvest, Doc: "best outcome expected of the links of a page that the link stands on"},
	contextMax:       {Name: "context_max", Family: FamilyTarget, Doc: "largest margin of a context"},
	anchorMax:        {Name: "anchor_max", Family: FamilyTarget, Doc: "largest margin of an anchor"},
	sharkMax:         {Name: "shark_max", Family: FamilyTarget, Doc: "largest score of Shark Search"},
	pageMax:          {Name: "page_max", Family: FamilyPages, Doc: "topic probability of the best page that leads to the link"},
	pageLatest:       {Name: "page_latest", Family: FamilyPages, Doc: "topic probability of the latest page that leads to the link"},
}

// crawlRow is the length of a row: the features, then their standard scores.
const crawlRow = 2 * scaled

// CrawlFeatures tells of the columns of Vector, in their order. Along none of them can a link become worse: a model is
// trained with that for a rule.
func CrawlFeatures() []features.Feature {
	all := append(make([]features.Feature, 0, crawlRow), crawlFeatures[:]...)
	for _, f := range crawlFeatures {
		f.Name, f.Doc = f.Name+"_z", f.Doc+", as a standard score"
		all = append(all, f)
	}
	return all
}

func crawlNames() []string { return features.Names(CrawlFeatures()) }

// Vector gives the features of a link as of now, len(CrawlFeatures()) of them, false where it knows no such link or it
// was fetched. Values are float32 in float64.
func (m *Memory) Vector(url string, row []float64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	t, ok := m.queued(url)
	if ok {
		m.vector(t, row)
	}
	return ok
}

// queued gives a target that is known by its links and not fetched.
func (m *Memory) queued(url string) (*target, bool) {
	i, ok := m.find(url)
	if !ok || m.targets[i].fetched || m.targets[i].n == 0 {
		return nil, false
	}
	return &m.targets[i], true
}

func (m *Memory) vector(t *target, row []float64) {
	m.measure(t, row)
	m.standardise(row)
}

// measure fills in all but the standard scores.
func (m *Memory) measure(t *target, row []float64) {
	n := float64(max(t.n, 1))
	mean := func(p *pooled, scale int) float64 { return p.mean(m.scales[scale].now()) }
	h := m.harvests(t)
	row = row[:crawlRow]
	row[pageMean], row[pageWeighted] = mean(&t.pages, pageMean), mean(&t.weighted, pageWeighted)
	row[mainMean] = mean(&t.main, mainMean)
	row[titleMean] = (float64(t.title) + m.scales[titleMean].now()) / (n + 1)
	row[parentMean] = (float64(t.parent) + m.scales[parentMean].now()) / (n + 1)
	row[listHarvest], row[pageHarvest], row[listBest], row[pageBest] = h.list, h.page, h.listBest, h.pageBest
	row[hostHarvest], row[directoryHarvest], row[pathHarvest] = h.host, h.directory, h.path
	row[contextMean], row[anchorMean], row[sharkMean] = mean(&t.context, contextMean), mean(&t.anchor, anchorMean), mean(&t.shark, sharkMean)
	row[contextMax], row[anchorMax], row[sharkMax] = float64(t.context.max), float64(t.anchor.max), float64(t.shark.max)
	row[urlMargin], row[wordsLearned] = float64(t.url), m.words.score(t)
	row[pageMax], row[pageLatest] = float64(t.pages.max), float64(t.latest)
	single(row)
}

// harvests is what may be expected of a target by what came of the links beside it.
type harvests struct {
	list, page, listBest, pageBest float64
	host, directory, path          float64
}

// How many links of the wider place's mean stand for what is not known yet of a narrower one.
const (
	pagePrior      = 4
	listPrior      = 3
	hostPrior      = 5
	directoryPrior = 3
	pathPrior      = 4
)

// harvests expects of each list what came of its links, to begin with what came of its page's links, to begin with
// what came of links of pages of that topic probability.
func (m *Memory) harvests(t *target) (h harvests) {
	rate := m.rate()
	for at := t.first; at != 0; {
		e := m.edges[at]
		at = e.next
		l := &m.lists[e.list]
		from := &m.sources[l.source]
		page := from.mean(pagePrior, m.guess(from, rate))
		list := l.mean(listPrior, page)
		h.page, h.list = h.page+page, h.list+list
		h.pageBest, h.listBest = max(h.pageBest, page), max(h.listBest, list)
	}
	n := float64(max(t.edges, 1))
	h.page, h.list = h.page/n, h.list/n
	h.host = m.places[t.host].mean(hostPrior, rate)
	h.directory = m.places[t.directory].mean(directoryPrior, h.host)
	h.path = m.places[t.path].mean(pathPrior, h.host)
	return h
}

// rate is the mean outcome of all links.
func (m *Memory) rate() float64 { return m.all.mean(1, 0.2) }

// guess is what came of links of pages of a page's topic probability; at first, half way between it and the mean outcome.
func (m *Memory) guess(from *origin, rate float64) float64 {
	p := float64(from.probability)
	return m.byGuess[from.guess].mean(4, 0.5*rate+0.3*p) + 0.02*p
}

// guessBin divides probabilities by their log-odds.
func guessBin(probability float32) int {
	p := math.Min(1-1e-6, math.Max(1e-6, float64(probability)))
	return int(max(0, min(15, 8+1.2*math.Log(p/(1-p)))))
}

// single rounds to float32, which training keeps.
func single(row []float64) {
	for i, x := range row {
		row[i] = float64(float32(x))
	}
}
