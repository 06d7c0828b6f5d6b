package fresh

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// TestDepartures: how postings have gone from a list, by what stays around them. "menu" is no posting.
func TestDepartures(t *testing.T) {
	ids := func(names string) (out []uint64) {
		for name := range strings.FieldsSeq(names) {
			out = append(out, weburl.Fingerprint(name))
		}
		return out
	}
	names := make(map[uint64]string)
	for name := range strings.FieldsSeq("menu a b c d e x y z end") {
		names[ids(name)[0]] = name
	}
	posting := func(id uint64) bool { return len(names[id]) == 1 }
	for _, c := range []struct{ before, after, want string }{
		{"menu a b c d end", "menu a c d end", "b inside"},
		{"menu a b c d end", "menu x a c d end", "b inside"},
		{"menu a b c d end", "menu x a b c end", "d moved"},
		{"menu a b c d end", "menu x a c end", "b inside d moved"},
		{"menu a b c d end", "menu a b c end", ""},          // nothing has come in its place
		{"menu a b c d end", "menu b c d x end", "a moved"}, // the oldest are first
		{"menu a b c d end", "menu x a b end", ""},          // two, for one
		{"menu a b c d end", "menu d c a end", ""},          // in another order
		{"menu a b c d end", "menu x y z end", ""},          // nothing stays
		{"menu a b c d end", "menu x y a b end", "c moved d moved"},
	} {
		gone := departuresBetween(ids(c.before), ids(c.after), true, posting)
		var got []string
		for id, how := range gone {
			got = append(got, names[id]+" "+map[departure]string{fromInside: "inside", movedOn: "moved"}[how])
		}
		if slices.Sort(got); strings.Join(got, " ") != c.want {
			t.Errorf("%q to %q: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

// inOrder is a host whose list "a" names postings in an order, with a next page "b" if it has one.
type inOrder struct {
	*site
	a, b *Page
}

func newInOrder(names string) *inOrder {
	w := &inOrder{site: newSite()}
	for n := range 9 {
		w.watch(fmt.Sprint(n), Posting, "")
	}
	w.a, w.b = w.watch("a", Listing, names), w.watch("b", Listing, "9")
	slices.Sort(w.a.Links)
	h := w.hosts["mill.test"]
	h.lists[w.fingerprints("a")[0]].order = w.ordered(names)
	w.join(h, w.fingerprints("a")[0], w.fingerprints("b")[0])
	return w
}

// visit has a list link to postings in an order, after some hours, and returns which are suspected.
func (w *inOrder) visit(hours int, names string) (suspected string) {
	w.now = w.now.Add(time.Duration(hours) * time.Hour)
	before := w.a.Links
	w.a.Links, w.a.Visited = slices.Sorted(slices.Values(w.fingerprints(names))), w.now
	w.observeList(w.fingerprints("a")[0], w.a, before, w.ordered(names), revisit.Visit{At: w.now})
	w.settle(w.now)
	for n := range 9 {
		if _, reason, _ := w.policy.Due(w.ordered(fmt.Sprint(n))[0]); reason == revisit.Suspected {
			suspected += fmt.Sprint(" ", n)
		}
	}
	return suspected
}

func (w *inOrder) ordered(names string) (order []uint64) {
	for name := range strings.FieldsSeq(names) {
		order = append(order, w.fingerprints(name)...)
	}
	return order
}

// TestWhatIsGoneFromInsideIsLookedAtNow: it is not waited for other pages of the list, and they are not asked. What has moved on is waited
// for, for Fresh at most.
func TestWhatIsGoneFromInsideIsLookedAtNow(t *testing.T) {
	w := newInOrder("1 2 3 4")
	asked := func() bool {
		_, reason, _ := w.policy.Due(w.fingerprints("b")[0])
		return reason == revisit.Suspected
	}
	if got := w.visit(12, "5 1 3"); got != " 2" || asked() {
		t.Errorf("%q are suspected, the next page is asked: %v; want 2 alone", got, asked())
	}
	if got := w.visit(12, "5 1 3"); got != " 2" {
		t.Errorf("%q are suspected, want 2 alone", got)
	}
	if got := w.visit(12, "5 1 3"); got != " 2 4" {
		t.Errorf("%q are suspected, want 4, too, which no page has named for a day", got)
	}
}

// TestWhatHasMovedOnIsOnNoOtherPage: once the other pages of the list were visited and none links to what seems to have moved there, it is
// requested, though no day has passed.
func TestWhatHasMovedOnIsOnNoOtherPage(t *testing.T) {
	w := newInOrder("1 2 3 4")
	if got := w.visit(12, "5 1 2 3"); got != "" {
		t.Errorf("%q are suspected, want none: the other page may have 4", got)
	}
	w.b.Visited = w.now.Add(time.Hour)
	w.observeList(w.fingerprints("b")[0], w.b, w.b.Links, nil, revisit.Visit{At: w.b.Visited})
	if got := w.visit(2, "5 1 2 3"); got != " 4" {
		t.Errorf("%q are suspected, want 4, which the other page does not link to either", got)
	}
}

// TestAClosedPostingIsNoList: its page links to others like it, which lists name.
func TestAClosedPostingIsNoList(t *testing.T) {
	for _, closed := range []bool{true, false} {
		w := newInOrder("1 2 20 21 22")
		via := w.watch("via", map[bool]Kind{true: Posting, false: OnTopic}[closed], "20 21 22")
		if closed {
			w.Close(w.fingerprints("via")[0], w.now)
		}
		for n := range EnoughLinks {
			x := &Page{URL: fmt.Sprintf("http://mill.test/2%d", n), Kind: Posting, Visited: w.now}
			x.Via = via.URL
			err, list := w.Begin(x, nil, false), len(w.takeFacts()) > 0
			if err != nil || list != (!closed && n == EnoughLinks-1) {
				t.Errorf("closed %v, posting %d: a list %v, %v", closed, n, list, err)
			}
		}
	}
}

// TestAGreatLossIsAskedAgain: a short list that lacks half of its postings is believed at the second visit, and told to nobody before.
func TestAGreatLossIsAskedAgain(t *testing.T) {
	w := newInOrder("1 2 3 4")
	lacks := func(names string) bool {
		x := *w.a
		x.Links = slices.Sorted(slices.Values(w.fingerprints(names)))
		cut, news := w.truncate(w.hosts["mill.test"].list(x.ID()), &x, w.a.Links, nil, w.now.Add(24*time.Hour))
		if news {
			t.Errorf("%q are news of the quality of the host", names)
		}
		return cut
	}
	if lacks("1 2 3") {
		t.Error("a list that lacks one of four is not believed")
	}
	if !lacks("1 2") || lacks("1 2") {
		t.Error("want a list that lacks two of four believed at the second visit")
	}
}
