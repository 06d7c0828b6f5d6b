package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// An owner compacts its partitions, so that the log has little more than what is known. It reads a partition's messages, appends what they
// say once more, each fact once, and then removes the messages that it has read. A new owner reads the log from the beginning, as ever.
//
// Nothing is lost when that is broken off: facts that come twice do no harm, and the next compaction removes what the broken one left. What
// is removed stands in messages that were safe before. An owner that has lost its partition could still remove messages that the next owner is
// reading. So it removes nothing before its lease was renewed once more, after the last of its own messages was safe. Then
// nobody else owned the partition when they were, and whoever owns it later reads them.

// partitionSize is how much the log has of a partition, as far as this machine has read it.
type partitionSize struct {
	bytes   uint64 // of all messages
	last    uint64 // number of the latest message
	compact uint64 // bytes of all facts, each once, when they were last repeated
	claim   int    // grows when the partition is read from the beginning
}

// sizes are those of all partitions.
type sizes struct {
	mu sync.Mutex // guards of
	of [Partitions]partitionSize
}

// messageOverhead is the approximate number of bytes that a message needs in the log in addition to its body.
const messageOverhead = 100

func sizeOf(body []byte) uint64 { return uint64(len(body)) + messageOverhead }

// begin is called before a partition is read from the beginning.
func (s *sizes) begin(partition int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of[partition] = partitionSize{claim: s.of[partition].claim + 1}
}

func (s *sizes) addMessage(m *Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := &s.of[m.Partition]
	size.bytes += sizeOf(m.Body)
	size.last = m.Seq
}

func (s *sizes) setCompact(partition int, bytes uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of[partition].compact = bytes
}

// removed records that messages were removed, if the partition was not claimed again meanwhile.
func (s *sizes) removed(partition int, claim int, bytes, compact uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if size := &s.of[partition]; size.claim == claim {
		size.bytes, size.compact = size.bytes-min(bytes, size.bytes), compact
	}
}

func (s *sizes) get(partition int) partitionSize {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.of[partition]
}

// compact compacts the partitions of which the log has much more than it must.
func (n *Node) compact(ctx context.Context) error {
	for p := range Partitions {
		if size := n.sizes.get(p); n.asking.Load()[p] && size.bytes > 2*size.compact+uint64(n.o.Compact) {
			if err := n.compactPartition(ctx, p, size); err != nil {
				return fmt.Errorf("compact the log: %w", err)
			}
		}
	}
	return nil
}

// compactPartition compacts a partition.
func (n *Node) compactPartition(ctx context.Context, partition int, size partitionSize) error {
	session := n.member.current()
	if session == "" {
		return nil
	}
	facts, read, err := n.readFacts(ctx, partition, size.last)
	if err != nil {
		return err
	}
	written, err := n.repeatFacts(ctx, partition, facts.bodies(header{session: session, applied: true, repeated: true}), session)
	if err != nil || !n.ownedSince(ctx, partition, session, n.now()) {
		return err
	}
	err = n.journal.persist(ctx, func() error { return n.engine.Log.Purge(ctx, partition, size.last) })
	if err == nil {
		n.sizes.removed(partition, size.claim, read, written)
	}
	return err
}

// readFacts reads the messages of a partition up to number last. bytes is their size in the log.
func (n *Node) readFacts(ctx context.Context, partition int, last uint64) (facts *merged, bytes uint64, err error) {
	facts = newMerged()
	err = n.readUpTo(ctx, []int{partition}, last, func(m *Message) error {
		if m.Seq <= last {
			bytes += sizeOf(m.Body)
			return facts.addMessage(m.Body)
		}
		return nil
	})
	return facts, bytes, err
}

// repeatFacts appends messages, and after them one that says how long they are together.
func (n *Node) repeatFacts(ctx context.Context, partition int, bodies [][]byte, session string) (bytes uint64, err error) {
	var group errgroup.Group
	group.SetLimit(appendsAtOnce)
	for _, body := range bodies {
		bytes += sizeOf(body)
		group.Go(func() error { return n.journal.append(ctx, partition, body) })
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	return bytes, n.journal.append(ctx, partition, seal(header{session: session, applied: true, repeated: true}, appendSize(nil, bytes)))
}

// ownedSince waits until the lease has been renewed after a given time, and reports whether the machine owned a partition then.
func (n *Node) ownedSince(ctx context.Context, partition int, session string, since time.Time) bool {
	for ctx.Err() == nil {
		switch renewed, current := n.member.lastRenewal(); {
		case current != session || !n.asking.Load()[partition]:
			return false
		case renewed.After(since):
			return true
		}
		n.sleep(n.o.TTL / 20)
	}
	return false
}

// errSilent says that the log has messages that it does not give.
var errSilent = errors.New("the log does not give what it has")

// readUpTo reads messages of some partitions from the beginning up to number last, and those that come with it.
func (n *Node) readUpTo(ctx context.Context, partitions []int, last uint64, use func(*Message) error) error {
	cursor, err := n.engine.Log.Read(ctx, partitions, 0)
	if err != nil {
		return err
	}
	defer cursor.Close()
	for at, waited := uint64(0), n.now(); at < last; {
		messages, err := cursor.Next(ctx)
		if err == nil && len(messages) == 0 && n.now().Sub(waited) > n.o.TTL {
			err = errSilent
		}
		if err != nil {
			return err
		}
		if len(messages) > 0 {
			waited, at = n.now(), messages[len(messages)-1].Seq
		}
		for m := range slices.Values(messages) {
			if err := use(&m); err != nil {
				return err
			}
		}
	}
	return nil
}
