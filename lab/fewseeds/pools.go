package fewseeds

import (
	"container/heap"
	"math/rand/v2"

	"github.com/zeebo/xxh3"

	"gannet/topic"
	"gannet/topic/judge"
)

// Kinds of pools: what crawls of two orders fetch.
const (
	// BreadthFirst is the pool of pages that a breadth-first crawl fetches.
	BreadthFirst = "bfs" // breadth first
	// Focused is the pool of pages that a best-first crawl fetches, which orders links by the mean score of the pages that link to them.
	Focused = "focused" // best first, by the mean score of the pages that link to a page
)

// sizes are the numbers of pages of the pools.
var sizes = map[string]int{BreadthFirst: 1000, Focused: 300}

// Pool has the pages that a crawl from a topic's seeds has fetched, in their order.
type Pool struct {
	Web      *Web
	Topic    string
	Kind     string
	Seeds    int
	Draw     int
	Keywords []string
	ids      []int32 // the seeds first
	next     []int32 // pages that the crawl would have fetched afterwards
	relevant []bool  // of ids
}

// leastRelevant is how many pages of the topic a pool needs beside the seeds.
const leastRelevant = 5

// newPool draws seeds and crawls from them. It returns nil if the crawl finds too few pages of the topic.
func (w *Web) newPool(name, kind string, seeds, draw, keywords int) *Pool {
	p := &Pool{Web: w, Topic: name, Kind: kind, Seeds: seeds, Draw: draw, Keywords: Keywords(w.Name, name)[:keywords]}
	members := w.members(name)
	random := rand.New(rand.NewPCG(xxh3.HashString(w.Name+name), uint64(draw)))
	random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	begin := members[:seeds]
	n := sizes[kind]
	if kind == BreadthFirst {
		p.ids = w.breadthFirst(begin, 2*n)
	} else {
		p.ids = w.focused(begin, p.Keywords, n)
	}
	p.ids, p.next = p.ids[:min(n, len(p.ids))], p.ids[min(n, len(p.ids)):]
	found := -seeds
	for _, id := range p.ids {
		relevant := w.labels.Has(name, w.web.URLs()[id])
		p.relevant = append(p.relevant, relevant)
		if relevant {
			found++
		}
	}
	if found < leastRelevant {
		return nil
	}
	return p
}

// breadthFirst returns the first n pages by distance from the seeds.
func (w *Web) breadthFirst(seeds []int32, n int) []int32 {
	seen := make([]bool, len(w.pages))
	var queue []int32
	push := func(ids []int32) {
		for _, id := range ids {
			if !seen[id] {
				seen[id] = true
				queue = append(queue, id)
			}
		}
	}
	push(seeds)
	for at := 0; at < len(queue) && len(queue) < n; at++ {
		push(w.links[queue[at]])
	}
	return queue[:min(n, len(queue))]
}

// focused returns the first n pages of a crawl by the mean cosine of source pages with keywords and seeds.
func (w *Web) focused(seeds []int32, keywords []string, n int) []int32 {
	var vectors []topic.Vector
	for _, id := range seeds {
		vectors = append(vectors, w.web.Vector(int(id)))
	}
	idf := w.background.IDF()
	queries := []*topic.Query{topic.NewQuery(keywords, idf), topic.LearnQuery(vectors, idf, 50)}
	score := func(id int32) (sum float64) {
		page := w.web.Page(int(id))
		for _, q := range queries {
			sum += q.Cosine(page, page.Title) + q.Cosine(page, page.Body)
		}
		return sum
	}
	f := &links{sum: map[int32]float64{}, count: map[int32]float64{}}
	for i, id := range seeds {
		f.sum[id], f.count[id] = 1e6-float64(i), 1
		f.add(id)
	}
	seen := map[int32]bool{}
	var list []int32
	for f.Len() > 0 && len(list) < n {
		id := heap.Pop(f).(waiting).id
		if seen[id] {
			continue
		}
		seen[id] = true
		list = append(list, id)
		s := score(id)
		for _, to := range w.links[id] {
			if !seen[to] {
				f.sum[to] += s
				f.count[to]++
				f.add(to)
			}
		}
	}
	return list
}

// waiting is a link with its priority; order breaks ties.
type waiting struct {
	id       int32
	priority float64
	order    int
}

// links is a queue of links, the best first. A link that is added again has a second, newer place.
type links struct {
	queue      []waiting
	sum, count map[int32]float64
	added      int
}

func (l *links) add(id int32) {
	l.added++
	heap.Push(l, waiting{id, l.sum[id] / l.count[id], l.added})
}

func (l *links) Len() int { return len(l.queue) }
func (l *links) Less(i, j int) bool {
	a, b := l.queue[i], l.queue[j]
	return a.priority > b.priority || a.priority == b.priority && a.order < b.order
}
func (l *links) Swap(i, j int) { l.queue[i], l.queue[j] = l.queue[j], l.queue[i] }
func (l *links) Push(x any)    { l.queue = append(l.queue, x.(waiting)) }
func (l *links) Pop() any {
	last := len(l.queue) - 1
	x := l.queue[last]
	l.queue = l.queue[:last]
	return x
}

// pages returns the pages of a pool for a Judge.
func (p *Pool) pages() []judge.Page {
	list := make([]judge.Page, len(p.ids))
	for i, id := range p.ids {
		list[i] = p.Web.pages[id]
		list[i].Seed = i < p.Seeds
	}
	return list
}
