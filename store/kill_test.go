package store

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gannet/internal/weburl"
	"gannet/job"
	"gannet/store/postings"
)

// killedFile names the store that the process writes to until it is killed, instead of testing.
const killedFile = "GANNET_STORE_TEST_FILE"

func TestMain(m *testing.M) {
	if file := os.Getenv(killedFile); file != "" {
		fmt.Fprintln(os.Stderr, writeForEver(file))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func killedPage(i int) *Page {
	url := fmt.Sprintf("http://h%d.test/%d", i%10, i)
	p := &Page{URL: url, Body: []byte(strings.Repeat(url+"\n", 300)), Links: []uint64{uint64(i), weburl.Fingerprint(url)}, Relevant: i%2 == 0}
	p.Fetched = start.Add(time.Duration(i) * time.Second)
	// On each host two pages in a row show one posting, in two versions; three postings are a cluster.
	p.Postings = []*postings.Found{{
		Job:     &job.Posting{ID: fmt.Sprint(i / 20), Title: fmt.Sprint(i / 20), Description: fmt.Sprint(i)},
		Profile: profile(url),
	}}
	return p
}

// clusterThree puts three postings in a row into one cluster.
func clusterThree(n uint64, _ *postings.Found) (job.Decision, error) {
	if n%3 == 1 {
		return job.Decision{}, nil
	}
	return job.Decision{Cluster: (n-1)/3*3 + 1, Of: n - 1, Original: n%2 == 0, Verdict: "same"}, nil
}

// writeForEver stores pages from the first missing one on, and prints how many are stored after every batch.
func writeForEver(file string) error {
	db, err := Open(file)
	if err != nil {
		return err
	}
	db.SetDecider(clusterThree)
	s, err := db.Stats()
	if err != nil {
		return err
	}
	for n := s.Pages; ; {
		var batch []*Page
		for range 1 + n%7 {
			batch = append(batch, killedPage(n))
			n++
		}
		if _, err := db.Put(batch); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

func TestKilledAtAnyMomentLosesNoPage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages.db")
	promised := 0
	for round := range 8 {
		promised = max(promised, runAndKill(t, file, time.Duration(20+17*round)*time.Millisecond))
		checkKilled(t, file, promised)
	}
	if promised == 0 {
		t.Error("nothing was ever stored: the test shows nothing")
	}
}

// runAndKill returns the last number the process printed before it was killed.
func runAndKill(t *testing.T, file string, after time.Duration) (n int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killedFile+"="+file)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for first := true; lines.Scan(); first = false {
		if first { // it is at work
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
		if _, err := fmt.Sscan(lines.Text(), &n); err != nil {
			break // the last line was cut
		}
	}
	_ = cmd.Wait() // killed
	return n
}

func checkKilled(t *testing.T, file string, promised int) {
	t.Helper()
	db, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n := 0
	err = db.Each(func(p *Page) error {
		want := killedPage(n)
		if n++; p.URL != want.URL || string(p.Body) != string(want.Body) {
			return fmt.Errorf("page %d is %s with %d bytes", n, p.URL, len(p.Body))
		}
		return nil
	})
	s, serr := db.Stats()
	if err != nil || serr != nil || n < promised || s.Pages != n {
		t.Fatalf("%d pages, %d in the totals, %d promised: %v, %v", n, s.Pages, promised, err, serr)
	}
	if problems := checked(t, db); len(problems) > 0 {
		t.Fatalf("after a kill: %q", problems)
	}
	checkKilledPostings(t, db, s)
}

// checkKilledPostings checks that every page from before the kill is in one version, and every posting in its cluster.
func checkKilledPostings(t *testing.T, db *DB, s Stats) {
	t.Helper()
	sightings, next := 0, uint64(1)
	err := db.Postings().Each(func(k *postings.Posting) error {
		if sightings += k.Count; k.Number != next || k.Cluster != (k.Number-1)/3*3+1 {
			return fmt.Errorf("posting %d, to be %d, in cluster %d", k.Number, next, k.Cluster)
		}
		next++
		return nil
	})
	if err != nil || sightings != s.Pages || s.Versions != s.Pages || s.Postings != int(next)-1 {
		t.Fatalf("%d sightings of %d postings on %d pages: %v", sightings, s.Postings, s.Pages, err)
	}
	if told := newReplay(); errors.Join(told.follow(db), told.agrees(db)) != nil {
		t.Fatal("the ledger:", told.agrees(db))
	}
}
