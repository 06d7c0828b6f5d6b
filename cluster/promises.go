package cluster

import (
	"context"
	"encoding/json"
	"math"
	"sync"
	"time"
)

// promise is what the best link of a machine promises: the share of relevant pages that is expected of links as good as it. Machines tell it
// to each other over Engine.Calls. One whose links promise much less waits, as on one machine links wait for a better one whose host is about
// to be free. A promise that is lost or late lets a machine wait for nothing, or fetch a worse page.
type promise struct {
	By    string  `json:"by"` // a session
	Share float32 `json:"share"`
}

// PromisesName is the name under which machines hear the promises of all.
const PromisesName = "promises"

// promises are those of the other machines.
type promises struct {
	mu     sync.Mutex // guards the fields below
	others map[string]heard

	said   float32 // as of the goroutine of tellPromise, as saidAt
	saidAt time.Time
}

// heard is when another machine has told its promise.
type heard struct {
	share float32
	at    time.Time
}

// servePromises hears the promises of others.
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

// best returns the best promise of another machine. One that was heard longer ago than age has no promise any more.
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

// tellPromise tells the others what this machine promises, and its frontier what they do. A machine that has taken no link for long, as one that
// is paused, promises nothing: nobody should wait for it.
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
