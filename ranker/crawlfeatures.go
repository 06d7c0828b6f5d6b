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
	FamilyPlace   = "place"   // where it stands and leads
)

// crawlFeature is one of CrawlFeatures.
type crawlFeature struct {
	name, family, doc string
	falling           bool // a higher value need not mean a better link
}

// The features that are there twice: as they are, and as a standard score among the links of this crawl. So the first
// can be compared between crawls where its unit can, the second where a weaker classifier or a denser web shifts it.
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
	inLinks
	listBest
	pageBest
	contextMax
	anchorMax
	sharkMax
	pageMax
	pageLatest
	scaled // how many they are
)

// crawlFeatures holds the scaled ones in the order above, then the others.
var crawlFeatures = [...]crawlFeature{
	pageMean:         {"page_mean", FamilyPages, "mean topic probability of the pages that lead to the link", false},
	pageWeighted:     {"page_weighted", FamilyPages, "the same, each page weighed by the inverse square root of its number of links", false},
	listHarvest:      {"list_harvest", FamilyHarvest, "mean outcome expected of the lists that the link stands in, by what came of their other links", false},
	pageHarvest:      {"page_harvest", FamilyHarvest, "the same, by what came of all links of these pages", false},
	contextMean:      {"context_mean", FamilyTarget, "mean margin of the topic classifier over the 20 words around the link", false},
	anchorMean:       {"anchor_mean", FamilyTarget, "mean margin of the topic classifier over the link's anchors", false},
	urlMargin:        {"url", FamilyTarget, "margin of the topic classifier over the words of the URL", false},
	sharkMean:        {"shark_mean", FamilyTarget, "mean of Shark Search's score of anchor and context", false},
	wordsLearned:     {"words_learned", FamilyTarget, "log-odds by the words of URL and anchors, as learned in this crawl", false},
	hostHarvest:      {"host_harvest", FamilyHarvest, "mean outcome of the host's pages", false},
	directoryHarvest: {"directory_harvest", FamilyHarvest, "mean outcome of the directory's pages", false},
	pathHarvest:      {"path_harvest", FamilyHarvest, "mean outcome of links under this tag path on this host", false},
	titleMean:        {"title_mean", FamilyPages, "mean margin of the topic classifier over the titles of the pages that lead to the link", false},
	mainMean:         {"main_mean", FamilyPages, "mean topic probability of the pages where the link stands in the main content", false},
	parentMean:       {"parent_mean", FamilyPages, "mean topic probability of the pages before these pages", false},
	inLinks:          {"in_links", FamilyPages, "number of pages that lead to the link", true},
	listBest:         {"list_best", FamilyHarvest, "best outcome expected of a list that the link stands in", false},
	pageBest:         {"page_best", FamilyHarvest, "best outcome expected of the links of a page that the link stands on", false},
	contextMax:       {"context_max", FamilyTarget, "largest margin of a context", false},
	anchorMax:        {"anchor_max", FamilyTarget, "largest margin of an anchor", false},
	sharkMax:         {"shark_max", FamilyTarget, "largest score of Shark Search", false},
	pageMax:          {"page_max", FamilyPages, "topic probability of the best page that leads to the link", false},
	pageLatest:       {"page_latest", FamilyPages, "topic probability of the latest page that leads to the link", false},

	scaled: {"grandparent", FamilyPages, "topic probability of the page two before the best page", true},
	{"list_seen", FamilyHarvest, "mean number of links fetched from the lists that the link stands in", true},
	{"host_seen", FamilyHarvest, "number of pages fetched from the host", true},
	{"directory_seen", FamilyHarvest, "number of pages fetched from the directory", true},
	{"path_seen", FamilyHarvest, "number of links fetched under this tag path on this host", true},
	{"depth", FamilyPlace, "links from a seed", true},
	{"url_depth", FamilyPlace, "slashes of the URL's path and query", true},
	{"url_length", FamilyPlace, "characters of the URL", true},
	{"external", FamilyPlace, "1 where the link leads to another host", true},
	{"main_share", FamilyPlace, "share of the pages on which the link stands in the main content", true},
	{"page_links", FamilyPlace, "logarithm of the number of links of the best page", true},
	{"block_links", FamilyPlace, "number of links of the block that the link stands in on the best page", true},
	{"same_directory", FamilyPlace, "1 where the best page is of the same directory", true},
	{"anchor_words", FamilyPlace, "number of words of the latest anchor", true},
}

// Places of a row: scaled features, their standard scores, the others.
const (
	others   = 2 * scaled
	crawlRow = scaled + len(crawlFeatures)
)

// CrawlFeatures tells of the features of a Memory, in their order.
func CrawlFeatures() []features.Feature {
	all := make([]features.Feature, crawlRow)
	for i, f := range crawlFeatures {
		if i >= scaled {
			i += scaled
		}
		all[i] = features.Feature{Name: f.name, Family: f.family, Doc: f.doc}
	}
	for i, f := range crawlFeatures[:scaled] {
		all[scaled+i] = features.Feature{Name: f.name + "_z", Family: f.family, Doc: f.doc + ", as a standard score"}
	}
	return all
}

// CrawlRising names the features along which a link cannot become worse: a model told so carries better to other webs.
func CrawlRising() []string {
	var names []string
	for i, f := range CrawlFeatures() {
		if own := i; own < 2*scaled && !crawlFeatures[own%scaled].falling {
			names = append(names, f.Name)
		}
	}
	return names
}

func crawlNames() []string {
	all := CrawlFeatures()
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return names
}

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
	row[inLinks], row[pageMax], row[pageLatest] = n, float64(t.pages.max), float64(t.latest)
	copy(row[others:], []float64{
		float64(t.grandparent), h.seen, float64(m.places[t.host].n), float64(m.places[t.directory].n),
		float64(m.places[t.path].n), float64(t.depth), float64(t.urlDepth), float64(t.urlLength), number(t.external),
		float64(t.main.n) / n, float64(t.links), float64(t.blockLinks), number(t.sameDirectory), float64(t.anchorWords),
	})
	single(row)
}

// harvests is what may be expected of a target by what came of the links beside it.
type harvests struct {
	list, page, listBest, pageBest float64
	seen                           float64
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
	for e := t.first; e != 0; e = m.edges[e].next {
		l := &m.lists[m.edges[e].list]
		from := &m.sources[l.source]
		page := from.mean(pagePrior, m.guess(from.probability))
		list := l.mean(listPrior, page)
		h.page, h.list, h.seen = h.page+page, h.list+list, h.seen+float64(l.n)
		h.pageBest, h.listBest = max(h.pageBest, page), max(h.listBest, list)
	}
	n := float64(max(t.edges, 1))
	h.page, h.list, h.seen = h.page/n, h.list/n, h.seen/n
	h.host = m.places[t.host].mean(hostPrior, m.rate())
	h.directory = m.places[t.directory].mean(directoryPrior, h.host)
	h.path = m.places[t.path].mean(pathPrior, h.host)
	return h
}

// rate is the mean outcome of all links.
func (m *Memory) rate() float64 { return m.all.mean(1, 0.2) }

// guess is what came of links of pages of a topic probability; at first, half way between it and the mean outcome.
func (m *Memory) guess(probability float32) float64 {
	g := &m.byGuess[guessBin(probability)]
	return g.mean(4, 0.5*m.rate()+0.3*float64(probability)) + 0.02*float64(probability)
}

// guessBin divides probabilities by their log-odds.
func guessBin(probability float32) int {
	p := math.Min(1-1e-6, math.Max(1e-6, float64(probability)))
	return int(max(0, min(15, 8+1.2*math.Log(p/(1-p)))))
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// single rounds to float32, which training keeps.
func single(row []float64) {
	for i, x := range row {
		row[i] = float64(float32(x))
	}
}
