package sketch

// Options of a Sketcher. DefaultOptions has the defaults.
type Options struct {
	// Samples is how many shingles Sketch.Sample keeps, from 1 to 255.
	Samples int
	// Cache is how many canonical forms are cached, rounded up to a power of two. Each takes 16 bytes.
	Cache int
}

// DefaultOptions returns the defaults. The cache takes 2 MiB.
func DefaultOptions() Options { return Options{Samples: defaultSamples, Cache: 1 << 17} }

const defaultSamples = 96

// Sketcher makes sketches and keeps its memory from one text to the next. It serves one goroutine at a time; sketches
// do not depend on what a Sketcher has seen before.
type Sketcher struct {
	samples int
	forms   *forms
	words   []uint64
	hashes  []uint64
	spare   []uint64
	counts  []uint32
	least   []uint32
}

// New makes a Sketcher.
func New(o Options) *Sketcher {
	return &Sketcher{samples: o.Samples, forms: newForms(o.Cache)}
}

// Sketch gives the sketch of a text in a language, an ISO 639-1 code; in a language without rules for canonical forms,
// or "", words are compared as they are but for case and width.
func (k *Sketcher) Sketch(text, lang string) Sketch {
	var s Sketch
	k.Into(&s, text, lang)
	return s
}

// Into does as Sketch and reuses the memory of s.Sample.
func (k *Sketcher) Into(s *Sketch, text, lang string) {
	*s = Sketch{Sample: s.Sample[:0]}
	hashes := k.Shingles(text, lang)
	s.Shingles = len(hashes)
	s.Short = len(k.words) < ShingleWords && len(hashes) > 0
	if len(hashes) == 0 {
		return
	}
	fill(&s.Slots, hashes)
	k.least = k.least[:0]
	for _, h := range hashes[:min(len(hashes), k.samples)] {
		k.least = append(k.least, uint32(h>>(64-SampleBits)))
	}
	s.Sample = AppendSample(s.Sample, k.least)
	k.shrink()
}

// Shingles gives the hashes of a text's different shingles, ascending, until the next call.
func (k *Sketcher) Shingles(text, lang string) []uint64 {
	k.forms.use(lang)
	k.words = k.cut(k.words[:0], text)
	k.hashes = appendShingles(k.hashes[:0], k.words)
	return k.sortDistinct()
}

// shrink lets go of the memory that a huge text has needed.
func (k *Sketcher) shrink() {
	const huge = 1 << 18
	if cap(k.words) > huge {
		k.words, k.hashes, k.spare, k.counts = nil, nil, nil, nil
	}
}
