package dedup

import "gannet/dedup/sketch"

// cluster is the postings of one job. New postings are compared with the original, and if need be with the newest member
// and with some that share keys.
type cluster struct {
	id               uint64
	original, newest uint64    // numbers of postings
	claims           uint64    // the first of those with the best claim: it does not depend on what is known of sites
	claim            Publisher // of that posting
	placed           uint64    // the first that names a location; 0 if none does
	union            *union    // nil for most
}

// union is what is known of a cluster that became a part of another, or the other way round.
type union struct {
	into            *cluster // the cluster that this one is a part of now; nil if it is one of its own
	formerOriginals []uint64 // of the clusters that became a part of this one
}

// root returns the cluster that a cluster is a part of. nil has none.
func (c *cluster) root() *cluster {
	for c != nil && c.union != nil && c.union.into != nil {
		c = c.union.into
	}
	return c
}

// clusterByID returns the cluster with a number, and nil if there is none. Nearly all have the number of a member.
func (d *Deduper) clusterByID(id uint64) *cluster {
	if c := d.clusterOf[id]; c != nil && c.id == id {
		return c
	}
	return d.clusters[id]
}

// Limits of resemblance, as shares of equal shingles.
const (
	// minContained is the least share of a text that must be in the original before other members are asked.
	minContained = 0.2
	// minKnown is the least resemblance at which a text under the same title counts as known, see Profile.repeats.
	minKnown = 0.6
	// minCopied is the resemblance from which on the text of a copy is not indexed. What resembles the copy also
	// resembles the posting that it is a copy of.
	minCopied = 0.9
)

// repeats reports whether the text of a posting is known from another one. Its shingles are not counted again then, because they say nothing
// new about what an employer or site repeats. But a text which is nearly that of another title is mostly a frame, unless it is a copy.
func (p *Profile) repeats(o *Profile) bool {
	alike := p.Sketch.Jaccard(&o.Sketch)
	return alike >= minCopied || alike >= minKnown && p.Hashes.Title == o.Hashes.Title
}

// addMember adds a posting to a cluster, which may be new.
func (d *Deduper) addMember(number, clusterID uint64, original bool, p *Profile) *cluster {
	c := d.clusterByID(clusterID)
	if c == nil {
		c = &cluster{id: clusterID, original: number, newest: number, claims: number, claim: p.Publisher}
		if number != clusterID {
			d.clusters[clusterID] = c
		}
	}
	if c.placed == 0 && len(p.Location) > 0 {
		c.placed = number
	}
	if c.newest == number {
		return c
	}
	c.newest = number
	if original {
		c.original = number
	}
	if p.Publisher < c.claim {
		c.claims, c.claim = number, p.Publisher
	}
	return c
}

// settleOriginal chooses the original of a cluster again when a posting is to join it, because more is known of the sites now. It
// is the present one, the one with the best claim, or the one that joins.
func (d *Deduper) settleOriginal(c *cluster, number uint64, p *Profile) (uint64, error) {
	best, bestProfile := number, p
	for _, other := range [...]uint64{c.original, c.claims} {
		profile, err := d.profiles.get(other)
		if err != nil {
			return 0, err
		}
		if d.sites.isNearer(profile, bestProfile, other, best) {
			best, bestProfile = other, profile
		}
	}
	return best, nil
}

// countJoining counts a posting that is to join a cluster. It was known from the posting with the best claim.
func (d *Deduper) countJoining(c *cluster, p *Profile) error {
	d.sites.countPosting(p)
	if c == nil {
		return nil
	}
	from, err := d.profiles.get(c.claims)
	if err != nil {
		return err
	}
	d.sites.countCopy(p, from)
	if c.newest != c.claims { // it may name the site where another one with a good claim was copied
		claims := from.Hashes.Host
		if from, err = d.profiles.get(c.newest); err != nil {
			return err
		}
		if from.Hashes.Host != claims {
			d.sites.countNames(p, from)
		}
	}
	return nil
}

// recordMember records the cluster of a posting and keeps its profile.
func (d *Deduper) recordMember(number uint64, c *cluster, p *Profile) {
	d.clusterOf[number] = c
	d.profiles.put(number, p)
	d.digest.addPosting(number, c.id)
}

// UpdateProfile replaces the profile of a posting that has a new version. The posting stays in its cluster and in the
// index under its first keys.
func (d *Deduper) UpdateProfile(number uint64, p *Profile) {
	if d.clusterOf[number] != nil {
		d.profiles.put(number, p)
	}
}

// Kinds of exact keys.
const (
	urlKey = iota + 1
	numberKey
	recordKey
	nameKey // title and company: finds copies that were shortened or name no location
	likeKey // title and a slot of the pairs of words
	partKey // title and a shingle: finds copies to which much was added
)

// likeKeys is how many keys a posting has for its title together with a slot of its pairs of words. Of two texts that share half
// of these pairs, one key in two is equal. So a copy is found that has another employer's name and few equal shingles.
const likeKeys = 4

// minOwnTitle is how many words make a first line, taken for a title, rare. Many have "London, UK".
const minOwnTitle = 4

// MaxKeys is how many keys a posting has at most, if its bands are those of sketch.DefaultLayout.
const MaxKeys = 4 + likeKeys + 32 + askedParts

// AppendKeys appends all keys by which a Deduper with such a layout looks up a posting. It files the posting by the first filed of
// them at most.
func (p *Profile) AppendKeys(keys []uint64, l sketch.Layout) (all []uint64, filed int) {
	all, _, filed = p.appendAllKeys(keys, l)
	return all, filed
}

// appendAllKeys appends the keys of a posting in the order of a lookup.
func (p *Profile) appendAllKeys(keys []uint64, l sketch.Layout) (all []uint64, hashKeys, filedKeys int) {
	keys = p.appendKeys(keys)
	hashKeys = len(keys)
	all, filedKeys = p.appendPartKeys(p.Sketch.AppendBands(keys, l))
	return all, hashKeys, filedKeys
}

// appendKeys appends the exact keys of a posting.
func (p *Profile) appendKeys(keys []uint64) []uint64 {
	for kind, hash := range []uint64{urlKey: p.Hashes.URL, numberKey: p.Hashes.Number, recordKey: p.Hashes.Key} {
		if hash != 0 {
			keys = append(keys, mix(hash+uint64(kind)))
		}
	}
	if p.Hashes.Title != 0 && p.Hashes.Company != 0 {
		keys = append(keys, mix(p.splitKey()+nameKey))
	}
	if p.hasOwnTitle() && p.Sketch.Shingles > 0 {
		for i := range uint64(likeKeys) {
			keys = append(keys, mix(p.Hashes.Title+(uint64(p.Sketch.Pairs[i])&15)<<8+i+likeKey))
		}
	}
	return keys
}

// hasOwnTitle reports whether a title is rare enough for a key together with little of the text.
func (p *Profile) hasOwnTitle() bool {
	return p.Hashes.Title != 0 && (!p.Headline || len(p.Title) >= minOwnTitle)
}

// A posting is filed by its title together with each of its filedParts least shingles. It is looked up by askedParts of them. So
// a text is found in one five times as long, of which it has a fifth of the least shingles.
const (
	filedParts = 4
	askedParts = 24
)

// appendPartKeys appends the keys of title and shingle. The posting is filed by the first n keys.
func (p *Profile) appendPartKeys(keys []uint64) (all []uint64, n int) {
	if !p.hasOwnTitle() {
		return keys, len(keys)
	}
	filed := len(keys) + filedParts
	var room [128]uint32
	least := p.Sketch.Sample.Append(room[:0])
	for _, shingle := range least[:min(len(least), askedParts)] {
		keys = append(keys, mix(p.Hashes.Title+uint64(shingle)<<8+partKey))
	}
	return keys, min(filed, len(keys))
}

// splitKey is the key by which the index splits buckets that are too large.
func (p *Profile) splitKey() uint64 { return mix(p.Hashes.Company*3 + p.Hashes.Title) }
