package crawler

import (
	"encoding/binary"
	"errors"
	"math"

	"gannet/features"
	"gannet/ranker"
)

// kind is what a link in the frontier leads to.
type kind byte

const (
	kindPage kind = iota
	kindSitemap
	kindRobots // the target of another host's redirected robots.txt
	kindListed // a page that a sitemap lists
)

// trail is stored with a link in the frontier. It says how the link was found, and holds the facts about earlier pages that the links of the target
// will need.
type trail struct {
	kind        kind
	feed        bool  // of a sitemap: a page names it as its feed
	pdf         bool  // it stands on a page that shows jobs, so a PDF is taken
	rendered    bool  // of what is watched: a browser has made the page, which shows more than the response
	hops        uint8 // redirects followed since the last link
	depth       uint16
	via         string // URL of the page it was found on, "" for a seed
	anchor      string // text of the link, cut at maxAnchor bytes
	origin      []byte // the choice of the link that led here by a redirect or as its canonical URL; nil without one
	inherited   float32
	parent      float32 // topic probability of the page it was found on
	grandparent float32
}

// seedTrail is the trail that leads to a seed. It passes on the relevance of a page on topic.
var seedTrail = trail{inherited: 1, parent: 1, grandparent: 1}

const (
	trailHeader = 1 + 1 + 2 + 3*4 + 2
	maxAnchor   = 80
	originFlag  = 0x80 // in the byte of the kind: a choice follows the header
	pdfFlag     = 0x40 // there, too: a PDF is taken
	feedFlag    = 0x20 // there, too: of a sitemap, that it is a feed
	renderFlag  = 0x10 // there, too: the page was rendered
)

var errTrail = errors.New("the frontier holds a link written by another version: start the crawl in a new directory")

// appendTo appends the trail to buf: kind, hops, depth, three float32, the length of via, via, anchor. Numbers are little endian. If there is an
// origin, its length in two bytes and then the origin come before via.
func (t *trail) appendTo(buf []byte) []byte {
	flag := byte(0)
	if len(t.origin) > 0 && len(t.origin) <= math.MaxUint16 {
		flag = originFlag
	}
	if t.pdf {
		flag |= pdfFlag
	}
	if t.feed {
		flag |= feedFlag
	}
	if t.rendered {
		flag |= renderFlag
	}
	buf = append(buf, byte(t.kind)|flag, t.hops)
	buf = binary.LittleEndian.AppendUint16(buf, t.depth)
	for _, f := range [...]float32{t.inherited, t.parent, t.grandparent} {
		buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(f))
	}
	buf = binary.LittleEndian.AppendUint16(buf, uint16(min(len(t.via), math.MaxUint16)))
	if flag&originFlag != 0 {
		buf = append(binary.LittleEndian.AppendUint16(buf, uint16(len(t.origin))), t.origin...)
	}
	buf = append(buf, t.via[:min(len(t.via), math.MaxUint16)]...)
	return append(buf, t.anchor[:min(len(t.anchor), maxAnchor)]...)
}

// viaOf returns the URL of the page on which a link was found, "" if that is not known.
func viaOf(data []byte) string {
	t, _ := parseTrail(data)
	return t.via
}

func parseTrail(data []byte) (trail, error) {
	if len(data) < trailHeader {
		return trail{}, errTrail
	}
	float := func(at int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(data[at:])) }
	origin, via, err := cutOrigin(data)
	n := int(binary.LittleEndian.Uint16(data[trailHeader-2:]))
	if n > len(via) || err != nil {
		return trail{}, errTrail
	}
	return trail{
		kind:        kind(data[0] &^ (originFlag | pdfFlag | feedFlag | renderFlag)),
		pdf:         data[0]&pdfFlag != 0,
		feed:        data[0]&feedFlag != 0,
		rendered:    data[0]&renderFlag != 0,
		origin:      origin,
		hops:        data[1],
		depth:       binary.LittleEndian.Uint16(data[2:]),
		inherited:   float(4),
		parent:      float(8),
		grandparent: float(12),
		via:         string(via[:n]),
		anchor:      string(via[n:]),
	}, nil
}

// Trail says how a link was found: on which page, with which text, and how many links from a seed.
type Trail struct {
	Via    string  // the page with the link; "" for a seed
	Anchor string  // the link's text
	Depth  int     // links from a seed to the link's target
	Parent float64 // topic probability of the page with the link
}

// TrailOf decodes the data with which a link is stored in the frontier. It returns the zero Trail if another version has written them.
func TrailOf(data []byte) Trail {
	t, err := parseTrail(data)
	if err != nil {
		return Trail{}
	}
	return Trail{Via: t.via, Anchor: t.anchor, Depth: int(t.depth), Parent: float64(t.parent)}
}

// FoundOn returns the page on which a link of the frontier was found, and the link's text. data is the link's frontier.Found.Data. Both
// results are "" for a seed, and for data of another version.
func FoundOn(data []byte) (url, anchor string) {
	t := TrailOf(data)
	return t.Via, t.Anchor
}

// cutOrigin returns the origin of a trail, and the rest of the data after it.
func cutOrigin(data []byte) (origin, rest []byte, err error) {
	rest = data[trailHeader:]
	if data[0]&originFlag == 0 {
		return nil, rest, nil
	}
	if len(rest) < 2 || len(rest)-2 < int(binary.LittleEndian.Uint16(rest)) {
		return nil, nil, errTrail
	}
	n := 2 + int(binary.LittleEndian.Uint16(rest))
	return rest[2:n], rest[n:], nil
}

// sourceOf describes for the strategy a page that this trail led to.
func (t *trail) sourceOf(page *features.Page, probability float64) *ranker.Source {
	return &ranker.Source{
		Page: page, Depth: int(t.depth), Probability: probability,
		Parent: float64(t.parent), Grandparent: float64(t.grandparent), Inherited: float64(t.inherited),
	}
}

// child is the trail of links on the page to which this trail led, without inherited and anchor, which differ from link to link.
func (t *trail) child(via string, probability float64) trail {
	child := trail{kind: kindPage, depth: deeper(t.depth), via: via, parent: float32(probability), grandparent: t.parent}
	if t.kind == kindSitemap {
		child.kind = kindListed
	}
	return child
}

// deeper returns depth+1, or the largest depth that a trail can hold.
func deeper(depth uint16) uint16 {
	if depth == math.MaxUint16 {
		return depth
	}
	return depth + 1
}
