package frontier

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Standing is the state of a host, in one word.
type Standing string

// These are the states of a host. If several apply, the one that comes first here counts; HostGone comes right after HostBlocked.
const (
	// HostBlocked is the state of a host that a user has blocked, so that its links wait.
	HostBlocked Standing = "blocked"
	// HostGivenUp is the state of a host to which Options.HostFailures requests in a row have failed, so that it was given up.
	HostGivenUp Standing = "given up"
	// HostFull is the state of a host whose page budget, Options.PerHost, is spent.
	HostFull Standing = "full"
	// HostBusy is the state of a host to which a request is under way.
	HostBusy Standing = "busy"
	// HostIdle is the state of a host that has no queued links.
	HostIdle Standing = "idle"
	// HostFails is the state of a host to which the latest request has failed.
	HostFails Standing = "fails"
	// HostPauses is the state of a host that may not get a request yet, or whose IP address may not.
	HostPauses Standing = "pauses"
	// HostReady is the state of a host that may get a request now.
	HostReady Standing = "ready"
	// HostGone is the state of a host whose name does not exist.
	HostGone Standing = "gone"
)

// Standings returns all states of hosts, in the order in which they are shown. Files store a state as its position in this list, so new
// states must be added at the end.
func Standings() []Standing {
	return []Standing{HostReady, HostBusy, HostPauses, HostFails, HostBlocked, HostGivenUp, HostFull, HostIdle, HostGone}
}

// HostOrder says by which value hosts are sorted.
type HostOrder string

// These are the values by which hosts can be sorted. Hosts with equal values are sorted by name.
const (
	ByQueued   HostOrder = "queued"   // most links first
	ByFetched  HostOrder = "fetched"  // most pages first
	ByFailures HostOrder = "failures" // most failures in a row first
	// ByNext sorts hosts by when they may get a request again, the latest first.
	ByNext HostOrder = "next"
	ByName HostOrder = "name"
)

// HostOrders returns all values by which hosts can be sorted; the first is the default.
func HostOrders() []HostOrder { return []HostOrder{ByQueued, ByFetched, ByFailures, ByNext, ByName} }

// HostQuery says which hosts Frontier.Hosts returns, and in which order. The zero value selects all hosts.
type HostQuery struct {
	Name  string    // a part of the name
	State Standing  // "": any
	Order HostOrder // "": ByQueued
	Skip  int       // so many of the first
	Limit int       // at most so many; 0: all
}

// HostRow is a host with its state and its counts.
type HostRow struct {
	FoundHost
	State Standing      `json:"state"`
	After time.Duration `json:"after,omitempty"` // until it may be requested again
}

// Hosts returns the hosts that match a query, at most as many as the query asks for, and the number of all hosts that match. The frontier
// is locked meanwhile.
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

// hostKeys has the fields by which hosts are selected and sorted.
type hostKeys struct {
	name                      string
	state                     Standing
	queued, fetched, failures int
	after                     time.Duration
}

// choice is a host that meets a query. In a table, hosts are numbered in the order of their names.
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

// best keeps the hosts that may be on the page of a query.
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

// page returns the hosts of the page in the order of the query.
func (b *best) page() []choice {
	end := len(b.list)
	if !b.all {
		end = min(b.end, end)
	}
	begin := min(b.begin, len(b.list))
	sortPart(b.list, begin, end)
	return b.list[begin:end]
}

// key returns the number by which a query sorts hosts, the greatest first.
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

// sortPart moves those hosts to the places from begin to end that belong there in sorted order, and sorts them. Hosts that sort before them are then
// before begin, and hosts that sort after them are behind end. It is a quicksort that skips the parts that no place needs.
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

// partition chooses the middle one of three hosts. It moves the hosts that sort before it to the front, and those that sort after it to the end.
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

// HostCounts counts hosts by their state. The frontier is locked meanwhile.
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

// seen converts a time to the frontier's own time. It changes nothing, because readers must not, so that crawls in virtual time are repeatable.
func (f *Frontier) seen(now time.Time) int64 { return max(f.sched.now, now.UnixNano()+f.skew) }

// standing returns the standing of a host at a time.
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

// after returns how long a host must still wait for its next request.
func (s *schedule) after(h *host, at int64) time.Duration {
	return timeUntil(s.wakeOf(h), at)
}

// wakeOf returns when a host and its address may get a request again.
func (s *schedule) wakeOf(h *host) int64 { return max(h.freeAt(), s.slots[h.slot].next) }
