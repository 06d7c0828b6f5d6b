package crawler

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gannet/frontier"
)

// die opens the file again as a process does that comes after one which died, long enough ago for all suspects.
func die(t *testing.T, u *Underway) *Underway {
	t.Helper()
	path := u.file.Name()
	if err := u.Close(); err != nil {
		t.Fatal(err)
	}
	return reopened(t, path)
}

func reopened(t *testing.T, path string) *Underway {
	t.Helper()
	u, err := OpenUnderway(path)
	if err != nil {
		t.Fatal(err)
	}
	u.begun = u.begun.Add(-time.Hour)
	return u
}

func TestLinkThatIsAloneAtThreeDeathsIsDoomed(t *testing.T) {
	u := reopened(t, filepath.Join(t.TempDir(), "underway"))
	const killer, other, done = "http://a.test/killer", "http://a.test/other", "http://a.test/done"
	u.begin(done)(true)
	u.begin(killer)
	u.begin(other)
	u = die(t, u)
	if !u.suspects(killer) || !u.suspects(other) || u.suspects(done) {
		t.Error("the links under way are the suspects")
	}
	u.begin(other)(true) // alone, and nothing happens
	for n := range deadlyRuns {
		if u.doomed(killer) || u.delay(killer) > 0 {
			t.Errorf("given up after %d deaths alone", n)
		}
		u.begin(killer)
		u = die(t, u)
		u = die(t, u) // with nothing under way
	}
	if !u.doomed(killer) || u.suspects(other) {
		t.Error("the link was alone at three deaths in a row, and the other one at none")
	}
	u.forget(killer)
	if u = die(t, u); u.suspects(killer) {
		t.Error("what was forgotten is remembered")
	}
}

func TestDeathsThatAreNotThePagesDoingDoNotCount(t *testing.T) {
	u := reopened(t, filepath.Join(t.TempDir(), "underway"))
	const url = "http://a.test/slow"
	for range 2 * deadlyRuns { // among others
		u.begin(url)
		u.begin("http://a.test/2")
		u = die(t, u)
		u.forget("http://a.test/2")
		u.forget(url)
	}
	u.begin(url)
	u = die(t, u)
	for range 2 * deadlyRuns { // while it waits for its server for long
		u.begin(url)
		u.set(0, entryWaiting)
		u = die(t, u)
	}
	if n, suspect := u.deaths(url); n != 0 || !suspect {
		t.Errorf("%d deaths are counted", n)
	}
	for range deadlyRuns - 1 {
		u.begin(url)
		u = die(t, u)
	}
	u.begin(url)(false) // put back
	if n, _ := u.deaths(url); n != deadlyRuns-1 {
		t.Errorf("%d deaths are counted after %d", n, deadlyRuns-1)
	}
	if u.begun = time.Now(); u.delay(url) < suspectDelay {
		t.Errorf("a suspect waits for %v", u.delay(url))
	}
	u.begin(url)(true) // done: the row is broken
	if u = die(t, u); u.suspects(url) {
		t.Error("a page that was made is a suspect")
	}
}

// TestSuspectsThatNoRunVisitsAreForgotten has a process die again and again while links are under way that were done just before, and which no
// later run visits. The file stays bounded. A link that runs do visit stays a suspect for as long as they die with it.
func TestSuspectsThatNoRunVisitsAreForgotten(t *testing.T) {
	u := reopened(t, filepath.Join(t.TempDir(), "underway"))
	const waits = "http://a.test/waits"
	u.begin(waits)
	for n := range 5 * suspectRuns {
		u.begin(fmt.Sprintf("http://a.test/%d", n))
		u = die(t, u)
		u.begin(waits)(false)
		if want := n - suspectRuns; want >= 0 && u.suspects(fmt.Sprintf("http://a.test/%d", want-1)) {
			t.Errorf("link %d is a suspect after %d runs without a visit", want-1, suspectRuns+1)
		}
		if !u.suspects(fmt.Sprintf("http://a.test/%d", max(0, n-suspectRuns))) {
			t.Errorf("link %d is forgotten after %d runs", n-suspectRuns, suspectRuns)
		}
		if len(u.entries) > suspectRuns+3 {
			t.Fatalf("%d entries after %d deaths", len(u.entries), n+1)
		}
	}
	if !u.suspects(waits) {
		t.Error("a link that each run visits is forgotten")
	}
}

func TestDamagedUnderwayIsBegunAnew(t *testing.T) {
	path := filepath.Join(t.TempDir(), "underway")
	for _, text := range []string{"", "rubbish", underwayMagic + "cut", underwayMagic + "0123456789abcdef0123"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		u := reopened(t, path)
		u.begin("http://a.test/")
		u = die(t, u)
		if !u.suspects("http://a.test/") || len(u.entries) != 1 {
			t.Errorf("%q: %+v", text, u.entries)
		}
		u.Close()
	}
}

// TestAPanicLeavesItsLinkUnderWay: the guard against pages that end the process has to see a panic, too.
func TestAPanicLeavesItsLinkUnderWay(t *testing.T) {
	u := reopened(t, filepath.Join(t.TempDir(), "underway"))
	const link, revisit = "http://a.test/link", "http://a.test/revisit"
	c := &Crawl{underway: u, clock: Wall{}, slowHosts: newSlowHosts(1)} // without a frontier
	for url, again := range map[string]bool{link: false, revisit: true} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("nothing panics")
				}
			}()
			c.visit(t.Context(), frontier.Lease{URL: url, Revisit: again}, func() {})
		}()
	}
	if u = die(t, u); !u.suspects(link) || !u.suspects(revisit) {
		t.Error("the links are not known to have been under way")
	}
}
