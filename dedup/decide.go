package dedup

import (
	"fmt"
	"math"

	"gannet/dedup/verdict"
	"gannet/job"
)

// Decision says to which cluster a posting belongs, and why. Its verdict is New, "same" or "same text other place", as to
// the posting Of.
type Decision = job.Decision

// New is the verdict on a posting that is like none before.
const New = "new"

// Decide finds the cluster of a posting and files the posting under a number that was not used before. The posting
// joins the cluster that it fits best, or opens its own.
//
// A posting fits a cluster if it is judged the same job as the original. It also fits if it is judged the same job as
// the newest member or one that shares keys, but then it must share text with the original (minContained). So clusters do
// not chain: no posting joins by its likeness to a member in the middle alone. Two clusters become one only with
// Options.Unite.
//
// The original is the posting of the best publisher: employer before agency, board and aggregator. Only a posting of a
// better publisher replaces it, because others refer to it. A batch is sorted first, so that of equal publishers the
// earliest and most complete posting is the original (see BatchOrder).
//
// If the caller does not keep the posting, it must start again with a new Deduper.
func (d *Deduper) Decide(number uint64, p *Profile) (Decision, error) {
	if number == 0 || d.clusterOf[number] != nil {
		return Decision{}, fmt.Errorf("dedup: posting %d: numbers begin at 1 and are used once", number)
	}
	found, err := d.lookUp(p)
	if err != nil {
		return Decision{}, err
	}
	best, err := d.bestMatch(p, found.candidates)
	if err != nil {
		return Decision{}, err
	}
	if best.verdict.Label == verdict.Same {
		if d.o.Unite {
			best.cluster, err = d.uniteFitting(best.cluster)
			if err != nil {
				return Decision{}, err
			}
		}
		return d.joinCluster(number, p, &found, &best)
	}
	return d.openCluster(number, p, &found, &best)
}

// joinCluster files a posting under the cluster of its match.
func (d *Deduper) joinCluster(number uint64, p *Profile, found *lookup, best *match) (Decision, error) {
	d.sites.countPosting(p, p.Hashes.Host != best.profile.Hashes.Host)
	keys := found.keys
	if best.profile.Sketch.Jaccard(&p.Sketch) >= minCopied {
		keys = keys[:found.hashKeys]
	}
	m := d.newMember(number, p)
	decision := d.describe(best)
	decision.Cluster = best.cluster.id
	decision.Original = m.publisher < best.cluster.original.publisher
	c := d.addMember(m, best.cluster.id, decision.Original)
	return decision, d.file(number, c, p, keys, found.textKnown)
}

// openCluster files a posting under a new cluster. The decision names the best match only if it has the same text and
// another location.
func (d *Deduper) openCluster(number uint64, p *Profile, found *lookup, best *match) (Decision, error) {
	d.sites.countPosting(p, false)
	decision := Decision{Verdict: New}
	if best.cluster != nil {
		decision = d.describe(best)
	}
	if best.verdict.Label != verdict.OtherLocation {
		decision.Verdict, decision.Of = New, 0
	}
	decision.Cluster, decision.Original = number, true
	c := d.addMember(d.newMember(number, p), number, true)
	return decision, d.file(number, c, p, found.keys, found.textKnown)
}

// file makes a posting findable by its keys, and learns from its text if that is new.
func (d *Deduper) file(number uint64, c *cluster, p *Profile, keys []uint64, textKnown bool) error {
	d.recordMember(number, c, p)
	if !textKnown {
		d.frequent.countText(p)
	}
	if err := d.o.Index.Add(number, keys, p.splitKey()); err != nil {
		return fmt.Errorf("dedup: posting %d: %w", number, err)
	}
	return nil
}

// maxReasons is how many reasons a decision gives.
const maxReasons = 4

// describe returns the decision that a match leads to, except for the cluster.
func (d *Deduper) describe(m *match) Decision {
	return Decision{
		Of: m.number, Verdict: m.verdict.Label.String(), Similarity: similarity(&m.evidence),
		Reasons: reasonTexts(d.o.Model.Reasons(&m.evidence, m.verdict)),
	}
}

// similarity is the overlap of the texts to three digits, and 0 if one has no text.
func similarity(e *verdict.Evidence) float64 {
	x := e[verdict.Overlap]
	if math.IsNaN(x) {
		return 0
	}
	return math.Round(x*1000) / 1000
}

// reasonTexts returns the strongest reasons. Those that speak against the verdict begin with "but".
func reasonTexts(reasons []verdict.Reason) []string {
	var texts []string
	for _, r := range reasons[:min(len(reasons), maxReasons)] {
		text := r.Text
		if r.Weight < 0 {
			text = "but " + text
		}
		texts = append(texts, text)
	}
	return texts
}
