package cluster

import (
	"context"
	"fmt"
	"math"
)

// position is how far a node has read the log.
type position struct {
	cursor Cursor
	of     []int              // partitions that the cursor reads
	last   uint64             // number of the latest message read
	known  [Partitions]uint64 // up to there the partition was read when it was claimed
	begun  string             // the session that owns them
	idle   uint64             // Last when the log gave nothing
	quiet  int                // looks in a row at which all machines were idle
}

// read gives the frontier the next messages of the partitions that the machine owns.
func (n *Node) read(ctx context.Context) (came int, err error) {
	r := &n.reader
	if r.cursor == nil {
		asking := n.asking.Load()
		for _, p := range r.of {
			if asking[p] {
				r.known[p] = max(r.known[p], r.last)
			}
		}
		r.of, r.last = r.of[:0], 0
		from := uint64(math.MaxUint64)
		for p, asks := range asking {
			if asks {
				r.of, from = append(r.of, p), min(from, r.known[p])
			}
		}
		if len(r.of) == 0 {
			return 0, nil
		}
		if r.cursor, err = n.engine.Log.Read(ctx, r.of, from); err != nil {
			return 0, fmt.Errorf("read the log: %w", err)
		}
	}
	messages, err := r.cursor.Next(ctx)
	for _, m := range messages {
		if m.Seq > r.known[m.Partition] {
			if _, err := n.apply(&m, nil); err != nil {
				return came, err
			}
		}
		r.last = max(r.last, m.Seq)
	}
	return len(messages), err
}

// apply passes the facts of a message to the frontier, unless the frontier has them already. newest is not nil if the partition is read from the
// beginning, see isNewer.
func (n *Node) apply(m *Message, newest map[string]bool) (count int, err error) {
	n.sizes.addMessage(m)
	h, compressed, err := headerOf(m.Body)
	if err != nil || h.applied && h.session == n.member.current() || h.repeated && newest == nil {
		return 0, n.fail(err)
	}
	f, err := decode(compressed)
	if err != nil {
		return 0, n.fail(fmt.Errorf("message %d: %w", m.Seq, err))
	}
	if f.size > 0 {
		n.sizes.setCompact(m.Partition, f.size)
	}
	now, local := n.now(), n.links.Frontier
	if len(f.links) > 0 {
		n.setEmpty(false)
		_, err = local.Push(now, f.links)
	}
	if err == nil && len(f.ended) > 0 {
		err = local.End(now, f.ended)
	}
	for host, d := range f.delays {
		if newest == nil || isNewer(newest, host, h) {
			local.SetDelay(host, d)
		}
	}
	return len(f.links) + len(f.ended), n.fail(err)
}

// dropCursor has the next read begin with a new cursor.
func (n *Node) dropCursor() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.closeCursor()
}

// closeCursor is dropCursor where n.mu is held.
func (n *Node) closeCursor() {
	if n.reader.cursor != nil {
		n.reader.cursor.Close()
		n.reader.cursor = nil
	}
}
