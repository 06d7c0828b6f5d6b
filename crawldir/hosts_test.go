package crawldir

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

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

// TestHostsAreRemembered asks for hosts twice, and again after the crawl has gone on.
func TestHostsAreRemembered(t *testing.T) {
	dir := t.TempDir()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, StoreFile))
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var m HostMemory
	defer m.Close()
	ask := func(want int) *frontier.HostTable {
		t.Helper()
		r, err := Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		r.RememberHosts(&m)
		list, err := r.Hosts(frontier.HostQuery{Limit: 5})
		if err != nil || list.Total != want || len(list.Hosts) != 5 || list.Hosts[0].State != frontier.HostReady {
			t.Errorf("%+v, %v; want %d", list, err, want)
		}
		return m.table
	}
	pushHosts(t, dir, 0, 20)
	first := ask(20)
	if ask(20) != first {
		t.Error("the frontier was read again, and nothing had changed")
	}
	pushHosts(t, dir, 20, 30)
	if ask(30) == first {
		t.Error("the frontier was not read again")
	}
	m.Close()
	if m.table != nil {
		t.Error("closed, it remembers still")
	}
}
