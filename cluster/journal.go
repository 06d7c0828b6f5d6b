package cluster

import (
	"context"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// journal collects facts and appends them to the log, many in one message. It rests on the acknowledgements of a stream, and on
// message ids: a message that is sent again is kept once.
type journal struct {
	log    Log
	retry  time.Duration
	prefix string // of the ids of messages

	mu      sync.Mutex // guards the fields below
	open    batch
	session string
	sent    uint64 // batches that flush has taken
	number  uint64 // of messages
}

// batch is what one flush appends.
type batch struct {
	facts map[destination][]byte
	after []func() // called when all of it is safe
}

// destination is where facts go. Those that the writer's frontier has already are kept apart.
type destination struct {
	partition int
	applied   bool
}

// mostFacts bounds the bytes of facts in one message. A link longer than that makes a longer one.
const mostFacts = 64 << 10

// appendsAtOnce is how many messages of a batch are under way.
const appendsAtOnce = 32

// add adds a fact to the open batch.
func (j *journal) add(partition int, applied bool, encode func([]byte) []byte) {
	j.mu.Lock()
	defer j.mu.Unlock()
	to := destination{partition, applied}
	if j.open.facts == nil {
		j.open.facts = make(map[destination][]byte)
	}
	j.open.facts[to] = encode(j.open.facts[to])
}

// afterwards calls f when all facts are safe that were added before.
func (j *journal) afterwards(f func()) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.open.after = append(j.open.after, f)
}

// empty reports whether everything is safe.
func (j *journal) empty() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.open.facts)+len(j.open.after) == 0 && j.sent == 0
}

// flush appends the open batch. It tries until everything is safe or ctx is done; then what is not safe is added to the next batch.
func (j *journal) flush(ctx context.Context) error {
	j.mu.Lock()
	b, session := j.open, j.session
	if len(b.facts)+len(b.after) == 0 {
		j.mu.Unlock()
		return nil
	}
	j.open = batch{}
	j.sent++
	j.mu.Unlock()
	var group errgroup.Group
	group.SetLimit(appendsAtOnce)
	for to, facts := range b.facts {
		group.Go(func() error {
			return j.append(ctx, to.partition, seal(header{session: session, applied: to.applied}, facts))
		})
	}
	err := group.Wait()
	if err == nil {
		for _, f := range b.after {
			f()
		}
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.sent--
	if err != nil {
		j.putBack(b)
	}
	return err
}

// putBack adds a batch to the open one again. Facts that are safe already do no harm a second time. j.mu is held.
func (j *journal) putBack(b batch) {
	for to, facts := range j.open.facts {
		if b.facts == nil {
			b.facts = make(map[destination][]byte)
		}
		b.facts[to] = append(b.facts[to], facts...)
	}
	b.after = append(b.after, j.open.after...)
	j.open = b
}

// append appends one message until it is safe or ctx is done.
func (j *journal) append(ctx context.Context, partition int, body []byte) error {
	j.mu.Lock()
	j.number++
	id := j.prefix + "-" + strconv.FormatUint(j.number, 36)
	j.mu.Unlock()
	return j.persist(ctx, func() error {
		_, err := j.log.Append(ctx, partition, id, body)
		return err
	})
}

// persist tries until it succeeds or ctx is done.
func (j *journal) persist(ctx context.Context, try func() error) error {
	for {
		err := try()
		if err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(j.retry):
		}
	}
}

// full reports whether a message would be longer than it should be.
func (j *journal) full() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, facts := range j.open.facts {
		if len(facts) >= mostFacts {
			return true
		}
	}
	return false
}

// setSession changes the session of the messages that follow.
func (j *journal) setSession(session string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.session = session
}
