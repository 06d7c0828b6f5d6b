package schedule

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// machine is a machine whose crawls run until they are ended.
type machine struct {
	started []string
	running map[string]chan error // by directory
	foreign map[string]bool       // directories of crawls that other processes run
	fails   error
}

func (m *machine) of() Machine {
	return Machine{
		Now:  time.Now,
		Runs: func(dir string) bool { return m.foreign[dir] },
		Start: func(c Crawl) (func() error, error) {
			if m.fails != nil {
				return nil, m.fails
			}
			m.started = append(m.started, c.Name)
			end := make(chan error, 1)
			m.running[c.Dir] = end
			return func() error { return <-end }, nil
		},
	}
}

func (m *machine) end(dir string, err error) {
	m.running[dir] <- err
	synctest.Wait()
}

// TestCrawlsAreRepeated: a crawl is started when it is due, never while it runs, and also by a server that was started again meanwhile.
func TestCrawlsAreRepeated(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		m := &machine{running: map[string]chan error{}, foreign: map[string]bool{}}
		crawls := []Crawl{{"a", "a.yaml", "A"}, {"b", "b.yaml", "B"}}
		open := func() *Schedule {
			s, err := Open(dir, crawls, m.of())
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		check := func(about string, s *Schedule, want ...string) {
			t.Helper()
			s.startDue()
			if !slices.Equal(m.started, want) {
				t.Errorf("%s: started %v, want %v", about, m.started, want)
			}
		}
		s := open()
		check("no plan", s)
		if err := s.Repeat("a", time.Hour); err != nil {
			t.Fatal(err)
		}
		check("first", s, "a")
		time.Sleep(2 * time.Hour)
		check("it still runs", s, "a")
		m.foreign["A"] = true // the crawl outlives the server
		s2 := open()
		check("a new server", s2, "a")
		if err := s2.Start("a"); !errors.Is(err, ErrRuns) {
			t.Errorf("a second start: %v", err)
		}
		m.foreign["A"] = false
		m.end("A", errors.New("exit status 1"))
		if p := s.List()[0]; p.Failed != "exit status 1" || p.Runs {
			t.Errorf("after a failure: %+v", p)
		}
		check("it is due", s2, "a", "a")
		m.end("A", nil)
		if next := s2.List()[0].Next; !next.Equal(time.Now().Add(time.Hour)) {
			t.Errorf("next start in %s", time.Until(next))
		}
		time.Sleep(30 * time.Minute)
		s3 := open()
		check("a new server, too early", s3, "a", "a")
		if err := s3.Start("b"); err != nil {
			t.Fatal(err)
		}
		m.end("B", nil)
		if err := s3.Repeat("a", 0); err != nil {
			t.Fatal(err)
		}
		time.Sleep(24 * time.Hour)
		check("the repetition has ended", open(), "a", "a", "b")
	})
}

func TestOnlyCrawlsWithSettingsAreStarted(t *testing.T) {
	dir := t.TempDir()
	m := &machine{running: map[string]chan error{}, fails: errors.New("no such program")}
	s, err := Open(dir, []Crawl{{"a", "a.yaml", "A"}}, m.of())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"", "b", "../a", "a.yaml"} {
		if err := errors.Join(s.Start(name), s.Repeat(name, time.Hour)); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := s.Repeat("a", time.Second); !errors.Is(err, ErrInterval) {
		t.Error(err)
	}
	if err := s.Start("a"); err == nil || s.List()[0].Failed != "no such program" {
		t.Errorf("%v, %+v", err, s.List())
	}
	for _, text := range []string{"[", "null"} {
		if err := os.WriteFile(filepath.Join(dir, File), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(dir, nil, m.of()); !errors.Is(err, ErrFile) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFailedStartsAreTriedAgain: a start that fails, or a run that ends with an error at once, is tried again after pauses that double up to the interval. It does not
// count as the latest start, also for a server that is started again meanwhile. A run that has begun does.
func TestFailedStartsAreTriedAgain(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		m := &machine{running: map[string]chan error{}, fails: errors.New("the store is in use")}
		open := func() *Schedule {
			s, err := Open(dir, []Crawl{{"a", "a.yaml", "A"}}, m.of())
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		s := open()
		if err := s.Repeat("a", 5*time.Minute); err != nil {
			t.Fatal(err)
		}
		wantNext := func(about string, s *Schedule, want time.Duration) {
			t.Helper()
			s.startDue()
			synctest.Wait()
			if got := time.Until(s.List()[0].Next); got != want {
				t.Errorf("%s: next start in %s, want %s", about, got, want)
			}
		}
		wantNext("first failure", s, time.Minute)
		time.Sleep(time.Minute)
		m.fails = nil
		s.startDue()
		time.Sleep(30 * time.Second)
		m.end("A", errors.New("exit status 1"))
		wantNext("it ends at once", s, 2*time.Minute)
		m.fails = errors.New("the store is in use")
		for _, minutes := range []time.Duration{4, 5, 5} {
			time.Sleep(time.Until(s.List()[0].Next))
			wantNext("one more failure", s, minutes*time.Minute)
		}
		wantNext("a new server", open(), time.Minute)
		m.fails = nil
		time.Sleep(5 * time.Minute)
		wantNext("it has begun", s, 5*time.Minute)
		time.Sleep(time.Minute)
		m.end("A", errors.New("exit status 1"))
		wantNext("it ended with an error later", s, 4*time.Minute)
		if failed := s.List()[0].Failed; failed != "exit status 1" || len(m.started) != 2 {
			t.Errorf("started %v, failed %q", m.started, failed)
		}
		time.Sleep(4 * time.Minute)
		wantNext("the next one", s, 5*time.Minute)
		m.end("A", errors.New("exit status 1"))
		wantNext("the pauses begin with the shortest again", s, time.Minute)
	})
}

// TestNobodyWaitsForList: whether crawls run is found out while others may use the schedule.
func TestNobodyWaitsForList(t *testing.T) {
	var s *Schedule
	s, err := Open(t.TempDir(), []Crawl{{"a", "a.yaml", "A"}}, Machine{Now: time.Now, Runs: func(string) bool {
		if !s.mu.TryLock() {
			t.Error("the schedule is locked")
			return true
		}
		s.mu.Unlock()
		return true
	}})
	if err != nil {
		t.Fatal(err)
	}
	if list := s.List(); len(list) != 1 || !list[0].Runs {
		t.Errorf("%+v", list)
	}
}

func TestDirectoriesOfCrawls(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]bool{"bees": true, "./bees/": true, filepath.Join(here, "bees"): true, "wasps": false, "": false} {
		if got := (Crawl{Dir: "bees"}).In(dir); got != want {
			t.Errorf("%q: %v", dir, got)
		}
	}
}
