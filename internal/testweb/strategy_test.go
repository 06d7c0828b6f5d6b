package testweb

import (
	"container/heap"
	"testing"
)

// queue is a frontier: the highest priority first, the oldest among equals.
type queue []queued

type queued struct {
	url      string
	priority float64
	age      int
}

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].priority != q[j].priority {
		return q[i].priority > q[j].priority
	}
	return q[i].age < q[j].age
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(queued)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

// harvest crawls over the true links in the order of priority and gives the share of relevant pages.
func harvest(w *Web, topic string, budget int, priority func(from, to string) float64) float64 {
	var q queue
	seen := make(map[string]bool)
	push := func(url string, p float64) {
		if !seen[url] && w.Robots(url) {
			seen[url] = true
			heap.Push(&q, queued{url, p, len(seen)})
		}
	}
	for _, url := range w.Seeds(topic, 10) {
		push(url, 9)
	}
	fetched, relevant := 0, 0
	for len(q) > 0 && fetched < budget {
		url := heap.Pop(&q).(queued).url
		if to, moved := w.Redirect(url); moved {
			push(to, priority(url, to))
			continue
		}
		links := w.Links(url)
		if links == nil {
			continue
		}
		fetched++
		if w.Relevant(topic, url) {
			relevant++
		}
		for _, l := range links {
			push(l.URL, priority(url, l.URL))
		}
	}
	return float64(relevant) / float64(max(fetched, 1))
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func TestStrategiesDiffer(t *testing.T) {
	w := New(DefaultOptions(1))
	topics := []string{"beekeeping", "sailing", "astronomy", "weaving", JobsTopic}
	var breadth, parent, oracle float64
	for _, topic := range topics {
		b := harvest(w, topic, 1500, func(string, string) float64 { return 0 })
		p := harvest(w, topic, 1500, func(from, _ string) float64 { return truth(w.Relevant(topic, from)) })
		o := harvest(w, topic, 1500, func(_, to string) float64 { return truth(w.Relevant(topic, to)) })
		t.Logf("%-12s breadth-first %.2f  parent %.2f  oracle %.2f", topic, b, p, o)
		if topic != JobsTopic {
			breadth, parent, oracle = breadth+b/4, parent+p/4, oracle+o/4
		}
		if p < 1.2*b || o < p {
			t.Errorf("%s: parent %.2f is not above breadth-first %.2f, or the oracle %.2f is below it", topic, p, b, o)
		}
	}
	if breadth > .35 || parent < 1.5*breadth || oracle < 1.4*parent || oracle < .9 {
		t.Errorf("the web is too easy or too hard: breadth-first %.2f, parent %.2f, oracle %.2f", breadth, parent, oracle)
	}
}
