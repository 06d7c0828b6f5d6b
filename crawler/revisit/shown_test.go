package revisit

import (
	"testing"
	"time"
)

// TestShown: a posting is as fresh as the latest list or visit that showed it. One that lists no longer link to does not count, nor does a page that
// shows none.
func TestShown(t *testing.T) {
	p := New(Options{})
	at := func(hours int) time.Time { return time.Unix(0, 0).Add(time.Duration(1000+hours) * time.Hour) }
	if s := p.Shown(at(0)); s != (Shown{}) {
		t.Errorf("without postings: %+v", s)
	}
	p.Add(Page{ID: 1, Host: "a.test", Kind: List}, at(0))
	for id := uint64(2); id <= 5; id++ {
		p.Add(Page{ID: id, Host: "a.test", Kind: Posting, Listed: true}, at(int(id)))
	}
	p.Add(Page{ID: 6, Host: "a.test", Kind: Posting, Rare: true}, at(0))
	p.Seen(2, at(40))
	p.Observe(3, Visit{At: at(41)})
	p.Observe(4, Visit{At: at(42), Failed: true})
	p.Lack(5, at(43), false)
	if got, want := p.Shown(at(50)), (Shown{Of: 3, Fresh: 2, Oldest: at(4).UTC()}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
