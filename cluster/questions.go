package cluster

import (
	"context"
	"encoding/json"
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
	opTake   operation = "take"    // a turn
	opKeep   operation = "keep"    // a longer one
	opEnd    operation = "end"     // nothing is answered
	opGiveUp operation = "give up" // another machine wants the address; nothing is answered
)

// answer says whether a turn is granted, or else when to try again.
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
	switch q.Op {
	case opEnd:
		n.addresses.end(now, q.IP, q.By, q.Took)
		return answer{OK: true}
	case opGiveUp:
		n.giveUp(q.IP, q.By)
		return answer{OK: true}
	}
	if !n.asking.Load()[p] || !n.member.fresh() {
		return answer{Wait: n.o.TTL / 10}
	}
	if q.Op == opKeep {
		return answer{OK: n.addresses.keep(now, p, q.IP, q.By)}
	}
	t := n.addresses.take(now, p, q.IP, q.By)
	if t.giveUp != "" {
		n.wantBack(q.IP, t.giveUp)
	}
	return answer{t.ok, t.wait}
}

// wantBack sends the holder of a turn the message to give it up. If the message is lost, it is sent again with the next request for the address.
func (n *Node) wantBack(ip, holder string) {
	session := sessionOf(holder)
	if session == n.member.current() {
		n.giveUp(ip, holder)
		return
	}
	_ = n.engine.Calls.Tell(session, mustJSON(question{Op: opGiveUp, IP: ip, By: holder}))
}

// wantAllBack does the same for all turns at the addresses of some partitions, and returns their number.
func (n *Node) wantAllBack(partitions []int) (turns int) {
	for _, p := range partitions {
		for ip, holder := range n.addresses.holders(n.now(), p, n.parts.of) {
			n.wantBack(ip, holder)
			turns++
		}
	}
	return turns
}

// serve answers the questions of other machines during a session.
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
