package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"sync"
	"sync/atomic"
	"time"

	"gannet/frontier"
)

// Options say how a machine takes part in a crawl on several machines. Start from DefaultOptions.
type Options struct {
	// Name is that of the machine, the same at every start. It is a key of the Engine's tables.
	Name string
	// TTL is how long a machine that is not heard of is believed to live; that of Engine.Live. A shorter one makes take-overs faster,
	// and lets a machine that was only slow lose its hosts.
	TTL time.Duration
	// Flush is how long facts are collected before they are written. A longer one makes fewer and larger messages.
	Flush time.Duration
	// Compact is by how many bytes the log may have more of a partition than twice what is known of it. A smaller one makes a
	// shorter log, and more work.
	Compact int
	// Now is the clock; Log takes what an operator should know.
	Now func() time.Time
	Log *slog.Logger
}

// DefaultOptions returns the usual options of a machine. The caller has to add the machine's name.
func DefaultOptions() Options {
	return Options{TTL: 10 * time.Second, Flush: 500 * time.Millisecond, Compact: 16 << 10, Now: time.Now, Log: slog.New(slog.DiscardHandler)}
}

// Node is this machine's membership in a cluster. Make it with Join.
type Node struct {
	o       Options
	engine  Engine
	member  member
	journal journal
	parts   partitioner
	links   *Frontier

	addresses   addresses // that it owns
	turns       turns     // that it has
	stopServing func()    // of the goroutine of follow
	promises    promises
	stopHearing func()

	sizes   sizes
	readAll atomic.Pointer[time.Time] // when the log last had nothing for it

	asking atomic.Pointer[[Partitions]bool] // whose hosts may get a request

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

// Join makes this machine a member of the cluster. local is the machine's frontier, which only the Node may use from then on. held says which
// hosts the user has blocked; nil means none.
func Join(ctx context.Context, e Engine, local *frontier.Frontier, held func(host string) bool, o Options) (*Node, error) {
	n := &Node{o: o, engine: e}
	n.ctx, n.stop = context.WithCancel(context.WithoutCancel(ctx))
	n.member = member{engine: e, name: o.Name, ttl: o.TTL, now: o.Now, onLost: n.lost}
	n.journal = journal{log: e.Log, retry: o.TTL / 20, prefix: newSession()}
	n.asking.Store(new([Partitions]bool))
	n.links = newFrontier(local, n, held)
	n.addresses = addresses{turn: turnsPerTTL * o.TTL, pause: local.AddressPause, clocks: make(map[string]addressClock)}
	n.turns.byHost, n.turns.byAddress, n.stopServing = make(map[string]*turn), make(map[string]*turn), func() {}
	if err := patiently(ctx, n.member.join); err != nil {
		n.stop()
		return nil, err
	}
	if err := n.begin(); err != nil {
		n.stop()
		return nil, err
	}
	stopHearing, err := n.servePromises()
	if err != nil {
		n.stop()
		return nil, fmt.Errorf("join the cluster: %w", err)
	}
	n.stopHearing = stopHearing
	n.work.Go(func() { n.repeat(o.TTL/10, n.renew) })
	n.work.Go(func() { n.repeat(o.TTL/4, n.keepTurns) })
	n.work.Go(func() { n.repeat(o.Flush/4, n.flush) })
	n.work.Go(func() { n.repeat(o.Flush/4, n.tellPromise) })
	n.work.Go(func() { n.repeat(0, n.follow) })
	n.work.Go(func() { n.repeat(o.TTL/4, n.compact) })
	return n, nil
}

// Frontier returns the frontier of the crawl on this machine.
func (n *Node) Frontier() *Frontier { return n.links }

func (n *Node) now() time.Time { return n.o.Now() }

// begin readies the node for a new session.
func (n *Node) begin() error {
	session := n.member.current()
	if err := n.serve(session); err != nil {
		return fmt.Errorf("join the cluster: %w", err)
	}
	n.journal.setSession(session)
	n.asking.Store(new([Partitions]bool))
	n.links.holdOthers()
	n.giving = make(map[int]*giving)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lease, n.endLease = context.WithCancel(n.ctx)
	n.closeCursor()
	n.reader = position{begun: session}
	return nil
}

// lost is called when other machines have declared this one dead: it makes no more requests, and cancels those under way.
func (n *Node) lost() {
	n.asking.Store(new([Partitions]bool))
	n.mu.Lock()
	n.endLease()
	n.mu.Unlock()
}

// Owned returns how many of the 256 partitions of hosts this machine owns. A machine may send requests only to hosts of its own partitions.
func (n *Node) Owned() (count int) {
	for _, asks := range n.asking.Load() {
		if asks {
			count++
		}
	}
	return count
}

// owns reports whether the machine has a host's partition and has read all of it. It may be called while the frontier is locked.
func (n *Node) owns(host string) bool { return n.asking.Load()[n.parts.of(host)] }

// mayAsk reports whether a request to a host may begin now.
func (n *Node) mayAsk(host string) bool { return n.owns(host) && n.member.fresh() }

// Guard returns a context for a request to a host. The context ends when this machine no longer owns the host. Call release after the
// request. ok is false if the machine does not own the host now.
func (n *Node) Guard(ctx context.Context, host string) (guarded context.Context, release func(), ok bool) {
	if !n.mayAsk(host) {
		return ctx, func() {}, false
	}
	n.mu.Lock()
	lease := n.lease
	n.mu.Unlock()
	turn := n.turnOf(host)
	guarded, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(lease, cancel)
	over := context.AfterFunc(turn, cancel)
	return guarded, func() { stop(); over(); cancel() }, turn.Err() == nil
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
	n.report()
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
	}
	if n.reader.begun != n.member.current() {
		if err := n.begin(); err != nil {
			return err
		}
	}
	o, revision, err := n.member.share(ctx, n.drained)
	if err != nil {
		return err
	}
	if err := n.claim(ctx, o); err != nil {
		return err
	}
	for end := n.now().Add(n.o.TTL / 10); n.now().Before(end) && ctx.Err() == nil && n.member.current() != ""; {
		came, err := n.read(ctx)
		if err != nil {
			n.dropCursor()
			return err
		}
		if came == 0 {
			now := n.now()
			n.readAll.Store(&now)
			if err := n.settle(ctx, revision); err != nil {
				return err
			}
			n.sleep(n.o.Flush / 4)
		}
	}
	return nil
}

// err returns the error that ended the node, or nil.
func (n *Node) err() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.failed
}

// fail records an error after which the node cannot continue.
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

// Close sends the remaining messages, gives up all hosts and leaves the cluster. It does not close the frontier. If the servers do not
// answer, Close waits for the time TTL at most; other machines will then find links again, and fetch pages again, that this machine could not
// report.
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
	n.endTurns()
	n.stopServing()
	n.stopHearing()
	if err == nil {
		err = n.member.leave(ctx, n.unsettled)
	}
	if err != nil {
		err = fmt.Errorf("leave the cluster: %w", err)
	}
	return errors.Join(n.failed, err)
}
