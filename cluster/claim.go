package cluster

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"
)

// giving says whether a partition is ready to be given up.
type giving struct {
	waits atomic.Bool // for the log to have all that is known of it
	safe  atomic.Bool
}

// drained makes no more requests to the hosts of some partitions. It returns the partitions that have no leases left and whose facts are all written.
func (n *Node) drained(unwanted []int) (done []handover) {
	asking := *n.asking.Load()
	n.wantAllBack(unwanted)
	turns, earlier := n.addresses.open(n.now(), n.parts.of)
	for p := range n.giving {
		if !slices.Contains(unwanted, p) {
			delete(n.giving, p)
		}
	}
	changed := false
	for _, p := range unwanted {
		g := n.giving[p]
		if g == nil {
			g = new(giving)
			n.giving[p] = g
		}
		changed = changed || asking[p]
		asking[p], n.reader.known[p] = false, 0
		if n.links.leased(p) == 0 && !changed && !g.waits.Swap(true) {
			n.journal.afterwards(func() { g.safe.Store(true) })
		}
		if g.safe.Load() && !turns[p] {
			done = append(done, handover{p, earlier[p]})
		}
	}
	n.setAsking(&asking, changed)
	return done
}

// unsettled reports whether machines may still have turns at addresses of a partition.
func (n *Node) unsettled(partition int) bool {
	turns, earlier := n.addresses.open(n.now(), n.parts.of)
	return turns[partition] || earlier[partition]
}

// setAsking changes which hosts may get requests.
func (n *Node) setAsking(asking *[Partitions]bool, changed bool) {
	if changed {
		n.asking.Store(asking)
		n.links.holdOthers()
		n.dropCursor()
	}
}

// claim prepares the partitions that the machine owns now: it passes everything that the log has about new ones to the frontier, and lets their hosts
// rest.
func (n *Node) claim(ctx context.Context, o owners) error {
	owned := o.held(n.member.current())
	asking := *n.asking.Load()
	var fresh []int
	changed := false
	for p := range asking {
		switch owns := slices.Contains(owned, p); {
		case asking[p] && !owns:
			asking[p], n.reader.known[p], changed = false, 0, true
		case owns && !asking[p] && n.giving[p] == nil:
			fresh = append(fresh, p)
		}
	}
	n.setAsking(&asking, changed)
	if len(fresh) == 0 {
		return nil
	}
	began := n.now()
	last, facts, err := n.catchUp(ctx, fresh)
	if err != nil {
		return err
	}
	has := make(map[int]bool, len(fresh))
	for _, p := range fresh {
		n.reader.known[p], asking[p], has[p] = last, true, true
		n.addresses.rest(n.now(), p, o.Died[p])
	}
	if err := n.links.Frontier.Rest(n.now(), func(host string) bool { return has[n.parts.of(host)] }); err != nil {
		return n.fail(err)
	}
	if n.member.current() == n.reader.begun {
		n.setAsking(&asking, true)
		n.o.Log.Info("this machine asks more hosts", "partitions", len(fresh), "of", Partitions, "facts", facts,
			"took", n.now().Sub(began).Round(time.Millisecond))
	}
	return nil
}

// catchUp passes everything that the log has about some partitions to the frontier. It appends a mark to the log and reads up to it, so it does not
// depend on a server that says how many messages there are.
func (n *Node) catchUp(ctx context.Context, partitions []int) (last uint64, count int, err error) {
	session := n.member.current()
	mark, err := n.engine.Log.Append(ctx, partitions[0], session+"-mark-"+newSession(), seal(header{session: session, applied: true}, []byte{byte(factMark)}))
	if err != nil {
		return 0, 0, fmt.Errorf("claim hosts: %w", err)
	}
	for _, p := range partitions {
		n.sizes.begin(p)
	}
	newest := make(map[string]bool)
	err = n.readUpTo(ctx, partitions, mark, func(m *Message) error {
		k, err := n.apply(m, newest)
		count, last = count+k, m.Seq
		return err
	})
	if err != nil {
		return 0, count, fmt.Errorf("claim hosts: %w", err)
	}
	return last, count, nil
}
