package testweb

import "time"

// Trap names one way a host misbehaves. The host NAME.hostile-N.test has the trap whatever the Options say.
type Trap string

// Mirror serves the pages of another host under its own name.
const Mirror Trap = "mirror"

var traps = []Trap{Mirror}

// Hostile gives the share of hosts that have each trap, 0 to 1. A host has one trap at most.
type Hostile struct {
	Share map[Trap]float64
	// Drip is the pause between two bytes of a slow answer. 0 means a second.
	Drip time.Duration
}

func trapNumber(t Trap) (int, bool) {
	for i, known := range traps {
		if known == t {
			return i, true
		}
	}
	return 0, false
}

func (w *Web) trapOf(id int) Trap {
	if id >= w.shape.hosts {
		return traps[(id-w.shape.hosts)%len(traps)]
	}
	return ""
}

// Trap gives the trap of a host, "" for one that behaves.
func (w *Web) Trap(hostname string) Trap {
	id, found := w.hostNamed(hostname)
	if !found {
		return ""
	}
	return w.trapOf(id)
}

func (w *Web) mirrored(id int) int { return int(mix(w.seed, uint64(id)+3) % uint64(w.shape.hosts)) }

func (w *Web) locateTrap(*place) bool { return false }

func (w *Web) locateSitemap(*place, string) {}
