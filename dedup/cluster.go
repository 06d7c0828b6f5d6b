package dedup

import "gannet/dedup/sketch"

// cluster is the set of postings of one job. A new posting is compared with the original and, if that does not decide, with the newest member and
// with some members that share keys.
type cluster struct {
	id               uint64
	original, newest uint64    // numbers of postings
	claims           uint64    // the first of those with the best claim: it does not depend on what is known of sites
	claim            Publisher // of that posting
	placed           uint64    // the first that names a location; 0 if none does
	union            *union    // nil for most
}

// union records that a cluster became a part of another one, or that others became parts of it.
type union struct {
	into            *cluster // the cluster that this one is a part of now; nil if it is one of its own
	formerOriginals []uint64 // of the clusters that became a part of this one
}

// root returns the cluster that c is now a part of, which is c itself if it was not united with another. It returns nil for nil.
func (c *cluster) root() *cluster {
	for c != nil && c.union != nil && c.union.into != nil {
		c = c.union.into
	}
	return c
}

// clusterByID returns the cluster with a number, or nil if there is none. The number of nearly every cluster is that of one of its members.
func (d *Deduper) clusterByID(id uint64) *cluster {
	if c := d.clusterOf[id]; c != nil && c.id == id {
		return c
	}
	return d.clusters[id]
}

// Limits of the resemblance of two texts, as shares of equal shingles.
const (
	// minContained is the least share of a text that the original must contain. With less, the posting is not compared with other members.
	minContained = 0.2
	// minKnown is the least resemblance at which a text with the same title counts as known (see Profile.repeats).
	minKnown = 0.6
	// minCopied is the resemblance from which on the text of a copy is not indexed, because what resembles the copy also resembles the posting that
	// was copied.
	minCopied = 0.9
)

// repeats reports whether the text of a posting is already known from another one. In that case its shingles are not counted again, because they say
// nothing new about what an employer or site repeats. If the titles differ, a similar text may only have the same frame, so it counts as known only
// if it is nearly a copy.
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

// settleOriginal chooses the original of a cluster again when a posting is to join it, because more is known of the sites by then. It chooses among
// the present original, the member with the best claim, and the posting that joins.
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

// countJoining counts a posting that is to join a cluster as a copy of the member with the best claim.
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

// recordMember records that a posting belongs to a cluster, and keeps its profile.
func (d *Deduper) recordMember(number uint64, c *cluster, p *Profile) {
	d.clusterOf[number] = c
	d.profiles.put(number, p)
	d.digest.addPosting(number, c.id)
}

// UpdateProfile replaces the profile of a posting whose content has changed. The posting stays in its cluster, and the index still finds it
// by the keys of its first version.
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

// likeKeys is how many keys a posting has that combine its title with one slot of its sketch of pairs of words. If two texts share half of these
// pairs, every second of these keys is equal. So the keys find a copy that has another employer's name and few equal shingles.
const likeKeys = 4

// minOwnTitle is the number of words from which on a first line that was taken for the title counts as rare. Shorter first lines are often the same,
// such as "London, UK".
const minOwnTitle = 4

// MaxKeys is the largest number of index keys of one posting, if its sketch is divided by sketch.DefaultLayout.
const MaxKeys = 4 + likeKeys + 32 + askedParts

// AppendKeys appends to keys all index keys by which a posting is looked up. layout is that of the Deduper. At most the first filed of them
// are also those under which the index stores the posting.
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

// hasOwnTitle reports whether a title is rare enough to make a key together with a small part of the text.
func (p *Profile) hasOwnTitle() bool {
	return p.Hashes.Title != 0 && (!p.Headline || len(p.Title) >= minOwnTitle)
}

// A posting is filed under its title combined with each of its filedParts least shingles, and looked up by askedParts of them. So a text is found
// inside one that is five times as long, because a fifth of the longer text's least shingles are its own.
const (
	filedParts = 4
	askedParts = 24
)

// appendPartKeys appends the keys that combine the title with a shingle. The posting is filed under the first n of them.
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

// splitKey returns the key by which the index splits buckets that are too large.
func (p *Profile) splitKey() uint64 { return mix(p.Hashes.Company*3 + p.Hashes.Title) }
