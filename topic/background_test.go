package topic

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"gannet/features"
)

// madeBackground is learned from documents of five kinds, none about honey.
func madeBackground(t testing.TB) *Background {
	t.Helper()
	random := rand.New(rand.NewPCG(9, 9))
	var documents []Vector
	for i := range 300 {
		about := []string{"steel", "cloud", "paper", "river", "stone"}[i%5]
		documents = append(documents, Vectorize(page(t, about, prose(random, about, 60))))
	}
	b, err := LearnBackground(documents, 1)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBackgroundRoundTrip(t *testing.T) {
	b := madeBackground(t)
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	data := bytes.Clone(file.Bytes())
	got, err := ReadBackground(&file)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, b) {
		t.Error("a background changed on its way through a file")
	}
	data[len(data)/2] ^= 1
	if _, err := ReadBackground(bytes.NewReader(data)); !errors.Is(err, ErrDamaged) {
		t.Errorf("damaged: %v", err)
	}
}

func TestBackgroundIsDeterministicAndNeedsDocuments(t *testing.T) {
	if !reflect.DeepEqual(madeBackground(t), madeBackground(t)) {
		t.Error("the same documents gave two backgrounds")
	}
	if _, err := LearnBackground(make([]Vector, 5), 1); !errors.Is(err, ErrTooFew) {
		t.Errorf("five documents: %v", err)
	}
}

func TestBackgroundKnowsCommonWords(t *testing.T) {
	idf := madeBackground(t).IDF()
	common, kind, unseen := idf.Of(features.HashWord("common7")), idf.Of(features.HashWord("steel7")), idf.Of(features.HashWord("honey7"))
	if !(common < kind && kind < unseen) {
		t.Errorf("idf of a common word %g, of a word of one kind %g, of an unseen one %g", common, kind, unseen)
	}
}

func TestFromSeedsFindsTheTopic(t *testing.T) {
	b := madeBackground(t)
	random := rand.New(rand.NewPCG(3, 4))
	var seeds []*features.Page
	for range 10 {
		seeds = append(seeds, page(t, "honey", prose(random, "honey", 80)))
	}
	for _, n := range []int{10, 2, 0} {
		c, err := FromSeeds([]string{"honey", "honey1 honey2"}, seeds[:n], b)
		if err != nil {
			t.Fatal(err)
		}
		found, alarms, ordered := 0, 0, 0
		for i := range 50 {
			on := c.Probability(page(t, "honey", prose(random, "honey", 80)))
			about := []string{"steel", "novelty"}[i%2]
			off := c.Probability(page(t, about, prose(random, about, 80)))
			if on >= 0.5 {
				found++
			}
			if off >= 0.5 {
				alarms++
			}
			if on > off {
				ordered++
			}
		}
		// Half of the seeds lie above 0.5 by construction, so not all pages do.
		if alarms > 2 || n == 10 && (found < 5 || ordered < 48) {
			t.Errorf("%d seeds: of 50 pages on topic %d found, %d above a page of another topic; %d others taken for it", n, found, ordered, alarms)
		}
	}
	if _, err := FromSeeds(nil, nil, b); !errors.Is(err, ErrNoSeeds) {
		t.Errorf("no seeds: %v", err)
	}
}

// TestIDFIsCountedOnce: every renewal of a crawl's verdicts needs it.
func TestIDFIsCountedOnce(t *testing.T) {
	b := madeBackground(t)
	if once := b.IDF(); once != b.IDF() {
		t.Error("two calls made two of them")
	}
}
