package sketch

import "slices"

// Options are the options of a Sketcher. Begin with DefaultOptions.
type Options struct {
	// Samples is how many shingles Sketch.Sample keeps, from 1 to 255.
	Samples int
	// Cache is how many canonical forms are cached, rounded up to a power of two. Each takes 16 bytes.
	Cache int
}

// DefaultOptions returns the defaults. The cache takes 2 MiB.
func DefaultOptions() Options { return Options{Samples: defaultSamples, Cache: 1 << 17} }

const defaultSamples = 96

// Sketcher makes sketches. It reuses its buffers, so one goroutine may use it at a time. A sketch does not depend on earlier
// texts.
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

// New makes a Sketcher.
func New(o Options) *Sketcher {
	return &Sketcher{samples: o.Samples, forms: newForms(o.Cache)}
}

// Sketch returns the sketch of a text. lang is an ISO 639-1 code. If it is empty or has no stemmer, words are compared as
// they are, except for case and variants of characters.
func (k *Sketcher) Sketch(text, lang string) Sketch {
	s := Sketch{Sample: k.sample}
	k.Into(&s, text, lang)
	k.sample = s.Sample
	s.Sample = slices.Clone(s.Sample) // without spare capacity
	return s
}

// Into does the same as Sketch, but writes into a sketch whose Sample may be overwritten.
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

// Shingles returns the hashes of the different shingles of a text, ascending. They are valid until the next call.
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
