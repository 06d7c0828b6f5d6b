package crawler

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"gannet/ranker"
)

// choice says why a link was taken. The store keeps it with the page.
type choice struct {
	priority float32 // what the strategy gave the link at that moment
	queued   float32 // its priority in the frontier, which may be older
	trail    replayTrail
	// grandparent is the topic probability of the page before the source page, as it was when this page's links were ranked. It may differ from the
	// value in trail, because a renewal may have changed it since this page's own link was found.
	grandparent float32
	link        string                 // that led here by redirects or as a canonical URL; "" if the page's own did
	terms       []ranker.Reason        // of priority, if the strategy is a Learner that knew the link
	later       func() []ranker.Reason // makes terms; nil if they are made
}

// replayTrail is the part of a page's trail that is needed to rank the page's links again.
type replayTrail struct{ inherited, parent, grandparent float32 }

// choose records why the visit's link is taken, before the link is requested. A Learner changes its priorities with every page, so the link is
// measured now; its terms are made only if the page is kept. Other strategies can give the same terms again at any time.
func (v *visit) choose() {
	if v.keeper == nil || v.lease.Priority == seedPriority {
		return
	}
	v.choice = &choice{
		priority: v.lease.Priority, queued: v.lease.Priority,
		trail: replayTrail{v.trail.inherited, v.trail.parent, v.trail.grandparent}, grandparent: v.trail.grandparent,
	}
	origin, err := decodeChoice(v.trail.origin)
	if err == nil {
		v.choice.priority, v.choice.link, v.choice.terms = origin.priority, origin.link, origin.terms
		v.choice.trail = origin.trail
	}
	learner := v.learner()
	if learner == nil {
		return
	}
	if priority, later, ok := learner.ReasonsOf(v.lease.URL); ok {
		v.choice.priority, v.choice.later = priority, later
	}
}

// encodeWith encodes the choice of a page whose links had this grandparent when they were ranked.
func (c *choice) encodeWith(grandparent float32) []byte {
	if c != nil {
		c.grandparent = grandparent
	}
	return c.encode()
}

// ofSuccessor encodes the choice for a link to which the given link led, such as the target of a redirect.
func (c *choice) ofSuccessor(link string) []byte {
	if c == nil {
		return nil
	}
	next := *c
	next.link = cmp.Or(c.link, link)
	return next.encode()
}

// maxTerms is how many bytes the terms of a choice may take. With it a whole choice takes less than 300 bytes on disk.
const maxTerms = 180

// Bits of a choice's first byte.
const (
	choiceQueued = 1 << iota // queued is another priority
	choiceLink               // a link follows
	choiceTerms              // terms follow
	choiceJudged             // grandparent is another than that of the trail
)

// Bits of a term's first number. The bits above them hold the number of the term's name.
const (
	termMeasured = 1 << iota // it has a measured value
	termWeight               // it has a weight; else it is that of the term before
	termBits     = iota
)

var errChoice = errors.New("the reasons kept for this page cannot be read")

// encode returns the choice as docs/reference/formats/store.md describes it, nil if there is none.
func (c *choice) encode() []byte {
	if c == nil {
		return nil
	}
	if c.later != nil {
		c.terms, c.later = c.later(), nil
	}
	flags := flagIf(c.queued != c.priority, choiceQueued) | flagIf(c.link != "", choiceLink) | flagIf(c.terms != nil, choiceTerms) |
		flagIf(c.grandparent != c.trail.grandparent, choiceJudged)
	b := appendFloats([]byte{flags}, c.priority, c.trail.inherited, c.trail.parent, c.trail.grandparent)
	if flags&choiceQueued != 0 {
		b = appendFloats(b, c.queued)
	}
	if flags&choiceJudged != 0 {
		b = appendFloats(b, c.grandparent)
	}
	if flags&choiceLink != 0 {
		b = append(binary.AppendUvarint(b, uint64(len(c.link))), c.link...)
	}
	return append(b, encodeTerms(c.terms)...)
}

func flagIf(yes bool, flag byte) byte {
	if yes {
		return flag
	}
	return 0
}

func appendFloats(b []byte, values ...float32) []byte {
	for _, f := range values {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
	}
	return b
}

// encodeTerms encodes terms in at most maxTerms bytes. If there is no room for all, it adds up the smallest ones.
func encodeTerms(terms []ranker.Reason) []byte {
	b := appendTerms(make([]byte, 0, 2*maxTerms), terms)
	if len(b) <= maxTerms {
		return b
	}
	return appendTerms(b[:0], mergeSmall(terms, largestThatFit(terms)))
}

// sumBytes is how many bytes the sums of the smaller terms take: three sums, one for each kind.
const sumBytes = 3 * (2 + 3 + 3)

// largestThatFit returns which terms can be kept. The largest are kept first, as far as there is room after the sums of the other terms.
func largestThatFit(terms []ranker.Reason) (fit []bool) {
	order, sizes := make([]int, len(terms)), make([]float64, len(terms))
	for i := range order {
		order[i], sizes[i] = i, math.Abs(terms[i].Value*terms[i].Weight)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(sizes[b], sizes[a]), cmp.Compare(a, b)) })
	fit = make([]bool, len(terms))
	room, scratch := maxTerms-sumBytes, make([]byte, 0, 16)
	for _, i := range order {
		weight := 1.0
		if i > 0 {
			weight = terms[i-1].Weight
		}
		if room -= len(appendTerm(scratch, &terms[i], weight)); room < 0 {
			break
		}
		fit[i] = true
	}
	return fit
}

// mergeSmall replaces the terms that are not kept by their sums, one sum for each kind of term.
func mergeSmall(terms []ranker.Reason, keep []bool) []ranker.Reason {
	merged := make([]ranker.Reason, 0, len(terms))
	for at := 0; at < len(terms); {
		sum, n := ranker.Reason{Name: ranker.SmallTerms(terms[at].Name), Weight: 1}, 0
		for ; at < len(terms) && ranker.SmallTerms(terms[at].Name) == sum.Name; at++ {
			if keep[at] {
				merged = append(merged, terms[at])
				continue
			}
			sum.Value += terms[at].Value * terms[at].Weight
			n++
		}
		if n > 0 {
			merged = append(merged, sum)
		}
	}
	return merged
}

// appendTerms appends each term. For the first term, the weight of the term before it is taken to be 1.
func appendTerms(b []byte, terms []ranker.Reason) []byte {
	weight := 1.0
	for i := range terms {
		b = appendTerm(b, &terms[i], weight)
		weight = terms[i].Weight
	}
	return b
}

// appendTerm appends a term: the number of its name with the bits for what the term has, the name itself if it has no number, and then the term's
// values in three bytes each. weight is the weight of the term before it.
func appendTerm(b []byte, t *ranker.Reason, weight float64) []byte {
	number := termNumbers[t.Name]
	head := number << termBits
	if t.Measured != nil {
		head |= termMeasured
	}
	if t.Weight != weight {
		head |= termWeight
	}
	b = binary.AppendUvarint(b, head)
	if number == 0 {
		b = append(binary.AppendUvarint(b, uint64(len(t.Name))), t.Name...)
	}
	b = appendShort(b, t.Value)
	if t.Weight != weight {
		b = appendShort(b, t.Weight)
	}
	if t.Measured != nil {
		b = appendShort(b, *t.Measured)
	}
	return b
}

// termNumbers maps each name in ranker.LearnedTerms to its place there, counted from 1. A name that is not there has the number 0.
var termNumbers = func() map[string]uint64 {
	numbers := make(map[string]uint64)
	for i, name := range learnedTerms {
		numbers[name] = uint64(i + 1)
	}
	return numbers
}()

var learnedTerms = ranker.LearnedTerms()

// appendShort appends the three upper bytes of a float of four bytes, rounded: four to five digits.
func appendShort(b []byte, x float64) []byte {
	bits := math.Float32bits(float32(x))
	if rounded := bits + 1<<7; rounded&0x7f800000 != 0x7f800000 { // stays finite
		bits = rounded
	}
	return append(b, byte(bits>>8), byte(bits>>16), byte(bits>>24))
}

// decodeChoice reads what encode wrote.
func decodeChoice(value []byte) (*choice, error) {
	r := choiceReader{rest: value}
	flags := r.take(1)[0]
	c := &choice{priority: r.float(), trail: replayTrail{r.float(), r.float(), r.float()}}
	c.queued, c.grandparent = c.priority, c.trail.grandparent
	if flags&choiceQueued != 0 {
		c.queued = r.float()
	}
	if flags&choiceJudged != 0 {
		c.grandparent = r.float()
	}
	if flags&choiceLink != 0 {
		c.link = r.string()
	}
	weight := 1.0
	for flags&choiceTerms != 0 && len(r.rest) > 0 {
		c.terms = append(c.terms, r.term(&weight))
	}
	if r.bad {
		return nil, errChoice
	}
	return c, nil
}

// choiceReader cuts fields off a value. If one is missing, it is zero and bad is true.
type choiceReader struct {
	rest []byte
	bad  bool
}

func (r *choiceReader) take(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.bad, r.rest = true, nil
		return make([]byte, min(n, 4))
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *choiceReader) uvarint() uint64 {
	x, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.bad, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[n:]
	return x
}

func (r *choiceReader) float() float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(r.take(4)))
}

func (r *choiceReader) short() float64 {
	b := r.take(3)
	return float64(math.Float32frombits(uint32(b[0])<<8 | uint32(b[1])<<16 | uint32(b[2])<<24))
}

func (r *choiceReader) string() string { return string(r.take(r.uvarint())) }

// term reads a term. On entry *weight is the weight of the term before it, and afterwards the weight of this term.
func (r *choiceReader) term(weight *float64) (t ranker.Reason) {
	head := r.uvarint()
	if number := head >> termBits; number == 0 {
		t.Name = r.string()
	} else {
		t.Name = learnedTerms[min(number, uint64(len(learnedTerms)))-1]
		r.bad = r.bad || number > uint64(len(learnedTerms))
	}
	t.Value = r.short()
	if head&termWeight != 0 {
		*weight = r.short()
	}
	t.Weight = *weight
	if head&termMeasured != 0 {
		measured := r.short()
		t.Measured = &measured
	}
	return t
}
