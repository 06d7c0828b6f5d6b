package gbdt

import (
	"iter"
	"math"
)

// forest holds the trees of a model. Four trees are walked at the same time and without branches, so that the processor follows all four at once and
// has nothing to predict. A leaf leads to itself: the walk of a shallow tree stays in its leaf until the walks of the other three trees have ended.
type forest struct {
	nodes         []step
	values        []float64  // of each node: a leaf's value, or the mean score of the training rows that passed it
	decisions     []decision // of each node
	fours         []four
	trees         int
	zeroIsMissing bool // in some node
}

// step is a node of a tree. A walk goes to node next+1 if the feature's value is at most the threshold, and else to node next.
type step struct {
	threshold float64 // NaN for a leaf, so that no value is at most it
	feature   uint32
	next      uint32
}

func (s *step) isLeaf() bool { return s.threshold != s.threshold }

// four is four trees that are walked in step.
type four struct {
	roots [4]uint32
	depth int // of the deepest
}

func newForest(trees []tree) *forest {
	n := 1
	for i := range trees {
		n += len(trees[i].nodes) + len(trees[i].leaves)
	}
	f := &forest{
		nodes: make([]step, 0, n), values: make([]float64, 0, n), decisions: make([]decision, 0, n),
		fours: make([]four, 0, (len(trees)+3)/4), trees: len(trees),
	}
	f.appendLeaf(0, 0) // stands for the trees that the last four lacks
	for i := range trees {
		if i%4 == 0 {
			f.fours = append(f.fours, four{})
		}
		last := &f.fours[len(f.fours)-1]
		root, depth := f.appendTree(&trees[i])
		last.roots[i%4], last.depth = root, max(last.depth, depth)
	}
	return f
}

// appendTree lays out a tree level by level. The two children of a node stand side by side.
func (f *forest) appendTree(t *tree) (root uint32, depth int) {
	root = uint32(len(f.nodes))
	level := []int32{0}
	if len(t.nodes) == 0 {
		level[0] = ^0
	}
	for ; ; depth++ {
		var below []int32
		next := uint32(len(f.nodes) + len(level))
		for _, child := range level {
			if child < 0 {
				f.appendLeaf(uint32(len(f.nodes)), t.leaves[^child])
				continue
			}
			n := &t.nodes[child]
			f.appendNode(step{n.threshold, uint32(n.feature), next + uint32(len(below))}, n.mean, n.decision)
			f.zeroIsMissing = f.zeroIsMissing || n.decision.missing() == missingZero
			below = append(below, n.right, n.left)
		}
		if len(below) == 0 {
			return root, depth
		}
		level = below
	}
}

func (f *forest) appendLeaf(at uint32, value float64) {
	f.appendNode(step{threshold: math.NaN(), next: at}, value, 0)
}

func (f *forest) appendNode(s step, value float64, d decision) {
	f.nodes = append(f.nodes, s)
	f.values = append(f.values, value)
	f.decisions = append(f.decisions, d)
}

// roots yields the root of each tree, in the trees' order.
func (f *forest) roots() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i := range f.trees {
			if !yield(f.fours[i/4].roots[i%4]) {
				return
			}
		}
	}
}

func (f *forest) score(rows []float64, width int, out []float64) {
	missing := f.zeroIsMissing
	for _, x := range rows {
		missing = missing || x != x
	}
	if !missing {
		f.scoreWhole(rows, width, out)
		return
	}
	for i := range out {
		out[i] = f.scoreMissing(rows[i*width : (i+1)*width])
	}
}

func (f *forest) contributions(row, out []float64) (bias float64) {
	for root := range f.roots() {
		bias += f.values[root]
		f.explain(root, row, out)
	}
	return bias
}

// blockRows is how many rows walk through four trees before the next four: these trees and rows together fit into the processor's first cache.
const blockRows = 32

// scoreWhole writes, for each row, the sum of the values of the leaves that it reaches, in the trees' order. No value of the rows may be missing.
func (f *forest) scoreWhole(rows []float64, width int, out []float64) {
	clear(out)
	for len(out) > 0 {
		n := min(len(out), blockRows)
		for i := range f.fours {
			f.addFour(&f.fours[i], rows, width, out[:n])
		}
		rows, out = rows[n*width:], out[n:]
	}
}

// addFour adds the values of the leaves of four trees to the sums of rows.
func (f *forest) addFour(trees *four, rows []float64, width int, sums []float64) {
	nodes, values := f.nodes, f.values
	for i, sum := range sums {
		row := rows[i*width:][:width]
		a, b, c, d := trees.roots[0], trees.roots[1], trees.roots[2], trees.roots[3]
		for range trees.depth {
			na, nb, nc, nd := &nodes[a], &nodes[b], &nodes[c], &nodes[d]
			a = na.next + one(row[na.feature] <= na.threshold)
			b = nb.next + one(row[nb.feature] <= nb.threshold)
			c = nc.next + one(row[nc.feature] <= nc.threshold)
			d = nd.next + one(row[nd.feature] <= nd.threshold)
		}
		sum += values[a]
		sum += values[b]
		sum += values[c]
		sum += values[d]
		sums[i] = sum
	}
}

// one returns 1 for true and 0 for false. The compiler makes no branch of it.
func one(yes bool) uint32 {
	if yes {
		return 1
	}
	return 0
}

// scoreMissing does what scoreWhole does for rows in which values may be missing.
func (f *forest) scoreMissing(row []float64) (sum float64) {
	for at := range f.roots() {
		for !f.nodes[at].isLeaf() {
			at = f.child(at, row)
		}
		sum += f.values[at]
	}
	return sum
}

// child returns the child of an inner node to which a row goes.
func (f *forest) child(at uint32, row []float64) uint32 {
	n := &f.nodes[at]
	return n.next + one(f.decisions[at].goesLeft(row[n.feature], n.threshold))
}

// explain follows a row's path through one tree. Each step changes the mean of the training rows. This change is added to the contribution of the
// feature that the node compares.
func (f *forest) explain(at uint32, row, contributions []float64) {
	for !f.nodes[at].isLeaf() {
		next := f.child(at, row)
		contributions[f.nodes[at].feature] += f.values[next] - f.values[at]
		at = next
	}
}
