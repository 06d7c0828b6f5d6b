package web

import (
	"net/http"
	"net/netip"
	"sync"
	"time"
)

const (
	ownTries     = 3                // wrong tokens of a client after which it is paused
	networkTries = 32               // of all clients of a network
	longSearches = 32               // searches of a client that are too long and are refused at once
	firstPause   = time.Second      // each further wrong token doubles it
	longestPause = 16 * time.Second // less than a client waits for a response
	forgetAfter  = 10 * time.Minute // without a wrong token
	mostTries    = 4096             // clients and networks that are remembered
	mostHeld     = 64               // answers that are held back at once
)

// pauses slow down clients that give wrong tokens, or searches that are too long. The pause is of the client's address and of its network, so nobody else waits. The
// right token is compared before any pause, so it is never refused: it has to be too random to be guessed at any pace.
type pauses struct {
	held chan struct{} // as many elements as responses that may be held back

	mu    sync.Mutex // guards wrong
	wrong map[netip.Prefix]tries
}

// tries are the wrong tokens of a client or network.
type tries struct {
	count int
	last  time.Time
}

func newPauses() *pauses {
	return &pauses{held: make(chan struct{}, mostHeld), wrong: make(map[netip.Prefix]tries)}
}

// after notes a wrong token of an address, and returns how long the response is to be held back.
func (p *pauses) after(client netip.Addr, now time.Time) time.Duration {
	own, network := prefixes(client)
	p.mu.Lock()
	defer p.mu.Unlock()
	return max(pauseFor(p.note(own, now)-ownTries), pauseFor(p.note(network, now)-networkTries))
}

// afterLong notes a search of an address that is too long, and returns how long its refusal is to be held back.
func (p *pauses) afterLong(client netip.Addr, now time.Time) time.Duration {
	own, _ := prefixes(client)
	p.mu.Lock()
	defer p.mu.Unlock()
	return pauseFor(p.note(own, now) - longSearches)
}

// note counts a wrong token. If too many clients are remembered, any one of them is forgotten.
func (p *pauses) note(of netip.Prefix, now time.Time) int {
	t, known := p.wrong[of]
	if now.Sub(t.last) > forgetAfter {
		t.count = 0
	}
	for other := range p.wrong {
		if known || len(p.wrong) < mostTries {
			break
		}
		delete(p.wrong, other)
	}
	t.count, t.last = t.count+1, now
	p.wrong[of] = t
	return t.count
}

// pauseFor returns the pause after so many wrong tokens beyond those that are free.
func pauseFor(beyond int) time.Duration {
	if beyond <= 0 {
		return 0
	}
	return min(firstPause<<min(beyond-1, 10), longestPause)
}

// hold waits for a pause. It ends at once if ended is closed, or if too many answers are held back already.
func (p *pauses) hold(pause time.Duration, ended <-chan struct{}) {
	select {
	case p.held <- struct{}{}:
	default:
		return
	}
	defer func() { <-p.held }()
	select {
	case <-time.After(pause): // also if the client has gone, so that its connection is not free for the next token
	case <-ended:
	}
}

// prefixes returns the addresses that one client may have, and those of its network.
func prefixes(client netip.Addr) (own, network netip.Prefix) {
	client = client.Unmap().WithZone("")
	bits := [2]int{32, 24}
	if client.Is6() {
		bits = [2]int{64, 48}
	}
	own, _ = client.Prefix(bits[0])
	network, _ = client.Prefix(bits[1])
	return own, network
}

// clientOf returns the address that a request came from. It is not valid if the request came by no network.
func clientOf(r *http.Request) netip.Addr {
	from, _ := netip.ParseAddrPort(r.RemoteAddr)
	return from.Addr()
}
