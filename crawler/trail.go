package crawler

import (
	"encoding/binary"
	"errors"
	"math"

	"gannet/features"
	"gannet/ranker"
)

// kind says what a link in the frontier leads to.
type kind byte

const (
	kindPage kind = iota
	kindSitemap
	kindRobots // what the robots.txt of another host is redirected to
	kindListed // a page that a sitemap lists
)

// trail is what travels with a link through the frontier: how it was found, and what its target's own links will be
// told of their ancestors.
type trail struct {
	kind        kind
	hops        uint8 // redirects followed since the last link
	depth       uint16
	via         string // URL of the page it was found on, "" for a seed
	anchor      string // text of the link, cut at maxAnchor bytes
	inherited   float32
	parent      float32 // topic probability of the page it was found on
	grandparent float32
}

// seedTrail leads to a seed, which has the relevance of a page on topic to pass on.
var seedTrail = trail{inherited: 1, parent: 1, grandparent: 1}

const (
	trailHeader = 1 + 1 + 2 + 3*4 + 2
	maxAnchor   = 80
)

var errTrail = errors.New("the frontier holds a link written by another version: start the crawl in a new directory")

// appendTo adds the trail's bytes to buf: kind, hops, depth, three float32, the length of via, via, anchor; little
// endian.
func (t *trail) appendTo(buf []byte) []byte {
	buf = append(buf, byte(t.kind), t.hops)
	buf = binary.LittleEndian.AppendUint16(buf, t.depth)
	for _, f := range [...]float32{t.inherited, t.parent, t.grandparent} {
		buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(f))
	}
	buf = binary.LittleEndian.AppendUint16(buf, uint16(min(len(t.via), math.MaxUint16)))
	buf = append(buf, t.via[:min(len(t.via), math.MaxUint16)]...)
	return append(buf, t.anchor[:min(len(t.anchor), maxAnchor)]...)
}

func parseTrail(data []byte) (trail, error) {
	if len(data) < trailHeader {
		return trail{}, errTrail
	}
	float := func(at int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(data[at:])) }
	via := data[trailHeader:]
	n := int(binary.LittleEndian.Uint16(data[trailHeader-2:]))
	if n > len(via) {
		return trail{}, errTrail
	}
	return trail{
		kind:        kind(data[0]),
		hops:        data[1],
		depth:       binary.LittleEndian.Uint16(data[2:]),
		inherited:   float(4),
		parent:      float(8),
		grandparent: float(12),
		via:         string(via[:n]),
		anchor:      string(via[n:]),
	}, nil
}

// source is what the strategy is told of a page that was found on this trail.
func (t *trail) source(page *features.Page, probability float64) *ranker.Source {
	return &ranker.Source{
		Page: page, Depth: int(t.depth), Probability: probability,
		Parent: float64(t.parent), Grandparent: float64(t.grandparent), Inherited: float64(t.inherited),
	}
}

// leadsTo is the kind of the links that are found at the end of the trail.
func (t *trail) leadsTo() kind {
	if t.kind == kindSitemap {
		return kindListed
	}
	return kindPage
}

// deeper is a depth one link further, which stays at the largest a trail can hold.
func deeper(depth uint16) uint16 {
	if depth == math.MaxUint16 {
		return depth
	}
	return depth + 1
}
