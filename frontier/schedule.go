package frontier

import (
	"math"
	"time"
)

// schedule says which host may be asked for which link now. It knows neither URLs nor leases.
//
// A host is idle unless a connection of ours is open to it, and rested when its clock has passed; so is a slot, which
// is one IP address, or one host whose address is not known. Idle, rested hosts with a link stand in their slot's
// heap; idle, rested slots with such a host stand in ready; both are ordered by the best link below. Everybody whose
// only obstacle is time stands in timers. Hence each question costs O(log n).
type schedule struct {
	opt    *Options
	links  *index
	now    int64 // the latest time seen, Unix nanoseconds
	hosts  []*host
	byName map[string]uint32
	slots  []*slot
	byIP   map[string]uint32
	// Places of hosts in their slot's heap and of slots in ready.
	hostPos, slotPos []int32
	ready            ranked
	timers           timers
	soon             soon
}

type host struct {
	name  string
	queue queue
	slot  uint32
	next  int64         // rests until then
	retry int64         // in back-off until then; not kept over a restart
	asked int64         // when the open connection was begun
	delay time.Duration // its Crawl-delay
	slow  float32       // factor of its pause

	queued    uint32 // links queued, those in back-off included
	refused   uint32 // of these, in back-off after Postpone
	leased    uint32 // leases out
	fetched   uint32
	failures  uint32 // Retry outcomes in a row
	busy      bool   // a connection is open
	full      bool   // PerHost is reached
	dead      bool   // HostFailures is reached
	unhurried bool   // no link waits for those of this host

	timer int64 // the time for which it stands in timers
}

func (h *host) closed() bool { return h.full || h.dead }

// free is when the host may be asked again.
func (h *host) free() int64 { return max(h.next, h.retry) }

type slot struct {
	ip    string // "" for a host without a known address
	ready ranked
	next  int64
	asked int64
	busy  bool
	timer int64
}

const never = math.MinInt64 // of a clock: not set

func newSchedule(o *Options, links *index, now int64) schedule {
	return schedule{opt: o, links: links, now: now, byName: map[string]uint32{}, byIP: map[string]uint32{}}
}

// host gives the number of a host, and makes it if it is new.
func (s *schedule) host(name string) (number uint32, made bool) {
	if number, ok := s.byName[name]; ok {
		return number, false
	}
	number = uint32(len(s.hosts))
	s.hosts = append(s.hosts, &host{name: name, slot: s.newSlot(""), next: never, retry: never, slow: 1, timer: never})
	s.hostPos = append(s.hostPos, -1)
	s.soon.hostPos = append(s.soon.hostPos, -1)
	s.byName[name] = number
	return number, true
}

func (s *schedule) newSlot(ip string) uint32 {
	s.slots = append(s.slots, &slot{ip: ip, next: never, timer: never})
	s.slotPos = append(s.slotPos, -1)
	s.soon.slotPos = append(s.soon.slotPos, -1)
	return uint32(len(s.slots) - 1)
}

// address gives the slot of an IP address.
func (s *schedule) address(ip string) uint32 {
	number, ok := s.byIP[ip]
	if !ok {
		number = s.newSlot(ip)
		s.byIP[ip] = number
	}
	return number
}

// bind moves a host to the slot of an address. The slot it leaves is settled by the caller.
func (s *schedule) bind(number, to uint32) {
	h := s.hosts[number]
	s.slots[h.slot].ready.remove(s.hostPos, number)
	h.slot = to
}

// settle puts a host where it belongs after anything about it has changed.
func (s *schedule) settle(number uint32) {
	h := s.hosts[number]
	slot := s.slots[h.slot]
	head, ok := s.best(h)
	s.expectHost(number, h, head, ok)
	ok = ok && !h.busy
	if ok && h.free() <= s.now {
		slot.ready.set(s.hostPos, number, uint64(head))
	} else {
		slot.ready.remove(s.hostPos, number)
	}
	if at := s.notice(h.free()); ok && h.free() > s.now && h.timer != at {
		h.timer = at
		s.timers.push(at, alarm{timerHost, number})
	}
	s.settleSlot(h.slot)
}

// best is the best link of a host that could be asked for but for the time and an open connection.
func (s *schedule) best(h *host) (item, bool) {
	if h.closed() || int(h.fetched+h.leased) >= s.opt.PerHost {
		return 0, false
	}
	for !h.queue.empty() {
		if head := h.queue.head(); s.links.current(head) {
			return head, true
		}
		h.queue.pop()
	}
	return 0, false
}

func (s *schedule) settleSlot(number uint32) {
	slot := s.slots[number]
	s.expectSlot(number, slot)
	switch {
	case slot.busy || slot.ready.empty():
		s.ready.remove(s.slotPos, number)
	case slot.next <= s.now:
		s.ready.set(s.slotPos, number, slot.ready.top().key)
	default:
		s.ready.remove(s.slotPos, number)
		if at := s.notice(slot.next); slot.timer != at {
			slot.timer = at
			s.timers.push(at, alarm{timerSlot, number})
		}
	}
}

// enqueue puts a link into its host's queue. The host is settled by the caller.
func (s *schedule) enqueue(number uint32, i item) {
	h := s.hosts[number]
	if h.queue.n > 2*int(h.queued)+64 {
		h.queue.sweep(s.links.current)
	}
	h.queue.add(i)
}

// take gives the best link that may be asked for now, and makes its host and its slot busy.
func (s *schedule) take() (record, number uint32, ok bool) {
	if s.ready.empty() {
		return 0, 0, false
	}
	slot := s.slots[s.ready.top().value]
	number = slot.ready.top().value
	h := s.hosts[number]
	record = h.queue.pop().key.record()
	h.queued--
	h.leased++
	h.busy, slot.busy = true, true
	h.asked, slot.asked = s.now, s.now
	s.settle(number)
	return record, number, true
}

// rest ends the connection to a host and its slot: both clocks start at now.
func (s *schedule) rest(number uint32, now int64, took time.Duration) {
	h := s.hosts[number]
	slot := s.slots[h.slot]
	h.busy, slot.busy = false, false
	h.next = max(h.next, now+int64(s.hostPause(h, took)))
	if slot.ip != "" {
		slot.next = max(slot.next, now+int64(s.opt.adaptive(took, s.opt.Delay, s.opt.MaxDelay)))
	}
	s.settle(number)
}

// hostPause is how long a host rests after a connection that took so long.
func (s *schedule) hostPause(h *host, took time.Duration) time.Duration {
	pause := s.opt.adaptive(took, max(s.opt.Delay, h.delay), s.opt.MaxDelay)
	return time.Duration(float64(pause) * float64(h.slow))
}

// close gives up a host, or its budget is spent: what it has queued is dropped. It says how many links those are.
func (s *schedule) close(number uint32) (dropped uint32) {
	h := s.hosts[number]
	dropped, h.queued = h.queued, 0
	h.queue = queue{}
	s.settle(number)
	return dropped
}
