package frontier

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Standing says in one word where a host stands.
type Standing string

// The standings of a host. The first that holds is its own.
const (
	HostBlocked Standing = "blocked"  // it is held
	HostGivenUp Standing = "given up" // HostFailures failures in a row
	HostFull    Standing = "full"     // its budget is spent, see PerHost
	HostBusy    Standing = "busy"     // a request is under way
	HostIdle    Standing = "idle"     // nothing waits for it
	HostFails   Standing = "fails"    // its latest request failed
	HostPauses  Standing = "pauses"   // it, or its address, may not get a request yet
	HostReady   Standing = "ready"    // it may be requested now
	HostGone    Standing = "gone"     // its name does not exist
)

// Standings returns all standings, in the order in which they are shown. Tables of hosts on disk have their places, so new ones come last.
func Standings() []Standing {
	return []Standing{HostReady, HostBusy, HostPauses, HostFails, HostBlocked, HostGivenUp, HostFull, HostIdle, HostGone}
}

// HostOrder says by what hosts are sorted.
type HostOrder string

// The orders of hosts. Hosts that are equal are sorted by name.
const (
	ByQueued   HostOrder = "queued"   // most links first
	ByFetched  HostOrder = "fetched"  // most pages first
	ByFailures HostOrder = "failures" // most failures in a row first
	ByNext     HostOrder = "next"     // the host that may get a request last comes first
	ByName     HostOrder = "name"
)

// HostOrders returns all orders; the first is the default.
func HostOrders() []HostOrder { return []HostOrder{ByQueued, ByFetched, ByFailures, ByNext, ByName} }

// HostQuery says which hosts Hosts gives. The zero value asks for all.
type HostQuery struct {
	Name  string    // a part of the name
	State Standing  // "": any
	Order HostOrder // "": ByQueued
	Skip  int       // so many of the first
	Limit int       // at most so many; 0: all
}

// HostRow is a host and where it stands.
type HostRow struct {
	FoundHost
	State Standing      `json:"state"`
	After time.Duration `json:"after,omitempty"` // until it may be requested again
}

// Hosts returns hosts, and how many meet the query. It holds the frontier for as long as it reads them.
func (f *Frontier) Hosts(now time.Time, q HostQuery) (rows []HostRow, total int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := f.seen(now)
	chosen, total := q.choose(len(f.sched.hosts), func(i int) hostKeys {
		h := f.sched.hosts[i]
		return hostKeys{h.name, f.sched.standing(h, at), int(h.queued), int(h.fetched), int(h.failures), f.sched.after(h, at)}
	})
	for _, i := range chosen {
		rows = append(rows, f.hostRow(f.sched.hosts[i], at))
	}
	return rows, total
}

func (f *Frontier) hostRow(h *host, at int64) HostRow {
	return HostRow{describe(h), f.sched.standing(h, at), f.sched.after(h, at)}
}

// hostKeys is what hosts are chosen and sorted by.
type hostKeys struct {
	name                      string
	state                     Standing
	queued, fetched, failures int
	after                     time.Duration
}

// choice is a host that meets a query. In a table the number says the order of the names.
type choice struct {
	key, number int
	name        string
}

// choose returns the numbers of the hosts of the page that a query asks for, and how many hosts meet it.
func (q *HostQuery) choose(hosts int, of func(number int) hostKeys) (numbers []int, total int) {
	best := newBest(q)
	for i := range hosts {
		k := of(i)
		if q.State != "" && q.State != k.state || !strings.Contains(k.name, q.Name) {
			continue
		}
		total++
		best.add(choice{q.key(&k), i, k.name})
	}
	for _, c := range best.page() {
		numbers = append(numbers, c.number)
	}
	return numbers, total
}

// best keeps the hosts that may be on a page.
type best struct {
	begin, end int // of the page
	all        bool
	list       []choice
	last       *choice // what comes behind it is on no page; nil as long as it is not known
}

func newBest(q *HostQuery) *best {
	return &best{begin: q.Skip, end: q.Skip + q.Limit, all: q.Limit == 0}
}

func (b *best) add(c choice) {
	if b.last != nil && compareChoices(c, *b.last) > 0 {
		return
	}
	b.list = append(b.list, c)
	if !b.all && len(b.list) == max(2*b.end, 1024) { // half of them cannot be on the page
		sortPart(b.list, b.end-1, b.end)
		b.list = b.list[:b.end]
		last := b.list[b.end-1]
		b.last = &last
	}
}

// page returns the hosts of the page in their order.
func (b *best) page() []choice {
	end := len(b.list)
	if !b.all {
		end = min(b.end, end)
	}
	begin := min(b.begin, len(b.list))
	sortPart(b.list, begin, end)
	return b.list[begin:end]
}

// key returns what a query sorts hosts by: the greatest first.
func (q *HostQuery) key(k *hostKeys) int {
	switch q.Order {
	case ByFetched:
		return k.fetched
	case ByFailures:
		return k.failures
	case ByNext:
		return int(k.after)
	case ByQueued, "":
		return k.queued
	}
	return 0
}

func compareChoices(a, b choice) int {
	switch {
	case a.key != b.key:
		return cmp.Compare(b.key, a.key)
	case a.name != b.name:
		return cmp.Compare(a.name, b.name)
	}
	return cmp.Compare(a.number, b.number)
}

// sortPart brings those to the places from begin to end that belong there in the order, and sorts them. Before begin are then those that
// come before, and behind end those that come behind. It is a quicksort that leaves out what no place needs.
func sortPart(list []choice, begin, end int) {
	for len(list) > 64 && (begin > 0 || end < len(list)) {
		before, behind := partition(list)
		switch {
		case end <= before:
			list = list[:before]
		case begin >= behind:
			list, begin, end = list[behind:], begin-behind, end-behind
		default:
			sortPart(list[:before], min(begin, before), before)
			list, begin, end = list[behind:], max(0, begin-behind), max(0, end-behind)
		}
	}
	slices.SortFunc(list, compareChoices)
}

// partition moves those that come before the middle one of three to the front, and those that come behind it to the end.
func partition(list []choice) (before, behind int) {
	three := []choice{list[0], list[len(list)/2], list[len(list)-1]}
	slices.SortFunc(three, compareChoices)
	behind = len(list)
	for i := 0; i < behind; {
		switch order := compareChoices(list[i], three[1]); {
		case order < 0:
			list[before], list[i] = list[i], list[before]
			before, i = before+1, i+1
		case order > 0:
			behind--
			list[behind], list[i] = list[i], list[behind]
		default:
			i++
		}
	}
	return before, behind
}

// HostCounts counts hosts by where they stand. It holds the frontier for as long as it reads them.
func (f *Frontier) HostCounts(now time.Time) map[Standing]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := f.seen(now)
	counts := make(map[Standing]int)
	for _, h := range f.sched.hosts {
		counts[f.sched.standing(h, at)]++
	}
	return counts
}

// seen returns the time as the frontier counts it. A reader changes nothing, so that crawls in virtual time are repeatable.
func (f *Frontier) seen(now time.Time) int64 { return max(f.sched.now, now.UnixNano()+f.skew) }

// standing returns where a host stands at a time.
func (s *schedule) standing(h *host, at int64) Standing {
	switch {
	case h.held:
		return HostBlocked
	case h.gone:
		return HostGone
	case h.dead:
		return HostGivenUp
	case h.full:
		return HostFull
	case h.open > 0 || h.leased > 0:
		return HostBusy
	case h.queued == 0 && h.revisits.n == 0:
		return HostIdle
	case h.failures > 0:
		return HostFails
	case s.slotBusy(s.slots[h.slot]) || s.wakeOf(h) > at:
		return HostPauses
	}
	return HostReady
}

// after returns how long a host may not get a request.
func (s *schedule) after(h *host, at int64) time.Duration {
	return timeUntil(s.wakeOf(h), at)
}

// wakeOf returns when a host and its address may get a request again.
func (s *schedule) wakeOf(h *host) int64 { return max(h.freeAt(), s.slots[h.slot].next) }
