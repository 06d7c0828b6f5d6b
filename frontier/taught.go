package frontier

import (
	"slices"

	"gannet/internal/flat"
)

// Taught is the priorities that a caller that learns gave last: by Push with Replace, if not Untaught, and by Reorder. They are in memory alone,
// so the caller keeps them beside what it has learned. Other changes of a priority do not count.
type Taught struct {
	last   uint64   // fingerprint of the last link
	orders []uint32 // by record; 0: the caller gave none
	fits   bool     // the frontier that is loaded has the last link at its place
}

// Orders of links that the caller gave priorities, but that have others now. No priority has so low an order.
const (
	doneOrder = 1 + iota // the link is done
	keptOrder            // it keeps the top priority
)

// Code codes the priorities.
func (t *Taught) Code(c *flat.Coder) {
	c.Uint64(&t.last)
	flat.Slice(c, &t.orders, (*flat.Coder).Uint32)
}

// OfWaiting returns the priorities that links which wait have of the caller.
func (t *Taught) OfWaiting() *Taught {
	out := &Taught{last: t.last, orders: slices.Clone(t.orders)}
	for i, order := range out.orders {
		if order <= keptOrder {
			out.orders[i] = 0
		}
	}
	return out
}

// taughtRounds and taughtLeft bound the preparation of a copy as in package evidence.
const (
	taughtRounds = 5
	taughtLeft   = 1 << 15
)

// PrepareTaught does most of the work of the next Taught. Any method may run meanwhile.
func (f *Frontier) PrepareTaught() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.mirror.Begin(int(f.links.n))
	for range taughtRounds {
		f.mirror.Copy(f.copyTaught, func() {
			f.mu.Unlock()
			f.mu.Lock()
		})
		if f.mirror.Dirty() <= taughtLeft {
			return
		}
	}
}

// Taught returns the priorities. It is quick shortly after PrepareTaught.
func (f *Frontier) Taught() *Taught {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &Taught{last: f.links.last, orders: f.mirror.End(int(f.links.n), f.copyTaught)}
}

// copyTaught copies the priorities of links from a record on.
func (f *Frontier) copyTaught(orders []uint32, first int) {
	for i := range orders {
		orders[i] = f.taughtOrder(uint32(first + i))
	}
}

func (f *Frontier) taughtOrder(record uint32) uint32 {
	order, differs := f.taught[record]
	s := f.links.state(record)
	switch {
	case !f.links.isTaught(record):
		return 0
	case s != Queued && s != Leased:
		return doneOrder
	case f.links.order(record) == topOrder:
		return keptOrder
	case differs:
		return order
	}
	return f.links.order(record)
}

// compare compares the link that was loaded last.
func (t *Taught) compare(links *index) {
	if t != nil && int(links.n) == len(t.orders) {
		t.fits = links.last == t.last
	}
}

// restore gives links that were loaded their priorities. If one waits that was done, the end of the store is lost, and with it
// what later lessons gave that link.
func (t *Taught) restore(links *index) {
	if t == nil || !t.fits {
		return
	}
	for record, order := range t.orders {
		if order == doneOrder && links.state(uint32(record)) == Queued && links.order(uint32(record)) != topOrder {
			t.fits = false
			return
		}
	}
	for record, order := range t.orders {
		if order == 0 {
			continue
		}
		links.setTaught(uint32(record))
		if order > keptOrder && links.state(uint32(record)) == Queued && links.order(uint32(record)) != topOrder {
			links.setOrder(uint32(record), order)
		}
	}
}

// teaches reports whether Taught has the priority of a link that is pushed.
func (l *Link) teaches() bool { return l.Replace && !l.Untaught }

func (x *index) setTaught(record uint32) {
	b, i := x.at(record)
	b.flags[i] |= taughtFlag
}

func (x *index) isTaught(record uint32) bool {
	b, i := x.at(record)
	return b.flags[i]&taughtFlag != 0
}

// teach records the order that a caller that learns gives a link. It becomes the present one if the link waits, unless that
// has the top priority. Nobody takes a link of a closed host, so it becomes the present one there at once.
func (f *Frontier) teach(record, order uint32, h *host) {
	state := f.links.state(record)
	f.mirror.Touch(int(record))
	f.links.setTaught(record)
	if state != Queued && state != Leased || f.links.order(record) == topOrder {
		return
	}
	delete(f.taught, record)
	switch {
	case state == Leased && f.links.order(record) != order:
		f.taught[record] = order
	case state == Queued && h.closed():
		f.links.setOrder(record, order)
	}
}

// keepTaught is called before a link gets another order from elsewhere.
func (f *Frontier) keepTaught(record uint32) {
	f.mirror.Touch(int(record))
	if _, kept := f.taught[record]; !kept && f.links.isTaught(record) {
		f.taught[record] = f.links.order(record)
	}
}
