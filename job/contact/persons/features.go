package persons

import (
	"bytes"
	"math/bits"
	"slices"

	"gannet/internal/letters"
)

// reading is a text in which names are looked for.
type reading struct {
	words    []word
	letters  []byte   // of the words that may be of a name, folded
	places   [][2]int // of each word in letters
	small    wordSet  // words that the text has in lower case
	locals   [][]byte // of the mail addresses, folded
	domains  [][]byte
	next     []int32 // for each word: the index of the next contact, or of none
	last     []int32
	lines    []int32 // words of each line
	sums     []sums  // of each word
	chain    chain
	probable []float64
	room     [64]uint64 // for features
}

// read reads a text in place of the one that was read before.
func (r *reading) read(text string, contacts []Contact) {
	r.words = appendWords(r.words[:0], text, contacts)
	n := len(r.words)
	r.next, r.last, r.places, r.lines = resize(r.next, n), resize(r.last, n), resize(r.places, n), r.lines[:0]
	r.letters, r.locals, r.domains = r.letters[:0], r.locals[:0], r.domains[:0]
	r.sums = resize(r.sums, n)
	clear(r.sums)
	r.small.reset(n)
	at := int32(-far)
	for i := range r.words {
		w := &r.words[i]
		for len(r.lines) <= w.line {
			r.lines = append(r.lines, 0)
		}
		r.lines[w.line]++
		r.last[i] = at
		from := len(r.letters)
		switch w.shape {
		case capital, capitals, initial, mixed:
			r.letters = letters.AppendFold(r.letters, text[w.start:w.end])
		case lower:
			r.small.add(w.folded)
		case mail:
			local, domain, _ := bytes.Cut(letters.AppendFold(nil, text[w.start:w.end]), []byte("@"))
			r.locals, r.domains = append(r.locals, local), append(r.domains, domain)
			at = int32(i)
		case phone:
			at = int32(i)
		}
		r.places[i] = [2]int{from, len(r.letters)}
	}
	at = int32(n + far)
	for i := n - 1; i >= 0; i-- {
		r.next[i] = at
		if s := r.words[i].shape; s == mail || s == phone {
			at = int32(i)
		}
	}
}

// folded returns the letters of a word that may be of a name, folded.
func (r *reading) folded(i int) []byte { return r.letters[r.places[i][0]:r.places[i][1]] }

// isPartOf reports whether two words that follow each other may be of one name.
func (r *reading) isPartOf(i int) bool {
	return i > 0 && i < len(r.words) && r.words[i-1].shape.mayBeName() && r.words[i].shape.mayBeName() && r.words[i].gap.lines == 0
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

const widest = 6 // words on each side

// role is a word's place beside the word of which features are asked. The features of a word in a role depend on nothing but this word, so that
// the sum of their weights is computed once.
type role uint8

const (
	itself role = iota
	before
	before2
	after
	after2
	bagBefore // within widest words, whose order does not count
	bagAfter
	following // the next word, if it may be of the same name
	preceding
	roles
)

// features appends the hashes of what is known of a word.
func (r *reading) features(i int, f []uint64) []uint64 {
	for _, beside := range offsets {
		f = r.inRole(beside.role, i+beside.by, f)
	}
	if r.isPartOf(i + 1) {
		f = r.inRole(following, i+1, f)
	}
	if r.isPartOf(i) {
		f = r.inRole(preceding, i-1, f)
	}
	return r.together(i, f)
}

// offsets are the roles that words have by their places: how many words behind the word of which features are asked they stand.
var offsets = func() (all []offset) {
	all = []offset{{itself, 0}, {before, -1}, {before2, -2}, {after, 1}, {after2, 2}}
	for by := 1; by <= widest; by++ {
		all = append(all, offset{bagBefore, -by}, offset{bagAfter, by})
	}
	return all
}()

type offset struct {
	role role
	by   int
}

// inRole appends the features of a word in a role.
func (r *reading) inRole(role role, i int, f []uint64) []uint64 {
	w := r.at(i)
	switch role {
	case itself:
		folded := r.folded(i)
		f = append(f, mix(ofBias, 0, 0), mix(ofWord, w.folded, 0), mix(ofShape, uint64(w.shape), uint64(min(len(folded), 12))))
		return grams(ofGram, folded, f)
	case following:
		return ends(ofFollowing, r.folded(i), f)
	case preceding:
		return ends(ofPreceding, r.folded(i), f)
	}
	return append(f, mix(ofRole[role], w.folded, 0))
}

// ofRole are the kinds of the features of whole words in roles.
var ofRole = [roles]uint64{before: ofBefore, before2: ofBefore2, after: ofAfter, after2: ofAfter2, bagBefore: ofBagBefore, bagAfter: ofBagAfter}

// together appends the features of a word and what stands beside it together.
func (r *reading) together(i int, f []uint64) []uint64 {
	w, b, b2, a, a2 := r.at(i), r.at(i-1), r.at(i-2), r.at(i+1), r.at(i+2)
	folded := r.folded(i)
	s := uint64(w.shape)
	f = append(f, mix(ofShapes, s<<8|uint64(a.shape), a.gap.hash()), mix(ofShapes+100, s<<8|uint64(b.shape), w.gap.hash()),
		mix(ofBeforeGap, b.folded, w.gap.hash()), mix(ofPairBefore, b2.folded, b.folded),
		mix(ofAfterGap, a.folded, a.gap.hash()), mix(ofPairAfter, a.folded, a2.folded), mix(ofGaps, w.gap.hash(), a.gap.hash()))
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
		inDomain = slices.ContainsFunc(r.domains, func(d []byte) bool { return bytes.Contains(d, folded) })
	}
	f = append(f, mix(ofMail, inMail, s))
	if r.isPartOf(i + 1) {
		f = append(f, mix(ofFollowingMail, r.inMail(r.folded(i+1)), inMail))
	}
	if r.isPartOf(i) {
		f = append(f, mix(ofFollowingMail+100, r.inMail(r.folded(i-1)), inMail))
	}
	if inDomain {
		f = append(f, mix(ofDomain, 1, inMail))
	}
	if r.small.has(w.folded) {
		f = append(f, mix(ofLower, 1, 0))
	}
	return f
}

// score returns the sum of the weights of a word's features.
func (m *Model) score(r *reading, i int) float64 {
	sum := m.sum(r.together(i, r.room[:0]))
	for _, beside := range offsets {
		sum += m.inRole(r, beside.role, i+beside.by)
	}
	if r.isPartOf(i + 1) {
		sum += m.inRole(r, following, i+1)
	}
	if r.isPartOf(i) {
		sum += m.inRole(r, preceding, i-1)
	}
	return float64(sum) * float64(m.scale)
}

// inRole returns the sum of the weights of a word's features in a role.
func (m *Model) inRole(r *reading, role role, i int) int {
	if i < 0 || i >= len(r.words) {
		return m.sum(r.inRole(role, i, r.room[:0]))
	}
	known := &r.sums[i]
	if known.has&(1<<role) == 0 {
		known.has |= 1 << role
		known.of[role] = int16(m.sum(r.inRole(role, i, r.room[:0])))
	}
	return int(known.of[role])
}

// sums are the sums of the weights of a word's features by its role. has has a bit for each that is known.
type sums struct {
	has uint16
	of  [roles]int16
}

// inMail tells how a word stands in the local part of an address: 0 not, 1 as a part of letters, 2 as its beginning or end, 3 as a whole word, 4 as all of it.
func (r *reading) inMail(folded []byte) (how uint64) {
	if len(folded) < 3 {
		return 0
	}
	for _, local := range r.locals {
		at := bytes.Index(local, folded)
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
func grams(kind uint64, folded []byte, f []uint64) []uint64 {
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
func ends(kind uint64, folded []byte, f []uint64) []uint64 {
	f = append(f, mix(kind+200, hashOf(folded), 0), mix(kind+300, hashOf(folded[:min(3, len(folded))]), 0))
	for n := 2; n <= 4 && n <= len(folded); n++ {
		f = append(f, mix(kind+400, hashOf(folded[len(folded)-n:]), uint64(n)))
	}
	return f
}

// wordSet is a set of words by their hashes.
type wordSet struct{ table []uint64 } // a power of two of places, at least twice as many as words

func (s *wordSet) reset(most int) {
	s.table = resize(s.table, 1<<bits.Len(uint(2*most+1)))
	clear(s.table)
}

func (s *wordSet) add(hash uint64) { s.table[s.place(hash)] = hash }

func (s *wordSet) has(hash uint64) bool { return s.table[s.place(hash)] == hash }

// place returns where a hash stands, or would.
func (s *wordSet) place(hash uint64) int {
	mask := uint64(len(s.table) - 1)
	at := hash & mask
	for s.table[at] != 0 && s.table[at] != hash {
		at = (at + 1) & mask
	}
	return int(at)
}
