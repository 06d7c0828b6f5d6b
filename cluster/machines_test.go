package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gannet/cluster"
	"gannet/cluster/clustertest"
	"gannet/frontier"
)

// A web of hosts in memory. Page n of a host links to its next page and to the same page of two other hosts. Each address has four hosts.
const (
	webHosts = 40
	webPages = 12
	webDelay = time.Second
	ttl      = 10 * time.Second
)

func pageURL(host, page int) string { return fmt.Sprintf("http://h%d.example/%d", host, page) }

func linkTo(host, page int, priority float32) frontier.Link {
	return frontier.Link{URL: pageURL(host, page), Host: fmt.Sprintf("h%d.example", host), Priority: priority}
}

// servers count what machines ask.
type servers struct {
	mu      sync.Mutex // guards the fields below
	asked   map[string]int
	kept    map[string][]keeping
	under   map[string]int
	last    map[string]time.Time
	wrong   []string
	dropped map[string]time.Time // when machines last were killed or without network
}

// keeping is when a machine kept a page.
type keeping struct {
	machine string
	at      time.Time
}

func newServers() *servers {
	return &servers{asked: map[string]int{}, kept: map[string][]keeping{}, under: map[string]int{}, last: map[string]time.Time{}, dropped: map[string]time.Time{}}
}

// begin records the begin of a request to a host or an address.
func (s *servers) begin(machine, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.under[name]++; s.under[name] > 1 {
		s.wrong = append(s.wrong, fmt.Sprintf("%s asks %s while another request is under way", machine, name))
	}
	if last, ok := s.last[name]; ok && time.Since(last) < webDelay {
		s.wrong = append(s.wrong, fmt.Sprintf("%s asks %s %v after the last request", machine, name, time.Since(last)))
	}
	s.asked[name]++
}

func (s *servers) end(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.under[name]--
	s.last[name] = time.Now()
}

// machine is one that crawls, until it is killed or its crawl is over.
type machine struct {
	name    string
	node    *cluster.Node
	links   *cluster.Frontier
	local   *frontier.Frontier
	servers *servers
	random  *rand.Rand
	ctx     context.Context // ends when it is killed
	kill    context.CancelFunc
	ended   time.Time
}

// join makes the machine one of the cluster.
func (m *machine) join(t *testing.T, net *clustertest.Net) {
	t.Helper()
	o := frontier.DefaultOptions()
	o.Delay, o.MaxDelay, o.DelayFactor = webDelay, webDelay, 0
	var err error
	if m.local, err = frontier.Open(frontier.NewMemory(), o, time.Now()); err != nil {
		t.Fatal(err)
	}
	c := cluster.DefaultOptions()
	c.Name, c.TTL, c.Compact, c.Log = m.name, ttl, 200, slog.New(slog.DiscardHandler)
	for m.node == nil { // a network with faults may need some tries
		if m.node, err = cluster.Join(m.ctx, net.Engine(m.name), m.local, nil, c); err != nil && m.ctx.Err() != nil {
			t.Fatal(err)
		}
	}
	m.links = m.node.Frontier()
	m.links.SetPatience(webDelay, func(priority float32) (float32, bool) { return priority, true })
}

// start has the machine crawl.
func (m *machine) start(t *testing.T, net *clustertest.Net, group *sync.WaitGroup) {
	t.Helper()
	m.join(t, net)
	var seeds []frontier.Link
	for h := range webHosts / 4 {
		seeds = append(seeds, linkTo(4*h, 0, 1))
	}
	if _, err := m.links.Push(time.Now(), seeds); err != nil {
		t.Fatal(err)
	}
	group.Go(func() {
		var workers sync.WaitGroup
		for range 4 {
			workers.Go(func() { m.work(t) })
		}
		workers.Wait()
		m.ended = time.Now()
		if err := m.node.Close(); err != nil && m.ctx.Err() == nil {
			t.Logf("%s: %v", m.name, err)
		}
	})
}

// work crawls until nothing is left or the machine is killed.
func (m *machine) work(t *testing.T) {
	for m.ctx.Err() == nil {
		l, wait, err := m.links.Take(time.Now())
		switch {
		case errors.Is(err, frontier.ErrEmpty):
			return
		case errors.Is(err, frontier.ErrWait):
			select {
			case <-m.ctx.Done():
			case <-time.After(max(wait, 200*time.Millisecond)):
			}
		case err != nil:
			t.Errorf("%s: %v", m.name, err)
			return
		default:
			m.visit(t, l)
		}
	}
}

// visit asks for a page, unless another machine may be asking.
func (m *machine) visit(t *testing.T, l frontier.Lease) {
	var host, page int
	if _, err := fmt.Sscanf(l.URL, "http://h%d.example/%d", &host, &page); err != nil {
		t.Fatal(err)
	}
	ip := fmt.Sprintf("192.0.2.%d", host/4)
	if ok, err := m.links.Reserve(time.Now(), l.ID, ip); err != nil || !ok || m.ctx.Err() != nil {
		if err != nil && m.ctx.Err() == nil {
			t.Errorf("%s: reserve: %v", m.name, err)
		}
		return
	}
	end := frontier.Outcome{Result: frontier.Requeue}
	began := time.Now()
	if m.request(l.Host, ip) {
		end = frontier.Outcome{Result: frontier.Finish}
	}
	if m.ctx.Err() != nil {
		return
	}
	err := m.links.Release(time.Now(), l.ID, time.Since(began))
	if end.Result == frontier.Finish && err == nil {
		var found []frontier.Link
		if page+1 < webPages {
			found = append(found, linkTo(host, page+1, .5))
		}
		for k := range 2 {
			found = append(found, linkTo((host*3+page*7+k*11+1)%webHosts, page, .3))
		}
		_, err = m.links.Push(time.Now(), found)
		m.servers.mu.Lock()
		m.servers.kept[l.URL] = append(m.servers.kept[l.URL], keeping{m.name, time.Now()})
		m.servers.mu.Unlock()
	}
	if err := errors.Join(err, m.links.Done(time.Now(), l.ID, end)); err != nil && m.ctx.Err() == nil {
		t.Errorf("%s: %v", m.name, err)
	}
}

// request reports whether the page came. Some answers take longer than a lease.
func (m *machine) request(host, ip string) bool {
	guarded, release, ok := m.node.Guard(m.ctx, host)
	defer release()
	if !ok {
		return false
	}
	m.servers.begin(m.name, host)
	m.servers.begin(m.name, ip)
	defer m.servers.end(host)
	defer m.servers.end(ip)
	m.servers.mu.Lock()
	took := time.Duration(m.random.ExpFloat64() * float64(300*time.Millisecond))
	if m.random.IntN(100) == 0 {
		took = ttl * 5
	}
	m.servers.mu.Unlock()
	select {
	case <-guarded.Done():
		return false
	case <-time.After(took):
		return true
	}
}

// trouble is what happens to machines in a test.
type trouble struct {
	faults clustertest.Faults
	kills  []time.Duration // when a machine is killed; another one begins later
	cuts   []time.Duration // when a machine is without network for two leases
	early  bool            // no machine may end before the crawl is over
}

// crawl is one of the web by several machines.
type crawl struct {
	seed    uint64
	net     *clustertest.Net
	servers *servers
	group   sync.WaitGroup
	began   time.Time

	mu       sync.Mutex // guards machines
	machines []*machine
}

func (c *crawl) join(t *testing.T) {
	c.mu.Lock()
	n := len(c.machines)
	m := &machine{name: fmt.Sprintf("m%d", n), servers: c.servers, random: rand.New(rand.NewPCG(c.seed, uint64(n)))}
	m.ctx, m.kill = context.WithCancel(t.Context())
	c.machines = append(c.machines, m)
	c.mu.Unlock()
	m.start(t, c.net, &c.group)
}

func (c *crawl) machine(n int) *machine {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.machines[n]
}

// cut takes the network from a machine, or gives it back.
func (c *crawl) cut(name string, cut bool) {
	c.net.Cut(name, cut)
	c.servers.mu.Lock()
	defer c.servers.mu.Unlock()
	c.servers.dropped[name] = time.Now()
}

// at waits for a time of the crawl.
func (c *crawl) at(when time.Duration) { time.Sleep(time.Until(c.began.Add(when))) }

// crawlInTrouble crawls the web by three machines and checks that nothing is lost and nobody is asked at once or too soon.
func crawlInTrouble(t *testing.T, seed uint64, x trouble) {
	c := &crawl{seed: seed, net: clustertest.New(seed, ttl, x.faults), servers: newServers(), began: time.Now()}
	for range 3 {
		c.join(t)
	}
	for n, when := range x.kills {
		c.at(when)
		m := c.machine(n)
		c.cut(m.name, true)
		m.kill()
		time.Sleep(3 * time.Second)
		c.join(t)
	}
	for n, when := range x.cuts {
		c.at(when)
		name := c.machine(len(x.kills) + n).name
		c.cut(name, true)
		time.Sleep(2 * ttl)
		c.cut(name, false)
	}
	c.finish(t, x)
}

// finish waits for the end of the crawl and checks it.
func (c *crawl) finish(t *testing.T, x trouble) {
	c.group.Wait()
	c.net.Settle()
	t.Logf("seed %d: over after %v", c.seed, time.Since(c.began).Round(time.Second))
	check(t, c.servers, x)
	for _, m := range c.machines {
		if last := c.servers.lastKept(); x.early && m.ended.Before(last) {
			t.Errorf("%s ended %v before the last page was kept", m.name, last.Sub(m.ended))
		}
	}
}

// check checks what the servers have counted. A page may be kept twice only if a machine that kept it lost its network or its life before
// the others knew of it.
func check(t *testing.T, s *servers, x trouble) {
	for n, w := range s.wrong {
		if n < 5 {
			t.Error(w)
		}
	}
	twice := 0
	for h := range webHosts {
		for p := range webPages {
			kept := s.kept[pageURL(h, p)]
			if len(kept) == 0 {
				t.Errorf("%s is lost", pageURL(h, p))
			}
			if len(kept) > 1 {
				twice++
				if !s.mayRepeat(kept) && x.faults == (clustertest.Faults{}) {
					t.Errorf("%s is kept %d times: %v", pageURL(h, p), len(kept), kept)
				}
			}
		}
	}
	if t.Logf("%d pages are kept twice", twice); twice > webHosts*webPages/20 {
		t.Errorf("%d of %d pages are kept twice", twice, webHosts*webPages)
	}
}

// lastKept returns when the last page was kept.
func (s *servers) lastKept() (last time.Time) {
	for _, kept := range s.kept {
		for _, k := range kept {
			if k.at.After(last) {
				last = k.at
			}
		}
	}
	return last
}

// mayRepeat reports whether the end of a page may have been unknown to others when another machine took it.
func (s *servers) mayRepeat(kept []keeping) bool {
	for _, k := range kept {
		if d, ok := s.dropped[k.machine]; ok && k.at.Sub(d).Abs() < 2*ttl+5*time.Second {
			return true
		}
	}
	return false
}

// TestMachinesShareAddresses: without faults each page is fetched once, and no host or address is asked at once or too soon.
func TestMachinesShareAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { crawlInTrouble(t, 1, trouble{}) })
}

// TestMachinesDie: of machines that die everything that was acknowledged is gone on with.
func TestMachinesDie(t *testing.T) {
	for seed := range uint64(3) {
		synctest.Test(t, func(t *testing.T) {
			crawlInTrouble(t, seed, trouble{kills: []time.Duration{20 * time.Second, 45 * time.Second}})
		})
	}
}

// TestMachinesWithoutNetwork: a machine without network sends no request, and takes part again when it has one.
func TestMachinesWithoutNetwork(t *testing.T) {
	for seed := range uint64(3) {
		synctest.Test(t, func(t *testing.T) { crawlInTrouble(t, seed, trouble{cuts: []time.Duration{15 * time.Second}}) })
	}
}

// TestMachinesOnABadNetwork: what is lost, repeated or late does no harm.
func TestMachinesOnABadNetwork(t *testing.T) {
	faults := clustertest.Faults{Lose: .02, Repeat: .02, Delay: 200 * time.Millisecond}
	for seed := range uint64(3) {
		synctest.Test(t, func(t *testing.T) {
			crawlInTrouble(t, seed, trouble{faults: faults, kills: []time.Duration{20 * time.Second}, cuts: []time.Duration{50 * time.Second}})
		})
	}
}

// TestSlowServersDoNotEndACrawl: that a server shows nothing for a while does not mean that the log has nothing.
func TestSlowServersDoNotEndACrawl(t *testing.T) {
	for seed := range uint64(3) {
		synctest.Test(t, func(t *testing.T) {
			crawlInTrouble(t, seed, trouble{faults: clustertest.Faults{Idle: .97}, early: true})
		})
	}
}

// TestEngineInMemory: the engine of these tests does what the real one does.
func TestEngineInMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clustertest.TestEngine(t, clustertest.New(1, ttl, clustertest.Faults{}).Engine("m"), ttl)
	})
}
