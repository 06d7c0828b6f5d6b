package cluster

import (
	"context"
	"encoding/json"
	"math"
	"sync"
	"time"
)

// promise is the expected value of the best link of a machine: the share of relevant pages that is expected of links with its priority. Machines send
// their promises to each other over Engine.Calls. A machine whose links are worth much less waits, just as on a single machine links wait for a
// better link whose host will be free soon. If a promise is lost or late, a machine may wait for nothing or fetch a worse page.
type promise struct {
	By    string  `json:"by"` // a session
	Share float32 `json:"share"`
}

// PromisesName is the name under which machines send each other the expected value of their best links, that is the probability that the link
// leads to a relevant page.
const PromisesName = "promises"

// promises are those of the other machines.
type promises struct {
	mu     sync.Mutex // guards the fields below
	others map[string]heard

	said   float32 // as of the goroutine of tellPromise, as saidAt
	saidAt time.Time
}

// heard is a promise of another machine, and when it arrived.
type heard struct {
	share float32
	at    time.Time
}

// servePromises receives the promises of other machines.
func (n *Node) servePromises() (stop func(), err error) {
	return n.engine.Calls.Serve(PromisesName, func(message []byte) []byte {
		var p promise
		if json.Unmarshal(message, &p) == nil && p.By != n.member.current() {
			n.promises.hear(n.now(), p)
		}
		return nil
	})
}

func (s *promises) hear(now time.Time, p promise) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.others == nil {
		s.others = make(map[string]heard)
	}
	s.others[p.By] = heard{p.Share, now}
}

// best returns the best promise of another machine. Promises older than age do not count.
func (s *promises) best(now time.Time, age time.Duration) (best float32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for by, h := range s.others {
		if now.Sub(h.at) > age {
			delete(s.others, by)
			continue
		}
		best = max(best, h.share)
	}
	return best
}

// tellPromise publishes the promise of this machine, and passes the promises of others to its frontier. A machine that has taken no link for long,
// for example because it is paused, publishes none, because nobody should wait for it.
func (n *Node) tellPromise(context.Context) error {
	now, own := n.now(), float32(0)
	if took := n.links.took.Load(); took != nil && now.Sub(*took) < n.o.TTL {
		own = n.links.Promise(now)
	}
	p := &n.promises
	n.links.SetElsewhere(p.best(now, n.o.TTL/4))
	session := n.member.current()
	if changed := math.Abs(float64(own-p.said)) > float64(p.said)/4; session == "" || !changed && now.Sub(p.saidAt) < n.o.TTL/10 {
		return nil
	}
	p.said, p.saidAt = own, now
	return n.engine.Calls.Tell(PromisesName, mustJSON(promise{session, own}))
}
