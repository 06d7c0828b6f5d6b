package cluster

import "context"

// settle finds out whether the crawl is over. It is if every machine is idle and has read everything in the log.
func (n *Node) settle(ctx context.Context, revision uint64) error {
	idle := n.isEmpty() && n.journal.empty() && revision > 0
	if !idle {
		n.reader.quiet = 0
		n.member.tell(func(s *standing) { s.Idle = false })
		return nil
	}
	log, err := n.engine.Log.Extent(ctx)
	if err != nil {
		return err
	}
	last := log.Last
	if last != n.reader.idle {
		n.reader.idle, n.reader.quiet = last, 0 // a message may be on its way to the reader
		return nil
	}
	if n.reader.cursor != nil {
		if left, err := n.reader.cursor.Left(ctx); err != nil || left > 0 { // a server that is late may have shown nothing
			n.reader.quiet = 0
			return err
		}
	}
	n.member.tell(func(s *standing) { s.Idle, s.Last, s.Owners = true, last, revision })
	all, err := n.member.allIdle(ctx, last, revision)
	if n.reader.quiet++; !all {
		n.reader.quiet = 0
	}
	if n.reader.quiet >= quietLooks {
		n.mu.Lock()
		n.over = true
		n.mu.Unlock()
	}
	return err
}

// quietLooks is how many times in a row all machines must be seen idle, because a server that lags may return an older state.
const quietLooks = 4

// setEmpty records whether the frontier has nothing to do.
func (n *Node) setEmpty(empty bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.empty = empty
}

func (n *Node) isEmpty() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.empty
}

// finished reports whether no machine has anything to do.
func (n *Node) finished() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.over
}
