package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gannet/frontier"
)

// Options say how a machine takes part. Begin with DefaultOptions.
type Options struct {
	// Name is that of the machine, the same at every start. It is a key of the Engine's tables.
	Name string
	// TTL is how long a machine that is not heard of is believed to live; that of Engine.Live. A shorter one makes take-overs faster,
	// and lets a machine that was only slow lose its hosts.
	TTL time.Duration
	// Flush is how long facts are collected before they are written. A longer one makes fewer and larger messages.
	Flush time.Duration
	// Now is the clock; Log takes what an operator should know.
	Now func() time.Time
	Log *slog.Logger
}

// DefaultOptions returns the usual options, without a name.
func DefaultOptions() Options {
	return Options{TTL: 10 * time.Second, Flush: 250 * time.Millisecond, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
}

// Node is one machine of a cluster. Make it with Join.
type Node struct {
	o       Options
	engine  Engine
	member  member
	journal journal
	parts   partitioner
	links   *Frontier

	asking atomic.Pointer[[Partitions]bool] // whose hosts may be asked

	ctx  context.Context // ends with the node
	stop context.CancelFunc
	work sync.WaitGroup

	mu       sync.Mutex // guards the fields below
	lease    context.Context
	endLease context.CancelFunc
	empty    bool
	over     bool // no machine has anything to do
	failed   error

	reader position        // of the goroutine of follow, as giving
	giving map[int]*giving // partitions that another machine should have
}

// giving is how far a partition is ready to be given up.
type giving struct {
	waits atomic.Bool // for the log to have all that is known of it
	safe  atomic.Bool
}

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

// Join makes this machine one of the cluster. local is its frontier, which it owns from then on. held says which hosts the user
// has blocked; it may be nil.
func Join(ctx context.Context, e Engine, local *frontier.Frontier, held func(host string) bool, o Options) (*Node, error) {
	n := &Node{o: o, engine: e}
	n.ctx, n.stop = context.WithCancel(context.WithoutCancel(ctx))
	n.member = member{engine: e, name: o.Name, ttl: o.TTL, now: o.Now, onLost: n.lost}
	n.journal = journal{log: e.Log, retry: o.TTL / 20}
	n.asking.Store(new([Partitions]bool))
	n.links = newFrontier(local, n, held)
	if err := n.member.join(ctx); err != nil {
		n.stop()
		return nil, err
	}
	n.begin()
	n.work.Go(func() { n.repeat(o.TTL/10, n.renew) })
	n.work.Go(func() { n.repeat(o.Flush/4, n.flush) })
	n.work.Go(func() { n.repeat(0, n.follow) })
	return n, nil
}

// Frontier returns the frontier of the crawl on this machine.
func (n *Node) Frontier() *Frontier { return n.links }

func (n *Node) now() time.Time { return n.o.Now() }

// begin readies the node for a new session.
func (n *Node) begin() {
	session := n.member.current()
	n.journal.setSession(session)
	n.asking.Store(new([Partitions]bool))
	n.links.holdOthers()
	n.giving = make(map[int]*giving)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lease, n.endLease = context.WithCancel(n.ctx)
	n.closeCursor()
	n.reader = position{begun: session}
}

// lost is called when others have declared this machine dead: it asks nobody, and breaks off what it asks.
func (n *Node) lost() {
	n.asking.Store(new([Partitions]bool))
	n.mu.Lock()
	n.endLease()
	n.mu.Unlock()
}

// owns reports whether the machine has a host's partition and has read all of it. It may be called while the frontier is locked.
func (n *Node) owns(host string) bool { return n.asking.Load()[n.parts.of(host)] }

// mayAsk reports whether a request to a host may begin now.
func (n *Node) mayAsk(host string) bool { return n.owns(host) && n.member.fresh() }

// Guard returns a context for a request to a host, which ends when the machine may no longer ask. ok is false if it may not now.
func (n *Node) Guard(ctx context.Context, host string) (guarded context.Context, release func(), ok bool) {
	if !n.mayAsk(host) {
		return ctx, func() {}, false
	}
	n.mu.Lock()
	lease := n.lease
	n.mu.Unlock()
	guarded, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(lease, cancel)
	return guarded, func() { stop(); cancel() }, true
}

// repeat calls step until the node ends, at least pause apart.
func (n *Node) repeat(pause time.Duration, step func(context.Context) error) {
	for n.ctx.Err() == nil {
		if err := step(n.ctx); err != nil && n.ctx.Err() == nil {
			n.o.Log.Warn("the cluster's servers do not answer", "cause", err)
			n.sleep(n.o.TTL / 10)
		}
		n.sleep(pause)
	}
}

func (n *Node) sleep(d time.Duration) {
	select {
	case <-n.ctx.Done():
	case <-time.After(d):
	}
}

// renew renews the lease, and breaks off requests when that has failed for too long.
func (n *Node) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, n.o.TTL/4)
	defer cancel()
	err := n.member.renew(ctx)
	if n.member.expired() {
		n.mu.Lock()
		n.endLease()
		n.lease, n.endLease = context.WithCancel(n.ctx)
		n.mu.Unlock()
	}
	return err
}

// flush writes what was collected.
func (n *Node) flush(ctx context.Context) error {
	deadline := n.now().Add(n.o.Flush * 3 / 4)
	for n.now().Before(deadline) && !n.journal.full() && ctx.Err() == nil {
		n.sleep(n.o.Flush / 4)
	}
	return n.journal.flush(ctx)
}

// follow shares out the partitions, takes what is free, and reads what the log has for them.
func (n *Node) follow(ctx context.Context) error {
	if n.member.current() == "" {
		n.o.Log.Warn("the cluster has given this machine up: it begins again")
		if err := n.member.join(ctx); err != nil {
			return err
		}
		n.begin()
	}
	owned, revision, err := n.member.share(ctx, n.drained)
	if err != nil {
		return err
	}
	if err := n.claim(ctx, owned); err != nil {
		return err
	}
	for end := n.now().Add(n.o.TTL / 10); n.now().Before(end) && ctx.Err() == nil && n.member.current() != ""; {
		came, err := n.read(ctx)
		if err != nil {
			n.dropCursor()
			return err
		}
		if came == 0 {
			if err := n.settle(ctx, revision); err != nil {
				return err
			}
			n.sleep(n.o.Flush / 4)
		}
	}
	return nil
}

// drained stops asking the hosts of some partitions. It returns those of which no lease is left, and all is written.
func (n *Node) drained(unwanted []int) (done []int) {
	asking := *n.asking.Load()
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
		if g.safe.Load() {
			done = append(done, p)
		}
	}
	n.ask(&asking, changed)
	return done
}

// ask changes whose hosts may be asked.
func (n *Node) ask(asking *[Partitions]bool, changed bool) {
	if changed {
		n.asking.Store(asking)
		n.links.holdOthers()
		n.dropCursor()
	}
}

// claim readies what the machine owns now: all that the log has of new partitions goes to the frontier, and their hosts rest.
func (n *Node) claim(ctx context.Context, owned []int) error {
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
	n.ask(&asking, changed)
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
	}
	if err := n.links.Frontier.Rest(n.now(), func(host string) bool { return has[n.parts.of(host)] }); err != nil {
		return n.fail(err)
	}
	if n.member.current() == n.reader.begun {
		n.ask(&asking, true)
		n.o.Log.Info("this machine asks more hosts", "partitions", len(fresh), "of", Partitions, "facts", facts,
			"took", n.now().Sub(began).Round(time.Millisecond))
	}
	return nil
}

// catchUp gives the frontier all that the log has of some partitions. It writes a mark and reads up to it, so it needs no server to
// say how many messages there are.
func (n *Node) catchUp(ctx context.Context, partitions []int) (last uint64, count int, err error) {
	session := n.member.current()
	mark, err := n.engine.Log.Append(ctx, partitions[0], session+"-mark-"+newSession(), seal(session, true, []byte{byte(factMark)}))
	if err != nil {
		return 0, 0, fmt.Errorf("claim hosts: %w", err)
	}
	cursor, err := n.engine.Log.Read(ctx, partitions, 0)
	if err != nil {
		return 0, 0, fmt.Errorf("claim hosts: %w", err)
	}
	defer cursor.Close()
	for waited := n.now(); last < mark; {
		messages, err := cursor.Next(ctx)
		if err == nil && len(messages) == 0 && n.now().Sub(waited) > n.o.TTL {
			err = errors.New("the log does not give what it has")
		}
		if err != nil {
			return 0, count, fmt.Errorf("claim hosts: %w", err)
		}
		if len(messages) > 0 {
			waited = n.now()
		}
		for _, m := range messages {
			k, err := n.apply(m)
			if err != nil {
				return 0, count, err
			}
			count, last = count+k, m.Seq
		}
	}
	return mark, count, nil
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
			if _, err := n.apply(m); err != nil {
				return came, err
			}
		}
		r.last = max(r.last, m.Seq)
	}
	return len(messages), err
}

// apply gives the frontier what a message says, unless it wrote the message.
func (n *Node) apply(m Message) (count int, err error) {
	session, applied, compressed, err := writerOf(m.Body)
	if err != nil || applied && session == n.member.current() {
		return 0, n.fail(err)
	}
	f, err := decode(compressed)
	if err != nil {
		return 0, n.fail(fmt.Errorf("message %d: %w", m.Seq, err))
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
		local.SetDelay(host, d)
	}
	return len(f.links) + len(f.ended), n.fail(err)
}

// settle finds out whether the crawl is over: every machine is idle, and the log has nothing that its reader has not read.
func (n *Node) settle(ctx context.Context, revision uint64) error {
	idle := n.isEmpty() && n.journal.empty() && revision > 0
	if !idle {
		n.reader.quiet = 0
		n.member.tell(func(s *standing) { s.Idle = false })
		return nil
	}
	last, err := n.engine.Log.Last(ctx)
	if err != nil {
		return err
	}
	if last != n.reader.idle {
		n.reader.idle, n.reader.quiet = last, 0 // a message may be on its way to the reader
		return nil
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

// quietLooks is at how many looks in a row all machines must be idle. A server that lags may show an older state at one.
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

// err returns what made it useless to go on.
func (n *Node) err() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.failed
}

// finished reports whether no machine has anything to do.
func (n *Node) finished() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.over
}

// fail records an error that makes it useless to go on.
func (n *Node) fail(err error) error {
	if err == nil || errors.Is(err, frontier.ErrNoLease) {
		return nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.failed == nil {
		n.failed = err
		n.stop()
	}
	return err
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

// Close writes what is left, gives up all hosts and ends the node. The frontier stays open. Without an answer of the servers it
// waits for TTL at most, and what was not written is found or fetched again.
func (n *Node) Close() error {
	n.asking.Store(new([Partitions]bool))
	n.stop()
	n.work.Wait()
	n.dropCursor()
	ctx, cancel := context.WithTimeout(context.Background(), n.o.TTL)
	defer cancel()
	err := n.journal.flush(ctx) // ends leases
	if err == nil {
		err = n.journal.flush(ctx) // and says so
	}
	if err == nil {
		err = n.member.leave(ctx)
	}
	if err != nil {
		err = fmt.Errorf("leave the cluster: %w", err)
	}
	return errors.Join(n.failed, err)
}
