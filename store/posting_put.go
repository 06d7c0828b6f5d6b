package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"gannet/job"
)

// maxKeys bounds the addresses under which one posting is found. A site that invents an address for every visit would
// otherwise make its record grow with each; by its id it is found still.
const maxKeys = 32

// sighting is a posting on a page that Put or PutPostings has in hand.
type sighting struct {
	*Posting
	packed    *packedPosting
	url       string // the page's
	canonical string // what the page names as such; may be ""
	page      uint64 // 0 if the page is not kept
	at        time.Time
	mayAdd    bool // if it is not known, it is a new posting
	mayRevise bool // if it reads otherwise, it is a new version
	known     bool // the page was put before
	result    result
}

// sighting is what a page shows of a posting once the page itself is dealt with. A page that is left out for its
// canonical page changes nothing of what that one says.
func (p *Page) sighting(outcome Outcome, seq uint64, known bool) *sighting {
	s := &sighting{
		Posting: p.Posting, packed: p.ready.posting, url: p.URL, canonical: p.Canonical, at: p.Fetched,
		mayAdd: outcome == Stored, mayRevise: outcome != Aliased, known: known,
	}
	if outcome == Stored {
		s.page = seq
	}
	return s
}

// see keeps what a page shows of a posting.
func (b *batch) see(s *sighting) error {
	n, h, err := b.identify(s)
	switch {
	case err != nil:
		return err
	case h != nil:
		err = b.seeAgain(s, n, h)
	case s.mayAdd:
		err = b.add(s)
	default:
		s.result = result{to: s.Posting}
	}
	if err != nil {
		return fmt.Errorf("its posting: %w", err)
	}
	b.results = append(b.results, s.result)
	return nil
}

// keys are the names under which a posting is found again.
func (s *sighting) keys() [][]byte {
	keys := [][]byte{urlKey(s.url)}
	if s.canonical != "" && s.canonical != s.url {
		keys = append(keys, urlKey(s.canonical))
	}
	if id := s.packed.job.ID; id != "" {
		keys = append(keys, idKey(hostOf(s.url), id))
	}
	return keys
}

// identify finds the posting that a page shows again. An address is proof. A host's own name for it is proof if title
// and place do not say otherwise: there are sites that give all their postings one id, the employer's.
func (b *batch) identify(s *sighting) (number uint64, h *head, err error) {
	for _, k := range s.keys() {
		v := b.found.Get(k)
		if v == nil {
			continue
		}
		h, err := decodeHead(b.postings.Get(v))
		if err != nil {
			return 0, nil, err
		}
		if k[0] == byURL || s.packed.content == h.content || sameJob(s.packed.job, h) {
			return binary.BigEndian.Uint64(v), h, nil
		}
	}
	return 0, nil, nil
}

// sameJob compares what two postings of one host with one id are called and where they are.
func sameJob(p *job.Posting, h *head) bool {
	return strings.EqualFold(p.Title, h.title) && strings.EqualFold(p.Location, h.place)
}

// add keeps a posting that was not known, and asks to which cluster it belongs.
func (b *batch) add(s *sighting) error {
	n, err := b.postings.NextSequence()
	if err != nil {
		return err
	}
	h := &head{first: s.at, last: s.at, count: 1}
	h.show(s.packed, s.url)
	if err := b.claim(h, n, s.keys()); err != nil {
		return err
	}
	d := Decision{Original: true}
	if s.Decide != nil {
		if d, err = s.Decide(n); err != nil {
			return fmt.Errorf("decide on posting %d: %w", n, err)
		}
	}
	if h.cluster, err = b.join(n, d); err != nil {
		return err
	}
	s.result = result{s.Posting, New, n, h.cluster}
	b.counts.Postings++
	return b.revise(n, h, s)
}

// claim enters the posting under those of the keys that are free.
func (b *batch) claim(h *head, number uint64, keys [][]byte) error {
	for _, k := range keys {
		if b.found.Get(k) != nil || len(h.keys) >= maxKeys {
			continue
		}
		if err := b.found.Put(k, key(number)); err != nil {
			return err
		}
		h.keys = append(h.keys, k)
	}
	return nil
}

// join puts a posting into a cluster and gives the cluster's number.
func (b *batch) join(number uint64, d Decision) (uint64, error) {
	id, c := number, cluster{original: number}
	if d.Cluster != 0 && d.Cluster != number {
		id = d.Cluster
		value := b.clusters.Get(key(id))
		if value == nil {
			return 0, fmt.Errorf("posting %d is to join cluster %d, which is not kept: make the index again from the store", number, id)
		}
		var err error
		if c, err = decodeCluster(value); err != nil {
			return 0, err
		}
		if d.Original {
			c.original = number
		}
	} else {
		b.counts.Clusters++
	}
	c.members++
	if err := b.clusters.Put(key(id), c.append(nil)); err != nil {
		return 0, err
	}
	return id, b.members.Put(append(key(id), key(number)...), d.append(nil))
}

// revise writes the newest version of a posting, its record and its head.
func (b *batch) revise(number uint64, h *head, s *sighting) error {
	h.versions++
	b.counts.Versions++
	v := revision{at: s.at, page: s.page, url: s.url, frame: s.packed.frame}
	if err := b.versions.Put(versionKey(number, h.versions), v.append(nil)); err != nil {
		return err
	}
	return b.renew(number, h, s.Record)
}

// renew writes the head and the record of a posting.
func (b *batch) renew(number uint64, h *head, record []byte) error {
	if err := b.postings.Put(key(number), h.append(nil)); err != nil {
		return err
	}
	if len(record) == 0 {
		return b.records.Delete(key(number))
	}
	return b.records.Put(key(number), record)
}

func versionKey(number uint64, version int) []byte {
	return binary.BigEndian.AppendUint32(key(number), uint32(version))
}

// seeAgain counts a posting that is known, and keeps a new version if it reads otherwise.
func (b *batch) seeAgain(s *sighting, number uint64, h *head) error {
	s.result = result{s.Posting, PassedOver, number, h.cluster}
	if s.known && !s.at.After(h.last) {
		return nil // put again
	}
	s.result.seen = Again
	h.count++
	if s.at.After(h.last) {
		h.last = s.at
	}
	if s.at.Before(h.first) {
		h.first = s.at
	}
	if err := b.claim(h, number, s.keys()); err != nil {
		return err
	}
	if s.mayRevise && s.packed.content != h.content {
		s.result.seen = Renewed
		h.show(s.packed, s.url)
		return b.revise(number, h, s)
	}
	return b.postings.Put(key(number), h.append(nil))
}

// inherit gives the posting of pages that were taken out for this page to it, whether or not it shows one itself.
func (b *batch) inherit(url string, seq []byte) error {
	if b.postings == nil {
		return nil
	}
	n := slices.Clone(b.found.Get(urlKey(url)))
	if n == nil {
		return nil
	}
	h, err := decodeHead(b.postings.Get(n))
	if err != nil {
		return err
	}
	h.url = url
	k := versionKey(binary.BigEndian.Uint64(n), h.versions)
	v, err := decodeRevision(bytes.Clone(b.versions.Get(k)))
	if err != nil {
		return err
	}
	if v.page != 0 && b.pages.Get(key(v.page)) == nil {
		v.url, v.page = url, binary.BigEndian.Uint64(seq)
	}
	if err := b.versions.Put(k, v.append(nil)); err != nil {
		return err
	}
	return b.postings.Put(n, h.append(nil))
}

// result is what Put tells of a posting once the transaction is on the disk.
type result struct {
	to              *Posting
	seen            Seen
	number, cluster uint64
}

func tell(results []result) {
	for _, r := range results {
		r.to.Seen, r.to.Number, r.to.Cluster = r.seen, r.number, r.cluster
	}
}
