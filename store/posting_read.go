package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrNoPosting says that no posting is kept under a number or a URL.
var ErrNoPosting = errors.New("no such posting")

// viewPostings is view for what only files with postings have.
func (d *DB) viewPostings(read func(*tables) error) error {
	return d.view(func(t *tables) error {
		if t.postings == nil {
			return nil
		}
		return read(t)
	})
}

// EachPosting gives all postings in the order of storing, each with its newest version, until the function fails. It
// sees the store as it was when it began; the function must not write to it.
func (d *DB) EachPosting(use func(*Kept) error) error {
	return d.FindPostings(Query{All: true}, use)
}

// Posting gives the posting of that number. The error is ErrNoPosting if there is none.
func (d *DB) Posting(number uint64) (k *Kept, err error) {
	err = d.viewPostings(func(t *tables) error {
		value := t.postings.Get(key(number))
		if value == nil {
			return nil
		}
		h, err := decodeHead(value)
		if err != nil {
			return err
		}
		k, err = d.keep(t, number, h, true)
		return err
	})
	if err == nil && k == nil {
		err = ErrNoPosting
	}
	if err != nil {
		return nil, fmt.Errorf("posting %d: %w", number, err)
	}
	return k, nil
}

// PostingAt gives the number of the posting that was seen at the URL, or whose page names the URL as its canonical one.
// The error is ErrNoPosting if there is none.
func (d *DB) PostingAt(url string) (number uint64, err error) {
	err = d.viewPostings(func(t *tables) error {
		if v := t.found.Get(urlKey(url)); v != nil {
			number = binary.BigEndian.Uint64(v)
		}
		return nil
	})
	if err == nil && number == 0 {
		err = ErrNoPosting
	}
	if err != nil {
		return 0, fmt.Errorf("posting at %s: %w", url, err)
	}
	return number, nil
}

// keep makes what is told of a posting; without text, Job has only the fields of the head.
func (d *DB) keep(t *tables, number uint64, h *head, text bool) (*Kept, error) {
	k := &Kept{
		Number: number, Cluster: h.cluster, URL: h.url, First: h.first, Last: h.last, Count: h.count, Versions: h.versions,
	}
	c, err := decodeCluster(t.clusters.Get(key(h.cluster)))
	if err != nil {
		return nil, err
	}
	k.Original, k.Copies = c.original == number, c.members
	if !text {
		k.Job = h.job()
		return k, nil
	}
	r, err := d.revision(t, number, h.versions)
	if err != nil {
		return nil, err
	}
	k.Job = r.Job
	k.Job.URL = h.url
	return k, nil
}

// revision reads one version.
func (d *DB) revision(t *tables, number uint64, version int) (*Revision, error) {
	value := t.versions.Get(versionKey(number, version))
	if value == nil {
		return nil, fmt.Errorf("version %d is missing (%w)", version, ErrEntry)
	}
	v, err := decodeRevision(value)
	if err != nil {
		return nil, err
	}
	plain, err := d.unzip(nil, v.frame)
	if err != nil {
		return nil, fmt.Errorf("version %d: %w", version, err)
	}
	r := &Revision{Number: version, Time: v.at, Page: v.page, URL: v.url}
	if r.Page != 0 && t.pages.Get(key(r.Page)) == nil {
		r.Page = 0
	}
	if r.Job, err = unpackPosting(plain); err != nil {
		return nil, fmt.Errorf("version %d: %w", version, err)
	}
	r.Job.URL = v.url
	return r, nil
}

// unzip appends what a frame holds to b.
func (d *DB) unzip(b, frame []byte) ([]byte, error) {
	z, err := d.decoder()
	if err != nil {
		return nil, err
	}
	defer d.unzs.Put(z)
	return z.DecodeAll(frame, b)
}

// Versions gives the versions of a posting, the oldest first. The error is ErrNoPosting if there is none.
func (d *DB) Versions(number uint64) (list []*Revision, err error) {
	err = d.viewPostings(func(t *tables) error {
		value := t.postings.Get(key(number))
		if value == nil {
			return nil
		}
		h, err := decodeHead(value)
		if err != nil {
			return err
		}
		for i := range h.versions {
			r, err := d.revision(t, number, i+1)
			if err != nil {
				return err
			}
			list = append(list, r)
		}
		return nil
	})
	if err == nil && list == nil {
		err = ErrNoPosting
	}
	if err != nil {
		return nil, fmt.Errorf("versions of posting %d: %w", number, err)
	}
	return list, nil
}

// Cluster gives the postings of a cluster by number, each with the decision that brought it there. The error is
// ErrNoPosting if there is no such cluster.
func (d *DB) Cluster(id uint64) (members []Member, err error) {
	err = d.viewPostings(func(t *tables) error {
		value := t.clusters.Get(key(id))
		if value == nil {
			return nil
		}
		c, err := decodeCluster(value)
		if err != nil {
			return err
		}
		return t.eachMember(id, func(n uint64, value []byte) error {
			decision, err := decodeDecision(value)
			decision.Cluster, decision.Original = id, n == c.original
			members = append(members, Member{Number: n, Original: n == c.original, Decision: decision})
			return err
		})
	})
	if err == nil && members == nil {
		err = ErrNoPosting
	}
	if err != nil {
		return nil, fmt.Errorf("cluster %d: %w", id, err)
	}
	return members, nil
}

// eachMember gives the members of a cluster by number.
func (t *tables) eachMember(id uint64, use func(number uint64, decision []byte) error) error {
	prefix, c := key(id), t.members.Cursor()
	for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix) && len(k) == 16; k, v = c.Next() {
		if err := use(binary.BigEndian.Uint64(k[8:]), t.members.open(k, v)); err != nil {
			return err
		}
	}
	return nil
}

// Records gives what was kept for the comparison of postings, in the order of storing, until the function fails; record
// is nil for a posting without one and is the store's: it is not valid after the function.
func (d *DB) Records(use func(number, cluster uint64, original bool, record []byte) error) error {
	return d.viewPostings(func(t *tables) error {
		return t.postings.ForEach(func(k, value []byte) error {
			n := binary.BigEndian.Uint64(k)
			h, err := decodeHead(value)
			if err != nil {
				return fmt.Errorf("posting %d: %w", n, err)
			}
			c, err := decodeCluster(t.clusters.Get(key(h.cluster)))
			if err != nil {
				return fmt.Errorf("posting %d: %w", n, err)
			}
			return use(n, h.cluster, c.original == n, t.records.Get(k))
		})
	})
}

// Record gives what was kept for the comparison of a posting, nil if that is nothing. The error is ErrNoPosting if there
// is no such posting. It may be called while a Put decides on postings: it sees those of earlier ones.
func (d *DB) Record(number uint64) (record []byte, err error) {
	there := false
	err = d.viewPostings(func(t *tables) error {
		record = bytes.Clone(t.records.Get(key(number)))
		there = record != nil || t.postings.Get(key(number)) != nil
		return nil
	})
	if err == nil && !there {
		err = ErrNoPosting
	}
	if err != nil {
		return nil, fmt.Errorf("posting %d: %w", number, err)
	}
	return record, nil
}
