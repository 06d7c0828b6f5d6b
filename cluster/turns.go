package cluster

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"time"
)

// A machine that wants to ask a host needs a turn at its address from the owner of the address: of the partition that PartitionOf
// returns for it. These are the questions and answers, as JSON, over Engine.Calls.
type question struct {
	Op   operation     `json:"op"`
	IP   string        `json:"ip"`
	By   string        `json:"by"` // the session and the lease that ask
	Took time.Duration `json:"took,omitempty"`
}

// operation is what a question wants.
type operation string

const (
	opTake operation = "take" // a turn
	opKeep operation = "keep" // a longer one
	opEnd  operation = "end"  // nothing is answered
)

// answer says whether there is a turn, or else when to ask again.
type answer struct {
	OK   bool          `json:"ok"`
	Wait time.Duration `json:"wait,omitempty"`
}

// turnsPerTTL is how many times the time to live a turn lasts. A longer one is kept less often. A shorter one lets the addresses of a dead
// machine be asked earlier.
const turnsPerTTL = 3

// answerQuestion answers another machine, or this one.
func (n *Node) answerQuestion(q question) answer {
	p, now := n.parts.of(q.IP), n.now()
	if q.Op == opEnd {
		n.addresses.end(now, q.IP, q.By, q.Took)
		return answer{OK: true}
	}
	if !n.asking.Load()[p] || !n.member.fresh() {
		return answer{Wait: n.o.TTL / 10}
	}
	if q.Op == opKeep {
		return answer{OK: n.addresses.keep(now, p, q.IP, q.By)}
	}
	wait, ok := n.addresses.take(now, p, q.IP, q.By)
	return answer{ok, wait}
}

// serve answers the questions of other machines in the name of a session.
func (n *Node) serve(session string) error {
	stop, err := n.engine.Calls.Serve(session, func(body []byte) []byte {
		var q question
		if err := json.Unmarshal(body, &q); err != nil {
			return mustJSON(answer{Wait: n.o.TTL})
		}
		return mustJSON(n.answerQuestion(q))
	})
	if err != nil {
		return err
	}
	n.stopServing()
	n.stopServing = stop
	return nil
}

// ask puts a question to the owner of an address.
func (n *Node) ask(ctx context.Context, q question) answer {
	owner, self := n.member.ownerOf(n.parts.of(q.IP))
	if self {
		return n.answerQuestion(q)
	}
	no := answer{Wait: n.o.TTL / 10}
	if owner == "" {
		return no
	}
	if q.Op == opEnd {
		_ = n.engine.Calls.Tell(owner, mustJSON(q)) // a turn that is not ended ends by itself
		return answer{OK: true}
	}
	ctx, cancel := context.WithTimeout(ctx, n.o.TTL/10)
	defer cancel()
	body, err := n.engine.Calls.Ask(ctx, owner, mustJSON(q))
	var a answer
	if err != nil || json.Unmarshal(body, &a) != nil {
		return no
	}
	return a
}

// turn is a machine's right to ask an address. Its times begin before its owner's, so it ends first.
type turn struct {
	ip, by string
	lease  uint64
	asked  time.Time       // when it was last asked for
	ctx    context.Context // ends with the turn
	stop   context.CancelFunc
	timer  *time.Timer
}

// turns are those of one machine, by host: a host has one request at a time.
type turns struct {
	mu     sync.Mutex // guards byHost
	byHost map[string]*turn
}

// takeTurn takes a turn at the address of a host. If it cannot, wait is when to try again.
func (n *Node) takeTurn(host, ip string, lease uint64) (wait time.Duration, ok bool) {
	t := &turn{ip: ip, lease: lease, by: n.member.current() + "-" + strconv.FormatUint(lease, 36), asked: n.now()}
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
	n.turns.byHost[host] = t
	return 0, true
}

// endTurn ends the turn that a lease has at the address of its host, if it has one. took is negative if nothing was asked.
func (n *Node) endTurn(host string, lease uint64, took time.Duration) {
	n.turns.mu.Lock()
	t := n.turns.byHost[host]
	if t == nil || t.lease != lease {
		n.turns.mu.Unlock()
		return
	}
	delete(n.turns.byHost, host)
	n.turns.mu.Unlock()
	t.timer.Stop()
	t.stop()
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

// keepTurns makes turns longer that are half over.
func (n *Node) keepTurns(ctx context.Context) error {
	now := n.now()
	var old []*turn
	n.turns.mu.Lock()
	for _, t := range n.turns.byHost {
		if now.Sub(t.asked) > n.addresses.turn/2 && t.ctx.Err() == nil {
			old = append(old, t)
		}
	}
	n.turns.mu.Unlock()
	for _, t := range old {
		asked := n.now()
		if n.ask(ctx, question{Op: opKeep, IP: t.ip, By: t.by}).OK && t.timer.Stop() {
			t.asked = asked // of this goroutine, once the turn is in byHost
			t.timer.Reset(n.addresses.turn - n.now().Sub(asked))
		}
	}
	return nil
}
