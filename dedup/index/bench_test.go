package index_test

import (
	"testing"

	"gannet/dedup/index"
)

// drawKeys appends the 35 keys of a text: 32 bands and three exact names.
func drawKeys(text uint64, keys []uint64) []uint64 {
	for i := range uint64(35) {
		h := (text*64 + i + 1) * 0x9e3779b97f4a7c15
		h ^= h >> 32
		h *= 0xd6e8feb86659fd93
		h ^= h >> 29
		keys = append(keys, h*0xbf58476d1ce4e5b9)
	}
	return keys
}

// postings draws a text for each document: most are posted two to five times, as Textkernel counts them.
type postings struct{ state, text uint64 }

func (p *postings) next(doc uint64) uint64 {
	p.state = p.state*6364136223846793005 + 1442695040888963407
	if p.state>>33%3 == 0 || doc == 0 {
		p.text++
		return p.text
	}
	back := p.state >> 40 % min(p.text, 1000)
	return p.text - back
}

func fill(b *testing.B, x index.Index, docs int, unique bool) {
	var p postings
	var keys []uint64
	candidates := 0
	for doc := range uint64(docs) {
		text := doc
		if !unique {
			text = p.next(doc)
		}
		keys = drawKeys(text, keys[:0])
		if err := x.Candidates(keys, text, 64, func(uint64) { candidates++ }); err != nil {
			b.Fatal(err)
		}
		if err := x.Add(doc, keys, text); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(docs)/b.Elapsed().Seconds(), "docs/s")
	b.ReportMetric(float64(candidates)/float64(docs), "candidates/doc")
}

// BenchmarkMemory asks for the candidates of a million documents with 35 keys each and adds them, all different or
// each posted three times on average.
func BenchmarkMemory(b *testing.B) {
	const docs = 1_000_000
	for name, unique := range map[string]bool{"unique": true, "reposts": false} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m := index.NewMemory()
				fill(b, m, docs, unique)
				b.ReportMetric(float64(m.Bytes())/docs, "B/doc")
			}
		})
	}
}
