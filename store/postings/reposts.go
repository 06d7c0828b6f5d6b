package postings

import (
	"fmt"

	"gannet/internal/weburl"
	"gannet/job"
	"gannet/job/life"
	"gannet/store/internal/entry"
)

// reposts counts the postings of a cluster that began after another posting of the cluster had ended.
func (b *Buckets) reposts(cluster uint64) (int, error) {
	var members []life.Member
	err := b.eachMember(cluster, func(number uint64, _ []byte) error {
		known, err := decodeSummary(b.postings.Get(entry.Key(number)))
		if err != nil {
			return fmt.Errorf("posting %d: %w", number, err)
		}
		l, err := b.lifeOf(number, known)
		if err != nil {
			return fmt.Errorf("posting %d: %w", number, err)
		}
		members = append(members, life.Member{Life: l, Site: weburl.Host(known.url)})
		return nil
	})
	return life.Reposts(members), err
}

// countReposts sets how often the job of a posting was posted again. It computes this only once for each cluster of a search.
func (f *filter) countReposts(p *Posting) (err error) {
	if p.Copies < 2 || f.Brief {
		return nil
	}
	n, counted := f.reposted[p.Cluster]
	if !counted {
		if n, err = f.reposts(p.Cluster); err != nil {
			return err
		}
		f.reposted[p.Cluster] = n
	}
	p.Reposts = n
	return nil
}

// matchState reports whether a posting has the state that the query wants. If the query is for an earlier day, matchState first sets the posting's
// state to what was known on that day.
func (f *filter) matchState(p *Posting) bool {
	if !f.On.IsZero() && !p.AsOf(f.On) {
		return false
	}
	state := p.Job.State.Known()
	switch f.State {
	case "":
		return true
	case NotClosed:
		return state != job.Closed
	}
	return state == f.State
}
