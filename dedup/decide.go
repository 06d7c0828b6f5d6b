package dedup

import (
	"fmt"
	"math"

	"gannet/dedup/verdict"
	"gannet/job"
)

// Decision says to which cluster a posting belongs, and why. Its verdict is New, or says how the posting relates to the earlier posting Of:
// "same" or "same text other place".
type Decision = job.Decision

// New is the verdict on a posting that resembles no earlier posting.
const New = "new"

// Decide finds the cluster of a posting, and stores the posting in the index under number, which must be new. The posting joins the cluster
// that it fits best, or begins a new one.
//
// A posting fits a cluster if the model judges it to be the same job as the cluster's original. It also fits if it is judged to be the same
// job as the newest member, or as a member that shares index keys with it, and it shares enough text with the original (minContained). So
// clusters do not become chains, in which a posting resembles only its neighbour. Two clusters become one only with Options.Unite.
//
// The original is the posting of the best kind of publisher: employer before agency, board and aggregator. Among several, it is the first,
// because others refer to it. The publishers of a cluster are judged again whenever a posting joins, by what is known about their sites
// then, so another member may become the original (Decision.NewOriginal). DecideBatch sorts a batch first, so that among equal publishers
// the earliest and most complete posting is the original.
//
// If the caller then does not store the posting, it must start again with a new Deduper.
func (d *Deduper) Decide(number uint64, p *Profile) (Decision, error) {
	if number == 0 || d.clusterOf[number] != nil {
		return Decision{}, fmt.Errorf("dedup: posting %d: numbers begin at 1 and are used once", number)
	}
	found, err := d.lookUp(p)
	if err != nil {
		return Decision{}, err
	}
	d.number = number
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
	keys := found.keys[:found.filedKeys]
	if best.profile.Sketch.Jaccard(&p.Sketch) >= minCopied {
		keys = keys[:found.hashKeys]
	}
	c := best.cluster
	if err := d.countJoining(c, p); err != nil {
		return Decision{}, err
	}
	original, err := d.settleOriginal(c, number, p)
	if err != nil {
		return Decision{}, err
	}
	decision := d.describe(best)
	decision.Cluster, decision.Original = c.id, original == number
	if original != c.original && !decision.Original {
		decision.NewOriginal = original
	}
	d.addMember(number, c.id, decision.Original, p)
	c.original = original
	d.describePublisher(&decision, p)
	if doubtful, err := d.isDoubtful(c, number, p); err != nil {
		return Decision{}, err
	} else if doubtful {
		decision.PublisherReason += ", as has another site that shows the job: which of them is the company's is doubtful"
	}
	return decision, d.file(number, c, p, keys, found.textKnown)
}

// openCluster files a posting under a new cluster. The decision names the best match only if the match has the same text but another location.
func (d *Deduper) openCluster(number uint64, p *Profile, found *lookup, best *match) (Decision, error) {
	d.sites.countPosting(p)
	decision := Decision{Verdict: New}
	if best.cluster != nil {
		decision = d.describe(best)
	}
	if best.verdict.Label != verdict.OtherLocation {
		decision.Verdict, decision.Of = New, 0
	}
	decision.Cluster, decision.Original = number, true
	d.describePublisher(&decision, p)
	c := d.addMember(number, number, true, p)
	return decision, d.file(number, c, p, found.keys[:found.filedKeys], found.textKnown)
}

// file files a posting under its keys so that it can be found, and learns from its text if that text is new.
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

// maxReasons is the greatest number of reasons in a decision.
const maxReasons = 4

// describe returns the decision that follows from a match, except for the cluster.
func (d *Deduper) describe(m *match) Decision {
	return Decision{
		Of: m.number, Verdict: m.verdict.Label.String(), Similarity: similarity(&m.evidence),
		Reasons: reasonTexts(d.o.Model.Reasons(&m.evidence, m.verdict)),
	}
}

// describePublisher adds the publisher of a posting to its decision, as far as it is known.
func (d *Deduper) describePublisher(to *Decision, p *Profile) {
	to.Publisher, to.PublisherReason = d.PublisherOf(p)
}

// isDoubtful reports whether it is unclear if a posting or a member of its cluster is the company's own: the original, or the member with the best
// claim.
func (d *Deduper) isDoubtful(c *cluster, number uint64, p *Profile) (bool, error) {
	for _, other := range [...]uint64{c.original, c.claims} {
		if other == number {
			continue
		}
		profile, err := d.profiles.get(other)
		if err != nil || d.sites.inDoubt(p, profile) {
			return err == nil, err
		}
	}
	return false, nil
}

// PublisherOf returns who published a posting, judged by everything that is known about its site so far, and the reason in words.
func (d *Deduper) PublisherOf(p *Profile) (publisher, reason string) {
	j := d.sites.judge(p)
	return j.publisher.String(), j.reason()
}

// similarity returns the overlap of two texts, rounded to three digits, and 0 if one of the postings has no text.
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
