package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gannet/cluster"
	"gannet/crawldir"
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
	extent, kept      cluster.Extent // of the logs at the end
	jobs              int            // of the machines' directories, added up
	whole             crawldir.Gathered
	gathering         usage
}

// row is a row of a table.
func (c *clusterCosts) row() string {
	a := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 / float64(c.pages) }
	return fmt.Sprintf("| %d | %d | %d | %.0f | %.2f | %.2f | %.2f | %.1f | %d | %d |", c.machines, c.servers, c.pages, float64(c.pages)/c.took.Seconds(),
		a(c.crawl.cpu+c.log.cpu), a(c.crawl.cpu), a(c.log.cpu), float64(c.extent.Last)/float64(c.pages), c.crawl.memory>>20, c.log.memory>>20)
}

// gathered is a row of the table of what was gathered.
func (c *clusterCosts) gathered() string {
	if c.servers == 0 {
		return fmt.Sprintf("| %d | 0 | %d | | | | | %d | |", c.machines, c.pages, c.jobs)
	}
	cpu := float64(c.gathering.cpu.Microseconds()) / 1000 / float64(c.pages)
	return fmt.Sprintf("| %d | %d | %d | %.0f | %d | %.2f | %d | %d | %d |", c.machines, c.servers, c.pages,
		float64(c.kept.Bytes)/float64(c.pages), c.kept.Messages, cpu, c.whole.Postings, c.jobs, c.whole.Jobs)
}

// TestClusterCosts measures crawls of a generated web by one machine without a cluster, and by 1, 2 and 4 machines with servers. Four
// machines without servers show what it costs to have four.
// GANNET_CLUSTER_COSTS is the number of pages, GANNET_CLUSTER_CASES lists machines+servers: `make bench-cluster`.
func TestClusterCosts(t *testing.T) {
	pages, err := strconv.Atoi(os.Getenv("GANNET_CLUSTER_COSTS"))
	if err != nil {
		t.Skip("make bench-cluster measures it")
	}
	l := load{Seed: 7, Hosts: pages / 20, Pages: pages, Delay: 5 * time.Millisecond, Latency: 5 * time.Millisecond, Workers: 16, Seeds: pages / 50}
	rows := []string{"| machines | servers | pages | pages/s | CPU ms a page | of machines | of servers | messages a page | MiB, largest machine | largest server |",
		"|---|---|---|---|---|---|---|---|---|---|"}
	whole := []string{"| machines | servers | pages | bytes told a page | messages | CPU ms a page to gather | postings | jobs of each machine, added up | jobs gathered |",
		"|---|---|---|---|---|---|---|---|---|"}
	cases := os.Getenv("GANNET_CLUSTER_CASES")
	if cases == "" {
		cases = "1+0 4+0 1+1 2+1 4+1 2+3"
	}
	for _, machines := range strings.Fields(cases) {
		var c clusterCosts
		if _, err := fmt.Sscanf(machines, "%d+%d", &c.machines, &c.servers); err != nil {
			t.Fatalf("%q: want the number of machines and that of servers, such as 2+1", machines)
		}
		l.measure(t, &c)
		rows, whole = append(rows, c.row()), append(whole, c.gathered())
		t.Log(c.row())
	}
	fmt.Println(strings.Join(rows, "\n") + "\n\n" + strings.Join(whole, "\n"))
}

// measure crawls to the end. Without servers each machine has a part of the web's pages for itself, as a web of its own.
func (l *load) measure(t *testing.T, c *clusterCosts) {
	t.Helper()
	parts, shared := []load{*l}, []string{"--pages", "0"}
	if c.servers == 0 {
		parts = l.split(c.machines)
	}
	var servers []*logServer
	var address string
	if c.servers > 0 {
		servers, address = logServers(t, c.servers)
		shared = append(shared, "--cluster", address)
	}
	var webs []*loadWeb
	for _, part := range parts {
		webs = append(webs, part.serve(t))
	}
	began := time.Now()
	var machines []*machine
	for n := range c.machines {
		part := parts[n%len(parts)]
		machines = append(machines, part.machine(t, webs[n%len(webs)], filepath.Join(t.TempDir(), fmt.Sprint(n)), append(part.slowHosts(), shared...)...))
	}
	for _, m := range machines {
		c.pages += int(m.wait(t).Kept)
		c.crawl.add(m.cmd)
	}
	c.took = time.Since(began)
	for _, m := range machines {
		c.jobs += jobsKept(t, m.dir)
	}
	if c.servers > 0 {
		s := statusOf(t, address)
		c.extent, c.kept = s.Log, s.Kept
		c.gather(t, address)
	}
	for _, s := range servers {
		_ = s.cmd.Process.Signal(os.Interrupt)
		_ = s.cmd.Wait()
		c.log.add(s.cmd)
	}
}

// split divides a load into equal ones.
func (l *load) split(n int) (parts []load) {
	for k := range n {
		part := *l
		part.Seed, part.Hosts, part.Pages, part.Seeds = l.Seed+uint64(k), l.Hosts/n, l.Pages/n, l.Seeds/n
		parts = append(parts, part)
	}
	return parts
}

// gather gathers the crawl.
func (c *clusterCosts) gather(t *testing.T, address string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "gannet", "cluster", "gather", "--json", "--cluster", address, "--out", filepath.Join(t.TempDir(), "whole"))
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &c.whole)
	}
	if err != nil {
		t.Fatalf("gather: %v", err)
	}
	c.gathering.add(cmd)
}

// jobsKept returns how many jobs a directory has.
func jobsKept(t *testing.T, dir string) int {
	t.Helper()
	r, err := crawldir.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	s, err := r.Store.Stats()
	if err != nil {
		t.Fatal(err)
	}
	return int(s.Clusters)
}

// statusOf returns what the servers of a cluster say.
func statusOf(t *testing.T, address string) (s cluster.Status) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "gannet", "cluster", "status", "--json", "--cluster", address).Output()
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	if err != nil {
		t.Fatalf("the status of the cluster: %v", err)
	}
	return s
}
