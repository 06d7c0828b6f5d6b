package fresh

import (
	"slices"
	"testing"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
)

// TestAListKeptByAnEarlierVersion: it names a posting of another site, whose list no longer links to it now. It is not missed. One of another host of the
// same site is.
func TestAListKeptByAnEarlierVersion(t *testing.T) {
	w := newSite()
	var ids []uint64
	for _, url := range []string{"http://jobs.mill.test/1", "http://hill.test/1"} {
		x := &Page{URL: url, Kind: Posting, Visited: w.now, Tried: w.now}
		w.watched[x.ID()] = x
		w.Add(x)
		ids = append(ids, weburl.Fingerprint(url))
	}
	list := w.watch("list", Listing, "")
	before, at := slices.Sorted(slices.Values(ids)), w.now.AddDate(0, 0, 1)
	w.link(weburl.Fingerprint(list.URL), false, before, 1)
	list.Visited = at
	if err := w.observeList(weburl.Fingerprint(list.URL), list, before, nil, revisit.Visit{At: at}); err != nil {
		t.Fatal(err)
	}
	w.settle(at.AddDate(0, 0, 9))
	if !w.isMissed(ids[0]) {
		t.Error("a posting of the same site is not missed")
	}
	if w.isMissed(ids[1]) {
		t.Error("a posting of another site is missed")
	}
}
