package frontier

import "time"

// Hold stops requests to all hosts for which held returns true, and permits requests to all others; a nil held stops none. Links and revisits
// of a held host wait until another call of Hold releases the host. A request that is under way is not interrupted.
func (f *Frontier) Hold(held func(host string) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opt.Held = held
	f.sched.held = nil
	for i, h := range f.sched.hosts {
		was := h.held
		if h.held = f.opt.holds(h.name); h.held {
			f.sched.held = append(f.sched.held, uint32(i))
		}
		if h.held != was {
			f.sched.reschedule(uint32(i))
		}
	}
}

// holds reports whether a host is held.
func (o *Options) holds(host string) bool { return o.Held != nil && o.Held(host) }

// Held counts the links and revisits that wait because their hosts are held.
type Held struct {
	Hosts    int // that the frontier knows
	Links    int
	Revisits int
}

// Held counts the links and revisits that wait because their hosts are held.
func (f *Frontier) Held() Held {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sched.heldBack()
}

// heldBack counts the links and revisits that wait for held hosts. There are few such hosts.
func (s *schedule) heldBack() (c Held) {
	c.Hosts = len(s.held)
	for _, i := range s.held {
		h := s.hosts[i]
		c.Links += int(h.queued)
		c.Revisits += h.revisits.n
	}
	return c
}

// nothingLeft reports whether nothing is leased, and everything that is queued belongs to held hosts.
func (f *Frontier) nothingLeft() bool {
	held := f.sched.heldBack()
	return f.count.Leased == 0 && f.count.Queued == held.Links && f.count.Revisits == held.Revisits
}

// SetLeastDelay changes Options.Delay, the shortest pause between two requests to a host. If MaxDelay is shorter than d, it becomes d. Pauses
// that have begun do not change.
func (f *Frontier) SetLeastDelay(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.opt.Delay, f.opt.MaxDelay = d, max(d, f.opt.MaxDelay)
}
