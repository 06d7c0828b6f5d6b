package gbdt

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxLeaf bounds the value of a leaf, so that a sum of leaves stays within the range of a priority.
const maxLeaf = 1e20

// maxLeaves is the most leaves that LightGBM gives a tree.
const maxLeaves = 131072

// parsed is a model as its file has it.
type parsed struct {
	features   []string
	trees      []tree
	averaged   bool // the score is the mean of the trees'
	categories bool // some tree splits by categories
}

// parse reads LightGBM's text: a header, a block of KEY=VALUE lines for each tree, with blank lines between blocks, and
// "end of trees". It accepts only models that leaves scores as LightGBM does, without panic.
func parse(text []byte) (p parsed, err error) {
	if len(text) > maxModel {
		return p, fmt.Errorf("it has more than %d MB", maxModel>>20)
	}
	body, _, whole := strings.Cut(string(text), "\nend of trees")
	if !whole {
		return p, errors.New(cmp.Or(OtherProgram(text), "it is no LightGBM text model, or cut off: no line \"end of trees\""))
	}
	blocks, err := splitBlocks(body)
	if err != nil {
		return p, err
	}
	if len(blocks) < 2 {
		return p, errors.New("it has no trees")
	}
	if p.features, err = blocks[0].header(len(blocks) - 1); err != nil {
		return p, fmt.Errorf("header: %w", err)
	}
	_, p.averaged = blocks[0]["average_output"]
	p.trees = make([]tree, len(blocks)-1)
	for i, b := range blocks[1:] {
		if p.trees[i], err = b.tree(len(p.features)); err != nil {
			return p, fmt.Errorf("tree %d: %w", i, err)
		}
		p.categories = p.categories || p.trees[i].categories > 0
	}
	return p, nil
}

// otherPrograms are how the files of other programs begin.
var otherPrograms = []struct{ begins, name string }{
	{"\x80", "a pickle of Python"}, {"{\"learner\"", "a model of XGBoost (JSON)"}, {"{L", "a model of XGBoost (UBJSON)"},
	{"{i", "a model of XGBoost (UBJSON)"}, {"{U", "a model of XGBoost (UBJSON)"}, {"binf", "a model of XGBoost (its old binary format)"},
	{"CBM1", "a model of CatBoost"}, {"{\"name\":\"tree\"", "LightGBM's dump_model, which is for people"}, {"PK", "a zip archive, as joblib and PyTorch write them"},
	{"x\x9c", "a compressed file, as joblib writes them"}, {"\x1f\x8b", "a file compressed by gzip"},
}

// OtherProgram recognises a model file of another program by its first bytes. It says which program has probably written it and which file
// is needed instead, or returns "" if it does not recognise the file.
func OtherProgram(text []byte) string {
	start := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, string(text[:min(len(text), 100)]))
	for _, other := range otherPrograms {
		if strings.HasPrefix(string(text), other.begins) || strings.HasPrefix(start, other.begins) {
			return "it is " + other.name + "; wanted is LightGBM's text, which Booster.save_model writes"
		}
	}
	return ""
}

// block is one block of the text: its values by key.
type block map[string]string

func splitBlocks(body string) ([]block, error) {
	var blocks []block
	in := false
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(line); line == "" {
			in = false
			continue
		}
		if !in {
			blocks, in = append(blocks, block{}), true
		}
		b := blocks[len(blocks)-1]
		key, value, _ := strings.Cut(line, "=")
		if _, twice := b[key]; twice {
			return nil, fmt.Errorf("%.40q stands twice in one block", key)
		}
		b[key] = value
	}
	return blocks, nil
}

// objectives are the objectives for which a score is just the sum of the trees.
var objectives = []string{"lambdarank", "rank_xendcg", "regression", "regression_l1", "huber", "fair", "quantile", "mape"}

// header checks the first block and returns the names of the features.
func (b block) header(trees int) ([]string, error) {
	if _, ok := b["tree"]; !ok {
		return nil, errors.New("it does not begin with \"tree\"")
	}
	if v := b["version"]; v != "v3" && v != "v4" {
		return nil, fmt.Errorf("format version %.20q, not v3 or v4", v)
	}
	if o := b["objective"]; !slices.Contains(objectives, o) {
		return nil, fmt.Errorf("objective %.40q, not one of %s", o, strings.Join(objectives, ", "))
	}
	if b["num_class"] != "1" || b["num_tree_per_iteration"] != "1" {
		return nil, errors.New("it gives more than one score")
	}
	if n := len(strings.Fields(b["tree_sizes"])); n != trees {
		return nil, fmt.Errorf("%d trees where %d were announced", trees, n)
	}
	names := strings.Fields(b["feature_names"])
	if last, err := strconv.Atoi(b["max_feature_idx"]); err != nil || last != len(names)-1 {
		return nil, fmt.Errorf("%d feature names for max_feature_idx=%.20q", len(names), b["max_feature_idx"])
	}
	for i, name := range names {
		names[i] = strings.Clone(name) // a part of the text would keep all of it in memory
	}
	return names, nil
}

// tree reads one tree over so many features.
func (b block) tree(features int) (tree, error) {
	if b["is_linear"] != "" && b["is_linear"] != "0" {
		return tree{}, errors.New("it has linear leaves")
	}
	n, err := strconv.Atoi(b["num_leaves"])
	if err != nil || n < 1 || n > maxLeaves {
		return tree{}, fmt.Errorf("num_leaves=%.20q", b["num_leaves"])
	}
	var t tree
	if t.leaves, err = numbers(b, "leaf_value", n, finite); err != nil {
		return t, err
	}
	if n == 1 {
		t.mean = t.leaves[0]
		return t, nil
	}
	counts, err := numbers(b, "leaf_count", n, integer(0, math.MaxInt32))
	if err != nil {
		return t, err
	}
	if t.nodes, err = b.nodes(n, features); err != nil {
		return t, err
	}
	if t.categories, err = b.checkCategories(t.nodes); err != nil {
		return t, err
	}
	if err := t.checkShape(); err != nil {
		return t, err
	}
	t.mean, _ = t.setMeans(0, counts)
	return t, nil
}

// nodes reads the inner nodes of a tree of n leaves.
func (b block) nodes(n, features int) ([]node, error) {
	split, err1 := numbers(b, "split_feature", n-1, integer(0, features-1))
	threshold, err2 := numbers(b, "threshold", n-1, notNaN)
	decisions, err3 := numbers(b, "decision_type", n-1, integer(0, 15))
	left, err4 := numbers(b, "left_child", n-1, integer(-n, n-2))
	right, err5 := numbers(b, "right_child", n-1, integer(-n, n-2))
	for _, err := range []error{err1, err2, err3, err4, err5} {
		if err != nil {
			return nil, err
		}
	}
	nodes := make([]node, n-1)
	for i := range nodes {
		d := decisions[i]
		if decision(d).missing() > missingNaN {
			return nil, fmt.Errorf("decision_type %d", d)
		}
		nodes[i] = node{
			threshold: threshold[i], feature: int32(split[i]), left: int32(left[i]), right: int32(right[i]),
			decision: decision(d),
		}
	}
	return nodes, nil
}

// checkCategories checks the sets of categories of a tree, and that its nodes refer to them: set i is the bits of the words
// cat_threshold[cat_boundaries[i]:cat_boundaries[i+1]]. It returns their number.
func (b block) checkCategories(nodes []node) (n int, err error) {
	if n, err = strconv.Atoi(b["num_cat"]); err != nil || n < 0 || n > len(nodes) {
		return 0, fmt.Errorf("num_cat=%.20q", b["num_cat"])
	}
	used := 0
	for i := range nodes {
		if at := nodes[i].threshold; nodes[i].decision&byCategory == 0 {
			continue
		} else if used++; at != math.Trunc(at) || at < 0 || at >= float64(n) {
			return 0, fmt.Errorf("a node has the categories %v of %d", at, n)
		}
	}
	if n == 0 || used == 0 {
		return used, nil
	}
	ends, err := numbers(b, "cat_boundaries", n+1, integer(0, math.MaxInt32))
	if err != nil {
		return 0, err
	}
	words, err := numbers(b, "cat_threshold", ends[n], integer(0, math.MaxUint32))
	if err != nil {
		return 0, err
	}
	if ends[0] != 0 || !slices.IsSorted(ends) {
		return 0, fmt.Errorf("cat_boundaries=%.40q", b["cat_boundaries"])
	}
	for i := range n {
		if !slices.ContainsFunc(words[ends[i]:ends[i+1]], func(w int) bool { return w != 0 }) {
			return 0, fmt.Errorf("set %d has no category", i)
		}
	}
	return n, nil
}

// numbers reads a list of n numbers.
func numbers[T any](b block, key string, n int, parse func(string) (T, bool)) ([]T, error) {
	fields := strings.Fields(b[key])
	if len(fields) != n {
		return nil, fmt.Errorf("%d values of %s, not %d", len(fields), key, n)
	}
	out := make([]T, n)
	for i, f := range fields {
		var ok bool
		if out[i], ok = parse(f); !ok {
			return nil, fmt.Errorf("%s has the value %.40q", key, f)
		}
	}
	return out, nil
}

func integer(low, high int) func(string) (int, bool) {
	return func(s string) (int, bool) {
		n, err := strconv.Atoi(s)
		return n, err == nil && n >= low && n <= high
	}
}

func finite(s string) (float64, bool) {
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && math.Abs(x) <= maxLeaf
}

func notNaN(s string) (float64, bool) {
	x, err := strconv.ParseFloat(s, 64)
	return x, err == nil && x == x
}
