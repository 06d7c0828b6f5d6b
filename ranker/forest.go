package ranker

import "math"

// forest is the trees of a model laid out for scoring. Four trees are walked in step and without branches, so that the
// processor goes down all four at once and has nothing to predict. A leaf leads to itself: a tree that ends before the
// others of its four waits there.
type forest struct {
	nodes  []step
	values []float64 // by node, of leaves; 0 of others
	fours  []four
}

// step is a node: on to the next node but one where the feature's value is at most the threshold, else to the next.
type step struct {
	threshold float64 // NaN of a leaf, which no value is at most
	feature   uint32
	next      uint32
}

type four struct {
	roots [4]uint32
	depth int // of the deepest
}

// newForest gives nil where a tree takes zeros for missing values, which this walk does not.
func newForest(trees []tree) *forest {
	f := &forest{}
	f.leaf(0, 0) // fills up the last four
	for i := range trees {
		for j := range trees[i].nodes {
			if trees[i].nodes[j].missing == missingZero {
				return nil
			}
		}
		if i%4 == 0 {
			f.fours = append(f.fours, four{})
		}
		last := &f.fours[len(f.fours)-1]
		root, depth := f.add(&trees[i])
		last.roots[i%4], last.depth = root, max(last.depth, depth)
	}
	return f
}

// add lays out a tree level by level: the two children of a node stand side by side.
func (f *forest) add(t *tree) (root uint32, depth int) {
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
				f.leaf(uint32(len(f.nodes)), t.leaves[^child])
				continue
			}
			n := &t.nodes[child]
			f.nodes = append(f.nodes, step{n.threshold, uint32(n.feature), next + uint32(len(below))})
			f.values = append(f.values, 0)
			below = append(below, n.right, n.left)
		}
		if len(below) == 0 {
			return root, depth
		}
		level = below
	}
}

func (f *forest) leaf(at uint32, value float64) {
	f.nodes = append(f.nodes, step{threshold: math.NaN(), next: at})
	f.values = append(f.values, value)
}

// score gives the sum of the trees' values of a row without NaN, added up in their order.
func (f *forest) score(row []float64) (sum float64) {
	nodes := f.nodes
	for i := range f.fours {
		a, b, c, d := f.fours[i].roots[0], f.fours[i].roots[1], f.fours[i].roots[2], f.fours[i].roots[3]
		for range f.fours[i].depth {
			na, nb, nc, nd := &nodes[a], &nodes[b], &nodes[c], &nodes[d]
			a = na.next + one(row[na.feature] <= na.threshold)
			b = nb.next + one(row[nb.feature] <= nb.threshold)
			c = nc.next + one(row[nc.feature] <= nc.threshold)
			d = nd.next + one(row[nd.feature] <= nd.threshold)
		}
		sum += f.values[a]
		sum += f.values[b]
		sum += f.values[c]
		sum += f.values[d]
	}
	return sum
}

// one is 1 for true; the compiler makes no branch of it.
func one(yes bool) uint32 {
	if yes {
		return 1
	}
	return 0
}
