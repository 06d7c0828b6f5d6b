package evidence

import "gannet/internal/flat"

// targetList is a list of targets in pieces, with an index of their fingerprints. It can grow without being copied, because it may need hundreds of
// megabytes.
type targetList struct {
	pieces [][]target // each of pieceTargets
	n      int
	index  []uint64 // see makeIndex
}

const (
	pieceBits    = 8
	pieceTargets = 1 << pieceBits
)

func (l *targetList) at(i int) *target { return &l.pieces[i>>pieceBits][i&(pieceTargets-1)] }

// add appends a target.
func (l *targetList) add(t target) {
	if l.n == len(l.pieces)<<pieceBits {
		l.pieces = append(l.pieces, make([]target, pieceTargets))
	}
	l.n++
	*l.at(l.n - 1) = t
	if 3*l.n > 2*len(l.index) {
		l.makeIndex()
	} else {
		l.addToIndex(l.n - 1)
	}
}

// cut drops all targets but the first n, but does not change the index. It frees memory if more than a quarter would be unused.
func (l *targetList) cut(n int) {
	l.n = n
	if pieces := (n + pieceTargets - 1) >> pieceBits; pieces < len(l.pieces)*3/4 {
		clear(l.pieces[pieces:])
		l.pieces = l.pieces[:pieces]
	}
}

// copyTo copies targets from the first one on.
func (l *targetList) copyTo(to []target, first int) {
	for len(to) > 0 {
		n := copy(to, l.pieces[first>>pieceBits][first&(pieceTargets-1):])
		to, first = to[n:], first+n
	}
}

// listOf returns a list made of the given targets. Most of them are not copied.
func listOf(all []target) targetList {
	l := targetList{n: len(all)}
	for len(all) >= pieceTargets {
		l.pieces, all = append(l.pieces, all[:pieceTargets:pieceTargets]), all[pieceTargets:]
	}
	if len(all) > 0 {
		last := make([]target, pieceTargets)
		copy(last, all)
		l.pieces = append(l.pieces, last)
	}
	return l
}

func (l *targetList) code(f *flat.Coder) {
	if f.Reads() {
		var all []target
		flat.Slice(f, &all, func(f *flat.Coder, t *target) { t.code(f) })
		*l = listOf(all)
		return
	}
	n := l.n
	f.Int(&n)
	for i := range n {
		l.at(i).code(f)
	}
}
