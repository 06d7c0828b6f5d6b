// Package schedule owns which crawls a server may start, and when it repeats them. It starts only crawls that have a file of settings in one directory, and never one that
// a process runs already. How often each is repeated is kept in that directory, so it holds after a restart of the server.
package schedule

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gannet/internal/wholefile"
)

// File is the name of the file in the directory of the settings: a JSON object with a Repeat for each crawl that is repeated.
const File = "schedules.json"

// Least is the shortest time between two starts of a crawl.
const Least = time.Minute

// tick is how often Run looks for crawls that are due.
const tick = 5 * time.Second

// Errors of a schedule.
var (
	ErrUnknown  = errors.New("no file of settings has this name: the directory of the settings is read when the page starts")
	ErrRuns     = errors.New("the crawl runs already")
	ErrInterval = fmt.Errorf("a crawl is repeated after %s or more, such as 24h; 0 is never", Least)
	ErrFile     = errors.New("is no file of schedules")
)

// Crawl is a crawl that may be started.
type Crawl struct {
	Name string // of the file of settings, without its ending
	File string // with the settings
	Dir  string // of the crawl
}

// Repeat says how often a crawl is started.
type Repeat struct {
	Every   time.Duration `json:"every"`   // in nanoseconds; 0: it is not repeated
	Started time.Time     `json:"started"` // latest start by the schedule
}

// Machine is what a schedule needs of the machine. Its functions are called by one goroutine at a time.
type Machine struct {
	Now func() time.Time
	// Runs reports whether a process runs the crawl in a directory.
	Runs func(dir string) bool
	// Start starts a crawl. The returned function waits for its end.
	Start func(Crawl) (wait func() error, err error)
}

// Schedule starts crawls. It is safe for concurrent use.
type Schedule struct {
	dir     string
	crawls  []Crawl
	machine Machine

	mu      sync.Mutex // guards the fields below, and the file
	repeats map[string]Repeat
	busy    map[string]bool   // crawls that this process has started and that have not ended
	failed  map[string]string // why the latest start failed
}

// Open returns the schedule of crawls whose settings are in a directory. The error is ErrFile if its file is damaged.
func Open(dir string, crawls []Crawl, m Machine) (*Schedule, error) {
	s := &Schedule{dir: dir, crawls: crawls, machine: m, repeats: make(map[string]Repeat), busy: make(map[string]bool), failed: make(map[string]string)}
	path := filepath.Join(dir, File)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil && json.Unmarshal(text, &s.repeats) != nil {
		err = fmt.Errorf("%s %w: mend or remove it", path, ErrFile)
	}
	return s, err
}

// Planned is a crawl with its plan.
type Planned struct {
	Crawl
	Every  time.Duration // 0: it is not repeated
	Next   time.Time     // next start; zero if there is none
	Runs   bool
	Failed string // why the latest start failed; "" if it did not
}

// List returns all crawls, in the order of their names.
func (s *Schedule) List() (list []Planned) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.crawls {
		p := Planned{Crawl: c, Every: s.repeats[c.Name].Every, Runs: s.runs(c), Failed: s.failed[c.Name]}
		if p.Every > 0 {
			p.Next = s.next(c)
		}
		list = append(list, p)
	}
	return list
}

// Repeat has a crawl be started again and again, first at once if it was not started within that time. 0 ends this.
func (s *Schedule) Repeat(name string, every time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.named(name)
	if err != nil {
		return err
	}
	if every != 0 && every < Least {
		return ErrInterval
	}
	r := s.repeats[c.Name]
	r.Every = every
	return s.set(c.Name, r)
}

// Start starts a crawl now. The error is ErrRuns if it runs.
func (s *Schedule) Start(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.named(name)
	if err != nil {
		return err
	}
	return s.start(c)
}

// Named returns the crawl of a name.
func (s *Schedule) Named(name string) (Crawl, error) { return s.named(name) }

// Run starts crawls when they are due, until ctx is done. Crawls that run then go on.
func (s *Schedule) Run(ctx context.Context) {
	t := time.NewTicker(tick)
	defer t.Stop()
	for {
		s.startDue()
		select {
		case <-ctx.Done():
			return
		case <-t.C:
		}
	}
}

// startDue starts the crawls whose time has come.
func (s *Schedule) startDue() {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.machine.Now()
	for _, c := range s.crawls {
		if s.repeats[c.Name].Every > 0 && !s.next(c).After(now) && !s.runs(c) {
			_ = s.start(c) // noted in failed
		}
	}
}

func (s *Schedule) named(name string) (Crawl, error) {
	for _, c := range s.crawls {
		if c.Name == name {
			return c, nil
		}
	}
	return Crawl{}, fmt.Errorf("%q: %w", name, ErrUnknown)
}

func (s *Schedule) runs(c Crawl) bool { return s.busy[c.Name] || s.machine.Runs(c.Dir) }

// next returns when a crawl that is repeated is due.
func (s *Schedule) next(c Crawl) time.Time {
	r := s.repeats[c.Name]
	return r.Started.Add(r.Every)
}

// start starts a crawl unless it runs. The time is kept first, so that a crawl that ends the server with it is not started again at once.
func (s *Schedule) start(c Crawl) error {
	if s.runs(c) {
		return fmt.Errorf("%s: %w", c.Name, ErrRuns)
	}
	r := s.repeats[c.Name]
	r.Started = s.machine.Now()
	if err := s.set(c.Name, r); err != nil {
		s.failed[c.Name] = err.Error()
		return err
	}
	wait, err := s.machine.Start(c)
	if err != nil {
		s.failed[c.Name] = err.Error()
		return err
	}
	s.busy[c.Name] = true
	delete(s.failed, c.Name)
	go func() {
		err := wait()
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.busy, c.Name)
		if err != nil {
			s.failed[c.Name] = err.Error()
		}
	}()
	return nil
}

// set keeps what is known of a crawl.
func (s *Schedule) set(name string, r Repeat) error {
	s.repeats[name] = r
	text, err := json.MarshalIndent(s.repeats, "", " ")
	if err != nil {
		return err
	}
	return wholefile.Write(filepath.Join(s.dir, File), append(text, '\n'))
}
