package dedup

import (
	"math"

	"gannet/dedup/verdict"
)

// cluster is postings of one job. Of its members those two are kept that others are compared with.
type cluster struct {
	id               uint64
	original, newest member
	size             int
}

// member is a posting of a cluster.
type member struct {
	number       uint64
	source, said Source // what counts; what the posting alone tells
}

// match is a cluster's member that a posting was judged against.
type match struct {
	cluster  *cluster
	number   uint64
	record   *Record
	evidence verdict.Evidence
	verdict  verdict.Judgement
}

// drifting is the overlap with the original, by containment, below which likeness to the newest member counts no more.
const drifting = 0.2

// knownText is the overlap from which on a text counts as known: its shingles say nothing new about what an employer or
// site repeats.
const knownText = 0.6

// copiedText is the overlap from which on a copy is not filed by its text: whoever resembles it resembles the posting of
// its cluster that it is a copy of.
const copiedText = 0.9

// found is a cluster with what it is compared by.
type found struct {
	*cluster
	first, last *Record // of its original and newest
}

// search finds the clusters that share a key with a posting, leaves the posting's keys in d.keys, those of its names first,
// and says in d.known whether its text was seen before.
func (d *Deduper) search(r *Record) error {
	d.keys = r.appendKeys(d.keys[:0])
	d.exact = len(d.keys)
	d.keys = r.Sketch.AppendBands(d.keys, d.o.Layout)
	d.found, d.known = d.found[:0], false
	const each = 4 // postings of one cluster that are likely found
	if err := d.o.Index.Candidates(d.keys, r.second(), d.o.Candidates*each, func(doc uint64) {
		c := d.of[doc]
		if c == nil || len(d.found) == d.o.Candidates {
			return
		}
		for _, x := range d.found {
			if x.cluster == c {
				return
			}
		}
		d.found = append(d.found, found{cluster: c})
	}); err != nil {
		return err
	}
	for i := range d.found {
		x := &d.found[i]
		var err error
		if x.first, err = d.records.of(x.original.number); err != nil {
			return err
		}
		if x.last, err = d.records.of(x.newest.number); err != nil {
			return err
		}
		d.known = d.known || x.first.Sketch.Jaccard(&r.Sketch) >= knownText || x.last.Sketch.Jaccard(&r.Sketch) >= knownText
	}
	return nil
}

// judge gives the best match among the clusters found, and whether it is the same job. The best is the most probable
// one of the best verdict; of equals the first found, which shares most keys.
func (d *Deduper) judge(r *Record) (best match, same bool) {
	for i := range d.found {
		m := d.against(&d.found[i], r)
		if best.cluster == nil || m.verdict.Label > best.verdict.Label || m.verdict.Label == best.verdict.Label && m.score() > best.score() {
			best = m
		}
	}
	return best, best.cluster != nil && best.verdict.Label == verdict.Same
}

// score orders matches of one verdict.
func (m *match) score() float64 {
	if m.verdict.Label == verdict.Same {
		return m.verdict.Text * m.verdict.Place
	}
	return m.verdict.Text
}

// against judges a posting against a cluster.
func (d *Deduper) against(c *found, r *Record) match {
	m := match{cluster: c.cluster, number: c.original.number, record: c.first, evidence: measure(r, c.first, d.frequent)}
	m.verdict = d.o.Model.Judge(&m.evidence)
	far := !(m.evidence[verdict.Contained] >= drifting)
	if m.verdict.Label != verdict.Different || c.newest.number == c.original.number || far {
		return m
	}
	n := match{cluster: c.cluster, number: c.newest.number, record: c.last, evidence: measure(r, c.last, d.frequent)}
	if n.verdict = d.o.Model.Judge(&n.evidence); n.verdict.Label == verdict.Different {
		return m
	}
	return n
}

// shown is how many grounds of a verdict are given.
const shown = 4

// decision tells of a match.
func (d *Deduper) decision(m match) Decision {
	return Decision{
		Of: m.number, Verdict: m.verdict.Label.String(), Similarity: similarity(&m.evidence),
		Reasons: inWords(d.o.Model.Reasons(&m.evidence, m.verdict)),
	}
}

// similarity is the texts' overlap, 0 where there is no text, with three digits.
func similarity(e *verdict.Evidence) float64 {
	x := e[verdict.Overlap]
	if math.IsNaN(x) {
		return 0
	}
	return math.Round(x*1000) / 1000
}

// inWords gives the strongest grounds; those that spoke against the verdict begin with "but".
func inWords(grounds []verdict.Reason) []string {
	var words []string
	for _, g := range grounds[:min(len(grounds), shown)] {
		text := g.Text
		if g.Weight < 0 {
			text = "but " + text
		}
		words = append(words, text)
	}
	return words
}

// Kinds of exact keys.
const (
	urlKey = iota + 1
	numberKey
	recordKey
	nameKey // title and company: copies that were cut short or have no place
)

// appendKeys appends the keys of what a posting is named by.
func (r *Record) appendKeys(keys []uint64) []uint64 {
	for kind, name := range []uint64{urlKey: r.Names.URL, numberKey: r.Names.Number, recordKey: r.Names.Key} {
		if name != 0 {
			keys = append(keys, mix(name+uint64(kind)))
		}
	}
	if r.Names.Title != 0 && r.Names.Company != 0 {
		keys = append(keys, mix(r.second()+nameKey))
	}
	return keys
}

// second is the key by which buckets that are too large are split.
func (r *Record) second() uint64 { return mix(r.Names.Company*3 + r.Names.Title) }
