package crawler

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/semaphore"

	"gannet/features"
)

// TestPagesInTheMakingHaveRoom makes sixteen pages at once, small ones and large ones: at no time may they take more than
// there is, and each is made.
func TestPagesInTheMakingHaveRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &Crawl{memory: semaphore.NewWeighted(pageMemory), slowHosts: newSlowHosts(16)}
		makeAtOnce(t, c, []int{100, 40_000, 900_000, 4 << 20, 64 << 20})
		want := pageMemory / features.Memory(100)
		if most := makeAtOnce(t, c, []int{100}); most != want {
			t.Errorf("%d small pages were made at once, want %d", most, want)
		}
	})
}

// makeAtOnce makes sixteen pages of some sizes, and says how many of them at once.
func makeAtOnce(t *testing.T, c *Crawl, sizes []int) (most int) {
	t.Helper()
	var mu sync.Mutex // guards the counts
	made, beside := 0, 0
	taken := int64(0)
	for i := range 16 {
		n := sizes[i%len(sizes)]
		takes := memoryOf(n)
		go func() {
			v := &visit{Crawl: c, work: new(hostWork)}
			defer v.freeMemory()
			if o := v.reserveMemory(t.Context(), n); o.endsVisit() {
				t.Errorf("no memory for a page of %d bytes: %+v", n, o)
				return
			}
			mu.Lock()
			made++
			beside++
			most = max(most, beside)
			if taken += takes; taken > pageMemory {
				t.Errorf("pages that take %d bytes are made at once", taken)
			}
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			beside--
			taken -= takes
			mu.Unlock()
		}()
	}
	time.Sleep(time.Minute)
	mu.Lock()
	defer mu.Unlock()
	if made != 16 {
		t.Errorf("%d of 16 pages were made", made)
	}
	return most
}
