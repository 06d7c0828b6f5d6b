package main

import (
	"fmt"
	"net"
	"os"
	"strings"
	"testing"

	"gannet/internal/testopensearch"
)

// syncOf returns the command that brings a table of a crawl to a sink, with the events of postings where these can be kept.
func syncOf(table, dir, to string, flags ...string) []string {
	if table == "pages" {
		return append([]string{"sync", dir, to}, flags...)
	}
	if strings.HasPrefix(to, "postgres:") || strings.HasPrefix(to, "kafka:") {
		flags = append(flags, "--events")
	}
	return append([]string{"jobs", "sync", dir, to}, flags...)
}

// twoDays makes a crawl of some days, and returns a copy of its directory as it was in the middle of that time.
func twoDays(t *testing.T, days int) (first, later string) {
	t.Helper()
	first, later = t.TempDir(), t.TempDir()
	crawlJobWeb(t, later, 0, days/2)
	if err := os.CopyFS(first, os.DirFS(later)); err != nil {
		t.Fatal(err)
	}
	crawlJobWeb(t, later, days/2, days)
	return first, later
}

// TestKilledSyncOfOpenSearch kills the command or OpenSearch by SIGKILL at each write of the command to the server, in the first update and in a later
// one. The next run makes the index equal to the export.
func TestKilledSyncOfOpenSearch(t *testing.T) {
	server := testopensearch.Start(t)
	first, later := twoDays(t, 2)
	pages, kills := exportedPages(t, later), 0
	for _, before := range []string{"", first} {
		for _, victim := range []string{"command of postings", "command of pages", "server of postings", "server of pages"} {
			killed, table, _ := strings.Cut(victim, " of ")
			for n, reached := 1, true; reached; n++ {
				index := fmt.Sprintf("%s-%s-%d", killed, table, n)
				if before != "" {
					runJobs(t, syncOf(table, before, "http://"+server.Address()+"/"+index)...)
				}
				l, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					t.Fatal(err)
				}
				dial := func() (net.Conn, error) { return net.Dial("tcp", server.Address()) }
				cmd := gannet(syncOf(table, later, "http://"+l.Addr().String()+"/"+index)...)
				if reached = killedSync(t, l, dial, server, killed, n, cmd); reached {
					kills++
					t.Logf("%s killed at write %d", victim, n)
				}
				runJobs(t, syncOf(table, later, "http://"+server.Address()+"/"+index)...)
				if table == "pages" {
					pages.compare(t, index, pagesInDocuments(server.Documents(index)))
				} else {
					compareDocuments(t, server.Documents(index), later)
				}
				server.Remove(index)
			}
		}
	}
	if kills < 8 {
		t.Errorf("killed %d times: the test shows little", kills)
	}
	t.Logf("killed %d times", kills)
}
