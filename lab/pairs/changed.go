package pairs

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gannet/dedup"
	"gannet/dedup/verdict"
	"gannet/job"
)

// taughtPerFile is how many ads of a file are changed for training, in each way.
const taughtPerFile = 60

// addTaughtChanges adds training pairs that differ in one way. Ads that others are tested with have no part in them.
func (b *builder) addTaughtChanges() {
	c := &changer{rng: rand.New(rand.NewPCG(b.rng.Uint64(), 1)), words: &teachWords}
	for _, list := range b.byFile(func(a *ad) bool { return !a.test }) {
		for _, i := range c.rng.Perm(len(list))[:min(taughtPerFile, len(list))] {
			for _, change := range Changes {
				c.other = list[c.rng.IntN(len(list))].posting
				if first, second, ok := c.apply(&change, list[i].posting); ok {
					b.teach(first, second, change.Label, change.Kind, change.Weight)
					if change.Label != verdict.Same {
						b.teach(second, b.copyOf(second, c.other), verdict.Same, change.Kind, 1)
					}
				}
			}
		}
	}
}

// teach adds a training pair.
func (b *builder) teach(first, second *job.Posting, label verdict.Label, kind string, weight float64) {
	x, y := b.set.Study.Prepare(first), b.set.Study.Prepare(second)
	b.set.Taught = append(b.set.Taught, Pair{A: x, B: y, Label: label, Kind: kind, Weight: weight})
}

// copyOf returns the same posting on another site, or under another number if it has one. It has all that was changed, so
// that the mere presence of pay, hours or a band says nothing.
func (b *builder) copyOf(p, other *job.Posting) *job.Posting {
	again := *p
	if again.ID == "" {
		again.URL = "https://third.example/ads/1"
	} else {
		again.ID += "7"
		again.URL += "7"
	}
	if b.rng.IntN(2) == 0 {
		edit(b, &again, other)
	}
	b.showAsSite(&again)
	return &again
}

// byFile returns the ads of each file that are wanted, files in order.
func (b *builder) byFile(want func(*ad) bool) (files [][]*ad) {
	for i, a := range b.ads {
		if i == 0 || b.ads[i-1].file != a.file {
			files = append(files, nil)
		}
		if want(a) {
			files[len(files)-1] = append(files[len(files)-1], a)
		}
	}
	return slices.DeleteFunc(files, func(list []*ad) bool { return len(list) == 0 })
}

// apply returns an ad on one site and its changed copy on another, unless the change has them on one. ok is false if the ad is
// not suitable.
func (c *changer) apply(change *Change, p *job.Posting) (first, second *job.Posting, ok bool) {
	a, z := *p, *p
	a.URL, z.URL = fmt.Sprintf("https://first-%d.example/ads/1", c.rng.IntN(1000)), fmt.Sprintf("https://second-%d.example/ads/1", c.rng.IntN(1000))
	a.ID, z.ID = "", ""
	first, second = &a, &z
	title := p.Title
	if p.Title == "" || !change.make(c, first, second) {
		return nil, nil, false
	}
	if second.Title == title {
		second.Title = first.Title
	}
	if second.Salary == (job.Pay{}) {
		second.Salary = first.Salary
	}
	return first, second, true
}

// Changed counts, for one kind of change, how many pairs of an ad and its changed copy were called the same job.
type Changed struct {
	Change
	Pairs, Same int
}

// Trial has ads and their changed copies. The ads come only from test groups, in equal parts from all files, and the words of the changes
// are other ones than in training.
type Trial struct {
	changes []Change
	pairs   [][][2]*job.Posting // of each change
}

// NewTrial makes, for each kind of change, n pairs of an ad and its changed copy.
func NewTrial(dir string, seed uint64, n int) (*Trial, error) {
	b := newBuilder(1)
	if err := b.readFiles(dir, 1); err != nil {
		return nil, err
	}
	files := b.byFile(func(a *ad) bool { return a.test })
	t := &Trial{changes: Changes}
	for i := range Changes {
		c := &changer{rng: rand.New(rand.NewPCG(seed, uint64(i))), words: &measureWords}
		var pairs [][2]*job.Posting
		for try := 0; len(pairs) < n && try < 50*n; try++ {
			list := files[try%len(files)]
			p := list[c.rng.IntN(len(list))].posting
			c.other = list[c.rng.IntN(len(list))].posting
			if first, second, ok := c.apply(&Changes[i], p); ok {
				pairs = append(pairs, [2]*job.Posting{first, second})
			}
		}
		t.pairs = append(t.pairs, pairs)
	}
	return t, nil
}

// Measure lets a Deduper decide on each ad and its copy, and counts the pairs that it puts into one cluster.
func (t *Trial) Measure(m *verdict.Model) ([]Changed, error) {
	var all []Changed
	for i, pairs := range t.pairs {
		result := Changed{Change: t.changes[i], Pairs: len(pairs)}
		for _, pair := range pairs {
			same, err := mergedBy(m, pair[0], pair[1])
			if err != nil {
				return nil, err
			}
			if same {
				result.Same++
			}
		}
		all = append(all, result)
	}
	return all, nil
}

// mergedBy reports whether a Deduper that knows nothing else puts two postings into one cluster.
func mergedBy(m *verdict.Model, first, second *job.Posting) (bool, error) {
	o := dedup.DefaultOptions(m)
	o.ShingleCounters = 1 << 12
	d, err := dedup.NewDeduper(o)
	if err != nil {
		return false, err
	}
	if _, err := d.Decide(1, d.Prepare(first)); err != nil {
		return false, err
	}
	decision, err := d.Decide(2, d.Prepare(second))
	return decision.Cluster == 1, err
}
