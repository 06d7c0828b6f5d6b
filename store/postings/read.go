package postings

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
	"gannet/store/internal/entry"
)

// Reader reads the stored postings. It is safe for concurrent use.
type Reader struct {
	view func(read func(*Buckets) error) error
}

// NewReader returns a Reader of the stored postings. The function view must run read in a transaction, or not at all if the store has no
// postings.
func NewReader(view func(read func(*Buckets) error) error) *Reader { return &Reader{view} }

// Each calls use for all postings, each with its newest version, in the order in which they were stored, until use returns an error.
func (r *Reader) Each(use func(*Posting) error) error { return r.Find(Query{All: true}, use) }

// Get returns the posting with this number. The error is ErrNotFound if there is none.
func (r *Reader) Get(number uint64) (p *Posting, err error) {
	err = r.find(func(b *Buckets) (bool, error) {
		known, err := b.summary(number)
		if known == nil || err != nil {
			return false, err
		}
		if p, err = b.posting(number, known, true); err != nil || p.Copies < 2 {
			return true, err
		}
		p.Reposts, err = b.reposts(p.Cluster)
		return true, err
	})
	if err != nil {
		return nil, fmt.Errorf("posting %d: %w", number, err)
	}
	return p, nil
}

// find runs read in a transaction. The error is ErrNotFound if read finds nothing, or is not run.
func (r *Reader) find(read func(*Buckets) (found bool, err error)) error {
	found := false
	err := r.view(func(b *Buckets) (err error) {
		found, err = read(b)
		return err
	})
	if err == nil && !found {
		return ErrNotFound
	}
	return err
}

// findInParts runs read in one transaction after the other, as long as read returns more. Each transaction ends at the time until. The error is as of
// find.
func (r *Reader) findInParts(read func(b *Buckets, until time.Time) (more, found bool, err error)) error {
	for more := true; more; {
		more = false // read is not run if there is nothing to read
		err := r.find(func(b *Buckets) (found bool, err error) {
			more, found, err = read(b, time.Now().Add(transactionTime))
			return found, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// summary returns the summary of a posting, nil if there is no such posting.
func (b *Buckets) summary(number uint64) (*summary, error) {
	value := b.postings.Get(entry.Key(number))
	if value == nil {
		return nil, nil
	}
	return decodeSummary(value)
}

// NumberAt returns the number of the posting that was seen at a URL, or on a page which names the URL as its canonical URL. The error is
// ErrNotFound if there is no such posting. If the page has several postings, the error lists them.
func (r *Reader) NumberAt(url string) (number uint64, err error) {
	var parts []string
	err = r.find(func(b *Buckets) (bool, error) {
		v := b.index.Get(urlKey(url))
		if v != nil {
			number = entry.Number(v)
		}
		for part := range b.partsOf(url) {
			parts = append(parts, strconv.FormatUint(part, 10))
		}
		return v != nil, nil
	})
	if err != nil && len(parts) > 0 {
		return 0, fmt.Errorf("%s: the page has several postings, give the number of one, %s: %w", url, strings.Join(parts, ", "), err)
	}
	if err != nil {
		return 0, fmt.Errorf("posting at %s: %w", url, err)
	}
	return number, nil
}

// posting returns what is stored of a posting. If text is false, Job has only the fields of the summary and the URL of the posting's own page. The
// summary of a part of a page does not have that URL, so in this case the version is read.
func (b *Buckets) posting(number uint64, known *summary, text bool) (*Posting, error) {
	p := &Posting{
		Number: number, Cluster: known.cluster, URL: known.url, First: known.first, Last: known.last,
		Count: known.count, Versions: known.versions,
	}
	c, err := decodeCluster(b.clusters.Get(entry.Key(known.cluster)))
	if err != nil {
		return nil, err
	}
	p.Original, p.Copies = c.original == number, c.members
	l, err := b.recordedLife(number)
	if err != nil {
		return nil, err
	}
	if !text && l != nil && !isPart(known.url) {
		p.Job = known.job()
		p.setLife(l)
		return p, nil
	}
	v, err := b.version(number, known.versions)
	if err != nil {
		return nil, err
	}
	if l == nil {
		l = lifeAsSaid(known, v.Job)
	}
	p.Job, p.SalaryYear = v.Job, v.Job.Salary.Year()
	if p.Job.Part == "" {
		p.Job.URL = known.url
	}
	if !text {
		own := cmp.Or(v.Job.URL, known.url)
		p.Job, p.SalaryYear = known.job(), job.Pay{}
		p.Job.URL = own
	}
	p.setLife(l)
	return p, nil
}

// AsOf sets the state of a posting to the state that was known at a past time. All other fields keep their present values. AsOf returns false
// if the posting was not known at that time.
func (p *Posting) AsOf(at time.Time) bool {
	then, ok := p.Life.AsOf(at)
	if !ok {
		return false
	}
	p.Life, p.Job.State, p.Job.StateReason = then, then.State, then.Reason
	return true
}

func (p *Posting) setLife(l *life.Life) {
	p.Life = *l
	if l.State != job.Unknown || p.Job.State != "" {
		p.Job.State, p.Job.StateReason = l.State, l.Reason
	}
	if l.Last.After(p.Last) {
		p.Last = l.Last
	}
}

// version reads one version.
func (b *Buckets) version(number uint64, version int) (*Version, error) {
	value := b.versions.Get(versionKey(number, version))
	if value == nil {
		return nil, fmt.Errorf("version %d is missing: %w", version, entry.ErrDamaged)
	}
	kept, err := decodeVersion(value)
	if err != nil {
		return nil, err
	}
	plain, err := entry.Decompress(nil, kept.frame)
	if err != nil {
		return nil, fmt.Errorf("version %d: %w", version, err)
	}
	v := &Version{Number: version, Time: kept.at, Page: kept.page, URL: kept.url}
	if v.Page != 0 && !b.pages.HasPage(v.Page) {
		v.Page = 0
	}
	if v.Job, err = decodePosting(plain); err != nil {
		return nil, fmt.Errorf("version %d: %w", version, err)
	}
	if v.Job.Part == "" {
		v.Job.URL = kept.url
	}
	return v, nil
}

// Versions returns the versions of the posting with this number, the oldest first. The error is ErrNotFound if there is no such posting.
func (r *Reader) Versions(number uint64) (list []*Version, err error) {
	err = r.findInParts(func(b *Buckets, until time.Time) (more, found bool, err error) {
		known, err := b.summary(number)
		if known == nil || err != nil {
			return false, false, err
		}
		for len(list) < known.versions {
			v, err := b.version(number, len(list)+1)
			if err != nil {
				return false, true, err
			}
			if list = append(list, v); time.Now().After(until) {
				return len(list) < known.versions, true, nil
			}
		}
		return false, true, nil
	})
	if err != nil {
		return nil, fmt.Errorf("versions of posting %d: %w", number, err)
	}
	return list, nil
}

// Members returns the postings of a cluster in the order of their numbers, each with the decision by which it was added. The error is
// ErrNotFound if there is no such cluster.
func (r *Reader) Members(cluster uint64) (members []Member, err error) {
	next := uint64(0)
	err = r.findInParts(func(b *Buckets, until time.Time) (more, found bool, err error) {
		value := b.clusters.Get(entry.Key(cluster))
		if value == nil {
			return false, false, nil
		}
		c, err := decodeCluster(value)
		if err != nil {
			return false, false, err
		}
		err = b.membersFrom(cluster, next, func(n uint64, value []byte) (bool, error) {
			d, err := decodeDecision(value)
			d.Cluster, d.Original = cluster, n == c.original
			members = append(members, Member{Number: n, Original: n == c.original, Decision: d})
			next, more = n+1, time.Now().After(until)
			return !more, err
		})
		return more, true, err
	})
	if err != nil {
		return nil, fmt.Errorf("cluster %d: %w", cluster, err)
	}
	return members, nil
}

// Profiled is a posting with its profile and its cluster, as EachProfile gives it to use.
type Profiled struct {
	Number, Cluster uint64
	Original        bool
	Profile         []byte // nil without one; not valid after the call
}

// EachProfile calls use for all postings with their profiles, in the order in which they were stored, until use returns an error. use must
// not write to the store.
func (r *Reader) EachProfile(use func(Profiled) error) error {
	return r.view(func(b *Buckets) error {
		return b.postings.ForEach(func(k, value []byte) error {
			n := entry.Number(k)
			known, err := decodeSummary(value)
			if err != nil {
				return fmt.Errorf("posting %d: %w", n, err)
			}
			c, err := decodeCluster(b.clusters.Get(entry.Key(known.cluster)))
			if err != nil {
				return fmt.Errorf("posting %d: %w", n, err)
			}
			return use(Profiled{n, known.cluster, c.original == n, b.profiles.Get(k)})
		})
	})
}

// Profile returns the encoded profile of a posting, or nil if the posting has no profile. The error is ErrNotFound if there is no such posting.
// A Decider may call Profile, which then reads the postings of earlier transactions.
func (r *Reader) Profile(number uint64) (profile []byte, err error) {
	err = r.find(func(b *Buckets) (bool, error) {
		k := entry.Key(number)
		profile = bytes.Clone(b.profiles.Get(k))
		return profile != nil || b.postings.Has(k), nil
	})
	if err != nil {
		return nil, fmt.Errorf("posting %d: %w", number, err)
	}
	return profile, nil
}

// PostingPage describes a page from which the newest version of at least one posting comes.
type PostingPage struct {
	life.PageState
	Ends time.Time // the first of their last days; zero if none names one
}

// Pages returns all pages from which the newest version of a posting comes, by the fingerprint of their URL (weburl.Fingerprint).
func (r *Reader) Pages() (map[uint64]PostingPage, error) {
	pages := make(map[uint64]PostingPage)
	err := r.view(func(b *Buckets) error {
		return b.postings.ForEach(func(k, value []byte) error {
			s, err := decodeSummary(value)
			if err != nil {
				return err
			}
			l, err := b.recordedLife(entry.Number(k))
			if err != nil {
				return err
			}
			id := weburl.Fingerprint(PageOf(s.url))
			p, known := pages[id]
			pages[id] = p.with(s, l, !known)
			return nil
		})
	})
	return pages, err
}

// with returns the page with one more posting. l is the posting's life, nil if none is stored.
func (p PostingPage) with(s *summary, l *life.Life, first bool) PostingPage {
	if !s.valid.IsZero() && (p.Ends.IsZero() || s.valid.Before(p.Ends)) {
		p.Ends = s.valid
	}
	if l == nil {
		l = &life.Life{Checked: s.last}
	}
	p.Closed = l.Closed() && (first || p.Closed)
	p.Denied = p.Denied || !l.Closed() && !l.Doubt.Denied.IsZero()
	p.Missing = p.Missing || !l.Closed() && !l.Doubt.Missing.IsZero()
	p.FellOff = p.FellOff || !l.Closed() && !l.Doubt.Missing.IsZero() && l.Doubt.FellOff
	if l.Checked.After(p.Checked) {
		p.Checked = l.Checked
	}
	return p
}
