package crawler

import (
	"gannet/frontier"
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
		c := &Crawl{room: semaphore.NewWeighted(pageMemory)}
		var mu sync.Mutex
		made, beside, most := 0, 0, 0
		taken := int64(0)
		for i := range 16 {
			n := []int{100, 40_000, 900_000, 4 << 20, 64 << 20}[i%5]
			go c.whenRoom(t.Context(), frontier.Lease{}, n, func() {
				mu.Lock()
				made++
				beside++
				most = max(most, beside)
				if taken += min(int64(features.Memory(n)), pageMemory); taken > pageMemory {
					t.Errorf("pages that take %d bytes are made at once", taken)
				}
				mu.Unlock()
				time.Sleep(time.Second)
				mu.Lock()
				beside--
				taken -= min(int64(features.Memory(n)), pageMemory)
				mu.Unlock()
			})
		}
		time.Sleep(time.Minute)
		mu.Lock()
		defer mu.Unlock()
		if made != 16 || most < 4 {
			t.Errorf("%d pages were made, %d at once", made, most)
		}
	})
}
