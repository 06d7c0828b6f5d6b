package total

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gannet/internal/flat"
)

// Pair holds the two sums that belong to one key.
type Pair [2]float32

func (p Pair) plus(q Pair) Pair { return Pair{p[0] + q[0], p[1] + q[1]} }

// keyed is a Pair and its key.
type keyed struct {
	key  uint64
	pair Pair
}

// Pairs is a part of a Book: two sums for each of many keys. Sums that are zero are not stored.
type Pairs struct {
	options   PairsOptions
	own       map[uint64]ownPair
	changes   uint64
	elsewhere map[uint64]Pair
	owners    []string // sorted: sums of floats depend on the order
	others    map[string][]keyed
}

type ownPair struct {
	Pair
	changedAt uint64
}

// PairsOptions say which keys a part of type Pairs has, and how many keys it keeps at most.
type PairsOptions struct {
	End     uint64           // all keys are lower; 0: any number is a key
	Kept    int              // of so many keys what was learned here is kept, those that changed last; 0: of all
	Changed func(key uint64) // is called for keys whose pair was changed by Resume or TakeIn, here or elsewhere; may be nil
}

// AddPairs adds a part of type Pairs with this name to the book, under the same rules as AddNumbers.
func (b *Book) AddPairs(name string, o PairsOptions) *Pairs {
	p := &Pairs{options: o, own: make(map[uint64]ownPair), elsewhere: make(map[uint64]Pair), others: make(map[string][]keyed)}
	b.add(name, p)
	return p
}

// Own returns the two sums of a key that this learner has learned itself.
func (p *Pairs) Own(key uint64) Pair { return p.own[key].Pair }

// Elsewhere returns the two sums of a key that all other learners together have learned.
func (p *Pairs) Elsewhere(key uint64) Pair { return p.elsewhere[key] }

// Add adds to the two sums of a key that this learner has learned itself.
func (p *Pairs) Add(key uint64, more Pair) { p.Set(key, p.own[key].plus(more)) }

// Set replaces the two sums of a key that this learner has learned itself.
func (p *Pairs) Set(key uint64, own Pair) {
	p.changes++
	p.own[key] = ownPair{own, p.changes}
	if p.options.Kept > 0 && len(p.own) > 2*p.options.Kept {
		p.shrink()
	}
}

// shrink drops all keys but those whose sums changed last.
func (p *Pairs) shrink() {
	var times []uint64
	for _, o := range p.own {
		times = append(times, o.changedAt)
	}
	slices.Sort(times)
	first := times[max(0, len(times)-p.options.Kept)]
	maps.DeleteFunc(p.own, func(_ uint64, o ownPair) bool { return o.changedAt < first })
}

func (p *Pairs) write(c *flat.Coder) {
	if p.options.Kept > 0 && len(p.own) > p.options.Kept {
		p.shrink()
	}
	sums := make([]keyed, 0, len(p.own))
	for key, o := range p.own {
		sums = append(sums, keyed{key, o.Pair})
	}
	slices.SortFunc(sums, compareKeys)
	codePairs(c, &sums)
}

func compareKeys(a, b keyed) int { return cmp.Compare(a.key, b.key) }

func codePairs(c *flat.Coder, sums *[]keyed) {
	flat.Slice(c, sums, func(c *flat.Coder, k *keyed) {
		c.Uint64(&k.key)
		c.Float32(&k.pair[0])
		c.Float32(&k.pair[1])
	})
}

var errOrder = errors.New("keys are not in order")

func (p *Pairs) read(c *flat.Coder) any {
	var sums []keyed
	codePairs(c, &sums)
	for i, k := range sums {
		if i > 0 && sums[i-1].key >= k.key {
			c.Fail(errOrder)
		}
		if p.options.End > 0 && k.key >= p.options.End {
			c.Fail(fmt.Errorf("%w: no key %d", ErrTotal, k.key))
		}
		for _, x := range k.pair {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				c.Fail(errNotFinite)
			}
		}
	}
	return sums
}

func (p *Pairs) setOwn(sums any) {
	before := p.own
	p.own = make(map[uint64]ownPair, len(sums.([]keyed)))
	for _, k := range sums.([]keyed) {
		p.changes++
		p.own[k.key] = ownPair{k.pair, p.changes}
	}
	if p.options.Changed == nil {
		return
	}
	for key := range before {
		if _, still := p.own[key]; !still {
			p.options.Changed(key)
		}
	}
	for key := range p.own {
		p.options.Changed(key)
	}
}

// setOther replaces the sums of another owner, and adds up again the keys whose sums differ from the owner's last total.
func (p *Pairs) setOther(owner string, sums any) {
	before, now := p.others[owner], sums.([]keyed)
	p.owners = insert(p.owners, owner)
	p.others[owner] = now
	for len(before) > 0 || len(now) > 0 {
		switch {
		case len(now) == 0 || len(before) > 0 && before[0].key < now[0].key:
			p.addUp(before[0].key)
			before = before[1:]
		case len(before) == 0 || now[0].key < before[0].key:
			p.addUp(now[0].key)
			now = now[1:]
		default:
			if before[0] != now[0] {
				p.addUp(now[0].key)
			}
			before, now = before[1:], now[1:]
		}
	}
}

// addUp computes the sums of a key that all other owners have learned.
func (p *Pairs) addUp(key uint64) {
	var all Pair
	for _, owner := range p.owners {
		sums := p.others[owner]
		if at, ok := slices.BinarySearchFunc(sums, keyed{key: key}, compareKeys); ok {
			all = all.plus(sums[at].pair)
		}
	}
	if all == (Pair{}) {
		delete(p.elsewhere, key)
	} else {
		p.elsewhere[key] = all
	}
	if p.options.Changed != nil {
		p.options.Changed(key)
	}
}
