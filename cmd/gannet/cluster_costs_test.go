package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// usage is what processes have taken.
type usage struct {
	cpu    time.Duration
	memory int64 // the most that one of them held, bytes
}

func (u *usage) add(c *exec.Cmd) {
	u.cpu += c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	if r, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.memory = max(u.memory, r.Maxrss<<10)
	}
}

// clusterCosts are those of a crawl to its end.
type clusterCosts struct {
	machines, servers int
	pages             int
	took              time.Duration
	crawl, log        usage
}

// row is a row of a table.
func (c *clusterCosts) row() string {
	a := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(c.pages) }
	return fmt.Sprintf("| %d | %d | %d | %.0f | %.2f | %.2f | %.2f | %d | %d |", c.machines, c.servers, c.pages, float64(c.pages)/c.took.Seconds(),
		a(c.crawl.cpu+c.log.cpu), a(c.crawl.cpu), a(c.log.cpu), c.crawl.memory>>20, c.log.memory>>20)
}

// TestClusterCosts measures crawls of a generated web by one machine without a cluster, and by 1, 2 and 4 machines with servers.
// GANNET_CLUSTER_COSTS is the number of pages: `make bench-cluster`.
func TestClusterCosts(t *testing.T) {
	pages, err := strconv.Atoi(os.Getenv("GANNET_CLUSTER_COSTS"))
	if err != nil {
		t.Skip("make bench-cluster measures it")
	}
	l := load{Seed: 7, Hosts: pages / 20, Pages: pages, Delay: 5 * time.Millisecond, Latency: 5 * time.Millisecond, Workers: 16, Seeds: pages / 50}
	rows := []string{"| machines | servers | pages | pages/s | CPU ms a page | of machines | of servers | MiB, largest machine | largest server |",
		"|---|---|---|---|---|---|---|---|---|"}
	for _, c := range []clusterCosts{{machines: 1}, {machines: 1, servers: 1}, {machines: 2, servers: 1}, {machines: 4, servers: 1}, {machines: 2, servers: 3}} {
		l.measure(t, &c)
		rows = append(rows, c.row())
		t.Log(c.row())
	}
	fmt.Println(strings.Join(rows, "\n"))
}

// measure crawls to the end.
func (l *load) measure(t *testing.T, c *clusterCosts) {
	t.Helper()
	flags := append(l.slowHosts(), "--pages", "0")
	web := l.serve(t)
	var servers []*logServer
	if c.servers > 0 {
		var address string
		servers, address = logServers(t, c.servers)
		flags = append(flags, "--cluster", address)
	}
	began := time.Now()
	var machines []*machine
	for n := range c.machines {
		machines = append(machines, l.machine(t, web, filepath.Join(t.TempDir(), fmt.Sprint(n)), flags...))
	}
	for _, m := range machines {
		c.pages += int(m.wait(t).Kept)
		c.crawl.add(m.cmd)
	}
	c.took = time.Since(began)
	for _, s := range servers {
		s.kill()
		c.log.add(s.cmd)
	}
}
