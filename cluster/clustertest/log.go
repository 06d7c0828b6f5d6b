package clustertest

import (
	"context"
	"time"

	"gannet/cluster"
)

// messages are a log.
type messages struct {
	log  []cluster.Message
	ever []cluster.Message // with those that were removed
	ids  map[string]uint64
}

// logOf is a log as a machine sees it.
type logOf struct {
	port
	in *messages
}

// change is question for a change of the log.
func (l *logOf) change(ctx context.Context, what Change, do func() error) error {
	l.net.mu.Lock()
	watch := l.net.watch
	l.net.mu.Unlock()
	if watch == nil || l.in != &l.net.links {
		return l.question(ctx, do)
	}
	watch(l.machine, what)
	return l.questionThen(ctx, do, func() { what.Done = true; watch(l.machine, what) })
}

// Append implements cluster.Log: it adds a message to a partition of the simulated log.
func (l *logOf) Append(ctx context.Context, partition int, id string, body []byte) (seq uint64, err error) {
	n := l.in
	err = l.change(ctx, Change{Partition: partition, Body: body}, func() error {
		known := false
		if seq, known = n.ids[id]; !known {
			seq = uint64(len(n.log)) + 1
			n.ids[id] = seq
			n.log = append(n.log, cluster.Message{Seq: seq, Partition: partition, Body: body})
			n.ever = append(n.ever, n.log[seq-1])
		}
		return nil
	})
	return seq, err
}

// removed is the partition of messages that the log has no longer.
const removed = -1

// Purge implements cluster.Log: it removes the messages of a partition up to and including the number upTo.
func (l *logOf) Purge(ctx context.Context, partition int, upTo uint64) error {
	return l.change(ctx, Change{Partition: partition, Purge: upTo}, func() error {
		for i := range l.in.log {
			if m := &l.in.log[i]; m.Seq <= upTo && m.Partition == partition {
				m.Partition, m.Body = removed, nil
			}
		}
		return nil
	})
}

// Extent implements cluster.Log: it returns how many messages the log has.
func (l *logOf) Extent(ctx context.Context) (e cluster.Extent, err error) {
	err = l.question(ctx, func() error {
		e = cluster.Extent{Last: uint64(len(l.in.log))}
		for _, m := range l.in.log {
			if m.Partition != removed {
				e.Messages++
				e.Bytes += uint64(len(m.Body))
			}
		}
		return nil
	})
	return e, err
}

// Read implements cluster.Log: it returns a cursor for the messages of these partitions with numbers above after.
func (l *logOf) Read(ctx context.Context, partitions []int, after uint64) (cluster.Cursor, error) {
	c := &cursor{port: l.port, in: l.in, at: after}
	for _, p := range partitions {
		c.wants[p] = true
	}
	return c, l.question(ctx, func() error { return nil })
}

type cursor struct {
	port
	in    *messages
	wants [cluster.Partitions]bool
	at    uint64
}

// mostRead is how many messages a cursor returns at once, so that readers stop in the middle.
const mostRead = 64

// Next implements cluster.Cursor: it returns the next messages of the log.
func (c *cursor) Next(ctx context.Context) (list []cluster.Message, err error) {
	idle := c.roll(c.net.faults.Idle)
	err = c.question(ctx, func() error {
		for ; !idle && c.at < uint64(len(c.in.log)) && len(list) < mostRead; c.at++ {
			if m := c.in.log[c.at]; m.Partition != removed && c.wants[m.Partition] {
				list = append(list, m)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	return list, nil
}

// Left implements cluster.Cursor: it returns how many messages the cursor has not read yet.
func (c *cursor) Left(ctx context.Context) (left uint64, err error) {
	err = c.question(ctx, func() error {
		left = 0
		for _, m := range c.in.log[c.at:] {
			if m.Partition != removed && c.wants[m.Partition] {
				left++
			}
		}
		return nil
	})
	return left, err
}

// Close implements cluster.Cursor. It does nothing, because the simulated cursor holds nothing open.
func (c *cursor) Close() {}
