package store

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// auditPostings reads every posting with all its versions.
func (a *audit) auditPostings() error {
	err := a.postings.ForEach(func(k, value []byte) error {
		if len(k) != 8 {
			return a.wrong(remove(k, a.postings), "postings: a key of %d bytes", len(k))
		}
		n := binary.BigEndian.Uint64(k)
		h, err := decodeHead(value)
		if err != nil {
			return a.wrong(remove(k, a.postings), "posting %d: %v", n, err)
		}
		if _, ok := a.resolve(h.url); !ok {
			return a.wrong(remove(k, a.postings), "posting %d: no page is kept for %s", n, h.url)
		}
		good, last := a.readable(n, h)
		if len(good) == h.versions && contentOf(last.Job) == h.content {
			return nil
		}
		return a.wrong(a.mend(n, h, good), "posting %d: %d of %d versions can be read", n, len(good), h.versions)
	})
	if err != nil {
		return err
	}
	return a.auditSequence(a.postings, "postings")
}

// readable gives the versions of a posting that can be read, and the last of them.
func (a *audit) readable(n uint64, h *head) (good [][]byte, last *Revision) {
	for i := range h.versions {
		r, err := a.db.revision(&a.tables, n, i+1)
		if err != nil {
			if a.versions.Get(versionKey(n, i+1)) == nil && i > 0 && len(good) == 0 {
				break // a damaged number may be any
			}
			continue
		}
		good, last = append(good, a.versions.Get(versionKey(n, i+1))), r
	}
	return good, last
}

// mend is the remedy for a posting that has lost versions: those that are left are its versions. Without any it is gone.
func (a *audit) mend(n uint64, h *head, good [][]byte) func() error {
	for i := range good {
		good[i] = bytes.Clone(good[i])
	}
	return func() error {
		if len(good) == 0 {
			return a.postings.Delete(key(n))
		}
		for i, value := range good {
			if err := a.versions.Put(versionKey(n, i+1), value); err != nil {
				return err
			}
		}
		r, err := a.db.revision(&a.tables, n, len(good))
		if err != nil {
			return err
		}
		z, err := encoder()
		if err != nil {
			return err
		}
		packed, err := packPosting(z, r.Job)
		if err != nil {
			return err
		}
		h.versions = len(good)
		h.show(packed, h.url)
		return a.postings.Put(key(n), h.append(nil))
	}
}

// eachHead gives the postings that can be read.
func (a *audit) eachHead(use func(k []byte, h *head) error) error {
	return a.postings.ForEach(func(k, value []byte) error {
		h, err := decodeHead(value)
		if err != nil {
			return nil // reported by auditPostings
		}
		return use(k, h)
	})
}

// auditKeys compares the posting index with the postings, both ways.
func (a *audit) auditKeys() error {
	err := a.found.ForEach(func(k, n []byte) error {
		h, err := decodeHead(a.postings.Get(n))
		if err != nil || !slices.ContainsFunc(h.keys, func(have []byte) bool { return bytes.Equal(have, k) }) {
			return a.wrong(remove(k, a.found), "posting index: %x leads to no posting that is found by it", k)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return a.eachHead(func(k []byte, h *head) error {
		n := bytes.Clone(k)
		for _, name := range h.keys {
			holder := a.found.Get(name)
			if bytes.Equal(holder, k) {
				continue
			}
			remedy := write(a.found, name, k)
			if holder != nil {
				remedy = a.disown(n, name)
			}
			if err := a.wrong(remedy, "posting %x: is not found by its key %x", k, name); err != nil {
				return err
			}
		}
		return nil
	})
}

// disown is the remedy for a key that another posting has.
func (a *audit) disown(n, name []byte) func() error {
	return func() error {
		h, err := decodeHead(a.postings.Get(n))
		if err != nil {
			return err
		}
		h.keys = slices.DeleteFunc(h.keys, func(k []byte) bool { return bytes.Equal(k, name) })
		return a.postings.Put(n, h.append(nil))
	}
}

// auditVersions looks for versions and records whose posting is gone.
func (a *audit) auditVersions() error {
	err := a.versions.ForEach(func(k, _ []byte) error {
		if len(k) == 12 {
			h, err := decodeHead(a.postings.Get(k[:8]))
			if v := binary.BigEndian.Uint32(k[8:]); err == nil && v >= 1 && int(v) <= h.versions {
				return nil
			}
		}
		return a.wrong(remove(k, a.versions), "versions: %x belongs to no posting", k)
	})
	if err != nil {
		return err
	}
	return a.records.ForEach(func(k, _ []byte) error {
		if a.postings.Get(k) == nil {
			return a.wrong(remove(k, a.records), "records: %x belongs to no posting", k)
		}
		return nil
	})
}

// auditMembers compares the members of clusters with what the postings say of their cluster.
func (a *audit) auditMembers() error {
	err := a.members.ForEach(func(k, value []byte) error {
		if len(k) != 16 {
			return a.wrong(remove(k, a.members), "members: a key of %d bytes", len(k))
		}
		id, n := binary.BigEndian.Uint64(k), binary.BigEndian.Uint64(k[8:])
		h, err := decodeHead(a.postings.Get(k[8:]))
		if err != nil || h.cluster != id {
			return a.wrong(remove(k, a.members), "cluster %d: posting %d is not of it", id, n)
		}
		if _, err := decodeDecision(value); err != nil {
			return a.wrong(write(a.members, k, new(Decision).append(nil)), "cluster %d, posting %d: %v", id, n, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return a.eachHead(func(n []byte, h *head) error {
		if k := append(key(h.cluster), n...); a.members.Get(k) == nil {
			return a.wrong(write(a.members, k, new(Decision).append(nil)), "cluster %d: does not know of posting %x", h.cluster, n)
		}
		return nil
	})
}

// auditClusters compares each cluster with its members.
func (a *audit) auditClusters() error {
	count := func(id uint64, c cluster) (n int, first uint64, holds bool, err error) {
		err = a.eachMember(id, func(member uint64, _ []byte) error {
			if n++; first == 0 {
				first = member
			}
			holds = holds || member == c.original
			return nil
		})
		return n, first, holds, err
	}
	err := a.clusters.ForEach(func(k, value []byte) error {
		if len(k) != 8 {
			return a.wrong(remove(k, a.clusters), "clusters: a key of %d bytes", len(k))
		}
		id := binary.BigEndian.Uint64(k)
		c, err := decodeCluster(value)
		members, first, holds, counting := count(id, c)
		switch {
		case counting != nil:
			return counting
		case members == 0:
			return a.wrong(remove(k, a.clusters), "cluster %d: has no members", id)
		case err == nil && holds && members == c.members:
			return nil
		case holds:
			first = c.original
		}
		return a.wrong(write(a.clusters, k, cluster{first, members}.append(nil)), "cluster %d: its %d members or its original are not as kept", id, members)
	})
	if err != nil {
		return err
	}
	return a.members.ForEach(func(k, _ []byte) error {
		if len(k) != 16 || a.clusters.Get(k[:8]) != nil {
			return nil
		}
		members, first, _, err := count(binary.BigEndian.Uint64(k), cluster{})
		if err != nil || first != binary.BigEndian.Uint64(k[8:]) {
			return err // reported with the first member
		}
		return a.wrong(write(a.clusters, k[:8], cluster{first, members}.append(nil)), "cluster %x: is missing, its members are kept", k[:8])
	})
}
