//go:build unix

package entry

import (
	"maps"
	"net/url"
	"slices"
	"testing"

	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"

	"gannet/internal/cputime"
	"gannet/internal/testdata"
)

// BenchmarkCompress compresses the first 2,000 pages of a frozen web in some ways. The store has s2 for bodies, and zstd for other values. It reports the bytes and
// the CPU time of a page. With a dictionary each host has one, its first page.
func BenchmarkCompress(b *testing.B) {
	for _, web := range []string{"uci", "enwiki6k"} {
		pages := make([]webPage, 0, 2000)
		testdata.EachPage(b, web, func(link string, body []byte) bool {
			u, err := url.Parse(link)
			if err == nil && len(body) > 0 {
				pages = append(pages, webPage{u.Host, body})
			}
			return len(pages) < cap(pages)
		})
		ways := compressors(b)
		for _, name := range slices.Sorted(maps.Keys(ways)) {
			b.Run(web+"/"+name, func(b *testing.B) {
				bytes, before := 0, cputime.Process()
				for b.Loop() {
					bytes = ways[name](b, pages)
				}
				b.ReportMetric(float64(bytes)/float64(len(pages)), "B/page")
				b.ReportMetric(float64((cputime.Process()-before).Nanoseconds())/1e3/float64(b.N*len(pages)), "cpu-µs/page")
			})
		}
	}
}

type webPage struct {
	host string
	body []byte
}

// compressors are ways to compress pages. Each returns the sum of the bytes.
func compressors(b *testing.B) map[string]func(*testing.B, []webPage) int {
	store, err := Encoder()
	if err != nil {
		b.Fatal(err)
	}
	with := func(options ...zstd.EOption) *zstd.Encoder {
		e, err := zstd.NewWriter(nil, append(options, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window))...)
		if err != nil {
			b.Fatal(err)
		}
		return e
	}
	each := func(e *zstd.Encoder) func(*testing.B, []webPage) int {
		return func(_ *testing.B, pages []webPage) (n int) {
			var to []byte
			for _, p := range pages {
				to = e.EncodeAll(p.body, to[:0])
				n += len(to)
			}
			return n
		}
	}
	return map[string]func(*testing.B, []webPage) int{
		"zstd":       each(store),
		"default":    each(with(zstd.WithEncoderLevel(zstd.SpeedDefault))),
		"no-entropy": each(with(zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithNoEntropyCompression(true))),
		"s2":         s2Each,
		"s2-dictionary": func(b *testing.B, pages []webPage) (n int) {
			hosts := make(map[string]*s2.Dict)
			var to []byte
			for _, p := range pages {
				d := hosts[p.host]
				if d == nil {
					d = s2.MakeDict(p.body[:min(len(p.body), 16<<10)], nil)
					hosts[p.host] = d
				}
				if d == nil { // of a page that is too short
					to = s2.Encode(to[:cap(to)], p.body)
				} else {
					to = d.Encode(to[:cap(to)], p.body)
				}
				n += len(to)
			}
			return n
		},
		"dictionary": func(b *testing.B, pages []webPage) (n int) {
			hosts := make(map[string]*zstd.Encoder)
			var to []byte
			for _, p := range pages {
				e := hosts[p.host]
				if e == nil {
					first := p.body[:min(len(p.body), 16<<10)]
					e = with(zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderDictRaw(1, first))
					hosts[p.host] = e
				}
				to = e.EncodeAll(p.body, to[:0])
				n += len(to)
			}
			return n
		},
		"sixteen-a-frame": func(_ *testing.B, pages []webPage) (n int) {
			hosts := make(map[string][][]byte)
			var from, to []byte
			for _, p := range pages {
				waiting := append(hosts[p.host], p.body)
				if hosts[p.host] = waiting; len(waiting) < 16 {
					continue
				}
				hosts[p.host], from = nil, from[:0]
				for _, body := range waiting {
					from = append(from, body...)
				}
				to = store.EncodeAll(from, to[:0])
				n += len(to)
			}
			for _, waiting := range hosts {
				from = from[:0]
				for _, body := range waiting {
					from = append(from, body...)
				}
				to = store.EncodeAll(from, to[:0])
				n += len(to)
			}
			return n
		},
	}
}

func s2Each(_ *testing.B, pages []webPage) (n int) {
	var to []byte
	for _, p := range pages {
		to = s2.Encode(to[:cap(to)], p.body)
		n += len(to)
	}
	return n
}
