package crawldir

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"gannet/cluster"
	"gannet/ranker"
	"gannet/ranker/total"
)

// sharer shares what the strategy of this machine learns with those of the others. Each machine keeps its own total under a key of its own,
// and adds the totals of the others to what it has learned. So a total that is read late, or twice, does no harm, and that of a machine which
// is dead stays.
type sharer struct {
	learner ranker.Sharer
	table   cluster.Table
	machine string

	own   []byte            // as it was published last
	seen  map[string]uint64 // revisions of what was taken in
	next  int               // of all who share, the one whose total was read last
	mixed bool              // a total did not fit, and that was said
}

// shareEvery is how often totals are exchanged. More often takes more of the network: a total has 100 kB to some megabytes.
const shareEvery = 5 * time.Second

// mostTotals is how many totals are read in one exchange, one machine's after another's. So what a machine reads does not grow with the machines.
const mostTotals = 16

// mostPuts is how often a total is written at most, putAgain after each other, while the table says that it has another revision. Nobody else
// writes the machine's total. But after a server has died another one may answer that has not got the latest revision yet.
const (
	mostPuts = 20
	putAgain = 100 * time.Millisecond
)

// sharersKey has the names of the machines that share, and totalKey with a name the total of one.
const (
	sharersKey = "sharers"
	totalKey   = "total."
)

// share readies a strategy to share what it learns, if it can. Nothing may be learned yet, and the work begins when all is learned that earlier runs
// have. What was learned last stays with the others.
func (c *Crawl) share(s ranker.Strategy) {
	learner, ok := s.(ranker.Sharer)
	if !ok || c.node == nil {
		return
	}
	learner.Share()
	sharer := &sharer{learner: learner, table: c.o.Cluster.Engine.State, machine: c.name, seen: make(map[string]uint64)}
	c.sharing = &repeated{name: "what is learned could not be shared", every: shareEvery, step: sharer.exchange, last: sharer.publish, warn: c.log}
}

// exchange publishes the machine's total, and takes in those of the others that are new.
func (s *sharer) exchange(ctx context.Context) error {
	names, err := s.names(ctx)
	if err != nil {
		return err
	}
	if err := s.publish(ctx); err != nil {
		return err
	}
	totals := make(map[string][]byte)
	for range min(len(names), mostTotals) {
		s.next = (s.next + 1) % len(names)
		name := names[s.next]
		if name == s.machine {
			continue
		}
		e, err := s.table.Get(ctx, totalKey+name)
		if errors.Is(err, cluster.ErrNoKey) || err == nil && e.Revision == s.seen[name] {
			continue
		}
		if err != nil {
			return err
		}
		if totals[name], err = unpackTotal(e.Value); err != nil {
			return fmt.Errorf("total of %s: %w", name, err)
		}
		s.seen[name] = e.Revision
	}
	if len(totals) == 0 {
		return nil
	}
	err = s.learner.TakeIn(totals)
	if errors.Is(err, total.ErrTotal) && s.mixed {
		return nil
	}
	s.mixed = s.mixed || errors.Is(err, total.ErrTotal)
	return err
}

// names returns the machines that share, and makes this one of them.
func (s *sharer) names(ctx context.Context) (names []string, err error) {
	for {
		e, err := s.table.Get(ctx, sharersKey)
		if err != nil && !errors.Is(err, cluster.ErrNoKey) {
			return nil, err
		}
		if err == nil {
			if err := json.Unmarshal(e.Value, &names); err != nil {
				return nil, fmt.Errorf("read who shares: %w", err)
			}
		}
		if slices.Contains(names, s.machine) {
			return names, nil
		}
		value, err := json.Marshal(append(names, s.machine))
		if err == nil {
			err = put(ctx, s.table, sharersKey, value, e.Revision)
		}
		if err != nil && !errors.Is(err, cluster.ErrConflict) {
			return nil, err
		}
	}
}

// publish writes the machine's total, unless it has learned nothing since.
func (s *sharer) publish(ctx context.Context) error {
	own := s.learner.Total()
	if string(own) == string(s.own) {
		return nil
	}
	packed, err := packTotal(own)
	if err != nil {
		return err
	}
	for range mostPuts {
		var e cluster.Entry
		if e, err = s.table.Get(ctx, totalKey+s.machine); err != nil && !errors.Is(err, cluster.ErrNoKey) {
			return err
		}
		if err = put(ctx, s.table, totalKey+s.machine, packed, e.Revision); err == nil {
			s.own = own
			return nil
		}
		if !errors.Is(err, cluster.ErrConflict) || !waits(ctx, putAgain) {
			return err
		}
	}
	return err
}

// waits waits, and reports whether ctx was not done before.
func waits(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// put writes a value that has a revision now, or none.
func put(ctx context.Context, t cluster.Table, key string, value []byte, revision uint64) (err error) {
	if revision == 0 {
		_, err = t.Create(ctx, key, value)
	} else {
		_, err = t.Update(ctx, key, value, revision)
	}
	return err
}

func packTotal(total []byte) ([]byte, error) {
	z, err := newsEncoder()
	if err != nil {
		return nil, err
	}
	return z.EncodeAll(total, nil), nil
}

func unpackTotal(packed []byte) ([]byte, error) {
	z, err := newsDecoder()
	if err != nil {
		return nil, err
	}
	return z.DecodeAll(packed, nil)
}
