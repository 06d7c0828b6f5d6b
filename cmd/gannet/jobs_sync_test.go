package main

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gannet/feed"
	"gannet/internal/testpostgres"
	"gannet/store/postings"
)

// uncounted are the columns that change without an event.
var uncounted = []string{"last_seen", "last_checked", "seen", "versions"}

// compareDatabase holds that a schema has what the crawl exports, and each event once.
func compareDatabase(t *testing.T, server *testpostgres.Server, schema, dir string) {
	t.Helper()
	columns := slices.DeleteFunc(feedColumns(), func(c feed.Column) bool { return slices.Contains(uncounted, c.Name) })
	var cells []string
	for _, c := range columns {
		cell := `"` + c.Name + `"`
		if c.Type == feed.Time {
			cell = "to_char(" + cell + ` AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
		}
		cells = append(cells, cell+"::text")
	}
	got := server.Rows("SELECT number::text AS key, " + strings.Join(cells, ", ") + " FROM " + schema + ".postings ORDER BY number")
	var want [][]string
	err := withJobs(dir, nil, func(jobs postings.Finder) error {
		return jobs.Find(postings.Query{All: true}, func(k *postings.Posting) error {
			row := feedRow(k)
			line := []string{fmt.Sprint(row.Number)}
			for i, c := range feedColumns() {
				if !slices.Contains(uncounted, c.Name) {
					line = append(line, cellOf(row.Values[i]))
				}
			}
			want = append(want, line)
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(want, func(a, b []string) int { x, _ := strconv.Atoi(a[0]); y, _ := strconv.Atoi(b[0]); return x - y })
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%d postings in the database, %d exported", len(got), len(want))
	}
	for i, row := range want {
		for j, cell := range row[1:] {
			if got[i][j+1] != cell {
				t.Errorf("posting %s: %s is %.80q, not %.80q", row[0], columns[j].Name, got[i][j+1], cell)
			}
		}
	}
	var events []string
	for _, row := range server.Rows("SELECT cursor::text || ' ' || number || ' ' || event FROM " + schema + ".events ORDER BY cursor, number") {
		events = append(events, row[0])
	}
	var told []string
	err = withJobs(dir, nil, func(jobs postings.Finder) error {
		return jobs.Changes(0, func(c *postings.Change) error {
			told = append(told, fmt.Sprint(c.Cursor, " ", c.Number, " ", c.Event))
			return nil
		})
	})
	if err != nil || !slices.Equal(events, told) {
		t.Errorf("%d events in the database, %d in the ledger, %v", len(events), len(told), err)
	}
}

// cellOf returns a value as PostgreSQL prints it.
func cellOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.ReplaceAll(v, "\x00", "")
	case time.Time:
		return v.UTC().Format("2006-01-02T15:04:05.000000Z")
	}
	return fmt.Sprint(v)
}

// TestSyncedDatabaseIsTheExport crawls a generated job web for some days, and goes on. After each part the database has what the
// crawl exports, the counts of copies and reposts included.
func TestSyncedDatabaseIsTheExport(t *testing.T) {
	server := testpostgres.Start(t)
	dir := t.TempDir()
	for days := 6; days <= 12; days += 6 {
		crawlJobWeb(t, dir, days-6, days)
		if said := runJobs(t, "jobs", "sync", dir, server.Address(), "--events"); !strings.Contains(said, "brought up to date") {
			t.Errorf("said %q", said)
		}
		compareDatabase(t, server, "gannet", dir)
	}
	if said := runJobs(t, "jobs", "sync", dir, server.Address(), "--events"); !strings.Contains(said, "nothing has changed") {
		t.Errorf("said %q", said)
	}
	if places := server.Rows("SELECT posting, position, town FROM gannet.places WHERE town <> ''"); len(places) == 0 {
		t.Error("no places")
	}
	if jobs := server.Rows("SELECT number FROM gannet.clusters WHERE original IS NULL"); len(jobs) > 0 {
		t.Errorf("%d jobs have no original", len(jobs))
	}
	other := t.TempDir()
	if err := keepJobs(other); err != nil {
		t.Fatal(err)
	}
	if said := said("jobs", "sync", other, server.Address()); !strings.Contains(said, "is of another crawl: name another --db-schema") {
		t.Error(said)
	}
	server.Rows("ALTER TABLE gannet.postings DROP COLUMN title")
	server.Rows("UPDATE gannet.facts SET value = replace(value, ' title', '') WHERE name = 'layout'")
	runJobs(t, "jobs", "sync", dir, server.Address(), "--events")
	compareDatabase(t, server, "gannet", dir)
}

// killingProxy stands between a command and a server. At the n-th write of the command it calls kill, once the server has the write if
// after says so.
type killingProxy struct {
	n      int
	after  bool
	kill   func()
	writes int
}

// serve relays connections until the listener is closed.
func (p *killingProxy) serve(l net.Listener, to string) {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("unix", to)
		if err != nil {
			client.Close()
			continue
		}
		go func() { _, _ = io.Copy(client, server); client.Close() }()
		p.relay(client, server)
		server.Close()
	}
}

func (p *killingProxy) relay(client, server net.Conn) {
	b := make([]byte, 1<<16)
	for {
		n, err := client.Read(b)
		if err != nil {
			return
		}
		p.writes++
		if p.writes == p.n && !p.after {
			p.kill()
		}
		if _, err := server.Write(b[:n]); err != nil {
			return
		}
		if p.writes == p.n && p.after {
			p.kill()
		}
	}
}

// TestKilledSyncLosesNothing kills the command or the server by SIGKILL at each write of the command to the server. The next run makes the database
// equal to the export, with each event once. GANNET_KILLS makes it do so at every write, of the first update and of a later one. Otherwise it
// is some writes of a later one.
func TestKilledSyncLosesNothing(t *testing.T) {
	server := testpostgres.Start(t)
	first, later := t.TempDir(), t.TempDir()
	crawlJobWeb(t, later, 0, 4)
	if err := os.CopyFS(first, os.DirFS(later)); err != nil {
		t.Fatal(err)
	}
	crawlJobWeb(t, later, 4, 8)
	stride, befores := 13, []string{first}
	if os.Getenv("GANNET_KILLS") != "" {
		stride, befores = 1, []string{first, ""}
	}
	kills := 0
	for _, before := range befores {
		for _, killed := range []string{"command", "server"} {
			for n, reached := 1, true; reached; n += stride {
				schema := fmt.Sprint("s", n)
				if before != "" {
					runJobs(t, "jobs", "sync", before, server.Address(), "--db-schema", schema, "--events")
				}
				reached = killedSync(t, server, killed, n, later, schema)
				runJobs(t, "jobs", "sync", later, server.Address(), "--db-schema", schema, "--events")
				compareDatabase(t, server, schema, later)
				server.Rows("DROP SCHEMA " + schema + " CASCADE")
				if reached {
					kills++
				}
			}
		}
	}
	if kills < 3 {
		t.Errorf("killed %d times: the test shows little", kills)
	}
	t.Logf("killed %d times", kills)
}

// killedSync runs a command that is killed, or whose server is, at its n-th write. It reports whether the command made so many writes.
func killedSync(t *testing.T, server *testpostgres.Server, killed string, n int, dir, schema string) bool {
	t.Helper()
	proxied := filepath.Join(t.TempDir(), "proxy")
	if err := os.Mkdir(proxied, 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(proxied, filepath.Base(server.Socket())))
	if err != nil {
		t.Fatal(err)
	}
	cmd := gannet("jobs", "sync", dir, "postgres://postgres@/postgres?host="+proxied, "--db-schema", schema, "--events")
	p := &killingProxy{n: n, after: n%2 == 0, kill: func() { _ = cmd.Process.Kill() }}
	if killed == "server" {
		p.kill = server.Kill
	}
	served := make(chan struct{})
	go func() { p.serve(l, server.Socket()); close(served) }()
	said, err := cmd.CombinedOutput()
	l.Close()
	<-served
	if err != nil && killed == "server" && !strings.Contains(string(said), "is not available") {
		t.Errorf("the server was killed at write %d: %s", n, said)
	}
	if killed == "server" && p.writes >= n {
		server.Restart()
	}
	return p.writes >= n
}
