package crawler

import (
	"testing"
	"time"

	"gannet/crawler/revisit"
	"gannet/internal/weburl"
	"gannet/store"
)

// TestAListKeptByAnEarlierVersion: it names a posting of another site, whose list lacks it now. It is not missed. One of another host of the
// same site is.
func TestAListKeptByAnEarlierVersion(t *testing.T) {
	w := &jobsWatched{newWatching(&Revisits{Store: openDB(t), Options: revisit.DefaultOptions()}, true), time.Unix(1_780_000_000, 0)}
	var ids []uint64
	for _, url := range []string{"http://jobs.mill.test/1", "http://hill.test/1"} {
		x := &store.Watched{URL: url, Kind: store.WatchedPosting, Visited: w.now, Tried: w.now}
		w.recent[weburl.Fingerprint(url)] = x
		w.add(x)
		ids = append(ids, weburl.Fingerprint(url))
	}
	list := w.watch("list", store.WatchedList, "")
	before, at := union(ids, nil), w.now.AddDate(0, 0, 1)
	w.name(weburl.Fingerprint(list.URL), before)
	list.Visited = at
	if err := w.observeList(weburl.Fingerprint(list.URL), list, before, nil, revisit.Visit{At: at}); err != nil {
		t.Fatal(err)
	}
	w.suspectMissing(at.AddDate(0, 0, 9))
	if w.pages[ids[0]].doubt&unlisted == 0 {
		t.Error("a posting of the same site is not missed")
	}
	if w.pages[ids[1]].doubt&unlisted != 0 {
		t.Error("a posting of another site is missed")
	}
}
