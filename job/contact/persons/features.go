package persons

import (
	"slices"
	"strings"

	"gannet/internal/letters"
)

// reading is a text in which names are looked for.
type reading struct {
	text    string
	words   []word
	folded  []string        // the words that may be of a name, folded
	isLower map[uint64]bool // words that the text has in lower case
	locals  []string        // of the mail addresses, folded
	domains []string
	next    []int32 // for each word: the index of the next contact, or of none
	last    []int32
	lines   []int32 // words of each line
}

func read(text string, contacts []Contact) *reading {
	r := &reading{text: text, words: split(text, contacts), isLower: make(map[uint64]bool)}
	r.next, r.last, r.folded = make([]int32, len(r.words)), make([]int32, len(r.words)), make([]string, len(r.words))
	at := int32(-far)
	for i, w := range r.words {
		for len(r.lines) <= w.line {
			r.lines = append(r.lines, 0)
		}
		r.lines[w.line]++
		r.last[i] = at
		if w.shape.mayBeName() {
			r.folded[i] = letters.Fold(text[w.start:w.end])
		}
		switch w.shape {
		case lower:
			r.isLower[w.folded] = true
		case mail:
			local, domain, _ := strings.Cut(letters.Fold(text[w.start:w.end]), "@")
			r.locals, r.domains = append(r.locals, local), append(r.domains, domain)
			at = int32(i)
		case phone:
			at = int32(i)
		}
	}
	at = int32(len(r.words) + far)
	for i := len(r.words) - 1; i >= 0; i-- {
		r.next[i] = at
		if s := r.words[i].shape; s == mail || s == phone {
			at = int32(i)
		}
	}
	return r
}

// far is a number of words at which a contact is not near.
const far = 1000

// A feature's hash begins with its kind.
const (
	ofWord uint64 = iota + 1
	ofGram
	ofPrefix
	ofSuffix
	ofShape
	ofShapes
	ofBefore
	ofBeforeGap
	ofBefore2
	ofPairBefore
	ofAfter
	ofAfterGap
	ofAfter2
	ofPairAfter
	ofBagBefore
	ofBagAfter
	ofGaps
	ofLine
	ofNext
	ofLast
	ofMail
	ofDomain
	ofLower
	ofAlone
	ofFollowing
	ofPreceding
	ofFollowingSuffix
	ofFollowingMail
	ofBias
)

func mix(kind, a, b uint64) uint64 {
	h := kind*0x9E3779B97F4A7C15 ^ a
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	h ^= b * 0xC2B2AE3D27D4EB4F
	h ^= h >> 29
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>32
}

func (g gap) hash() uint64 {
	h := uint64(g.sign)<<4 | uint64(g.lines)<<1
	if g.space {
		h |= 1
	}
	return h
}

// bucket is the logarithm of a distance in words.
func bucket(n int32) uint64 {
	switch {
	case n <= 3:
		return uint64(n)
	case n <= 5:
		return 4
	case n <= 9:
		return 5
	case n <= 16:
		return 6
	case n <= 40:
		return 7
	}
	return 8
}

func (r *reading) at(i int) *word {
	if i < 0 || i >= len(r.words) {
		return &edge
	}
	return &r.words[i]
}

var edge = word{shape: lower, folded: 1, gap: gap{lines: 2}}

const widest = 6 // words on each side whose order does not count

// features appends the hashes of what is known of a word.
func (r *reading) features(i int, f []uint64) []uint64 {
	w, b, b2, a, a2 := r.at(i), r.at(i-1), r.at(i-2), r.at(i+1), r.at(i+2)
	folded := r.folded[i]
	s := uint64(w.shape)
	f = append(f, mix(ofBias, 0, 0), mix(ofWord, w.folded, 0), mix(ofShape, s, uint64(min(len(folded), 12))),
		mix(ofShapes, s<<8|uint64(a.shape), a.gap.hash()), mix(ofShapes+100, s<<8|uint64(b.shape), w.gap.hash()),
		mix(ofBefore, b.folded, 0), mix(ofBeforeGap, b.folded, w.gap.hash()), mix(ofBefore2, b2.folded, 0), mix(ofPairBefore, b2.folded, b.folded),
		mix(ofAfter, a.folded, 0), mix(ofAfterGap, a.folded, a.gap.hash()), mix(ofAfter2, a2.folded, 0), mix(ofPairAfter, a.folded, a2.folded),
		mix(ofGaps, w.gap.hash(), a.gap.hash()))
	f = grams(ofGram, folded, f)
	for k := 1; k <= widest; k++ {
		f = append(f, mix(ofBagBefore, r.at(i-k).folded, 0), mix(ofBagAfter, r.at(i+k).folded, 0))
	}
	// the words beside it, if they may be of the same name
	if a.shape.mayBeName() && a.gap.lines == 0 {
		f = ends(ofFollowing, r.folded[i+1], f)
	}
	if b.shape.mayBeName() && w.gap.lines == 0 {
		f = ends(ofPreceding, r.folded[i-1], f)
	}
	only := uint64(0)
	if n := r.lines[w.line]; n <= 6 {
		only = uint64(n)
	}
	begins := uint64(0)
	if w.gap.lines > 0 {
		begins = 1
	}
	f = append(f, mix(ofLine, only, begins))
	n, l := r.next[i]-int32(i), int32(i)-r.last[i]
	sameLine := func(at int32) uint64 {
		if at >= 0 && int(at) < len(r.words) {
			return uint64(min(3, max(r.words[at].line-w.line, w.line-r.words[at].line)))
		}
		return 4
	}
	f = append(f, mix(ofNext, bucket(n), sameLine(r.next[i])), mix(ofLast, bucket(l), sameLine(r.last[i])),
		mix(ofNext+100, min(4, sameLine(r.next[i])), bucket(n)<<8|s))
	inMail, inDomain := r.inMail(folded), false
	if len(folded) > 2 {
		inDomain = slices.ContainsFunc(r.domains, func(d string) bool { return strings.Contains(d, folded) })
	}
	f = append(f, mix(ofMail, inMail, s))
	if a.shape.mayBeName() && a.gap.lines == 0 {
		f = append(f, mix(ofFollowingMail, r.inMail(r.folded[i+1]), inMail))
	}
	if b.shape.mayBeName() && w.gap.lines == 0 {
		f = append(f, mix(ofFollowingMail+100, r.inMail(r.folded[i-1]), inMail))
	}
	if inDomain {
		f = append(f, mix(ofDomain, 1, inMail))
	}
	if r.isLower[w.folded] {
		f = append(f, mix(ofLower, 1, 0))
	}
	return f
}

// inMail tells how a word stands in the local part of an address: 0 not, 1 as a part of letters, 2 as its beginning or end, 3 as a whole word, 4 as all of it.
func (r *reading) inMail(folded string) (how uint64) {
	if len(folded) < 3 {
		return 0
	}
	for _, local := range r.locals {
		at := strings.Index(local, folded)
		if at < 0 {
			continue
		}
		end := at + len(folded)
		left, right := at == 0 || !isSmall(local[at-1]), end == len(local) || !isSmall(local[end])
		switch {
		case at == 0 && end == len(local):
			how = max(how, 4)
		case left && right:
			how = max(how, 3)
		case left || right:
			how = max(how, 2)
		case len(folded) > 3:
			how = max(how, 1)
		}
	}
	return how
}

func isSmall(b byte) bool { return b >= 'a' && b <= 'z' || b >= 0x80 }

// grams appends the three bytes that follow each other in a word with its ends, and its beginning and end.
func grams(kind uint64, folded string, f []uint64) []uint64 {
	if len(folded) > 24 {
		folded = folded[:24]
	}
	a, b := uint64('^'), uint64(0)
	for i := 0; i <= len(folded); i++ {
		c := uint64('$')
		if i < len(folded) {
			c = uint64(folded[i])
		}
		if b != 0 {
			f = append(f, mix(kind, a<<16|b<<8|c, 0))
			a = b
		}
		b = c
	}
	return ends(ofSuffix, folded, f)
}

// ends appends a word, its first three bytes and its last two, three and four.
func ends(kind uint64, folded string, f []uint64) []uint64 {
	f = append(f, mix(kind+200, hashOf(folded), 0), mix(kind+300, hashOf(folded[:min(3, len(folded))]), 0))
	for n := 2; n <= 4 && n <= len(folded); n++ {
		f = append(f, mix(kind+400, hashOf(folded[len(folded)-n:]), uint64(n)))
	}
	return f
}
