package crawler

import (
	"math/rand/v2"
	"testing"
)

func TestCalibrationIsTheShareOfRelevantPages(t *testing.T) {
	var p priorityCalibration
	if _, known := p.promiseOf(1); known {
		t.Error("links promise something although nothing is known of priorities")
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range calibrationWindow {
		priority := random.Float32()
		p.addFetch(priority, random.Float32() < priority*priority)
	}
	for _, priority := range []float32{0.25, 0.5, 0.75} {
		if got, want := p.shareOf(priority), priority*priority; got < want-0.12 || got > want+0.12 {
			t.Errorf("links of priority %v priorityCalibration %v, want about %v", priority, got, want)
		}
	}
	for i := range p.levels[1:] {
		if p.levels[i].share() >= p.levels[i+1].share() || p.levels[i].priority >= p.levels[i+1].priority {
			t.Errorf("level %d is %v, the next %v: they do not rise", i, p.levels[i], p.levels[i+1])
		}
	}
	if share, known := p.promiseOf(0.75); !known || share != p.shareOf(0.75) {
		t.Errorf("a link promises %v, want %v", share, p.shareOf(0.75))
	}
}

func TestCalibrationForgets(t *testing.T) {
	var p priorityCalibration
	for i := range 2 * calibrationWindow {
		p.addFetch(float32(i%100), i < calibrationWindow)
	}
	if got := p.shareOf(50); got > 0.01 {
		t.Errorf("%v of the pages are expected to be relevant; none of the latest was", got)
	}
}

// TestPromiseIsMadeBeforeTheFetch holds that a promise is that of earlier fetches, and counts the latest thousand alone.
func TestPromiseIsMadeBeforeTheFetch(t *testing.T) {
	var c priorityCalibration
	if c.promise() != nil {
		t.Error("a promise before any fetch")
	}
	for range 2 * calibrationWindow {
		c.addFetch(.9, true)
		c.addFetch(.1, false)
	}
	p := c.promise()
	if p.Fetches != promiseWindow || p.Relevant != promiseWindow/2 || p.Expected < promiseWindow/2-15 || p.Expected > promiseWindow/2+15 {
		t.Errorf("%+v", p)
	}
	for range calibrationGroup / 2 {
		c.addFetch(.9, false)
	}
	if q := c.promise(); q.Relevant != promiseWindow/2-calibrationGroup/4 || q.Expected < p.Expected {
		t.Errorf("%+v after %+v", q, p)
	}
}
