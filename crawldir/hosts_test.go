package crawldir

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"gannet/crawldir/api"
	"gannet/frontier"
	"gannet/frontier/pebblestore"
	"gannet/store"
)

// pushHosts adds links of hosts to the frontier of a crawl at rest.
func pushHosts(t *testing.T, dir string, from, to int) {
	t.Helper()
	log, err := pebblestore.Open(filepath.Join(dir, FrontierDir))
	if err != nil {
		t.Fatal(err)
	}
	f, err := frontier.Open(log, frontier.DefaultOptions(), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for i := from; i < to; i++ {
		host := fmt.Sprintf("h%d.test", i)
		if _, err := f.Push(time.Now(), []frontier.Link{{URL: "http://" + host + "/", Host: host}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// emptyStore makes the store of a crawl without pages.
func emptyStore(t *testing.T, dir string) {
	t.Helper()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// askHosts reads the first hosts of a crawl at rest.
func askHosts(t *testing.T, dir string, m *Memory) *api.HostList {
	t.Helper()
	r, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if m != nil {
		r.Remember(m)
	}
	list, err := r.Hosts(frontier.HostQuery{Limit: 5})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestHostsAreRemembered asks for hosts twice, and again after the crawl has gone on.
func TestHostsAreRemembered(t *testing.T) {
	defer func(d time.Duration) { hostsWait = d }(hostsWait)
	hostsWait = time.Minute
	dir := t.TempDir()
	emptyStore(t, dir)
	var m Memory
	defer m.Close()
	ask := func(want int) *hostTable {
		t.Helper()
		list := askHosts(t, dir, &m)
		if list.Total != want || len(list.Hosts) != 5 || list.Hosts[0].State != frontier.HostReady {
			t.Errorf("%+v; want %d", list, want)
		}
		return m.hosts.table
	}
	pushHosts(t, dir, 0, 20)
	first := ask(20)
	if ask(20) != first {
		t.Error("the table was read again, and nothing had changed")
	}
	pushHosts(t, dir, 20, 30)
	if ask(30) == first {
		t.Error("the frontier was not read again")
	}
	m.Close()
	if m.hosts.table != nil {
		t.Error("closed, it remembers still")
	}
}

// TestHostsOfAKilledCrawlAreReadBehindTheAnswer lets no answer wait. The first one says that they are being read, or has all of them if that
// was done as soon.
func TestHostsOfAKilledCrawlAreReadBehindTheAnswer(t *testing.T) {
	defer func(d time.Duration) { hostsWait = d }(hostsWait)
	hostsWait = 0
	dir := t.TempDir()
	emptyStore(t, dir)
	pushHosts(t, dir, 0, 20)
	var m Memory
	first := askHosts(t, dir, &m)
	m.Close() // waits for the reading
	want := 20
	if first.Reading {
		want = 0
	}
	if list := askHosts(t, dir, &m); first.Total != want || list.Reading || list.Total != 20 {
		t.Errorf("first %+v, then %+v", first, list)
	}
	m.Close()
	if list := askHosts(t, dir, nil); list.Total != 20 {
		t.Errorf("%+v without a memory", list)
	}
}

// TestCheckKnowsTheTableOfHosts damages the table, and replaces it by one of another frontier.
func TestCheckKnowsTheTableOfHosts(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	for _, d := range []string{dir, other} {
		emptyStore(t, d)
	}
	pushHosts(t, dir, 0, 20)
	pushHosts(t, other, 0, 21)
	askHosts(t, dir, nil)
	r, err := Read(other)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	foreign, err := r.readHosts("")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, HostsFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	found := func(check func(string, func(Problem) error) (Checked, error)) bool {
		t.Helper()
		c, err := check(dir, func(Problem) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(c.Files, HostsFile)
	}
	damage := map[string]func() error{
		"cut off":            func() error { return os.WriteFile(path, whole[:len(whole)-9], 0o644) },
		"empty":              func() error { return os.WriteFile(path, nil, 0o644) },
		"another byte":       func() error { return os.WriteFile(path, append([]byte("gnh\x01?"), whole[5:]...), 0o644) },
		"another frontier's": func() error { return foreign.write(dir, stateOf(t, dir)) },
	}
	for name, do := range damage {
		if err := do(); err != nil {
			t.Fatal(err)
		}
		if !found(Check) || !found(Repair) || found(Check) {
			t.Errorf("%s: it is not found, or not mended", name)
		}
		if list := askHosts(t, dir, nil); list.Total != 20 {
			t.Errorf("%s: %+v", name, list)
		}
	}
	pushHosts(t, dir, 20, 30)
	if found(Check) {
		t.Error("a table that is older than the frontier is no problem")
	}
}

func stateOf(t *testing.T, dir string) string {
	t.Helper()
	r, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	state, err := frontierState(dir, r.Store)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// TestLastErrorsOfHostsStay writes errors with the table, and adds those of a later run.
func TestLastErrorsOfHostsStay(t *testing.T) {
	dir := t.TempDir()
	emptyStore(t, dir)
	pushHosts(t, dir, 0, 4)
	r, err := Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	table, err := r.readHosts("")
	if err != nil {
		t.Fatal(err)
	}
	table.errors = map[string]string{"h1.test": "an old error of a host that fails no longer"}
	table.addErrors(map[string]string{"h2.test": "connection refused"})
	if err := table.write(dir, stateOf(t, dir)); err != nil {
		t.Fatal(err)
	}
	said := make(map[string]string)
	for _, h := range askHosts(t, dir, nil).Hosts {
		said[h.Name] = h.Error
	}
	if want := map[string]string{"h0.test": "", "h1.test": "", "h2.test": "connection refused", "h3.test": ""}; !maps.Equal(said, want) {
		t.Errorf("%v, want %v", said, want)
	}
}
