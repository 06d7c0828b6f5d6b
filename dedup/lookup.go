package dedup

import (
	"cmp"

	"gannet/dedup/verdict"
)

// candidate is a cluster that a posting may belong to, with the profiles to compare.
type candidate struct {
	cluster          *cluster
	original, newest *Profile
	sharing          [maxMembers]uint64 // other members that share keys with the posting, those that share most first
	sharingCount     int
}

// maxMembers is the greatest Options.MaxMembers.
const maxMembers = 8

// addSharing notes a member that shares keys with the posting, unless that member is compared anyway. At most limit members are noted.
func (c *candidate) addSharing(number uint64, limit int) {
	if c.sharingCount < limit && number != c.cluster.original && number != c.cluster.newest {
		c.sharing[c.sharingCount] = number
		c.sharingCount++
	}
}

// lookup is what the index knows about a posting. Its slices are valid until the next call of lookUp.
type lookup struct {
	keys       []uint64 // of the posting: first those of its hashes, then those of its text, last those that it is not filed by
	hashKeys   int      // number of the first
	filedKeys  int      // number of the first two
	candidates []candidate
	textKnown  bool // a candidate has nearly the same text
}

// lookUp finds the clusters with a member that shares a key with a posting.
func (d *Deduper) lookUp(p *Profile) (lookup, error) {
	var found lookup
	found.keys, found.hashKeys, found.filedKeys = p.appendAllKeys(d.keyBuffer[:0], d.o.Layout)
	d.keyBuffer = found.keys
	var err error
	if found.candidates, err = d.findClusters(found.keys, p.splitKey()); err != nil {
		return lookup{}, err
	}
	for i := range found.candidates {
		c := &found.candidates[i]
		if c.original, err = d.profiles.get(c.cluster.original); err != nil {
			return lookup{}, err
		}
		if c.newest, err = d.profiles.get(c.cluster.newest); err != nil {
			return lookup{}, err
		}
		found.textKnown = found.textKnown || p.repeats(c.original) || p.repeats(c.newest)
	}
	return found, nil
}

// findClusters returns the clusters whose members share most keys with a posting, without their profiles.
func (d *Deduper) findClusters(keys []uint64, splitKey uint64) ([]candidate, error) {
	const perCluster = 4 // postings of one cluster that the index is likely to return
	d.candidateBuffer = d.candidateBuffer[:0]
	err := d.o.Index.Candidates(keys, splitKey, d.o.MaxClusters*perCluster, func(number uint64) {
		if c := d.candidateOf(number); c != nil {
			c.addSharing(number, d.o.MaxMembers)
		}
	})
	return d.candidateBuffer, err
}

// candidateOf returns the candidate for the cluster of a posting. It returns nil if the posting has no cluster, or if there
// are too many candidates.
func (d *Deduper) candidateOf(number uint64) *candidate {
	c := d.clusterOf[number].root()
	for i := range d.candidateBuffer {
		if d.candidateBuffer[i].cluster == c {
			return &d.candidateBuffer[i]
		}
	}
	if c == nil || len(d.candidateBuffer) == d.o.MaxClusters {
		return nil
	}
	d.candidateBuffer = append(d.candidateBuffer, candidate{cluster: c})
	return &d.candidateBuffer[len(d.candidateBuffer)-1]
}

// match is the member of a cluster that a posting resembles most, and the verdict on the two. If there is no cluster, the verdict is Different.
type match struct {
	cluster  *cluster
	number   uint64 // of the member
	profile  *Profile
	evidence verdict.Evidence
	verdict  verdict.Judgement
}

// bestMatch compares a posting with all candidates. The best match has the best verdict and, among equal verdicts, the highest probability. If
// several are equal, the first is taken, because it shares most keys.
func (d *Deduper) bestMatch(p *Profile, candidates []candidate) (best match, err error) {
	d.fitting = d.fitting[:0]
	for i := range candidates {
		m, err := d.compare(p, &candidates[i])
		if err != nil {
			return match{}, err
		}
		if m.verdict.Label == verdict.Same {
			d.fitting = append(d.fitting, m.cluster)
		}
		if best.cluster == nil || m.isBetterThan(&best) {
			best = m
		}
	}
	return best, nil
}

func (m *match) isBetterThan(o *match) bool {
	return m.verdict.Label > o.verdict.Label || m.verdict.Label == o.verdict.Label && m.probability() > o.probability()
}

// probability returns how probable it is that the verdict Same is right; for another verdict, how probable it is that the two texts are the same
// advertisement.
func (m *match) probability() float64 {
	if m.verdict.Label == verdict.Same {
		return m.verdict.SameText * m.verdict.SameLocation
	}
	return m.verdict.SameText
}

// compare judges a posting against the members of a candidate. If the original names no location, the posting must also be the same job as the first
// member that names one. Otherwise a posting without a location could join two locations in one cluster.
func (d *Deduper) compare(p *Profile, c *candidate) (match, error) {
	m, err := d.compareMembers(p, c)
	if err != nil || m.verdict.Label != verdict.Same {
		return m, err
	}
	if apart, err := d.listedBeside(p, c, m.number); err != nil || apart != nil {
		return *cmp.Or(apart, &m), err
	}
	if c.cluster.placed == c.cluster.original {
		return m, nil
	}
	elsewhere, err := d.elsewhere(p, c.cluster)
	if err != nil || elsewhere == nil {
		return m, err
	}
	return *elsewhere, nil
}

// elsewhere returns the match with the first member of a cluster that names a location, if that location differs from the posting's. Otherwise it
// returns nil.
func (d *Deduper) elsewhere(p *Profile, c *cluster) (*match, error) {
	if c.placed == 0 || len(p.Location) == 0 {
		return nil, nil
	}
	member, err := d.profiles.get(c.placed)
	if err != nil {
		return nil, err
	}
	m, err := d.compareWith(p, c, c.placed, member)
	if err != nil || m.verdict.Label != verdict.OtherLocation {
		return nil, err
	}
	return &m, nil
}

// compareMembers judges a posting against the original of a candidate. If the two are different jobs but still share text, it goes on with the newest
// member, and then with those that share keys.
func (d *Deduper) compareMembers(p *Profile, c *candidate) (match, error) {
	withOriginal, err := d.compareWith(p, c.cluster, c.cluster.original, c.original)
	far := !(withOriginal.evidence[verdict.Contained] >= minContained) // true if it is not a number
	if err != nil || withOriginal.verdict.Label != verdict.Different || withOriginal.evidence.ListedApart() || far {
		return withOriginal, err
	}
	if c.cluster.newest != c.cluster.original {
		withNewest, err := d.compareWith(p, c.cluster, c.cluster.newest, c.newest)
		if err != nil || withNewest.verdict.Label != verdict.Different {
			return withNewest, err
		}
	}
	for _, number := range c.sharing[:c.sharingCount] {
		member, err := d.profiles.get(number)
		if err != nil {
			return match{}, err
		}
		if m, err := d.compareWith(p, c.cluster, number, member); err != nil || m.verdict.Label == verdict.Same {
			return m, err
		}
	}
	return withOriginal, nil
}

// listedBeside returns the match with a member of a cluster if one list links to both this member and the posting as two jobs. It returns nil if
// there is no such member. same is the member that is the same job as the posting; it is not compared.
func (d *Deduper) listedBeside(p *Profile, c *candidate, same uint64) (*match, error) {
	for _, number := range append([]uint64{c.cluster.original, c.cluster.newest}, c.sharing[:c.sharingCount]...) {
		if number == same {
			continue
		}
		member, err := d.profiles.get(number)
		if err != nil {
			return nil, err
		}
		if !p.fromOneList(member) {
			continue
		}
		if m, err := d.compareWith(p, c.cluster, number, member); err != nil || m.evidence.ListedApart() {
			return &m, err
		}
	}
	return nil, nil
}

// compareWith judges the posting that is being decided against one member of a cluster.
func (d *Deduper) compareWith(p *Profile, c *cluster, number uint64, member *Profile) (m match, err error) {
	m = match{cluster: c, number: number, profile: member}
	m.evidence, m.verdict, err = d.judge(d.number, p, number, member)
	return m, err
}

// judge judges two postings. Only if they seem to be one job, it checks whether their list still links to both of them.
func (d *Deduper) judge(a uint64, p *Profile, b uint64, o *Profile) (e verdict.Evidence, j verdict.Judgement, err error) {
	e = measure(p, o, d.frequent)
	j = d.o.Model.Judge(&e)
	if !e.ListedApart() || d.o.Listed == nil {
		return e, j, nil
	}
	apart := e[verdict.Listed]
	e[verdict.Listed] = verdict.Missing()
	if j = d.o.Model.Judge(&e); j.Label != verdict.Same {
		return e, j, nil
	}
	for _, number := range [...]uint64{a, b} {
		if listed, err := d.o.Listed(number); err != nil || !listed {
			return e, j, err
		}
	}
	e[verdict.Listed] = apart
	return e, d.o.Model.Judge(&e), nil
}
