package evidence

import (
	"math"
	"strings"

	"gannet/features"
	"gannet/internal/logistic"
	"gannet/internal/weburl"
	"gannet/topic"
)

// oracle computes features from the plain list of the pages visited, and counts everything again each time. It takes
// only the means of scales, hashes, numbers of groups and the mean probability as of the last renewal from the Collection under test.
type oracle struct {
	evidence   *Collection
	classifier *topic.Classifier
	visits     []*Source
	renewed    int // visits before the last renewal
}

// sighting is the links to a URL on one page: the first, and all.
type sighting struct {
	visit int
	first int
	all   []int
}

// account is what was counted over all visits.
type account struct {
	*oracle
	visited map[string]int // URL to visit
	sights  map[string][]sighting
	guesses [16]harvested
	pages   map[int]*harvested
	lists   map[[2]int]*harvested // by visit and block
	hosts   map[string]*harvested
	dirs    map[string]*harvested
	paths   map[pathOf]*harvested
	words   map[uint32]*[2]float32 // weight and squares
	bias    [2]float64
	spoken  spoken
}

type pathOf struct {
	host string
	path uint32
}

// harvested counts pages and adds up their probabilities.
type harvested struct{ n, sum float64 }

func (o *harvested) addPage(p, weight float64) { o.n, o.sum = o.n+weight, o.sum+p*weight }

// shrunk is the mean of the pages and of so many more pages with the given mean.
func (o *harvested) shrunk(links, mean float64) float64 {
	if o == nil {
		return mean
	}
	return (o.sum + links*mean) / (o.n + links)
}

func tally[K comparable](in map[K]*harvested, key K, p float64) {
	if in[key] == nil {
		in[key] = &harvested{}
	}
	in[key].addPage(p, 1)
}

func (o *oracle) account() *account {
	a := &account{
		oracle: o, visited: map[string]int{}, sights: map[string][]sighting{}, pages: map[int]*harvested{},
		lists: map[[2]int]*harvested{}, hosts: map[string]*harvested{}, dirs: map[string]*harvested{},
		paths: map[pathOf]*harvested{}, words: map[uint32]*[2]float32{},
		spoken: newSpoken(),
	}
	for k, src := range o.visits { // in the order of a crawl: the page, then its links
		a.visited[src.Page.URL] = k
		a.outcome(src)
		for i := range src.Page.Links {
			if src.Follows(i) {
				a.addLink(k, i, src.Page.Links[i].URL)
				a.spoken.addLink(src.Page, i)
			}
		}
	}
	for url, k := range a.visited {
		for _, s := range kept(a.sights[url]) {
			tally(a.pages, s.visit, o.visits[k].Probability)
			tally(a.lists, [2]int{s.visit, o.list(s)}, o.visits[k].Probability)
		}
	}
	return a
}

func (a *account) addLink(visit, link int, url string) {
	at := a.sights[url]
	if n := len(at); n > 0 && at[n-1].visit == visit {
		at[n-1].all = append(at[n-1].all, link)
		return
	}
	a.sights[url] = append(at, sighting{visit: visit, first: link, all: []int{link}})
}

func kept(sights []sighting) []sighting { return sights[:min(len(sights), maxEdges)] }

// outcome counts a page at the moment of its visit.
func (a *account) outcome(src *Source) {
	p, url := src.Probability, src.Page.URL
	tally(a.hosts, weburl.Host(url), p)
	tally(a.dirs, folder(url), p)
	a.spoken.addPage(src, len(a.sights[url]) > 0, a.visited[url] < a.renewed)
	sights := a.sights[url]
	if len(sights) == 0 {
		return
	}
	tally(a.paths, a.path(sights), p)
	for _, s := range kept(sights) {
		a.guesses[a.bin(s.visit)].addPage(p, 1/float64(len(kept(sights))))
	}
	tokens := a.tokens(url)
	g := logistic.Probability(a.logOdds(tokens)) - p
	a.bias[1] += g * g
	a.bias[0] -= 0.3 * g / math.Sqrt(a.bias[1]+1e-6)
	for _, t := range tokens {
		w := a.words[t]
		if w == nil {
			w = &[2]float32{}
			a.words[t] = w
		}
		w[1] += float32(g * g)
		w[0] -= float32(0.15 * g / math.Sqrt(float64(w[1])+0.1))
	}
}

func (a *account) logOdds(tokens []uint32) float64 {
	z := a.bias[0]
	for _, t := range tokens {
		if w := a.words[t]; w != nil {
			z += float64(w[0])
		}
	}
	return z
}

// tokens returns the first 16 of: 8 words of the URL, its host and directory, 6 words of each page's anchor.
func (a *account) tokens(url string) (tokens []uint32) {
	m := a.evidence
	for i, w := range features.Words(weburl.Path(url)) {
		if i < 8 {
			tokens = append(tokens, w^urlSalt)
		}
	}
	tokens = append(tokens, m.group(hostGroup, weburl.Host(url))^hostSalt, m.group(directoryGroup, folder(url))^directorySalt)
	for _, s := range a.sights[url] {
		for i, w := range a.anchor(s.visit, s.first) {
			if i < 6 {
				tokens = append(tokens, w)
			}
		}
	}
	tokens = tokens[:min(len(tokens), 16)]
	for i := range tokens {
		tokens[i] = tokens[i] * 0x9E3779B1 >> 14
	}
	return tokens
}

func (a *account) path(sights []sighting) pathOf {
	page := a.visits[sights[0].visit].Page
	return pathOf{weburl.Host(page.URL), page.Links[sights[0].first].Path}
}

// bin returns one of 16 bins, by the log-odds of the page's probability.
func (a *account) bin(visit int) int {
	p := math.Min(1-1e-6, math.Max(1e-6, float64(float32(a.visits[visit].Probability))))
	return min(15, max(0, int(math.Trunc(8+1.2*math.Log(p/(1-p))))))
}

// folder returns a URL without scheme and query. If it has no query, the name of a file is cut off, too.
func folder(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	if path, _, ok := strings.Cut(rest, "?"); ok {
		return path
	}
	parts := strings.Split(rest, "/")
	parts[len(parts)-1] = ""
	return strings.Join(parts, "/")
}

// list returns the block that a link is listed in: going outwards, the first with two links. If it has fewer than 8, it
// is the one around it, unless that has more than 60.
func (o *oracle) list(s sighting) int {
	page := o.visits[s.visit].Page
	if len(page.Blocks) == 0 {
		return 0
	}
	at := int(page.Links[s.first].Block)
	for page.Blocks[at].Links < 2 && page.Blocks[at].Parent != -1 {
		at = int(page.Blocks[at].Parent)
	}
	if up := int(page.Blocks[at].Parent); up != -1 && page.Blocks[at].Links < 8 && page.Blocks[up].Links < 61 {
		at = up
	}
	return at
}

// anchor returns the words of a link's anchor.
func (o *oracle) anchor(visit, link int) []uint32 {
	page := o.visits[visit].Page
	return hashes(page, page.Links[link].Anchor)
}

func hashes(page *features.Page, s features.Span) (words []uint32) {
	if s.Start < 0 || s.Start >= s.End || int(s.End) > len(page.Words) {
		return nil
	}
	for _, w := range page.Words[s.Start:s.End] {
		words = append(words, w.Hash)
	}
	return words
}

// margins sums the classifier's weights of words, as in bodies and as in both fields, and divides by the root of their
// number.
func (o *oracle) margins(words []uint32) (body, both float64) {
	if len(words) == 0 || o.classifier == nil {
		return 0, 0
	}
	for _, w := range words {
		t, b := o.classifier.Weight(w)
		body, both = body+b, both+b+t
	}
	root := math.Sqrt(float64(len(words)))
	return body / root, both / root
}
