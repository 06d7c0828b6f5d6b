package gbdt

import "errors"

// tree is one tree as the file has it. Leaf k is the child ^k of its node.
type tree struct {
	nodes  []node // the first is the root; none if the tree is one leaf
	leaves []float64
	mean   float64 // score over the training rows

	categories int // sets of categories by which it splits
}

// node sends a row left if the feature's value is at most the threshold.
type node struct {
	threshold   float64
	mean        float64 // score of the training rows that passed this node
	feature     int32
	left, right int32
	decision    decision
}

// decision is LightGBM's decision_type of a node: which values are missing, and where a missing value leads.
type decision uint8

// The bits of a decision.
const (
	byCategory   = 1
	defaultLeft  = 2
	missingShift = 2
)

// Which values are missing.
const (
	missingNone = iota
	missingZero
	missingNaN
)

func (d decision) missing() uint8 { return uint8(d) >> missingShift }

// nearZero is the largest value that LightGBM takes for zero when it reads a row: 1e-35 as float32.
const nearZero = 1.0000000180025095e-35

func isZero(x float64) bool { return x >= -nearZero && x <= nearZero }

// goesLeft reports whether a value, which may be missing, leads to the left child.
func (d decision) goesLeft(x, threshold float64) bool {
	if isZero(x) || x != x && d.missing() != missingNaN {
		x = 0
	}
	if d.missing() == missingZero && x == 0 || x != x {
		return d&defaultLeft != 0
	}
	return x <= threshold
}

// checkShape checks that every node but the root, and every leaf, is the child of exactly one node. Then no walk visits
// a node twice.
func (t *tree) checkShape() error {
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

// setMeans sets the mean of a node and of all nodes below it. It returns the mean and the number of the node's training rows.
func (t *tree) setMeans(child int32, counts []int) (mean, rows float64) {
	if child < 0 {
		return t.leaves[^child], float64(counts[^child])
	}
	n := &t.nodes[child]
	left, a := t.setMeans(n.left, counts)
	right, b := t.setMeans(n.right, counts)
	if n.mean = (left + right) / 2; a+b > 0 {
		n.mean = (left*a + right*b) / (a + b)
	}
	return n.mean, a + b
}
