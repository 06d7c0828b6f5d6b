package ranker

import (
	"bytes"
	"testing"

	"gannet/ranker/evidence/wildweb"
)

// stateOf returns what a checkpoint has of a strategy.
func stateOf(t *testing.T, l Keepable) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := l.State()(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRestoredStrategyGoesOnTheSame restores a strategy that has forgotten links, in the middle of a crawl. From then on it knows
// what the first one knows, bit by bit. Previews between the lessons change nothing.
func TestRestoredStrategyGoesOnTheSame(t *testing.T) {
	pages := madeUp(wildweb.BreadthFirst(wildweb.Pages(7, 80)), 7)
	lived, restored := learned(drawnModel(evidenceNames())), learned(drawnModel(evidenceNames()))
	lived.evidence.MaxTargets = 200
	for i, src := range pages {
		lived.Learn(src)
		lived.Revised()
		rank(lived, src)
		if i > 40 {
			restored.Learn(src)
			restored.Revised()
			rank(restored, src)
		}
		if i%8 > 0 {
			continue
		}
		before := stateOf(t, lived)
		lived.Preview(pages[(i+20)%len(pages)], make([]Score, len(pages[(i+20)%len(pages)].Page.Links)))
		if !bytes.Equal(stateOf(t, lived), before) {
			t.Fatalf("after %d pages a preview changes what is known", i+1)
		}
		if i == 40 {
			if err := restored.Restore(bytes.NewReader(before), int64(len(before))); err != nil {
				t.Fatal(err)
			}
		}
		if i >= 40 && !bytes.Equal(stateOf(t, restored), before) {
			t.Fatalf("page %d: the restored strategy knows something else", i+1)
		}
	}
	state := stateOf(t, lived)
	if err := learned("").Restore(bytes.NewReader(state[:len(state)/2]), int64(len(state)/2)); err == nil {
		t.Error("half of a state was restored")
	}
}
