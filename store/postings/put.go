package postings

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"gannet/job"
	"gannet/store/internal/entry"
)

// maxKeys bounds the addresses under which one posting is found. Otherwise the entry of a posting would grow with every visit if its site invents a
// new address each time. The posting is still found by its id.
const maxKeys = 32

// Writer stores postings in one transaction of the store.
type Writer struct {
	*Buckets
	totals *Totals // kept up to date
	decide Decider // nil: every new posting is a cluster of its own
	ledger Ledger
}

// NewWriter returns a Writer to buckets of a writing transaction. It updates totals with every change. If decide is nil, every new posting
// gets a cluster of its own.
func NewWriter(b *Buckets, totals *Totals, decide Decider) *Writer {
	for _, appended := range []*entry.Bucket{&b.versions, &b.members, &b.profiles, &b.changes} {
		appended.FillPercent = 0.95 // keys only grow, so a page is never split again
	}
	return &Writer{b, totals, decide, DefaultLedger()}
}

// Sighting is a posting that was seen on a page at one visit.
type Sighting struct {
	*Prepared
	Part      string    // which of several postings on the page it is, see job.Posting; otherwise ""
	URL       string    // the page's
	Canonical string    // the URL that the page names as its canonical one; may be ""
	Page      uint64    // its number; 0 if it is not kept
	Time      time.Time // when the page was fetched
	Repeated  bool      // the page was put before
	MayAdd    bool      // if the posting is not known, it is kept as a new one
	MayChange bool      // if it reads otherwise, it gets a new version
}

// Put stores a posting that was seen on a page, and says whether it was new or changed.
func (w *Writer) Put(s *Sighting) (r Result, err error) {
	number, known, err := w.identify(s)
	switch {
	case err != nil:
	case known != nil:
		r, err = w.putAgain(s, number, known)
	case s.MayAdd:
		r, err = w.putNew(s)
	}
	if err != nil {
		return Result{}, fmt.Errorf("its posting: %w", err)
	}
	return r, nil
}

// address returns the address at which the posting is seen.
func (s *Sighting) address() string { return At(s.URL, s.Part) }

// keys are the keys under which a posting is found again.
func (s *Sighting) keys() [][]byte {
	keys := [][]byte{urlKey(s.address())}
	if s.Canonical != "" && s.Canonical != s.URL {
		keys = append(keys, urlKey(At(s.Canonical, s.Part)))
	}
	if s.hasOwnPage() {
		keys = append(keys, urlKey(s.job.URL))
	}
	if id := s.job.ID; id != "" {
		keys = append(keys, idKey(entry.HostKey(s.URL), id))
	}
	return keys
}

// identify finds the known posting that a page shows again. The same address proves that it is the same posting. The same id on the same host is a
// proof unless title or location differ: some sites give all their postings one id, the employer's.
func (w *Writer) identify(s *Sighting) (number uint64, known *summary, err error) {
	for _, k := range s.keys() {
		v := w.index.Get(k)
		if v == nil {
			continue
		}
		known, err := decodeSummary(w.postings.Get(v))
		if err != nil {
			return 0, nil, err
		}
		if k[0] == byURL || s.content == known.content || sameTitleAndLocation(s.job, known) {
			return entry.Number(v), known, nil
		}
	}
	return 0, nil, nil
}

func sameTitleAndLocation(p *job.Posting, known *summary) bool {
	return strings.EqualFold(p.Title, known.title) && strings.EqualFold(p.Location, known.location)
}

// putNew stores a posting that was not known, and calls the Decider for its cluster.
func (w *Writer) putNew(s *Sighting) (Result, error) {
	number, err := w.postings.NextSequence()
	if err != nil {
		return Result{}, err
	}
	added := &summary{first: s.Time, last: s.Time, count: 1}
	added.setVersion(s.Prepared, s.address())
	if err := w.addKeys(added, number, s.keys()); err != nil {
		return Result{}, err
	}
	d := job.Decision{Original: true}
	if w.decide != nil {
		if d, err = w.decide(number, s.found); err != nil {
			return Result{}, fmt.Errorf("decide on posting %d: %w", number, err)
		}
	}
	var was, is uint64
	if added.cluster, was, is, err = w.joinCluster(number, d); err != nil {
		return Result{}, err
	}
	w.totals.Postings++
	if err := w.beginLife(number, s); err != nil {
		return Result{}, err
	}
	if err := w.addVersion(number, "", added, s); err != nil {
		return Result{}, err
	}
	return Result{Status: New, Number: number, Cluster: added.cluster}, w.tellNew(number, added, s.Time, was, is)
}

// addKeys enters the posting in the index under those keys that no other posting has.
func (w *Writer) addKeys(to *summary, number uint64, keys [][]byte) error {
	for _, k := range keys {
		if w.index.Get(k) != nil || len(to.keys) >= maxKeys {
			continue
		}
		if err := w.index.Put(k, entry.Key(number)); err != nil {
			return err
		}
		to.keys = append(to.keys, k)
	}
	return nil
}

// joinCluster puts a posting into the cluster of a decision. It returns the cluster's number, its original before that and its original now.
func (w *Writer) joinCluster(number uint64, d job.Decision) (cluster, was, is uint64, err error) {
	id, c := number, clusterEntry{original: number}
	if d.Cluster != 0 && d.Cluster != number {
		id = d.Cluster
		value := w.clusters.Get(entry.Key(id))
		if value == nil {
			return 0, 0, 0, fmt.Errorf("posting %d is to join cluster %d: %w", number, id, ErrNoCluster)
		}
		if c, err = decodeCluster(value); err != nil {
			return 0, 0, 0, err
		}
		was = c.original
		switch {
		case d.Original:
			c.original = number
		case d.NewOriginal != 0 && w.members.Has(memberKey(id, d.NewOriginal)):
			c.original = d.NewOriginal
		}
	} else {
		w.totals.Clusters++
	}
	c.members++
	if err := w.clusters.Put(entry.Key(id), c.appendTo(nil)); err != nil {
		return 0, 0, 0, err
	}
	return id, was, c.original, w.members.Put(memberKey(id, number), appendDecision(nil, &d))
}

// addVersion writes the newest version of a posting, its profile and its summary. from is the address at which the version before was seen.
func (w *Writer) addVersion(number uint64, from string, known *summary, s *Sighting) error {
	if err := w.forgetVersions(number, known); err != nil {
		return err
	}
	known.versions++
	w.totals.Versions++
	v := versionEntry{at: s.Time, page: s.Page, url: s.address(), frame: s.frame}
	if err := w.versions.Put(versionKey(number, known.versions), v.appendTo(nil)); err != nil {
		return err
	}
	if err := w.movePart(number, from, known.url); err != nil {
		return err
	}
	return w.putSummary(number, known, s.profile)
}

// putSummary writes the summary and the profile of a posting.
func (w *Writer) putSummary(number uint64, known *summary, profile []byte) error {
	if err := w.postings.Put(entry.Key(number), known.appendTo(nil)); err != nil {
		return err
	}
	if len(profile) == 0 {
		return w.profiles.Delete(entry.Key(number))
	}
	return w.profiles.Put(entry.Key(number), profile)
}

// putAgain counts another sighting of a known posting, and stores a new version if the posting has changed.
func (w *Writer) putAgain(s *Sighting, number uint64, known *summary) (Result, error) {
	r := Result{Status: PassedOver, Number: number, Cluster: known.cluster, At: known.url}
	if s.Repeated && !s.Time.After(known.last) {
		return r, nil
	}
	r.Status = Unchanged
	switch moved, err := w.follows(s, number, known); {
	case err != nil:
		return r, err
	case moved:
		if err := w.move(number, known, s.address(), s.Page, s.Time); err != nil {
			return r, err
		}
	}
	if err := w.seenAgain(s, number, known); err != nil {
		return r, err
	}
	known.count++
	if s.Time.After(known.last) {
		known.last = s.Time
	}
	if s.Time.Before(known.first) {
		known.first = s.Time
	}
	if err := w.addKeys(known, number, s.keys()); err != nil {
		return r, err
	}
	if s.mayChange(known) && (s.content != known.content || s.isFirstOfItsOwn(known)) {
		r.Status = Changed
		from := known.url
		if err := w.tellChanged(number, from, known, s); err != nil {
			return r, err
		}
		known.setVersion(s.Prepared, s.address())
		return r, w.addVersion(number, from, known, s)
	}
	return r, w.postings.Put(entry.Key(number), known.appendTo(nil))
}

// Inherit makes a posting belong to a canonical page, if the pages that showed the posting were deleted because of this canonical page. It does
// so even if the canonical page shows no posting. url and page are the URL and the number of the canonical page.
func (w *Writer) Inherit(url string, page uint64) error {
	key := slices.Clone(w.index.Get(urlKey(url)))
	if key == nil {
		return nil
	}
	known, err := decodeSummary(w.postings.Get(key))
	if err != nil {
		return err
	}
	if err := w.movePart(entry.Number(key), known.url, url); err != nil {
		return err
	}
	if err := w.tellMoved(entry.Number(key), known.url, url); err != nil {
		return err
	}
	known.url = url
	k := versionKey(entry.Number(key), known.versions)
	v, err := decodeVersion(bytes.Clone(w.versions.Get(k)))
	if err != nil {
		return err
	}
	if v.page != 0 && !w.pages.HasPage(v.page) {
		v.url, v.page = url, page
	}
	if err := w.versions.Put(k, v.appendTo(nil)); err != nil {
		return err
	}
	return w.postings.Put(key, known.appendTo(nil))
}
