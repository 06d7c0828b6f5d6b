package ranker

import "errors"

// tree is one tree of a model. Leaf k is the child ^k of its node.
type tree struct {
	nodes  []node // the first is the root; none where the tree is one leaf
	leaves []float64
	mean   float64 // over the training rows
}

// node sends a row left where the feature's value is at most the threshold, a missing value to its default side.
type node struct {
	threshold   float64
	mean        float64 // of the training rows that came here
	feature     int32
	left, right int32
	defaultLeft bool
	missing     uint8
}

// What counts as a missing value.
const (
	missingNone = iota
	missingZero
	missingNaN
)

// nearZero is the largest value that LightGBM takes for zero when it reads a row: 1e-35 as float32.
const nearZero = 1.0000000180025095e-35

// next gives the child where a value leads.
func (n *node) next(x float64) int32 {
	if isZero(x) || x != x && n.missing != missingNaN {
		x = 0
	}
	left := x <= n.threshold
	if n.missing == missingZero && x == 0 || x != x {
		left = n.defaultLeft
	}
	if left {
		return n.left
	}
	return n.right
}

func isZero(x float64) bool { return x >= -nearZero && x <= nearZero }

// shape checks that every node but the root, and every leaf, is the child of one node: then no walk comes to a node
// twice.
func (t *tree) shape() error {
	nodes, leaves := make([]bool, len(t.nodes)), make([]bool, len(t.leaves))
	nodes[0] = true
	for i := range t.nodes {
		for _, child := range [2]int32{t.nodes[i].left, t.nodes[i].right} {
			seen := nodes
			if child < 0 {
				seen, child = leaves, ^child
			}
			if seen[child] {
				return errors.New("its nodes do not form a tree")
			}
			seen[child] = true
		}
	}
	return nil
}

// average sets the mean of a node and of all below it, and gives it with the number of training rows it is the mean of.
func (t *tree) average(child int32, counts []int) (mean, rows float64) {
	if child < 0 {
		return t.leaves[^child], float64(counts[^child])
	}
	n := &t.nodes[child]
	left, a := t.average(n.left, counts)
	right, b := t.average(n.right, counts)
	if n.mean = (left + right) / 2; a+b > 0 {
		n.mean = (left*a + right*b) / (a + b)
	}
	return n.mean, a + b
}

// explain walks a row's path and credits each change of the mean to the feature that was asked (Saabas's method).
func (t *tree) explain(row, contributions []float64) {
	mean, at := t.mean, int32(0)
	for len(t.nodes) > 0 && at >= 0 {
		n := &t.nodes[at]
		next := n.next(row[n.feature])
		after := 0.0
		if next < 0 {
			after = t.leaves[^next]
		} else {
			after = t.nodes[next].mean
		}
		contributions[n.feature] += after - mean
		mean, at = after, next
	}
}
