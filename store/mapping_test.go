//go:build linux

package store

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMappingIsReleased writes and reads a store from end to end. Only a small part of the file stays in memory, and
// every page reads as it was written.
func TestMappingIsReleased(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crawl.db")
	d, err := Options{NoSync: true}.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	const pages, size = 4000, 8 << 10
	body := func(i int) []byte {
		b, draw := make([]byte, size), rand.New(rand.NewPCG(uint64(i), 1))
		for i := range b {
			b[i] = byte(draw.Uint32())
		}
		return b
	}
	var batch []*Page
	for i := range pages {
		batch = append(batch, &Page{URL: fmt.Sprintf("http://example.org/%d", i), Body: body(i), Fetched: time.Unix(int64(i), 0)})
		if len(batch) < 40 {
			continue
		}
		if _, err := d.Put(batch); err != nil {
			t.Fatal(err)
		}
		batch = nil
	}
	most, i := 0, 0
	err = d.Each(func(p *Page) error {
		if string(p.Body) != string(body(i)) {
			t.Errorf("page %d reads otherwise than it was written", i)
		}
		if i++; i%100 == 0 {
			most = max(most, resident(t, path))
		}
		return nil
	})
	if err != nil || i != pages {
		t.Fatalf("%d pages read: %v", i, err)
	}
	if limit := pages * size / 2 >> 10; most == 0 || most > limit {
		t.Errorf("%d KiB of the file were resident, at most %d are right of %d", most, limit, pages*size>>10)
	}
}

// resident returns how many KiB of a mapped file count as this process' memory.
func resident(t *testing.T, path string) (kib int) {
	t.Helper()
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(maps), path+"\n")
	_, rest, _ = strings.Cut(rest, "Rss:")
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatalf("%s is not mapped: %v", path, err)
	}
	return kib
}
