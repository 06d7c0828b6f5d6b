package frontier

import (
	"slices"

	"gannet/internal/flat"
)

// Taught holds the latest priorities that a strategy which learns gave to links: those of Reorder, and those of Push with Replace, unless
// Link.Untaught is set. The frontier has them only in memory, so the caller must store them together with what the strategy has learned.
type Taught struct {
	last   uint64   // fingerprint of the last link
	orders []uint32 // by record; 0: the caller gave none
	fits   bool     // the frontier that is loaded has the last link at its place
}

// Orders of links to which the caller gave priorities, but which have other priorities now. No priority has so low an order.
const (
	doneOrder = 1 + iota // the link is done
	keptOrder            // it keeps the top priority
)

// Code writes the priorities if c is an encoder, or reads them if c is a decoder.
func (t *Taught) Code(c *flat.Coder) {
	c.Uint64(&t.last)
	flat.Slice(c, &t.orders, (*flat.Coder).Uint32)
}

// OfWaiting returns a copy of the priorities with only those of links that are still queued.
func (t *Taught) OfWaiting() *Taught {
	out := &Taught{last: t.last, orders: slices.Clone(t.orders)}
	for i, order := range out.orders {
		if order <= keptOrder {
			out.orders[i] = 0
		}
	}
	return out
}

// taughtRounds and taughtLeft bound the preparation of a copy, as in package evidence.
const (
	taughtRounds = 5
	taughtLeft   = 1 << 15
)

// PrepareTaught does most of the work of the next call of Taught in advance. Other methods may run meanwhile.
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

// Taught returns the latest priorities from a strategy that learns. It is fast if PrepareTaught was called shortly before.
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

// compare finds out, from the link that was loaded last, whether the priorities fit the links.
func (t *Taught) compare(links *index) {
	if t != nil && int(links.n) == len(t.orders) {
		t.fits = links.last == t.last
	}
}

// restore gives loaded links their priorities. If a link that was done is waiting again, the end of the store is lost, and with it the priorities
// that later lessons gave that link. restore then gives no priorities.
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

// teaches reports whether Taught records the priority of a link that is pushed.
func (l *Link) teaches() bool { return l.Replace && !l.Untaught }

func (x *index) setTaught(record uint32) {
	b, i := x.at(record)
	b.flags[i] |= taughtFlag
}

func (x *index) isTaught(record uint32) bool {
	b, i := x.at(record)
	return b.flags[i]&taughtFlag != 0
}

// teach records the order that a learning caller gives a link. A waiting link gets the order, unless it has the top priority. A waiting link of a
// closed host gets it at once, because nobody takes that link.
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

// keepTaught must be called before a link gets an order that does not come from the learning caller.
func (f *Frontier) keepTaught(record uint32) {
	f.mirror.Touch(int(record))
	if _, kept := f.taught[record]; !kept && f.links.isTaught(record) {
		f.taught[record] = f.links.order(record)
	}
}
