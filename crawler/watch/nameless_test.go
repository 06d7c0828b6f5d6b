package watch

import (
	"testing"
	"time"
)

// TestAHostIsGoneAfterAWeekWithoutItsName: only requests that find no name prove it, and a gap between them counts two days at most.
func TestAHostIsGoneAfterAWeekWithoutItsName(t *testing.T) {
	const none, slow, good = 'n', 's', 'g'
	type request struct {
		day  int
		what rune
	}
	daily := []request{{1, none}, {2, none}, {4, none}, {6, none}, {8, none}}
	for name, c := range map[string]struct {
		requests []request
		day      int // of the question
		gone     bool
	}{
		"a week":                 {append(daily, request{9, none}), 9, true},
		"less than a week":       {daily, 8, false},
		"a request timed out":    {append(daily, request{9, slow}, request{10, none}), 10, false},
		"a request was answered": {append(daily, request{9, good}, request{10, none}), 10, false},
		"a long gap":             {[]request{{1, none}, {15, none}}, 15, false},
		"many long gaps":         {[]request{{1, none}, {6, none}, {11, none}, {16, none}, {21, none}}, 21, true},
		"no request since":       {append(daily, request{9, none}), 12, false},
	} {
		w, begin := New(), time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
		for _, r := range c.requests {
			at := begin.AddDate(0, 0, r.day)
			if r.what == none {
				w.NoName("one", at)
			} else {
				w.Record("one", at, FactOf(Answers, r.what == good))
			}
		}
		state, _ := w.AppendHost(nil, "one")
		if err := w.SetHost("one", state); err != nil {
			t.Fatal(err)
		}
		if gone := w.IsGone("one", begin.AddDate(0, 0, c.day)); gone != c.gone {
			t.Errorf("%s: gone %v", name, gone)
		}
	}
}

// TestANamelessHostOfVersion2IsRead: when it was last found without its name is unknown, so the time until now counts two days at most.
func TestANamelessHostOfVersion2IsRead(t *testing.T) {
	w, at := New(), time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	w.NoName("one", at)
	state, _ := w.AppendHost(nil, "one")
	old := append([]byte{2}, state[1:len(state)-8]...)
	again := New()
	if err := again.SetHost("one", old); err != nil {
		t.Fatal(err)
	}
	now := at.AddDate(0, 0, 10)
	if again.NoName("one", now); again.IsGone("one", now) {
		t.Error("gone")
	}
}
