package cluster

import (
	"time"

	"gannet/frontier"
	"gannet/internal/weburl"
)

// merged has what messages of a partition say, each fact once. A frontier comes to the same state by it as by the messages.
//
// The end of a link replaces the link. Of a link that comes again the highest priority counts, with the Data beside it. All that holds in
// any order. Of a host's delays the newest counts: it is in the last message that is not a repeated one, if there is one.
type merged struct {
	links  []frontier.Link // in the order in which they came first
	ended  []frontier.Ended
	delays map[string]time.Duration

	known  map[uint64]int  // places in links, by fingerprint
	over   map[uint64]bool // fingerprints of ended
	newest map[string]bool // hosts whose delay is not from a repeated message
}

func newMerged() *merged {
	return &merged{delays: make(map[string]time.Duration), known: make(map[uint64]int), over: make(map[uint64]bool), newest: make(map[string]bool)}
}

// addMessage adds what a message says.
func (m *merged) addMessage(body []byte) error {
	h, compressed, err := headerOf(body)
	if err != nil {
		return err
	}
	f, err := decode(compressed)
	if err != nil {
		return err
	}
	for _, e := range f.ended {
		m.end(e)
	}
	for _, l := range f.links {
		m.link(l)
	}
	for host, d := range f.delays {
		if isNewer(m.newest, host, h) {
			m.delays[host] = d
		}
	}
	return nil
}

// isNewer reports whether a delay in a message is newer than those in the messages before it. newest has the hosts of which a message
// that is not a repeated one has said so.
func isNewer(newest map[string]bool, host string, h header) bool {
	if h.repeated {
		return !newest[host]
	}
	newest[host] = true
	return true
}

func (m *merged) end(e frontier.Ended) {
	key := weburl.Fingerprint(e.URL)
	if m.over[key] {
		return
	}
	m.over[key] = true
	m.ended = append(m.ended, e)
	if place, ok := m.known[key]; ok {
		m.links[place] = frontier.Link{} // not written
	}
}

func (m *merged) link(l frontier.Link) {
	key := weburl.Fingerprint(l.URL)
	place, known := m.known[key]
	switch {
	case m.over[key]:
	case !known:
		m.known[key] = len(m.links)
		m.links = append(m.links, l)
	case isHigher(l.Priority, m.links[place].Priority):
		m.links[place] = l
	}
}

// isHigher compares priorities as package frontier does: what is no number is below all others.
func isHigher(a, b float32) bool { return a > b || a == a && b != b }

// bodies returns the facts as bodies of messages, which hold mostFacts bytes or little more.
func (m *merged) bodies(h header) (list [][]byte) {
	var facts []byte
	sealOver := func(least int) {
		if len(facts) > least {
			list, facts = append(list, seal(h, facts)), facts[:0]
		}
	}
	for i := range m.ended {
		facts = appendEnd(facts, &m.ended[i])
		sealOver(mostFacts)
	}
	for i := range m.links {
		if l := &m.links[i]; l.URL != "" {
			facts = appendLink(facts, l)
			sealOver(mostFacts)
		}
	}
	for host, d := range m.delays {
		facts = appendDelay(facts, host, d)
		sealOver(mostFacts)
	}
	sealOver(0)
	return list
}
