package ranker

import (
	"math"
	"slices"
	"sync"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/topic"
)

// Memory is what a crawl has seen so far of the links that it may follow: which pages lead to each, what stands around
// it there, and what became of the links beside it. Its features, CrawlFeatures, change with every page fetched. It
// serves one crawl and is safe for concurrent use.
type Memory struct {
	classifier *topic.Classifier
	shark      *Shark

	mu      sync.Mutex // guards the fields below
	targets []target
	index   map[uint64]uint32 // fingerprint to targets
	edges   []edge            // edges[0] is none
	sources []origin          // pages ranked, of which lists are left
	lists   []list            // of which edges are left
	number  uint32            // of the page ranked last, from 1
	places  []harvest         // of hosts, directories and tag paths; places[0] is that of no link, a seed's tag path
	placeOf map[uint64]uint32
	all     harvest
	byGuess [16]harvest // outcomes of links by the probability of the pages they stand on
	words   wordModel
	scales  [scaled]scale
	free    []uint32 // places that are none any more
	limit   int      // on targets
	most    int      // edges and lists at which some are forgotten next; 0: edgesPerTarget for each of limit

	// Scratch.
	blocks []uint32 // of the page at hand, by block: its list and 1 more, 0 if it has none yet
	met    []uint32 // where among the targets its links are, each that is followed
	cutter features.Cutter
}

// maxTargets bounds the links remembered, some 300 bytes each with all that belongs to them. Beyond it those that are
// worth least are forgotten, to be met again as new ones.
const maxTargets = 1 << 19

// maxEdges is how many pages that lead to a target are remembered, and edgesPerTarget how many on average.
const (
	maxEdges       = 48
	edgesPerTarget = 8
)

// target is what is known of a link's URL. It holds no pointers, so that the garbage collector passes it by.
type target struct {
	fingerprint uint64
	first       uint32 // of its edges
	edges       uint8
	tokenCount  uint8
	fetched     bool
	ranked      bool // its own links were
	outcome     float32
	priority    float32 // last given

	n, last         uint32 // pages that lead here; the last of them, counted from 1
	pages           pooled // topic probability of these pages
	weighted        pooled // the same, weighed by the inverse root of their links
	main            pooled // the same, of pages on which the link stands in the main content
	latest          float32
	parent, title   float32 // sums over these pages
	anchor, context pooled
	shark           pooled
	url             float32

	host, directory, path uint32 // places
	tokens                [maxTokens]uint32
}

// pooled pools a value over pages.
type pooled struct{ n, sum, max float32 }

func (p *pooled) add(x, weight float32) {
	if p.n == 0 || x > p.max {
		p.max = x
	}
	p.sum += x * weight
	p.n += weight
}

// mean is the mean, with one more page of the value prior.
func (p *pooled) mean(prior float64) float64 { return (float64(p.sum) + prior) / (float64(p.n) + 1) }

// edge leads from a list of links on a page to a target, and to the target's next edge.
type edge struct{ list, next uint32 }

// origin is a page whose links were ranked, and what came of them.
type origin struct {
	harvest
	probability float32
	guess       uint8 // the guessBin of it
}

// list is the links of one block of a page.
type list struct {
	harvest
	source uint32
}

// harvest is what came of links: how many were fetched, and the sum of the topic probabilities found there.
type harvest struct{ n, sum float32 }

func (h *harvest) add(probability float32) {
	h.n++
	h.sum += probability
}

// mean is the mean outcome, with so many more links of the value prior.
func (h harvest) mean(links, prior float64) float64 {
	return (float64(h.sum) + links*prior) / (float64(h.n) + links)
}

// NewMemory gives a memory that knows nothing. Needs.Classifier and Needs.Query judge the texts around links.
func NewMemory(needs Needs) *Memory {
	return &Memory{
		classifier: needs.Classifier, shark: NewShark(needs.Query), index: make(map[uint64]uint32),
		edges: make([]edge, 1), places: make([]harvest, 1), placeOf: make(map[uint64]uint32), words: newWordModel(),
		limit: maxTargets,
	}
}

// Learn takes in what became of a link: src is the page it led to.
func (m *Memory) Learn(src *Source) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.learn(src)
}

func (m *Memory) learn(src *Source) {
	m.makeRoom(1)
	t := &m.targets[m.target(src.Page.URL)]
	if t.fetched {
		return
	}
	p := float32(src.Probability)
	t.fetched, t.outcome = true, p
	m.all.add(p)
	for e := t.first; e != 0; e = m.edges[e].next {
		l := &m.lists[m.edges[e].list]
		from := &m.sources[l.source]
		l.add(p)
		from.add(p)
		g := &m.byGuess[from.guess]
		g.n += 1 / float32(t.edges)
		g.sum += p / float32(t.edges)
	}
	for _, at := range [...]uint32{t.host, t.directory, t.path} {
		m.places[at].add(p)
	}
	if t.edges > 0 {
		m.words.learn(t, src.Probability)
	}
}

// Links takes in the links of a page.
func (m *Memory) Links(src *Source) {
	texts := m.texts(src)
	defer texts.free()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.links(src, texts.links)
}

// links takes in the links of a page with what their texts say.
func (m *Memory) links(src *Source, texts []linkText) {
	page := src.Page
	m.met = m.met[:0]
	if at, ok := m.find(page.URL); ok {
		if m.targets[at].ranked { // by an earlier run, which was stopped before it could say so
			m.meet(src)
			return
		}
		m.targets[at].ranked = true
	}
	m.makeRoom(len(page.Links))
	m.number++
	p := float32(src.Probability)
	m.sources = append(m.sources, origin{probability: p, guess: uint8(guessBin(p))})
	host := weburl.Host(page.URL)
	m.blocks = slices.Grow(m.blocks[:0], len(page.Blocks)+1)[:len(page.Blocks)+1]
	clear(m.blocks)
	for i := range page.Links {
		l := &page.Links[i]
		if !src.Follows(i) {
			continue
		}
		list := &m.blocks[listBlock(page, l)]
		if *list == 0 {
			*list = m.newList()
		}
		at := m.target(l.URL)
		t := &m.targets[at]
		if t.n == 0 {
			t.path = m.placeKey(tagPath, pathKey(host, l.Path))
		}
		m.link(t, src, l, *list-1, &texts[i])
		m.met = append(m.met, at)
	}
}

// newList gives the number of a new list of the page that was added last, and 1 more.
func (m *Memory) newList() uint32 {
	m.lists = append(m.lists, list{source: uint32(len(m.sources) - 1)})
	return uint32(len(m.lists))
}

// meet looks for the links of a page that were taken in before; those since forgotten it leaves at none.
func (m *Memory) meet(src *Source) {
	for i := range src.Page.Links {
		if !src.Follows(i) {
			continue
		}
		at, ok := m.find(src.Page.Links[i].URL)
		if !ok {
			at = noTarget
		}
		m.met = append(m.met, at)
	}
}

// noTarget stands for a link that is not remembered.
const noTarget = math.MaxUint32

// link takes in one link of the page that was added last.
func (m *Memory) link(t *target, src *Source, l *features.Link, at uint32, text *linkText) {
	if t.last == m.number { // named twice on the page: the better text counts
		t.anchor.max, t.context.max = max(t.anchor.max, text.anchor), max(t.context.max, text.context)
		t.shark.max = max(t.shark.max, text.shark)
		return
	}
	t.last = m.number
	t.n++
	p := float32(src.Probability)
	t.latest = p
	t.pages.add(p, 1)
	t.weighted.add(p, 6/float32(math.Sqrt(float64(len(src.Page.Links)+1))))
	if l.InMain {
		t.main.add(p, 1)
	}
	t.parent += float32(src.Parent)
	t.title += text.title
	if text.words > 0 {
		t.anchor.add(text.anchor, 1)
	}
	t.context.add(text.context, 1)
	t.shark.add(text.shark, 1)
	t.addTokens(text.tokens[:min(text.words, len(text.tokens))])
	if t.edges == maxEdges {
		return
	}
	t.edges++
	m.edges = append(m.edges, edge{list: at, next: t.first})
	t.first = uint32(len(m.edges) - 1)
	if t.fetched {
		m.lists[at].add(t.outcome)
		m.sources[len(m.sources)-1].add(t.outcome)
	}
}

// target gives where among the targets a URL is, which it adds if it is new.
func (m *Memory) target(url string) uint32 {
	fingerprint := weburl.Fingerprint(url)
	at, ok := m.index[fingerprint]
	if ok {
		return at
	}
	at = uint32(len(m.targets))
	m.index[fingerprint] = at
	m.targets = append(m.targets, target{
		fingerprint: fingerprint, host: m.place(hostname, weburl.Host(url)), directory: m.place(directory, directoryOf(url)),
	})
	m.readURL(&m.targets[at], url)
	return at
}

func (m *Memory) find(url string) (uint32, bool) {
	i, ok := m.index[weburl.Fingerprint(url)]
	return i, ok
}
