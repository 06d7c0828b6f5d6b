package main

import (
	"database/sql"
	"fmt"
	"io"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gannet/crawldir"
	"gannet/feed"
	"gannet/internal/testpostgres"
	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// uncounted are the columns that change without an event.
var uncounted = []string{"last_seen", "last_checked", "seen", "versions"}

// compareDatabase holds that a schema has what the crawl exports, and each event once.
func compareDatabase(t *testing.T, server *testpostgres.Server, schema, dir string) {
	t.Helper()
	columns := slices.DeleteFunc(postingsTable().Columns, func(c feed.Column) bool { return slices.Contains(uncounted, c.Name) })
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
			for i, c := range postingsTable().Columns {
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

// compareFile holds that a file of SQLite has the postings that the crawl exports into another.
func compareFile(t *testing.T, file, dir string) {
	t.Helper()
	exported := filepath.Join(t.TempDir(), "exported.db")
	runJobs(t, "jobs", "export", dir, "--all", "--state", "all", "--format", "sqlite", "-o", exported)
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("ATTACH ? AS other", exported); err != nil {
		t.Fatal(err)
	}
	columns := "number"
	for _, c := range postingsTable().Columns {
		if !slices.Contains(uncounted, c.Name) {
			columns += `, "` + c.Name + `"`
		}
	}
	for _, table := range []string{"SELECT " + columns + " FROM %s.postings", "SELECT * FROM %s.places"} {
		var rows, differ int
		ours, theirs := fmt.Sprintf(table, "main"), fmt.Sprintf(table, "other")
		err := db.QueryRow("SELECT (SELECT count(*) FROM ("+ours+")), (SELECT count(*) FROM ("+ours+" EXCEPT "+theirs+")) + "+
			"(SELECT count(*) FROM ("+theirs+" EXCEPT "+ours+"))").Scan(&rows, &differ)
		if err != nil || rows == 0 || differ > 0 {
			t.Errorf("%d of %d rows differ, %v", differ, rows, err)
		}
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
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "jobs.db")
	for days := 6; days <= 12; days += 6 {
		crawlJobWeb(t, dir, days-6, days)
		runJobs(t, "jobs", "sync", dir, file)
		compareFile(t, file, dir)
		if said := runJobs(t, "jobs", "sync", dir, server.Address(), "--events"); !strings.Contains(said, "brought up to date") {
			t.Errorf("said %q", said)
		}
		compareDatabase(t, server, "gannet", dir)
	}
	if said := runJobs(t, "jobs", "sync", dir, server.Address(), "--events"); !strings.Contains(said, "nothing has changed") {
		t.Errorf("said %q", said)
	}
	for _, query := range queriesOf(t, "A PostgreSQL database") {
		if len(server.Rows(query)) == 0 {
			t.Errorf("nothing is found by %s", query)
		}
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
	if said := said("jobs", "sync", other, server.Address()); !strings.Contains(said, "is of another crawl: name another, or remove it") {
		t.Error(said)
	}
	server.Rows("UPDATE gannet.facts SET value = '99999' WHERE name = 'cursor'")
	if said := said("jobs", "sync", dir, server.Address(), "--events"); !strings.Contains(said, "has more than the crawl") {
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
func (p *killingProxy) serve(l net.Listener, dial func() (net.Conn, error)) {
	for {
		client, err := l.Accept()
		if err != nil {
			return
		}
		server, err := dial()
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
// equal to the export, with each event once.
func TestKilledSyncLosesNothing(t *testing.T) {
	server := testpostgres.Start(t)
	killEach(t, []string{"command of postings", "server of postings", "command of pages", "server of pages"}, 13, func(victim, table string, u killedUpdate, n int) bool {
		schema := []string{"--db-schema", fmt.Sprint("s", n)}
		if u.before != "" {
			runJobs(t, syncOf(table, u.before, server.Address(), schema...)...)
		}
		proxied := t.TempDir()
		l, err := net.Listen("unix", filepath.Join(proxied, filepath.Base(server.Socket())))
		if err != nil {
			t.Fatal(err)
		}
		dial := func() (net.Conn, error) { return net.Dial("unix", server.Socket()) }
		reached := killedSync(t, l, dial, server, victim, n, gannet(syncOf(table, u.later, "postgres://postgres@/postgres?host="+proxied, schema...)...))
		runJobs(t, syncOf(table, u.later, server.Address(), schema...)...)
		if table == "pages" {
			u.pages.compare(t, schema[1], pagesInDatabase(server, schema[1]))
		} else {
			compareDatabase(t, server, schema[1], u.later)
		}
		server.Rows("DROP SCHEMA " + schema[1] + " CASCADE")
		return reached
	})
}

// killedSync runs a command that is killed, or whose server is, at its n-th write to the server. It reports whether the command made so many writes.
// The command connects to l, and dial to the server.
func killedSync(t *testing.T, l net.Listener, dial func() (net.Conn, error), server killable, killed string, n int, cmd *exec.Cmd) bool {
	t.Helper()
	p := &killingProxy{n: n, after: n%2 == 0, kill: func() { _ = cmd.Process.Kill() }}
	if killed == "server" {
		p.kill = server.Kill
	}
	served := make(chan struct{})
	go func() { p.serve(l, dial); close(served) }()
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

// killable is a server of a test.
type killable interface {
	Kill()
	Restart()
}

// BenchmarkSync brings a crawl's postings into an empty database, and then the same rows by COPY. Rows a second of both are reported, and how much
// longer and how much more processor time of both sides the sync takes, as a ratio.
func BenchmarkSync(b *testing.B) {
	const rows = 20000
	server := testpostgres.Start(b)
	dir := b.TempDir()
	db, err := store.Options{NoSync: true}.Open(filepath.Join(dir, crawldir.StoreFile))
	if err != nil {
		b.Fatal(err)
	}
	var pages []*store.Page
	for n := range rows {
		j := &job.Posting{
			Title: fmt.Sprint("Welder ", n), Company: fmt.Sprint("Iron ", n%700), Location: "Oslo, Norway", Language: "en",
			Description: strings.Repeat(fmt.Sprintf("Weld %d plates of steel for ships in the yard, and check seam %d.\n", n, n*7), 40),
		}
		pages = append(pages, &store.Page{
			URL: fmt.Sprintf("http://board.test/%d", n), Fetched: time.Date(2026, 3, 1, 9, 0, n, 0, time.UTC), Body: []byte("<p>ad</p>"),
			Postings: []*postings.Found{{Job: j}},
		})
		if len(pages) == 1000 {
			if _, err := db.Put(pages); err != nil {
				b.Fatal(err)
			}
			pages = nil
		}
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	var synced, copied testpostgres.Cost
	add := func(sum *testpostgres.Cost, c testpostgres.Cost) { sum.Wall, sum.CPU = sum.Wall+c.Wall, sum.CPU+c.CPU }
	for b.Loop() {
		server.Rows("DROP SCHEMA IF EXISTS gannet CASCADE")
		var out strings.Builder
		status := 0
		add(&synced, server.Measure(func() { status = run([]string{"jobs", "sync", dir, server.Address()}, &out, &out) }))
		if status != 0 {
			b.Fatal(out.String())
		}
		add(&copied, server.CopyCost("gannet.postings"))
	}
	n := float64(b.N * rows)
	b.ReportMetric(n/synced.Wall.Seconds(), "synced/s")
	b.ReportMetric(n/copied.Wall.Seconds(), "copied/s")
	b.ReportMetric(copied.CPU.Seconds()/synced.CPU.Seconds(), "of-COPY-cpu")
	b.ReportMetric(copied.Wall.Seconds()/synced.Wall.Seconds(), "of-COPY")
}
