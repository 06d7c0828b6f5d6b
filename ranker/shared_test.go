package ranker

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gannet/internal/weburl"
	"gannet/ranker/evidence"
	"gannet/ranker/evidence/wildweb"
	"gannet/ranker/total"
)

// owners learn of one crawl. Each has the links to some hosts.
type owners []*Learned

func newOwners(n int) (o owners) {
	for range n {
		l := learned(drawnModel(evidenceNames()))
		l.Share()
		o = append(o, l)
	}
	return o
}

func (o owners) of(url string) int { return int(weburl.Host(url)[1]) % len(o) }

// learn gives a page to its owner, and its links to theirs.
func (o owners) learn(src *Source) {
	at := o.of(src.Page.URL)
	o[at].Learn(src)
	for i := range o {
		part := *src
		part.Split = true
		part.Followed = make([]bool, len(src.Page.Links))
		for k := range part.Followed {
			part.Followed[k] = src.Follows(k) && o.of(src.Page.Links[k].URL) == i
		}
		if slices.Contains(part.Followed, true) {
			rank(o[i], &part)
		}
	}
}

// exchange gives the total of each to all others.
func (o owners) exchange(t *testing.T) {
	t.Helper()
	totals := make(map[string][]byte)
	for i := range o {
		totals[name(i)] = o[i].Total()
	}
	for i := range o {
		own := totals[name(i)]
		delete(totals, name(i))
		if err := o[i].TakeIn(totals); err != nil {
			t.Fatal(err)
		}
		totals[name(i)] = own
	}
}

func name(i int) string { return fmt.Sprint("owner ", i) }

func wildSources(n int) []*Source { return madeUp(wildweb.BreadthFirst(wildweb.Pages(7, n)), 7) }

// TestSharingAloneChangesNothing compares a Learner that shares with nobody to one that does not share: all priorities are the same, bit by bit.
func TestSharingAloneChangesNothing(t *testing.T) {
	alone, sharing := learned(drawnModel(evidenceNames())), learned(drawnModel(evidenceNames()))
	sharing.Share()
	for i, src := range wildSources(100) {
		alone.Learn(src)
		sharing.Learn(src)
		if a, b := alone.Revised(), sharing.Revised(); !slices.Equal(a, b) {
			t.Fatalf("page %d: other links are revised", i)
		}
		if a, b := rank(alone, src), rank(sharing, src); !slices.Equal(a, b) {
			t.Fatalf("page %d: %v, want %v", i, b, a)
		}
	}
}

// TestOwnersLearnAsOne compares what four owners know of links, who exchange their totals after each page, with what one
// learner of all pages knows.
func TestOwnersLearnAsOne(t *testing.T) {
	one, four := learned(drawnModel(evidenceNames())), newOwners(4)
	var row, want [evidence.RowLength]float64
	compared := 0
	for _, src := range wildSources(60) {
		one.Learn(src)
		rank(one, src)
		four.learn(src)
		four.exchange(t)
		for i := range src.Page.Links {
			url := src.Page.Links[i].URL
			owner := four[four.of(url)]
			waits := one.Vector(url, want[:])
			if owner.Vector(url, row[:]) != waits {
				t.Fatal(url, "waits for one alone")
			}
			for f := range exact {
				if waits && math.Abs(row[f]-want[f]) > 1e-5 {
					t.Fatalf("%s: %s is %v, want %v", url, evidenceNames()[f], row[f], want[f])
				}
			}
			compared++
		}
	}
	if compared < 600 {
		t.Fatal("only", compared, "links")
	}
	for i, l := range four {
		if n, want := l.fetched+l.shared.fetched, one.fetched; n != want {
			t.Errorf("%s knows of %d pages, want %d", name(i), n, want)
		}
	}
}

// exact are the features that do not depend on when links were scored again.
var exact = map[int]bool{
	evidence.ListHarvest: true, evidence.PageHarvest: true, evidence.HostHarvest: true, evidence.DirectoryHarvest: true,
	evidence.PathHarvest: true, evidence.ListBest: true, evidence.PageBest: true, evidence.URLMargin: true,
	evidence.WordsLearned: true, evidence.PageMax: true, evidence.PageLatest: true,
}

func nearBy(a, b []float64, d float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) < d })
}

// TestSharedWeightsAreThoseOfAllExamples compares three learners, who add up their examples after each, to one of all examples.
func TestSharedWeightsAreThoseOfAllExamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	const n = 4
	prior := func() *bayes { return newBayes([]float64{1, -.5, 0, .2}, []float64{2, .5, .3, .1}) }
	one := prior()
	var three [3]*bayes
	var books [3]*total.Book
	for i := range three {
		three[i], books[i] = prior(), total.NewBook()
		three[i].share(books[i])
	}
	for example := range 120 {
		x, outcome := make([]float64, n), rng.Float64()
		for i := range x {
			x[i] = 2 * rng.NormFloat64()
		}
		one.learn(x, outcome)
		at := example * example % 3
		three[at].learn(x, outcome)
		books[at].Step()
		for i := range three {
			if i == at {
				continue
			}
			if err := books[i].TakeIn(name(at), books[at].Total()); err != nil {
				t.Fatal(err)
			}
		}
		for i := range three {
			if !near(three[i].weights, one.weights) || !near(three[i].covariance, one.covariance) {
				t.Fatalf("example %d: %v, want %v", example, three[i].weights, one.weights)
			}
		}
	}
}

// TestTotalsMayComeInAnyOrder takes totals in late, twice, and in several orders. What is known in the end is the same,
// bit by bit.
func TestTotalsMayComeInAnyOrder(t *testing.T) {
	three := newOwners(3)
	var early, late [3][]byte
	for i, src := range wildSources(60) {
		three.learn(src)
		for k := range three {
			if late[k] = three[k].Total(); i == 30 {
				early[k] = late[k]
			}
		}
	}
	type step struct {
		owner int
		total []byte
	}
	var want []byte
	for i, order := range [][]step{
		{{0, late[0]}, {1, late[1]}, {2, late[2]}},
		{{2, late[2]}, {1, late[1]}, {0, late[0]}},
		{{2, early[2]}, {0, late[0]}, {0, early[0]}, {1, early[1]}, {1, late[1]}, {2, late[2]}, {1, late[1]}, {2, early[2]}},
	} {
		l := learned(drawnModel(evidenceNames()))
		l.Share()
		for _, src := range wildSources(20) {
			l.Learn(src)
			rank(l, src)
		}
		l.nextRenewal = math.MaxInt // a renewal between two totals adds to the scales
		for _, s := range order {
			if err := l.TakeIn(map[string][]byte{name(s.owner): s.total}); err != nil {
				t.Fatal(err)
			}
		}
		l.renew()
		got := weightsOf(l)
		if i == 0 {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("order %d comes to something else", i)
		}
	}
}

// weightsOf returns all that TakeIn changes, bit by bit: weights, scales, and the priorities that follow from these and the rest.
func weightsOf(l *Learned) []byte {
	s := fmt.Sprintf("%x %x %x %x", l.weights.weights, l.weights.covariance, l.modelScale, l.meanScale)
	for _, src := range wildSources(20) {
		scores := make([]Score, len(src.Page.Links))
		l.Preview(src, scores)
		s += fmt.Sprint(scores)
	}
	return []byte(s)
}

// TestAnOwnerGoesOnWithItsTotal restarts an owner: by its pages, or by a state. It then publishes the total of before, and goes on
// from it.
func TestAnOwnerGoesOnWithItsTotal(t *testing.T) {
	pages := wildSources(80)
	two := newOwners(2)
	for i, src := range pages[:60] {
		if two.learn(src); i%20 == 19 {
			two.exchange(t)
		}
	}
	published := two[0].Total()
	replayed, restored := newOwners(2)[0], newOwners(2)[0]
	again := owners{replayed, newOwners(2)[1]}
	for _, src := range pages[:60] {
		again.learn(src)
	}
	if bytes.Equal(replayed.Total(), published) {
		t.Fatal("the test shows nothing: what was taken in has changed nothing that was learned then")
	}
	if err := replayed.Resume(published); err != nil {
		t.Fatal(err)
	}
	state := stateOf(t, two[0])
	if err := restored.Restore(bytes.NewReader(state), int64(len(state))); err != nil {
		t.Fatal(err)
	}
	for name, l := range map[string]*Learned{"replayed": replayed, "restored": restored} {
		if !bytes.Equal(l.Total(), published) {
			t.Error(name, "publishes something else")
		}
		if err := l.TakeIn(map[string][]byte{"owner 1": two[1].Total()}); err != nil {
			t.Fatal(err)
		}
		if err := two[0].TakeIn(map[string][]byte{"owner 1": two[1].Total()}); err != nil {
			t.Fatal(err)
		}
		if !nearBy(l.weights.weights, two[0].weights.weights, 1e-6) {
			t.Errorf("%s: weights %v, want %v", name, l.weights.weights, two[0].weights.weights)
		}
	}
	compared := 0
	var row, want [evidence.RowLength]float64
	for target := range two[0].evidence.Waiting() {
		two[0].evidence.Vector(target, want[:])
		restored.evidence.Vector(target, row[:])
		if !nearBy(row[:], want[:], 1e-4) {
			t.Fatalf("the restored owner has %v of a link, want %v", row, want)
		}
		compared++
	}
	if compared < 40 {
		t.Error("only", compared, "links")
	}
}

// TestBadTotalsChangeNothing damages a total, and takes in totals of learners that learn something else.
func TestBadTotalsChangeNothing(t *testing.T) {
	two := newOwners(2)
	for _, src := range wildSources(20) {
		two.learn(src)
	}
	good := two[1].Total()
	before := stateOf(t, two[0])
	refuse := func(what string, bad []byte) {
		t.Helper()
		if err := two[0].TakeIn(map[string][]byte{"owner 1": bad}); !errors.Is(err, total.ErrTotal) {
			t.Errorf("%s: %v", what, err)
		}
		if err := two[0].Resume(bad); !errors.Is(err, total.ErrTotal) {
			t.Errorf("%s, as its own: %v", what, err)
		}
	}
	for i := 0; i < len(good); i += 1 + len(good)/200 {
		bad := slices.Clone(good)
		bad[i] ^= 4
		refuse(fmt.Sprint("byte ", i), bad)
	}
	refuse("nothing", nil)
	refuse("a half", good[:len(good)/2])
	book := total.NewBook()
	refuse("no parts", book.Total())
	book.AddNumbers("pages", total.Numbers{Own: func() []float64 { return []float64{1, 2} }})
	refuse("one part", book.Total())
	if !bytes.Equal(stateOf(t, two[0]), before) {
		t.Error("a bad total has changed something")
	}
	if err := two[0].TakeIn(map[string][]byte{"owner 1": good}); err != nil {
		t.Error(err)
	}
}

// TestATotalIsTakenInOnce lets one owner know nothing but the total of another.
func TestATotalIsTakenInOnce(t *testing.T) {
	two := owners{learned(""), learned("")} // without a model, whose weight does not move
	for _, l := range two {
		l.Share()
	}
	for _, src := range wildSources(40) {
		two[0].Learn(src)
		rank(two[0], src)
	}
	for range 3 {
		if err := two[1].TakeIn(map[string][]byte{"owner 0": two[0].Total()}); err != nil {
			t.Fatal(err)
		}
	}
	if !near(two[1].weights.weights, two[0].weights.weights) || !near(two[1].weights.covariance, two[0].weights.covariance) {
		t.Errorf("weights %v, want %v", two[1].weights.weights, two[0].weights.weights)
	}
	if err := two[0].TakeIn(map[string][]byte{"owner 1": two[1].Total()}); err != nil {
		t.Fatal(err)
	}
	if n := two[0].shared.fetched; n != 0 {
		t.Errorf("%d pages of another came back", n)
	}
}
