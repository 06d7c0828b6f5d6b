package crawldir

import (
	"sync"
	"time"

	"gannet/crawldir/api"
	"gannet/frontier"
)

// restKept is how long Memory keeps data after their last use. A million hosts take some 200 MB.
const restKept = 2 * time.Minute

// hostsWait is how long a response waits for hosts that have to be read from the frontier. Tests change it.
var hostsWait = 100 * time.Millisecond

// hostMemory keeps the hosts of a crawl at rest between requests. It is safe for concurrent use.
type hostMemory struct {
	mu     sync.Mutex
	of     string // what the frontier was then; see frontierState
	table  *hostTable
	forget *time.Timer
	read   chan struct{} // closed when a reading ends; nil if none goes on
	err    error         // of the latest reading
	ended  sync.WaitGroup
}

// Close empties the cache of hosts. If the hosts are being read at the moment, Close waits until they were read.
func (m *hostMemory) Close() {
	m.drop()
	m.ended.Wait()
	m.drop()
}

func (m *hostMemory) drop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.table = nil
	if m.forget != nil {
		m.forget.Stop()
	}
}

// get returns the hosts of a frontier in a given state. If they are neither in memory nor in the directory, they are read from the frontier in the
// background, and get returns nil if that takes long.
func (m *hostMemory) get(dir, state string) (*hostTable, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.table == nil || m.of != state {
		t, err := readHostTable(dir, state)
		if err != nil {
			return m.wait(dir, state)
		}
		m.keep(state, t)
	}
	m.forget.Reset(restKept)
	return m.table, nil
}

func (m *hostMemory) keep(state string, t *hostTable) {
	m.table, m.of = t, state
	if m.forget == nil {
		m.forget = time.AfterFunc(restKept, m.drop)
	}
	m.forget.Reset(restKept)
}

// wait has the frontier read, and waits a moment for it.
func (m *hostMemory) wait(dir, state string) (*hostTable, error) {
	if m.read == nil {
		m.read = make(chan struct{})
		m.ended.Go(func() { m.readBehind(dir, state) })
	}
	read := m.read
	m.mu.Unlock()
	select {
	case <-read:
	case <-time.After(hostsWait):
	}
	m.mu.Lock()
	switch {
	case m.read != nil:
		return nil, nil
	case m.of != state:
		return nil, m.err // the crawl has gone on meanwhile, if there is no error
	}
	return m.table, m.err
}

// readBehind reads the frontier in the background, which may take long.
func (m *hostMemory) readBehind(dir, state string) {
	var t *hostTable
	r, err := Read(dir)
	if err == nil {
		if r.live == nil {
			t, err = r.readHosts(state)
		}
		_ = r.Close() // it was only read
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.err = err; t != nil {
		m.keep(state, t)
	}
	close(m.read)
	m.read = nil
}

// Hosts returns the hosts of the frontier that match a query. If no process runs the crawl, it reads them from the file HostsFile or, after
// the crawl was killed, from the frontier itself, which may take long.
func (r *Reader) Hosts(q frontier.HostQuery) (*api.HostList, error) {
	if r.live != nil {
		return r.live.Hosts(q)
	}
	if err := r.refuseGathered(); err != nil {
		return nil, err
	}
	state, err := frontierState(r.Dir, r.Store)
	if err != nil {
		return nil, err
	}
	t, err := r.hostTable(state)
	switch {
	case err != nil:
		return nil, err
	case t == nil:
		return &api.HostList{Reading: true}, nil
	}
	return t.list(time.Now(), q), nil
}

func (r *Reader) hostTable(state string) (*hostTable, error) {
	if r.memory != nil {
		return r.memory.hosts.get(r.Dir, state)
	}
	if t, err := readHostTable(r.Dir, state); err == nil {
		return t, nil
	}
	return r.readHosts(state)
}
