package postings

import (
	"bytes"
	"encoding/binary"
	"slices"

	"gannet/job"
	"gannet/store/internal/check"
	"gannet/store/internal/entry"
)

// checker is a check of the postings in progress.
type checker struct {
	*Buckets
	*check.Run
	found  int // problems of what readers see of postings
	folded bool
}

// Problem reports a problem with a remedy that changes what readers see of postings.
func (c *checker) Problem(remedy check.Remedy, format string, args ...any) error {
	c.found++
	return c.Run.Problem(remedy, format, args...)
}

// CheckStages returns the stages of a check of the postings, in their order. The pages must be checked before.
func (b *Buckets) CheckStages(run *check.Run) []func() error {
	c := &checker{Buckets: b, Run: run}
	return []func() error{c.checkPostings, c.checkIndex, c.checkVersions, c.checkMembers, c.checkClusters, c.checkLives, c.checkLedger, c.foldRepaired}
}

// checkPostings reads every posting with all its versions.
func (c *checker) checkPostings() error {
	err := c.postings.ForEach(func(k, value []byte) error {
		if len(k) != 8 {
			return c.Problem(check.Delete(k, &c.postings), "postings: a key of %d bytes", len(k))
		}
		n := entry.Number(k)
		known, err := decodeSummary(value)
		if err != nil {
			return c.Problem(check.Delete(k, &c.postings), "posting %d: %v", n, err)
		}
		if !c.pages.Resolves(known.url) {
			return c.Problem(check.Delete(k, &c.postings), "posting %d: no page is kept for %s", n, known.url)
		}
		good, last := c.readableVersions(n, known)
		if len(good) == known.versions && hashContent(last.Job) == known.content {
			return nil
		}
		return c.Problem(c.keepVersions(n, known, good), "posting %d: %d of %d versions can be read", n, len(good), known.versions)
	})
	if err != nil {
		return err
	}
	return c.CheckSequence(c.postings.Bucket, "postings")
}

// readableVersions returns the encoded versions of a posting that can be read, and the last of them decoded.
func (c *checker) readableVersions(n uint64, known *summary) (good [][]byte, last *Version) {
	for i := range known.versions {
		v, err := c.version(n, i+1)
		if err != nil {
			if !c.versions.Has(versionKey(n, i+1)) && i > 0 && len(good) == 0 {
				break // the number of versions is damaged and may be huge
			}
			continue
		}
		good, last = append(good, c.versions.Get(versionKey(n, i+1))), v
	}
	return good, last
}

// keepVersions is the remedy for a posting that has lost versions: it keeps the remaining ones. If none remain, it deletes the posting.
func (c *checker) keepVersions(n uint64, known *summary, good [][]byte) check.Remedy {
	for i := range good {
		good[i] = bytes.Clone(good[i])
	}
	return func() error {
		if len(good) == 0 {
			return c.postings.Delete(entry.Key(n))
		}
		for i, value := range good {
			if err := c.versions.Put(versionKey(n, i+1), value); err != nil {
				return err
			}
		}
		v, err := c.version(n, len(good))
		if err != nil {
			return err
		}
		newest, err := Prepare(&Found{Job: v.Job})
		if err != nil {
			return err
		}
		known.versions = len(good)
		known.setVersion(newest, known.url)
		return c.postings.Put(entry.Key(n), known.appendTo(nil))
	}
}

// eachReadable calls use for the postings that can be read. checkPostings reports the others.
func (c *checker) eachReadable(use func(k []byte, known *summary) error) error {
	return c.postings.ForEach(func(k, value []byte) error {
		known, err := decodeSummary(value)
		if err != nil {
			return nil
		}
		return use(k, known)
	})
}

// checkIndex compares the posting index with the postings, both ways.
func (c *checker) checkIndex() error {
	err := c.index.ForEach(func(k, n []byte) error {
		if len(k) == 17 && k[0] == byPage {
			return c.checkPart(k, n)
		}
		known, err := decodeSummary(c.postings.Get(n))
		if err != nil || !slices.ContainsFunc(known.keys, func(have []byte) bool { return bytes.Equal(have, k) }) {
			return c.Run.Problem(check.Delete(k, c.index), "posting index: %x leads to no posting that has this key", k)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.eachReadable(func(k []byte, known *summary) error {
		for _, name := range known.keys {
			holder := c.index.Get(name)
			if bytes.Equal(holder, k) {
				continue
			}
			remedy := check.Put(c.index, name, k)
			if holder != nil {
				remedy = c.removeKey(bytes.Clone(k), name)
			}
			if err := c.Run.Problem(remedy, "posting %x: its key %x does not lead to it", k, name); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkPart compares the index key of a part of a page with its posting. Postings of earlier versions of the program have no such key.
func (c *checker) checkPart(k, n []byte) error {
	known, err := decodeSummary(c.postings.Get(n))
	if err != nil || !isPart(known.url) || !bytes.Equal(k, partKey(known.url, entry.Number(n))) {
		return c.Run.Problem(check.Delete(k, c.index), "posting index: %x leads to no posting of this page", k)
	}
	return nil
}

// removeKey is the remedy for an index key of a posting under which another posting is found.
func (c *checker) removeKey(posting, key []byte) check.Remedy {
	return func() error {
		known, err := decodeSummary(c.postings.Get(posting))
		if err != nil {
			return err
		}
		known.keys = slices.DeleteFunc(known.keys, func(k []byte) bool { return bytes.Equal(k, key) })
		return c.postings.Put(posting, known.appendTo(nil))
	}
}

// checkVersions looks for versions and profiles whose posting is gone.
func (c *checker) checkVersions() error {
	err := c.versions.ForEach(func(k, _ []byte) error {
		if len(k) == 12 {
			known, err := decodeSummary(c.postings.Get(k[:8]))
			if v := binary.BigEndian.Uint32(k[8:]); err == nil && v >= 1 && int(v) <= known.versions {
				return nil
			}
		}
		return c.Problem(check.Delete(k, &c.versions), "versions: %x belongs to no posting", k)
	})
	if err != nil {
		return err
	}
	return c.profiles.ForEach(func(k, _ []byte) error {
		if !c.postings.Has(k) {
			return c.Problem(check.Delete(k, &c.profiles), "records: %x belongs to no posting", k)
		}
		return nil
	})
}

// checkMembers compares the members of clusters with the clusters that the postings name.
func (c *checker) checkMembers() error {
	noDecision := appendDecision(nil, &job.Decision{})
	err := c.members.ForEach(func(k, value []byte) error {
		if len(k) != 16 {
			return c.Problem(check.Delete(k, &c.members), "members: a key of %d bytes", len(k))
		}
		id, n := entry.Number(k), entry.Number(k[8:])
		known, err := decodeSummary(c.postings.Get(k[8:]))
		if err != nil || known.cluster != id {
			return c.Problem(check.Delete(k, &c.members), "cluster %d: posting %d does not belong to it", id, n)
		}
		if _, err := decodeDecision(value); err != nil {
			return c.Problem(check.Put(&c.members, k, noDecision), "cluster %d, posting %d: %v", id, n, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.eachReadable(func(n []byte, known *summary) error {
		if k := append(entry.Key(known.cluster), n...); !c.members.Has(k) {
			return c.Problem(check.Put(&c.members, k, noDecision), "cluster %d: posting %x is not among its members", known.cluster, n)
		}
		return nil
	})
}

// membership is what the entries of a cluster's members say about the cluster.
type membership struct {
	count       int
	first       uint64 // the number of the first member
	hasOriginal bool
}

func (c *checker) membershipOf(id, original uint64) (m membership, err error) {
	err = c.eachMember(id, func(member uint64, _ []byte) error {
		if m.count++; m.first == 0 {
			m.first = member
		}
		m.hasOriginal = m.hasOriginal || member == original
		return nil
	})
	return m, err
}

// checkClusters compares each cluster with its members.
func (c *checker) checkClusters() error {
	err := c.clusters.ForEach(func(k, value []byte) error {
		if len(k) != 8 {
			return c.Problem(check.Delete(k, &c.clusters), "clusters: a key of %d bytes", len(k))
		}
		id := entry.Number(k)
		kept, damage := decodeCluster(value)
		m, err := c.membershipOf(id, kept.original)
		original := m.first
		if m.hasOriginal {
			original = kept.original
		}
		switch {
		case err != nil:
			return err
		case m.count == 0:
			return c.Problem(check.Delete(k, &c.clusters), "cluster %d: has no members", id)
		case damage == nil && m.hasOriginal && m.count == kept.members:
			return nil
		}
		remedy := check.Put(&c.clusters, k, clusterEntry{original, m.count}.appendTo(nil))
		return c.Problem(remedy, "cluster %d: its %d members or its original are not as kept", id, m.count)
	})
	if err != nil {
		return err
	}
	return c.members.ForEach(func(k, _ []byte) error {
		if len(k) != 16 || c.clusters.Has(k[:8]) {
			return nil
		}
		m, err := c.membershipOf(entry.Number(k), 0)
		if err != nil || m.first != entry.Number(k[8:]) {
			return err // reported with the first member
		}
		remedy := check.Put(&c.clusters, k[:8], clusterEntry{m.first, m.count}.appendTo(nil))
		return c.Problem(remedy, "cluster %x: is missing, its members are kept", k[:8])
	})
}

// Valid reports whether a value can be decoded as an entry of this kind, which must be a kind of posting data. It is for entries without a
// seal.
func Valid(kind entry.Kind, value []byte) bool {
	var err error
	switch kind {
	case entry.Postings:
		_, err = decodeSummary(value)
	case entry.Versions:
		err = validVersion(value)
	case entry.Members:
		_, err = decodeDecision(value)
	case entry.Clusters:
		_, err = decodeCluster(value)
	case entry.Lives:
		_, err = decodeLife(value)
	case entry.Changes:
		_, err = decodeChange(0, value)
	}
	return err == nil // a profile may be anything
}

func validVersion(value []byte) error {
	v, err := decodeVersion(value)
	if err != nil {
		return err
	}
	plain, err := entry.Decompress(nil, v.frame)
	if err != nil {
		return err
	}
	_, err = decodePosting(plain)
	return err
}

// LooksLikePosting reports whether a value whose kind is not known is probably an encoded posting.
func LooksLikePosting(value []byte) bool {
	known, err := decodeSummary(value)
	return err == nil && len(known.keys) > 0 && bytes.Contains([]byte{byURL, byID}, known.keys[0][:1])
}

// Newness returns a number that is higher for later states of the same posting, or of its life, to choose the latest of several copies of
// an entry. ok is false for a damaged value.
func Newness(kind entry.Kind, value []byte) (n int, ok bool) {
	if kind == entry.Lives {
		l, err := decodeLife(value)
		if err != nil {
			return 0, false
		}
		return int(l.Checked.Unix()), true
	}
	known, err := decodeSummary(value)
	if err != nil {
		return 0, false
	}
	return known.count, true
}
