package dry

import "testing"

// add adds pages of which every nth is relevant, none if n is 0.
func add(h *Harvest, pages, n int) {
	for i := range pages {
		h.AddPage(n > 0 && i%n == 0)
	}
}

func TestACrawlEndsWhenItsHarvestFalls(t *testing.T) {
	var h Harvest
	add(&h, 400, 2) // 200 relevant
	add(&h, LeastWindow-20, 0)
	if h.Over() {
		t.Fatal("dry while a tenth of the window is from before")
	}
	add(&h, 20, 0)
	if !h.Over() {
		t.Error("not dry after a window without relevant pages")
	}
	add(&h, 100, 2)
	if h.Over() {
		t.Error("dry although it flows again")
	}
}

func TestAHarvestThatStaysLowIsNotDry(t *testing.T) {
	var h Harvest
	for range 100 {
		if add(&h, 50, 25); h.Over() {
			t.Fatal("dry, but the latest pages are as relevant as all")
		}
	}
}

func TestAnEvenSlopeEndsAtTheStatedShare(t *testing.T) {
	for _, c := range []struct {
		every int
		want  bool
	}{{100, true}, {20, false}} { // after 1000 relevant pages one of so many: about half of all are relevant
		var h Harvest
		add(&h, 1000, 1)
		add(&h, 1100, c.every)
		if got := h.Over(); got != c.want {
			t.Errorf("one of %d after 1000 relevant pages: dry is %v", c.every, got)
		}
	}
}

func TestWhatHasNotBegunIsNotDry(t *testing.T) {
	var h Harvest
	add(&h, LeastRelevant-1, 1)
	add(&h, 5000, 0)
	if h.Over() {
		t.Error("dry with fewer relevant pages than the rule needs")
	}
}

func TestARunThatGoesOnLooksAtAWindowFirst(t *testing.T) {
	var h Harvest
	h.AddEarlier(1000, 300)
	add(&h, 299, 0)
	if h.Over() {
		t.Fatal("dry before this run has filled a window")
	}
	add(&h, 1, 0)
	if !h.Over() {
		t.Error("not dry after 300 pages without a relevant one")
	}
}

func TestTheWindowIsBounded(t *testing.T) {
	var h Harvest
	h.AddEarlier(100_000, 50_000)
	add(&h, MostWindow-1, 0)
	if h.Over() {
		t.Fatal("dry before the longest window is full")
	}
	if add(&h, 1, 0); !h.Over() {
		t.Error("not dry after the longest window")
	}
}
