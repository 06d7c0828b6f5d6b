package sketch

import "slices"

// Options configure a Sketcher. Start from DefaultOptions.
type Options struct {
	// Samples is how many shingles Sketch.Sample keeps, from 1 to 255.
	Samples int
	// Cache is how many canonical forms are cached, rounded up to a power of two. Each takes 16 bytes.
	Cache int
}

// DefaultOptions returns the usual options. With them the cache takes 2 MiB.
func DefaultOptions() Options { return Options{Samples: defaultSamples, Cache: 1 << 17} }

const defaultSamples = 96

// Sketcher computes the sketches of texts. It reuses its buffers, so only one goroutine may use it at a time. Earlier texts do not
// influence a sketch.
type Sketcher struct {
	samples int
	forms   *forms
	words   []uint64
	hashes  []uint64
	spare   []uint64
	counts  []uint32
	least   []uint32
	sample  Sample
}

// New returns a Sketcher with these options.
func New(o Options) *Sketcher {
	return &Sketcher{samples: o.Samples, forms: newForms(o.Cache)}
}

// Sketch returns the sketch of a text. lang is its language as an ISO 639-1 code, by which words are reduced to stems. If lang is "" or
// there is no stemmer for it, words are compared without stemming, but still regardless of case and of variants of characters.
func (k *Sketcher) Sketch(text, lang string) Sketch {
	s := Sketch{Sample: k.sample}
	k.Into(&s, text, lang)
	k.sample = s.Sample
	s.Sample = slices.Clone(s.Sample) // without spare capacity
	return s
}

// Into computes the sketch of a text as the method Sketch does, but writes it to s and reuses the memory of s.Sample.
func (k *Sketcher) Into(s *Sketch, text, lang string) {
	*s = Sketch{Sample: s.Sample[:0]}
	hashes := k.Shingles(text, lang)
	s.Shingles = len(hashes)
	s.Short = len(k.words) < ShingleWords && len(hashes) > 0
	if len(hashes) == 0 {
		return
	}
	fillSlots(&s.Slots, hashes)
	s.Pairs.fill(k.words)
	s.Vocabulary.fill(k.words)
	k.least = k.least[:0]
	for _, h := range hashes[:min(len(hashes), k.samples)] {
		k.least = append(k.least, uint32(h>>(64-SampleBits)))
	}
	s.Sample = AppendSample(s.Sample, k.least)
	k.shrink()
}

// Shingles returns the hashes of the distinct shingles of a text, in ascending order. The result is valid until the next call.
func (k *Sketcher) Shingles(text, lang string) []uint64 {
	k.forms.setLanguage(lang)
	k.words = k.appendWords(k.words[:0], text)
	k.hashes = appendShingles(k.hashes[:0], k.words)
	return k.sortDistinct()
}

// shrink frees large buffers after a huge text.
func (k *Sketcher) shrink() {
	const huge = 1 << 18
	if cap(k.words) > huge {
		k.words, k.hashes, k.spare, k.counts = nil, nil, nil, nil
	}
}
