package cluster

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// turn is a machine's right to make requests to an address. The holder counts its times from an earlier moment than the owner of the address, so it
// ends first for the holder. It remains after a request, until another machine wants the address or it has not been used for long.
type turn struct {
	ip, by string
	began  time.Time
	asked  time.Time       // when it was last asked for; of the goroutine of keepTurns
	ctx    context.Context // ends with the turn
	stop   context.CancelFunc
	timer  *time.Timer

	// turns.mu guards the fields below.
	busy   bool // a request is under way
	lease  uint64
	used   bool // since it was last asked for
	giveUp bool // another machine wants the address
	ended  time.Time
	took   time.Duration // by the last request; negative if there was none
}

// turns are those of one machine.
type turns struct {
	mu        sync.Mutex       // guards the fields below
	byHost    map[string]*turn // under way: a host has one request at a time
	byAddress map[string]*turn
}

// keepsAtOnce is how many turns are made longer at the same time.
const keepsAtOnce = 16

// takeTurn takes a turn at the address of a host. If it cannot, wait is when to try again.
func (n *Node) takeTurn(host, ip string, lease uint64) (wait time.Duration, ok bool) {
	session := n.member.current()
	if known, ok := n.reuseTurn(host, ip, lease, session); known {
		return max(n.addresses.pause(0), shortestWait), ok
	}
	now := n.now()
	t := &turn{ip: ip, lease: lease, by: session + "-" + strconv.FormatUint(lease, 36), began: now, asked: now, busy: true, used: true, took: -1}
	if a := n.ask(n.ctx, question{Op: opTake, IP: ip, By: t.by}); !a.OK {
		if a.Wait >= n.o.TTL/10 {
			_ = n.ask(n.ctx, question{Op: opEnd, IP: ip, By: t.by, Took: -1}) // the answer may have been lost
		}
		return max(a.Wait, shortestWait), false
	}
	t.ctx, t.stop = context.WithCancel(n.ctx)
	t.timer = time.AfterFunc(n.addresses.turn-n.now().Sub(t.asked), t.stop)
	n.turns.mu.Lock()
	defer n.turns.mu.Unlock()
	n.turns.byHost[host], n.turns.byAddress[ip] = t, t
	return 0, true
}

// reuseTurn begins a request in a turn that the machine has. known is false if there is none at the address.
func (n *Node) reuseTurn(host, ip string, lease uint64, session string) (known, ok bool) {
	n.turns.mu.Lock()
	defer n.turns.mu.Unlock()
	t := n.turns.byAddress[ip]
	switch {
	case t == nil:
		return false, false
	case t.ctx.Err() != nil || sessionOf(t.by) != session:
		delete(n.turns.byAddress, ip)
		return false, false
	case t.busy, t.giveUp && n.sliceOver(t):
		return true, false
	}
	t.busy, t.used, t.lease = true, true, lease
	n.turns.byHost[host] = t
	return true, true
}

func (n *Node) sliceOver(t *turn) bool { return n.now().Sub(t.began) >= n.addresses.slice() }

// endTurn ends the request of a lease, if it has a turn at the address of its host. took is negative if nothing was asked.
func (n *Node) endTurn(host string, lease uint64, took time.Duration) {
	n.turns.mu.Lock()
	t := n.turns.byHost[host]
	if t == nil || t.lease != lease {
		n.turns.mu.Unlock()
		return
	}
	delete(n.turns.byHost, host)
	if t.busy = false; took >= 0 {
		t.ended, t.took = n.now(), took
	}
	giveUp := t.giveUp
	n.turns.mu.Unlock()
	if giveUp {
		n.giveUp(t.ip, t.by)
	}
}

// giveUp ends a turn that another machine wants, when its slice is over or when it has not been used for a while. Otherwise it tries again later.
func (n *Node) giveUp(ip, by string) {
	n.turns.mu.Lock()
	t := n.turns.byAddress[ip]
	if t == nil || t.by != by { // it may be on its way here: the owner of the address will say so again
		n.turns.mu.Unlock()
		return
	}
	first := !t.giveUp
	t.giveUp = true
	idle := n.addresses.idle() - n.now().Sub(t.ended)
	over := !t.busy && (idle <= 0 || n.sliceOver(t) || t.ctx.Err() != nil)
	if over {
		delete(n.turns.byAddress, ip)
	}
	looks := !over && !t.busy || first
	n.turns.mu.Unlock()
	switch {
	case over:
		n.end(t)
	case looks:
		go func() { // time.AfterFunc would crash the race detector in virtual time: golang/go#78156
			if n.sleep(max(idle, shortestWait)); n.ctx.Err() == nil {
				n.giveUp(ip, by)
			}
		}()
	}
}

// end tells the owner of the address that a turn is over, and for how long the address has to rest.
func (n *Node) end(t *turn) {
	t.timer.Stop()
	t.stop()
	took := t.took
	if took >= 0 && n.now().Sub(t.ended) >= n.addresses.pause(took) {
		took = -1
	}
	n.ask(n.ctx, question{Op: opEnd, IP: t.ip, By: t.by, Took: took})
}

// turnOf returns a context that ends with the turn of a host. A host without a known address needs none.
func (n *Node) turnOf(host string) context.Context {
	n.turns.mu.Lock()
	defer n.turns.mu.Unlock()
	if t := n.turns.byHost[host]; t != nil {
		return t.ctx
	}
	return n.ctx
}

// keepTurns makes turns longer that are half over, and ends those that nobody has used for as long.
func (n *Node) keepTurns(ctx context.Context) error {
	old, idle := n.halfOver()
	for _, t := range idle {
		n.end(t)
	}
	var group errgroup.Group
	group.SetLimit(keepsAtOnce)
	for _, t := range old {
		group.Go(func() error { n.keep(ctx, t); return nil })
	}
	return group.Wait()
}

// halfOver returns the turns that are half over, and removes those that are over or were not used.
func (n *Node) halfOver() (old, idle []*turn) {
	now := n.now()
	n.turns.mu.Lock()
	defer n.turns.mu.Unlock()
	for ip, t := range n.turns.byAddress {
		switch {
		case t.ctx.Err() != nil:
			delete(n.turns.byAddress, ip)
		case now.Sub(t.asked) <= n.addresses.turn/2:
		case t.busy || t.used:
			old = append(old, t)
		default:
			delete(n.turns.byAddress, ip)
			idle = append(idle, t)
		}
	}
	return old, idle
}

// keep makes a turn longer.
func (n *Node) keep(ctx context.Context, t *turn) {
	asked := n.now()
	if !n.ask(ctx, question{Op: opKeep, IP: t.ip, By: t.by}).OK || !t.timer.Stop() {
		return
	}
	t.asked = asked // of this goroutine, once the turn is known
	t.timer.Reset(n.addresses.turn - n.now().Sub(asked))
	n.turns.mu.Lock()
	t.used = false
	n.turns.mu.Unlock()
}

// endTurns ends all turns, and waits a little for those that other machines have at this one's addresses.
func (n *Node) endTurns() {
	n.turns.mu.Lock()
	idle := slices.Collect(maps.Values(n.turns.byAddress))
	clear(n.turns.byAddress)
	n.turns.mu.Unlock()
	for _, t := range idle {
		n.end(t)
	}
	all := make([]int, Partitions)
	for p := range all {
		all[p] = p
	}
	for range leaveLooks {
		if n.wantAllBack(all) == 0 {
			return
		}
		time.Sleep(n.o.TTL / 100)
	}
}

// leaveLooks is how many times a leaving machine checks whether others have given up their turns at its addresses.
const leaveLooks = 10
