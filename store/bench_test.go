package store

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// benchPage is a page of 14 kB that compresses about as pages do, with 34 links.
func benchPage(r *rand.Rand, i int) *Page {
	body := make([]byte, 0, 14<<10)
	for len(body) < 14<<10-40 {
		body = fmt.Appendf(body, `<p class="text">%x</p>`+"\n", r.Uint64()>>(r.Uint64()%40))
	}
	p := fullPage(fmt.Sprintf("http://host%d.test/%d", r.IntN(500), i))
	p.Body, p.Links = body, nil
	for range 34 {
		p.Links = append(p.Links, r.Uint64())
	}
	return p
}

// BenchmarkPut measures pages a second with every batch on the disk, without compression, which workers do in parallel.
func BenchmarkPut(b *testing.B) {
	for _, size := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("batch=%d", size), func(b *testing.B) {
			db, err := Open(filepath.Join(b.TempDir(), "pages.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			r := rand.New(rand.NewPCG(1, 2))
			batch, n, bytes := make([]*Page, size), 0, 0
			for b.Loop() {
				b.StopTimer()
				for i := range batch {
					batch[i] = benchPage(r, n)
					n++
					if err := batch[i].Prepare(); err != nil {
						b.Fatal(err)
					}
					bytes += len(batch[i].encoded.body)
				}
				b.StartTimer()
				if _, err := db.Put(batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "pages/s")
			b.ReportMetric(float64(bytes)/float64(n), "zstd-B/page")
		})
	}
}

func BenchmarkPrepare(b *testing.B) {
	p := benchPage(rand.New(rand.NewPCG(1, 2)), 0)
	b.SetBytes(int64(len(p.Body)))
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			q := *p
			if err := q.Prepare(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func benchStore(b *testing.B) (*DB, []string) {
	db := openTest(b)
	r := rand.New(rand.NewPCG(1, 2))
	var urls []string
	for range 20 {
		var batch []*Page
		for range 100 {
			p := benchPage(r, len(urls))
			batch, urls = append(batch, p), append(urls, p.URL)
		}
		put(b, db, batch...)
	}
	b.ResetTimer()
	return db, urls
}

func BenchmarkHas(b *testing.B) {
	db, urls := benchStore(b)
	for i := 0; b.Loop(); i++ {
		if !db.Has(urls[i%len(urls)]) {
			b.Fatal(urls[i%len(urls)])
		}
	}
}

func BenchmarkGet(b *testing.B) {
	db, urls := benchStore(b)
	for i := 0; b.Loop(); i++ {
		if _, err := db.Get(urls[i%len(urls)]); err != nil {
			b.Fatal(err)
		}
	}
}
