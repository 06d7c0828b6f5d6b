package frontier

import (
	"math"
	"time"
)

// schedule knows which link of which host may be requested now. It knows neither URLs nor leases.
//
// A slot is one IP address, or one host whose address is not known. A host or slot is busy while it has as many open connections from us as allowed,
// and it pauses until its clock has passed. Hosts with a link that are neither busy nor pausing are in the heap of their slot. Slots with such a host
// that are neither busy nor pausing are in ready. Both heaps are ordered by the best link. Hosts and slots that only pause are in timers. Each
// operation therefore costs O(log n).
type schedule struct {
	opt              *Options
	links            *index
	now              int64 // the latest time seen, Unix nanoseconds
	hosts            []*host
	byName           map[string]uint32
	slots            []*slot
	byIP             map[string]uint32
	hostPos, slotPos []int32 // places of hosts in their slot's heap, and of slots in ready
	ready            ranked
	timers           timers
	almostFree       almostFree
	held             []uint32 // hosts that are held
}

type host struct {
	name     string
	queue    queue
	later    *queue // links that failed themselves: taken when queue is empty; nil: none yet
	revisits revisits
	slot     uint32
	next     int64         // pauses until then
	retry    int64         // in back-off until then; not kept over a restart
	asked    int64         // when the latest open connection began
	delay    time.Duration // its Crawl-delay
	slow     float32       // factor of its pauses

	queued     uint32 // links queued, those in back-off included
	postponed  uint32 // of these, in back-off though the host did not fail
	leased     uint32 // leases out
	fetched    uint32 // links that gave a page that is kept
	ended      uint32 // links that are Fetched
	failures   uint32 // failures of the host in a row
	missed     uint32 // links that failed themselves, since a page was fetched; a restart forgets it
	open       uint32 // connections
	making     uint32 // pages in the making
	full       bool   // PerHost is reached
	dead       bool   // HostFailures is reached
	gone       bool   // its name does not exist; a restart forgets it
	notAwaited bool   // see SetAwaited
	held       bool   // see Hold

	timer int64 // when its last timer ends
}

func (h *host) closed() bool { return h.full || h.dead || h.gone }

// endsPerPage is how many links of a host may end for each page of its budget. Without it, a host that redirects without end, or forbids keeping its
// pages, would have no limit.
const endsPerPage = 10

// spent reports whether the budget of a host is spent.
func (h *host) spent(o *Options) bool {
	return int(h.fetched) >= o.PerHost || int(h.ended)/endsPerPage >= o.PerHost
}

// freeAt returns when the host may get a request again.
func (h *host) freeAt() int64 { return max(h.next, h.retry) }

type slot struct {
	ip    string // "" for a host without a known address
	ready ranked
	next  int64
	asked int64
	open  uint32 // connections
	timer int64
}

const never = math.MinInt64 // a clock that is not set

// timeUntil returns how long it is until the time of a clock. It is 0 if that time has passed or the clock is not set.
func timeUntil(then, now int64) time.Duration {
	return time.Duration(max(then, now) - now)
}

func newSchedule(o *Options, links *index, now int64) schedule {
	return schedule{opt: o, links: links, now: now, byName: map[string]uint32{}, byIP: map[string]uint32{}}
}

// host returns the number of a host, and adds it if it is new.
func (s *schedule) host(name string) (number uint32, made bool) {
	if number, ok := s.byName[name]; ok {
		return number, false
	}
	number = uint32(len(s.hosts))
	h := &host{name: name, slot: s.newSlot(""), next: never, retry: never, slow: 1, timer: never, held: s.opt.holds(name)}
	if h.held {
		s.held = append(s.held, number)
	}
	s.hosts = append(s.hosts, h)
	s.hostPos = append(s.hostPos, -1)
	s.almostFree.hostPos = append(s.almostFree.hostPos, -1)
	s.byName[name] = number
	return number, true
}

func (s *schedule) newSlot(ip string) uint32 {
	s.slots = append(s.slots, &slot{ip: ip, next: never, timer: never})
	s.slotPos = append(s.slotPos, -1)
	s.almostFree.slotPos = append(s.almostFree.slotPos, -1)
	return uint32(len(s.slots) - 1)
}

// slotOf returns the slot of an IP address, and adds it if it is new.
func (s *schedule) slotOf(ip string) uint32 {
	number, ok := s.byIP[ip]
	if !ok {
		number = s.newSlot(ip)
		s.byIP[ip] = number
	}
	return number
}

// bind moves a host to a slot. The caller reschedules the host.
func (s *schedule) bind(number, to uint32) {
	h := s.hosts[number]
	from := h.slot
	s.slots[from].ready.remove(s.hostPos, number)
	h.slot = to
	s.rescheduleSlot(from)
}

// reschedule updates the place of a host and of its slot in the heaps. It must be called after every change of the host.
func (s *schedule) reschedule(number uint32) {
	h := s.hosts[number]
	slot := s.slots[h.slot]
	key, ok := s.next(h)
	s.updateAlmostFreeHost(number, h, key, ok)
	ok = ok && !s.hostBusy(h)
	if ok && h.freeAt() <= s.now {
		slot.ready.set(s.hostPos, number, key)
	} else {
		slot.ready.remove(s.hostPos, number)
	}
	if at := s.wakeTime(h.freeAt()); ok && h.freeAt() > s.now && h.timer != at {
		h.timer = at
		s.timers.push(at, alarm{timerHost, number})
	}
	s.rescheduleSlot(h.slot)
}

// next returns the key of the next request to a host: a revisit if there is one, or else its best link. ok is false for a held host.
func (s *schedule) next(h *host) (key uint64, ok bool) {
	if h.held {
		return 0, false
	}
	if !h.revisits.empty() {
		return h.revisits.key(), true
	}
	best, ok := s.bestLink(h)
	return uint64(best), ok
}

// bestLink returns the best link of a host that could be taken if the host were neither busy nor paused.
func (s *schedule) bestLink(h *host) (item, bool) {
	if h.closed() || int(h.fetched+h.leased) >= s.opt.PerHost {
		return 0, false
	}
	if best, ok := s.best(&h.queue); ok || h.later == nil {
		return best, ok
	}
	return s.best(h.later)
}

// best returns the best link of a queue.
func (s *schedule) best(q *queue) (item, bool) {
	for !q.empty() {
		if head := q.head(); s.links.isCurrent(head) {
			return head, true
		}
		q.pop()
	}
	return 0, false
}

func (s *schedule) rescheduleSlot(number uint32) {
	slot := s.slots[number]
	s.updateAlmostFreeSlot(number, slot)
	switch {
	case s.slotBusy(slot) || slot.ready.empty():
		s.ready.remove(s.slotPos, number)
	case slot.next <= s.now:
		s.ready.set(s.slotPos, number, slot.ready.top().key)
	default:
		s.ready.remove(s.slotPos, number)
		if at := s.wakeTime(slot.next); slot.timer != at {
			slot.timer = at
			s.timers.push(at, alarm{timerSlot, number})
		}
	}
}

// enqueue adds a link to its host's queue. The caller reschedules the host.
func (s *schedule) enqueue(number uint32, i item) {
	h := s.hosts[number]
	q := &h.queue
	if s.links.later(i.record()) {
		if h.later == nil {
			h.later = new(queue)
		}
		q = h.later
	}
	if q.n > 2*int(h.queued)+64 {
		q.sweep(s.links.isCurrent)
	}
	q.addItem(i)
}

// bestHost returns the host to which the next request should go.
func (s *schedule) bestHost() (number uint32, ok bool) {
	if s.ready.empty() {
		return 0, false
	}
	return s.slots[s.ready.top().value].ready.top().value, true
}

// takeLink leases the best link of a host. The link may have been queued twice with the same priority, so the host is rescheduled only after that.
func (s *schedule) takeLink(number uint32) (record uint32) {
	h := s.hosts[number]
	q := &h.queue
	if q.empty() { // its head is current, because bestLink has removed others
		q = h.later
	}
	record = q.pop().key.record()
	s.links.setState(record, Leased)
	h.queued--
	h.leased++
	s.beginConnection(number)
	return record
}

// hostBusy reports whether a host has reached its number of connections, counting pages that are being processed as connections. A host with a
// Crawl-delay may have one.
func (s *schedule) hostBusy(h *host) bool {
	busy := h.open + h.making
	return int(busy) >= s.opt.Connections || h.delay > 0 && busy > 0
}

func (s *schedule) slotBusy(slot *slot) bool { return int(slot.open) >= s.opt.Connections }

// beginConnection counts a connection to a host and its slot.
func (s *schedule) beginConnection(number uint32) {
	h := s.hosts[number]
	slot := s.slots[h.slot]
	h.open++
	slot.open++
	h.asked, slot.asked = s.now, s.now
	s.reschedule(number)
}

// endConnection ends a connection to a host and a slot. The pauses of both begin at now.
func (s *schedule) endConnection(l *lease, now int64, took time.Duration) {
	h, slot := s.hosts[l.host], s.slots[l.slot]
	h.next = max(h.next, now+int64(s.hostPause(h, took)))
	if slot.ip != "" {
		slot.next = max(slot.next, now+int64(s.opt.adaptive(took, s.opt.Delay, s.opt.MaxDelay)))
	}
	l.making = true
	h.making++
	s.cancelConnection(l)
}

// endMaking records that the page of a lease has been processed.
func (s *schedule) endMaking(l *lease) {
	if l.making {
		l.making = false
		s.hosts[l.host].making--
		s.reschedule(l.host)
	}
}

// cancelConnection ends a connection without pauses.
func (s *schedule) cancelConnection(l *lease) {
	l.released = true
	s.hosts[l.host].open--
	s.slots[l.slot].open--
	s.reschedule(l.host)
	if l.slot != s.hosts[l.host].slot {
		s.rescheduleSlot(l.slot)
	}
}

// hostPause returns the pause of a host after a connection that lasted for took.
func (s *schedule) hostPause(h *host, took time.Duration) time.Duration {
	pause := s.opt.adaptive(took, max(s.opt.Delay, h.delay), s.opt.MaxDelay)
	return time.Duration(float64(pause) * float64(h.slow))
}

// closeHost drops the queue of a host that is closed, and returns how many links were in it.
func (s *schedule) closeHost(number uint32) (dropped uint32) {
	h := s.hosts[number]
	dropped, h.queued = h.queued, 0
	h.queue, h.later = queue{}, nil
	s.reschedule(number)
	return dropped
}
