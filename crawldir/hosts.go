package crawldir

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gannet/crawldir/api"
	"gannet/crawler"
	"gannet/frontier"
)

// hostsKept is how long the hosts of a crawl at rest are kept after they were asked for last. A million of them take some 200 MB.
const hostsKept = 2 * time.Minute

// HostMemory keeps the hosts of a crawl at rest between requests: to open a large frontier takes seconds. It is safe for
// concurrent use.
type HostMemory struct {
	mu     sync.Mutex
	of     string // what the frontier was then; see frontierState
	table  *frontier.HostTable
	forget *time.Timer
}

// Close forgets the hosts.
func (m *HostMemory) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.table = nil
	if m.forget != nil {
		m.forget.Stop()
	}
}

// hosts returns the hosts of a frontier in a state, and reads them if they are others or not known.
func (m *HostMemory) hosts(state string, read func() (*frontier.HostTable, error)) (*frontier.HostTable, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.table == nil || m.of != state {
		table, err := read()
		if err != nil {
			return nil, err
		}
		m.table, m.of = table, state
	}
	if m.forget == nil {
		m.forget = time.AfterFunc(hostsKept, m.Close)
	}
	m.forget.Reset(hostsKept)
	return m.table, nil
}

// RememberHosts has the hosts of a crawl at rest kept for later readers.
func (r *Reader) RememberHosts(m *HostMemory) { r.hosts = m }

// Hosts returns hosts of the frontier. Of a crawl that no process runs it opens the frontier, which may take long, unless the hosts are
// remembered.
func (r *Reader) Hosts(q frontier.HostQuery) (*api.HostList, error) {
	if r.live != nil {
		return r.live.Hosts(q)
	}
	read := func() (table *frontier.HostTable, err error) {
		err = r.peek(func(f *frontier.Frontier) error {
			table = f.HostTable(time.Now())
			return nil
		})
		return table, err
	}
	find := read
	if r.hosts != nil {
		state, err := r.frontierState()
		if err != nil {
			return nil, err
		}
		find = func() (*frontier.HostTable, error) { return r.hosts.hosts(state, read) }
	}
	table, err := find()
	if err != nil {
		return nil, err
	}
	rows, total := table.Hosts(time.Now(), q)
	list := &api.HostList{Total: total}
	for _, h := range rows {
		list.Hosts = append(list.Hosts, crawler.HostRow{HostRow: h})
	}
	return list, nil
}

// frontierState names the files of the frontier, how long they are and when they were written, and the options that it is read with.
func (r *Reader) frontierState() (string, error) {
	entries, err := os.ReadDir(filepath.Join(r.Dir, FrontierDir))
	if err != nil && !os.IsNotExist(err) { // one that is missing peek reports
		return "", err
	}
	var b strings.Builder
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&b, e.Name(), info.Size(), info.ModTime().UnixNano())
	}
	rules, _ := r.Rules() // peek goes on without them, too
	settings, _ := r.Settings()
	fmt.Fprintln(&b, rules)
	if settings != nil {
		fmt.Fprintln(&b, settings.Values["per-host"])
	}
	return b.String(), nil
}
