package pebblestore

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"gannet/frontier"
)

// crashStep is what a crawl does with page n: it takes the page, pushes what it links to, and is done with it. Each
// page links to the next and to two more.
func crashStep(f *frontier.Frontier, n int, now time.Time) error {
	l, _, err := f.Take(now)
	if err != nil {
		return fmt.Errorf("page %d: %w", n, err)
	}
	if l.URL != crashLink(n, 0).URL {
		return fmt.Errorf("page %d: got %q", n, l.URL)
	}
	if _, err := f.Push(now, []frontier.Link{crashLink(n+1, 0), crashLink(n, 1), crashLink(n, 2)}); err != nil {
		return err
	}
	return f.Done(now, l.ID, frontier.Outcome{Result: frontier.Finish})
}

func crashLink(n, leaf int) frontier.Link {
	name := fmt.Sprintf("h%d-%d", n, leaf)
	return frontier.Link{URL: "http://" + name + "/", Host: name, Priority: float32(1 - leaf)}
}

// checkPrefix returns how many pages are done. The frontier must be a prefix of what was written.
func checkPrefix(t *testing.T, f *frontier.Frontier) (done int) {
	t.Helper()
	for f.State(crashLink(done, 0).URL) == frontier.Fetched {
		for leaf := range 3 {
			link := crashLink(done, leaf)
			if leaf == 0 {
				link = crashLink(done+1, 0)
			}
			if f.State(link.URL) == frontier.Unknown {
				t.Fatalf("page %d is done and its link %s is lost", done, link.URL)
			}
		}
		done++
	}
	s := f.Stats()
	if s.Fetched != done || s.Known < 1+3*done || s.Known > 1+3*(done+1) {
		t.Fatalf("%+v, and the first %d pages are done: not a prefix of what was written", s, done)
	}
	return done
}

// TestCrash loses random parts of what was not yet on disk, as a power failure does.
func TestCrash(t *testing.T) {
	now := time.Unix(1e9, 0)
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 0))
		fs := vfs.NewCrashableMem()
		s, err := open("db", fs)
		if err != nil {
			t.Fatal(err)
		}
		f, err := frontier.Open(s, frontier.DefaultOptions(), now)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Push(now, []frontier.Link{crashLink(0, 0)}); err != nil {
			t.Fatal(err)
		}
		for n := range 100 {
			if err := crashStep(f, n, now); err != nil {
				t.Fatal(err)
			}
			if n == 50 {
				if err := s.db.Flush(); err != nil {
					t.Fatal(err)
				}
			}
		}
		crashed := fs.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: random.IntN(100), RNG: random})
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if s, err = open("db", crashed); err != nil {
			t.Fatal(err)
		}
		if f, err = frontier.Open(s, frontier.DefaultOptions(), now); err != nil {
			t.Fatal(err)
		}
		if done := checkPrefix(t, f); done < 50 {
			t.Errorf("seed %d: %d pages are left, and 51 were on disk", seed, done)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKill kills a crawling process again and again, and goes on where it was.
func TestKill(t *testing.T) {
	dir := t.TempDir()
	before := 0
	for range 5 {
		told := killedCrawl(t, dir)
		f := openFrontier(t, dir, time.Unix(1e9, 0))
		done := checkPrefix(t, f)
		if done < before || done == 0 && told > 1000 {
			t.Errorf("%d pages are done, before the crash it was %d", done, before)
		}
		before = done
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if before == 0 {
		t.Error("no page survived")
	}
}

// killedCrawl runs pushForEver in another process and kills it after some pages. It returns how many pages were reported.
func killedCrawl(t *testing.T, dir string) (told int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "GANNET_TEST_CRASH="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for told < 500 && lines.Scan() {
		told++
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the crawl ended by itself")
	}
	return told
}

// pushForEver goes on with the crawl in dir and prints a line for each page, until it is killed.
func pushForEver(dir string) {
	now := time.Unix(1e9, 0)
	s, err := Open(dir)
	check(err)
	o := frontier.DefaultOptions()
	o.Delay = 0
	f, err := frontier.Open(s, o, now)
	check(err)
	n := f.Stats().Fetched
	if n == 0 {
		_, err := f.Push(now, []frontier.Link{crashLink(0, 0)})
		check(err)
	}
	for ; ; n++ {
		check(crashStep(f, n, now))
		fmt.Println(n)
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
