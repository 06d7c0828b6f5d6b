package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gannet/cluster"
	"gannet/cluster/natslog"
	"gannet/cluster/natsserver"
	"gannet/crawldir"
	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/testweb/loopback"
)

// clusterLoad is a small web, which two machines crawl.
var clusterLoad = load{Seed: 7, Hosts: 40, Pages: 600, Delay: 20 * time.Millisecond, Latency: 5 * time.Millisecond, Workers: 8, Seeds: 10}

// machine is a process that crawls.
type machine struct {
	dir  string
	cmd  *exec.Cmd
	out  bytes.Buffer
	said lockedText
}

func (l *load) machine(t *testing.T, web *loadWeb, dir string, more ...string) *machine {
	t.Helper()
	seeds := filepath.Join(t.TempDir(), "seeds")
	write(t, seeds, strings.Join(web.Seeds, "\n"))
	m := &machine{dir: dir}
	m.cmd = exec.Command("gannet-load", append([]string{"crawl", "--out", dir, "--topic", "jobs", "--seeds", seeds, "--json",
		"--workers", fmt.Sprint(l.Workers), "--delay", l.Delay.String(), "--patience", "0", "--allow-private"}, more...)...)
	m.cmd.Env = append(os.Environ(), "GANNET_LOAD_DNS="+web.DNS)
	m.cmd.Stdout, m.cmd.Stderr = &m.out, &m.said
	if err := m.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.cmd.Process.Kill() }) // where the test has failed before its end
	return m
}

// wait returns how the crawl ended.
func (m *machine) wait(t *testing.T) (p crawler.Progress) {
	t.Helper()
	if err := m.cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, m.said.String())
	}
	if err := json.Unmarshal(m.out.Bytes(), &p); err != nil {
		t.Fatalf("%v: %s", err, m.out.String())
	}
	return p
}

func startCluster(t *testing.T) string {
	t.Helper()
	s, err := natsserver.Start(natsserver.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s.URL()
}

// TestTwoMachinesKeepOneBudget: two processes together keep as many pages as --pages says, and ask no host at once or too soon.
func TestTwoMachinesKeepOneBudget(t *testing.T) {
	l := clusterLoad
	const budget = 150
	web, address := l.serve(t), startCluster(t)
	var machines []*machine
	for n := range 2 {
		machines = append(machines, l.machine(t, web, filepath.Join(t.TempDir(), fmt.Sprint(n)), "--pages", fmt.Sprint(budget), "--cluster", address, "--lease", "4s"))
	}
	kept := int64(0)
	for n, m := range machines {
		p := m.wait(t)
		t.Logf("machine %d keeps %d pages after %v: %s", n, p.Kept, p.Elapsed, p.Ended)
		if p.Ended != crawler.EndPages {
			t.Errorf("machine %d ended with %q: %s", n, p.Ended, m.said.String())
		}
		kept += p.Kept
	}
	if kept != budget {
		t.Errorf("%d pages are kept, not %d", kept, budget)
	}
	var asked loopback.Report
	readJSON(t, web.Control, &asked)
	if asked.OverlapHosts+asked.SoonHosts+asked.OverlapAddrs+asked.SoonAddrs+asked.BeforeRobots+asked.Forbidden > 0 {
		t.Errorf("the servers saw what should not be: %s", strings.Join(asked.Examples, "\n"))
	}
	gathersAll(t, address, budget, machines[0].dir, machines[1].dir)
}

// gathersAll checks that the whole crawl can be brought into one directory, and that commands read it as any other. A page that names a kept
// page of the other machine as canonical may be left out there, as it is in a crawl of one machine.
func gathersAll(t *testing.T, address string, most int, machines ...string) {
	t.Helper()
	whole := filepath.Join(t.TempDir(), "whole")
	var stdout, stderr bytes.Buffer
	if status := run([]string{"cluster", "gather", "--cluster", address, "--out", whole, "--json"}, &stdout, &stderr); status != 0 {
		t.Fatalf("gather: %d, %s", status, stderr.String())
	}
	var got crawldir.Gathered
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil || got.Pages > most {
		t.Errorf("gathered %s, %v: want %d pages at most", stdout.String(), err, most)
	}
	if kept, pages := pagesIn(t, machines...), pagesIn(t, whole); !maps.Equal(kept, pages) {
		t.Errorf("gathered %d pages, and the machines keep %d", len(pages), len(kept))
	}
	for command, want := range map[string]string{
		"stats DIR": "texts of its pages are on the machines", "check DIR": "texts", "export DIR": "texts", "report DIR": "texts",
		"jobs list DIR": "", "jobs export DIR": "", "jobs changes DIR": "", "cluster gather --cluster " + address + " --out DIR": "",
		"crawl --cluster " + address + " --topic jobs --contact me@example.org --out DIR": "was gathered from a cluster",
		"extract DIR": "was gathered from a cluster", "explain DIR http://a.example/": "was gathered from a cluster",
	} {
		var stdout, stderr bytes.Buffer
		status := run(strings.Fields(strings.ReplaceAll(command, "DIR", whole)), &stdout, &stderr)
		refused := strings.HasPrefix(want, "was gathered")
		if said := stderr.String(); (status != 0) != refused || !strings.Contains(said, want) || (want == "") != (said == "") || strings.Count(said, "\n") > 1 {
			t.Errorf("gannet %s: %d, %q, want one line with %q", command, status, said, want)
		}
	}
}

// TestMachinesOfDifferentCrawlsDoNotMix: one line says what differs, or what a cluster cannot do.
func TestMachinesOfDifferentCrawlsDoNotMix(t *testing.T) {
	address := startCluster(t)
	begin := []string{"crawl", "--topic", "jobs", "--seeds", "http://127.0.0.1:1/", "--allow-private", "--wait", "0", "--quiet", "--cluster", address}
	crawl := func(more ...string) (status int, said string) {
		var stdout, stderr bytes.Buffer
		status = run(slices.Concat(begin, []string{"--out", filepath.Join(t.TempDir(), "crawl")}, more), &stdout, &stderr)
		return status, stderr.String()
	}
	first := filepath.Join(t.TempDir(), "first")
	if status, said := crawl("--pages", "10", "--out", first); status != 0 {
		t.Fatalf("the first machine: %d, %s", status, said)
	}
	saysPart(t, first)
	for _, c := range []struct{ flags, want string }{
		{"--pages 20", "its budget is 20, and that of the crawl is 10"},
		{"--pages 10 --strategy bfs", "its model is"},
		{"--pages 10 --delay 3s", "its delay is 3s"},
		{"--pages 10 --fresh 1h", "do not revisit pages yet"},
		{"--pages 10 --lease 1s", "--lease 1s is too short"},
		{"--pages 10 --cluster http://127.0.0.1:4222", "is no address of a cluster"},
		{"--pages 10 --cluster nats://user:secret@127.0.0.1:4222", "takes no password"},
		{"--pages 10 --cluster nats://127.0.0.1:1", "no server of the cluster answers at nats://127.0.0.1:1: nats: no servers available for connection: start `gannet-cluster` there, or correct the address"},
	} {
		status, said := crawl(strings.Fields(c.flags)...)
		if status == 0 || !strings.Contains(said, c.want) || strings.Count(said, "\n") != 1 || strings.Contains(said, "secret") {
			t.Errorf("%s: %d, %q: want one line that has %q", c.flags, status, said, c.want)
		}
	}
}

// TestRemoveACrawl: a crawl without machines is removed from the servers. One with machines stays.
func TestRemoveACrawl(t *testing.T) {
	address := startCluster(t)
	command := func(args string) (status int, said string) {
		var stdout, stderr bytes.Buffer
		status = run(strings.Fields(args+" --cluster "+address+"/bees"), &stdout, &stderr)
		return status, stdout.String() + stderr.String()
	}
	crawl := "crawl --topic jobs --seeds http://127.0.0.1:1/ --allow-private --wait 0 --quiet --pages 10 --out " + t.TempDir()
	if status, said := command(crawl); status != 0 {
		t.Fatalf("crawl: %d, %s", status, said)
	}
	conn, err := natslog.Connect(t.Context(), address+"/bees", natslog.Options{TTL: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	local, err := frontier.Open(frontier.NewMemory(), frontier.DefaultOptions(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	o := cluster.DefaultOptions()
	o.Name = "m"
	node, err := cluster.Join(t.Context(), conn.Engine, local, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	if status, said := command("cluster remove"); status == 0 || !strings.Contains(said, "machines crawl still") {
		t.Errorf("with a machine: %d, %q", status, said)
	}
	if err := node.Close(); err != nil {
		t.Fatal(err)
	}
	if status, said := command("cluster remove"); status != 0 || !strings.Contains(said, "bees is removed") {
		t.Errorf("without a machine: %d, %q", status, said)
	}
	if status, said := command("cluster status"); status == 0 || !strings.Contains(said, "there is no crawl bees") {
		t.Errorf("the status of what is removed: %d, %q", status, said)
	}
}

// saysPart checks that commands about a whole crawl say in one line that a directory has a machine's part of one.
func saysPart(t *testing.T, dir string) {
	t.Helper()
	for _, command := range []string{"stats", "check", "export", "report", "jobs list", "jobs export"} {
		var stdout, stderr bytes.Buffer
		status := run(append(strings.Fields(command), dir), &stdout, &stderr)
		if said := stderr.String(); status != 0 || !strings.Contains(said, "one machine's part") || strings.Count(said, "\n") != 1 {
			t.Errorf("gannet %s: %d, %q: want one line that says that this is a part", command, status, said)
		}
	}
	var stderr bytes.Buffer
	if run([]string{"serve", dir, "--listen", "nowhere"}, io.Discard, &stderr); !strings.Contains(stderr.String(), "one machine's part") {
		t.Errorf("gannet serve: %q", stderr.String())
	}
}
