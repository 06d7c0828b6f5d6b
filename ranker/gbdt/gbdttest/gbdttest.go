// Package gbdttest draws models for tests.
package gbdttest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Text returns a random model for tests in LightGBM's text format: trees with this number of leaves each, over the named features.
func Text(names []string, trees, leaves int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 0))
	var b strings.Builder
	fmt.Fprintf(&b, "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=%d\nobjective=lambdarank\n"+
		"feature_names=%s\ntree_sizes=%s\n\n", len(names)-1, strings.Join(names, " "), strings.Repeat("1 ", trees-1)+"1")
	for i := range trees {
		fmt.Fprintf(&b, "Tree=%d\n%s\n\n", i, drawnTree(rng, len(names), leaves))
	}
	return b.String() + "end of trees\n"
}

// drawnTree grows a tree as LightGBM does: a random leaf becomes a node, and the leaf its left child.
func drawnTree(rng *rand.Rand, features, leaves int) string {
	left, right, place := make([]int, leaves-1), make([]int, leaves-1), map[int]*int{}
	for i := range leaves - 1 {
		leaf := rng.IntN(i + 1)
		if p := place[leaf]; p != nil {
			*p = i
		}
		left[i], right[i] = ^leaf, ^(i + 1)
		place[leaf], place[i+1] = &left[i], &right[i]
	}
	list := func(n int, draw func(int) any) string {
		return strings.Trim(fmt.Sprint(drawn(n, draw)), "[]")
	}
	return strings.Join([]string{
		fmt.Sprintf("num_leaves=%d\nnum_cat=0", leaves),
		"split_feature=" + list(leaves-1, func(int) any { return rng.IntN(features) }),
		"threshold=" + list(leaves-1, func(int) any { return rng.ExpFloat64() }),
		"decision_type=" + list(leaves-1, func(int) any { return 2 }),
		"left_child=" + list(leaves-1, func(i int) any { return left[i] }),
		"right_child=" + list(leaves-1, func(i int) any { return right[i] }),
		"leaf_value=" + list(leaves, func(int) any { return rng.NormFloat64() }),
		"leaf_count=" + list(leaves, func(int) any { return rng.IntN(100) }),
	}, "\n")
}

func drawn(n int, draw func(int) any) []any {
	out := make([]any, n)
	for i := range out {
		out[i] = draw(i)
	}
	return out
}
