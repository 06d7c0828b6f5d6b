package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gannet/cluster"
	"gannet/crawldir"
	"gannet/internal/testdata"
	"gannet/internal/testweb"
	"gannet/internal/testweb/loopback"
	"gannet/store"
)

// lockedText is what a process has said so far.
type lockedText struct {
	mu   sync.Mutex // guards text
	text strings.Builder
}

func (l *lockedText) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// logServer is a process of gannet-cluster.
type logServer struct {
	args []string
	cmd  *exec.Cmd
}

func (s *logServer) start(t *testing.T) {
	t.Helper()
	s.cmd = exec.Command("gannet-cluster", s.args...)
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	cmd := s.cmd
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.HasPrefix(line, "ready") {
		t.Fatalf("a server says %q, %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
}

// kill ends a server without warning.
func (s *logServer) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// logServers starts the servers of a cluster on loopback, one or three, and returns them and their address.
func logServers(t *testing.T, n int) (list []*logServer, address string) {
	t.Helper()
	var at []string // of each server: for machines, for servers
	for range 2 * n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close() // at the end, so that no address comes twice
		at = append(at, l.Addr().String())
		_ = l.Close()
	}
	var clients []string
	for k := range n {
		s := &logServer{args: []string{"--out", t.TempDir(), "--listen", at[k]}}
		if n > 1 {
			others := slices.Delete(slices.Clone(at[n:]), k, k+1)
			s.args = append(s.args, "--name", fmt.Sprintf("s%d", k), "--peer", at[n+k], "--peers", strings.Join(others, ","))
		}
		list, clients = append(list, s), append(clients, "nats://"+at[k])
	}
	for _, s := range list {
		s.start(t)
	}
	return list, strings.Join(clients, ",")
}

// slowHosts are flags that block the hosts of a web with a Crawl-delay: they would take half a minute.
func (l *load) slowHosts() (flags []string) {
	web := testweb.New(l.served().Web)
	for n := range web.Hosts() {
		if host := web.Host(n); web.CrawlDelay(host) > 0 {
			flags = append(flags, "--block", host)
		}
	}
	return flags
}

// pagesIn returns the pages in directories, by URL without port: how many directories have each. Copies are left out, since it depends on
// the order whether they are kept.
func pagesIn(t *testing.T, dirs ...string) map[string]int {
	t.Helper()
	kept := make(map[string]int)
	port := regexp.MustCompile(`:\d+/`)
	for _, dir := range dirs {
		db, err := store.OpenReadOnly(filepath.Join(dir, crawldir.StoreFile))
		if err != nil {
			t.Fatal(err)
		}
		err = db.Each(func(p *store.Page) error {
			if p.Canonical == "" {
				kept[port.ReplaceAllString(p.URL, "/")]++
			}
			return nil
		})
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return kept
}

// killedCluster is a crawl of three machines with three servers, of which some are killed.
type killedCluster struct {
	load     load
	web      *loadWeb
	servers  []*logServer
	address  string
	flags    []string
	machines []*machine
	random   *rand.Rand
	took     []time.Duration // of take-overs
	whole    string          // directory in which the crawl is gathered, again and again
}

const killLease = 3 * time.Second

func (k *killedCluster) start(t *testing.T, dir string) *machine {
	return k.load.machine(t, k.web, dir, append([]string{"--pages", "0", "--cluster", k.address, "--lease", killLease.String(), "--cluster-compact", "2000"}, k.flags...)...)
}

// asking counts how often the other machines have taken hosts.
func (k *killedCluster) asking(but int) (n int) {
	for i, m := range k.machines {
		if i != but {
			n += strings.Count(m.said.String(), "asks more hosts")
		}
	}
	return n
}

// killMachine kills a machine, waits until others ask its hosts, and starts it again. It returns false if the crawl was over.
func (k *killedCluster) killMachine(t *testing.T) bool {
	n := k.random.IntN(len(k.machines))
	m := k.machines[n]
	for began := time.Now(); !strings.Contains(m.said.String(), "asks more hosts") && time.Since(began) < time.Minute; {
		time.Sleep(20 * time.Millisecond) // who has no hosts yet leaves none to others
	}
	before := k.asking(n)
	_ = m.cmd.Process.Kill()
	if err := m.cmd.Wait(); err == nil {
		t.Logf("a machine has ended by itself: %s %s", m.out.String(), m.said.String())
		k.machines[n] = nil
		return false
	}
	died := time.Now()
	for k.asking(n) == before {
		if time.Since(died) > time.Minute {
			for _, m := range k.machines {
				if m != nil {
					t.Logf("a machine says: %s", m.said.String())
				}
			}
			t.Fatal("nobody has taken the hosts of a dead machine for a minute")
		}
		time.Sleep(20 * time.Millisecond)
	}
	k.took = append(k.took, time.Since(died))
	k.machines[n] = k.start(t, m.dir)
	return true
}

// killServer kills a server and starts it again.
func (k *killedCluster) killServer(t *testing.T) {
	s := k.servers[k.random.IntN(len(k.servers))]
	s.kill()
	time.Sleep(time.Second)
	s.start(t)
}

// TestKilledMachinesAndServers kills machines and servers of a crawl. Every page that one machine alone keeps is kept. No host or address is asked at
// once or too soon. GANNET_CLUSTER_KILLS says how often a machine and a server are killed.
func TestKilledMachinesAndServers(t *testing.T) {
	kills := 1
	if os.Getenv("GANNET_CLUSTER_KILLS") == "" {
		testdata.Long(t)
	}
	k := &killedCluster{load: clusterLoad, random: rand.New(rand.NewPCG(1, 18))}
	k.load.Pages, k.load.Delay = 300, 300*time.Millisecond // so slow that no machine has ended before the kills
	if n, err := strconv.Atoi(os.Getenv("GANNET_CLUSTER_KILLS")); err == nil {
		kills, k.load.Pages, k.load.Delay = n, 600+400*n, 200*time.Millisecond
		k.random = rand.New(rand.NewPCG(uint64(n), 18))
	}
	k.flags, k.whole = append(k.load.slowHosts(), "--jobs"), filepath.Join(t.TempDir(), "whole")
	alone := k.load
	alone.Delay = time.Millisecond
	one := alone.machine(t, alone.serve(t), filepath.Join(t.TempDir(), "one"), append([]string{"--pages", "0"}, k.flags...)...)
	one.wait(t)
	want := pagesIn(t, one.dir)

	k.web = k.load.serve(t)
	k.servers, k.address = logServers(t, 3)
	var dirs []string
	for n := range 3 {
		dirs = append(dirs, filepath.Join(t.TempDir(), fmt.Sprint(n)))
		k.machines = append(k.machines, k.start(t, dirs[n]))
	}
	began := time.Now()
	for n := range kills {
		if n == 0 {
			k.looks(t)
		}
		time.Sleep(time.Duration(2000+k.random.IntN(2000)) * time.Millisecond)
		if !k.killMachine(t) {
			break
		}
		k.killServer(t)
		k.gather(t)
	}
	for _, m := range k.machines {
		if m != nil {
			m.wait(t)
		}
	}
	kept := pagesIn(t, dirs...)
	k.check(t, want, kept)
	k.checkGathered(t, kept, one.dir)
	if e := statusOf(t, k.address).Log; e.Messages > e.Last*3/4 {
		t.Errorf("the log has %d messages of %d: it was not compacted", e.Messages, e.Last)
	} else {
		t.Logf("the log has %d messages of %d", e.Messages, e.Last)
	}
	t.Logf("%d pages, %d machines and servers killed, %v; taken over after %v", len(want), len(k.took), time.Since(began).Round(time.Second), k.took)
}

// gather brings what the machines have told so far into one directory.
func (k *killedCluster) gather(t *testing.T) (got crawldir.Gathered) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second) // servers that begin leave some questions without an answer
		out, err := exec.CommandContext(ctx, "gannet", "cluster", "gather", "--json", "--cluster", k.address, "--out", k.whole).CombinedOutput()
		cancel()
		if err == nil {
			err = json.Unmarshal(out, &got)
		}
		if err == nil {
			return got
		}
		if t.Logf("gather: %v: %s", err, out); time.Now().After(end) {
			t.Fatal("nothing can be gathered for three minutes")
		}
	}
}

// checkGathered checks that all that machines keep was gathered, once, and that it has about as many jobs as one machine alone finds.
func (k *killedCluster) checkGathered(t *testing.T, kept map[string]int, one string) {
	t.Helper()
	got, pages := k.gather(t), pagesIn(t, k.whole)
	for url, n := range pages {
		if kept[url] == 0 || n != 1 {
			t.Errorf("%s was gathered %d times, and %d machines keep it", url, n, kept[url])
		}
	}
	if len(pages) != len(kept) {
		t.Errorf("%d pages were gathered of %d", len(pages), len(kept))
	}
	db, err := store.OpenReadOnly(filepath.Join(one, crawldir.StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	alone, err := db.Stats()
	if most := int(alone.Clusters + alone.Clusters/50 + 1); err != nil || got.Jobs > most || got.Postings < int(alone.Postings*98/100) {
		t.Errorf("gathered %d postings of %d jobs, and one machine has %d of %d: %v", got.Postings, got.Jobs, alone.Postings, alone.Clusters, err)
	}
	t.Logf("gathered %d postings of %d jobs; one machine has %d of %d", got.Postings, got.Jobs, alone.Postings, alone.Clusters)
}

func hasNothing(m cluster.MachineStatus) bool { return m.Partitions == 0 }

// looks checks what `gannet cluster status` says of three machines.
func (k *killedCluster) looks(t *testing.T) {
	t.Helper()
	var s cluster.Status
	for end := time.Now().Add(time.Minute); len(s.Machines) < 3 || s.Free > 0 || slices.ContainsFunc(s.Machines, hasNothing); time.Sleep(200 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second) // servers that begin leave some questions without an answer
		out, err := exec.CommandContext(ctx, "gannet", "cluster", "status", "--json", "--cluster", k.address).Output()
		cancel()
		if err == nil {
			err = json.Unmarshal(out, &s)
		}
		if time.Now().After(end) {
			t.Fatalf("three machines do not own all: %+v, %v", s, err)
		}
	}
	if s.Terms["topic"] != "jobs" || s.Machines[0].Partitions+s.Machines[1].Partitions+s.Machines[2].Partitions != cluster.Partitions {
		t.Errorf("the status of three machines: %+v", s)
	}
}

// check compares what is kept with what should be, and looks at what the servers of the web saw.
func (k *killedCluster) check(t *testing.T, want, got map[string]int) {
	t.Helper()
	lost, twice := 0, 0
	for url := range want {
		if got[url] == 0 {
			lost++
			t.Logf("%s is lost", url)
		}
	}
	for _, n := range got {
		twice += n - 1
	}
	if lost > 0 || len(got) > len(want) || twice > len(want)/10 {
		t.Errorf("of %d pages %d are lost, %d are others, %d are kept twice", len(want), lost, len(got)+lost-len(want), twice)
	}
	var asked loopback.Report
	readJSON(t, k.web.Control, &asked)
	if asked.OverlapHosts+asked.SoonHosts+asked.OverlapAddrs+asked.SoonAddrs+asked.BeforeRobots+asked.Forbidden > 0 {
		t.Errorf("the servers saw what should not be: %+v", asked)
	}
	summary, _ := json.Marshal(map[string]int{"requests": asked.Requests, "kept twice": twice, "asked twice": asked.Twice, "lost": lost})
	t.Logf("%s", summary)
}
