package report

import (
	"container/heap"
	"html/template"

	"gannet/internal/chart"
	"gannet/internal/htmlfile"
)

// harvest compares the order of the crawl with others over the same pages.
type harvest struct {
	Chart  template.HTML
	Orders []orderRow
}

// orderRow says how many relevant pages an order has found after shares of all pages.
type orderRow struct {
	Name             string
	Tenth, Half, All int
	Area             float64 // mean share of the relevant pages that were found, over all numbers of pages
}

// chartPoints is how many points a line has at most.
const chartPoints = 400

// harvest replays the orders.
func (g *graph) harvest() (h harvest) {
	asCrawled := make([]uint32, len(g.nodes))
	for i := range asCrawled {
		asCrawled[i] = uint32(i)
	}
	c := chart.Lines{Title: "Relevant pages among those fetched", XLabel: "pages", YLabel: "relevant pages"}
	for _, o := range []struct {
		name  string
		order []uint32
	}{
		{"this crawl", asCrawled},
		{"breadth first", g.visit(func(*node, int) float32 { return 0 })},
		{"best source first", g.visit(func(source *node, _ int) float32 { return source.score })},
		{"relevant first", g.visit(func(_ *node, to int) float32 { return g.nodes[to].score })},
	} {
		row, line := g.measure(o.order)
		row.Name, line.Name = o.name, o.name
		h.Orders, c.Series = append(h.Orders, row), append(c.Series, line)
	}
	if picture, err := htmlfile.Picture(c); err == nil {
		h.Chart = picture
	}
	return h
}

// measure counts the relevant pages of an order.
func (g *graph) measure(order []uint32) (row orderRow, line chart.Series) {
	step := max(1, len(order)/chartPoints)
	sum := 0
	for i, n := range order {
		if g.nodes[n].relevant {
			row.All++
		}
		sum += row.All
		if i+1 == max(1, len(order)/10) {
			row.Tenth = row.All
		}
		if i+1 == max(1, len(order)/2) {
			row.Half = row.All
		}
		if (i+1)%step == 0 || i+1 == len(order) {
			line.X, line.Y = append(line.X, float64(i+1)), append(line.Y, float64(row.All))
		}
	}
	if row.All > 0 {
		row.Area = float64(sum) / float64(row.All) / float64(len(order))
	}
	return row, line
}

// visit returns the pages in the order of their priorities, those of one priority in the order in which they are found. A page has
// the largest priority that a link has given it. If no page waits, the next one of the crawl is fetched, as a seed.
func (g *graph) visit(priority func(source *node, to int) float32) (order []uint32) {
	q := &queue{}
	done, best := make([]bool, len(g.nodes)), make([]float32, len(g.nodes))
	for i := range best {
		best[i] = -1
	}
	push := func(to uint32, p float32) {
		if !done[to] && p > best[to] {
			best[to] = p
			heap.Push(q, waiting{p, q.found, to})
			q.found++
		}
	}
	for i := range g.nodes {
		if g.nodes[i].via == "" {
			push(uint32(i), 2)
		}
	}
	for next := uint32(0); len(order) < len(g.nodes); {
		if q.Len() == 0 {
			for done[next] {
				next++
			}
			push(next, 2)
		}
		w := heap.Pop(q).(waiting)
		if done[w.page] {
			continue
		}
		done[w.page] = true
		order = append(order, w.page)
		for _, to := range g.links[w.page] {
			push(to, priority(&g.nodes[w.page], int(to)))
		}
	}
	return order
}

// waiting is a page that was found.
type waiting struct {
	priority float32
	found    int // how many were found before
	page     uint32
}

// queue is a heap of pages that wait.
type queue struct {
	list  []waiting
	found int
}

func (q *queue) Len() int      { return len(q.list) }
func (q *queue) Swap(i, j int) { q.list[i], q.list[j] = q.list[j], q.list[i] }
func (q *queue) Push(x any)    { q.list = append(q.list, x.(waiting)) }
func (q *queue) Less(i, j int) bool {
	a, b := &q.list[i], &q.list[j]
	return a.priority > b.priority || a.priority == b.priority && a.found < b.found
}

func (q *queue) Pop() any {
	last := len(q.list) - 1
	w := q.list[last]
	q.list = q.list[:last]
	return w
}
