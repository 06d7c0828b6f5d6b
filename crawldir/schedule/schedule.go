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

// File is the name of the file of a schedule, in the directory with the settings of crawls. The file is a JSON object with a Repeat for each
// crawl that is started regularly.
const File = "schedules.json"

// Least is the shortest interval at which a crawl can be started regularly.
const Least = time.Minute

// tick is how often Run looks for crawls that are due.
const tick = 5 * time.Second

// These are the errors of a schedule.
var (
	// ErrUnknown says that there is no file of settings for a crawl with this name.
	ErrUnknown = errors.New("no file of settings has this name: the directory of the settings is read when the page starts")
	// ErrRuns says that a crawl cannot be started because it is already running.
	ErrRuns = errors.New("the crawl runs already")
	// ErrInterval says that an interval is shorter than Least.
	ErrInterval = fmt.Errorf("a crawl is repeated after %s or more, such as 24h; 0 is never", Least)
	// ErrFile says that the file of a schedule is damaged.
	ErrFile = errors.New("is no file of schedules")
)

// Crawl is a crawl that a Schedule can start.
type Crawl struct {
	Name string // of the file of settings, without its ending
	File string // with the settings
	Dir  string // of the crawl
}

// Repeat says at which interval a crawl is started regularly.
type Repeat struct {
	Every   time.Duration `json:"every"`   // in nanoseconds; 0: it is not repeated
	Started time.Time     `json:"started"` // latest start by the schedule
}

// In reports whether the crawl's directory is dir. The two paths may be written differently.
func (c Crawl) In(dir string) bool {
	one, err := filepath.Abs(c.Dir)
	if err != nil {
		return false
	}
	other, err := filepath.Abs(dir)
	return err == nil && one == other
}

// Machine has the functions by which a schedule starts crawls and reads the clock. The functions must be safe for concurrent use.
type Machine struct {
	Now func() time.Time
	// Runs reports whether a process runs the crawl in a directory.
	Runs func(dir string) bool
	// Start starts a crawl. The returned function waits for its end.
	Start func(Crawl) (wait func() error, err error)
}

// Schedule starts crawls at regular intervals or on request. It is safe for concurrent use.
type Schedule struct {
	dir     string
	crawls  []Crawl
	machine Machine

	mu      sync.Mutex // guards the fields below, and the file
	repeats map[string]Repeat
	busy    map[string]bool   // crawls that this process has started and that have not ended
	failed  map[string]string // why the latest start failed
	retries map[string]retry  // of crawls whose latest starts failed
}

// retry says when a crawl whose start failed is started again, and how long the pause before that is.
type retry struct {
	at    time.Time
	pause time.Duration
}

// Open returns the schedule of crawls whose settings are in dir. The error is ErrFile if the schedule's file is damaged.
func Open(dir string, crawls []Crawl, m Machine) (*Schedule, error) {
	s := &Schedule{dir: dir, crawls: crawls, machine: m, repeats: make(map[string]Repeat), busy: make(map[string]bool), failed: make(map[string]string), retries: make(map[string]retry)}
	path := filepath.Join(dir, File)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil && (json.Unmarshal(text, &s.repeats) != nil || s.repeats == nil) {
		err = fmt.Errorf("%s %w: mend or remove it", path, ErrFile)
	}
	return s, err
}

// Planned is a crawl together with the time of its next regular start.
type Planned struct {
	Crawl
	Every  time.Duration // 0: it is not repeated
	Next   time.Time     // next start; zero if there is none
	Runs   bool
	Failed string // why the latest start failed; "" if it did not
}

// List returns all crawls with the times of their next starts, sorted by name.
func (s *Schedule) List() []Planned {
	list := s.planned()
	for i := range list {
		p := &list[i]
		p.Runs = p.Runs || s.machine.Runs(p.Dir) // it takes time, so others do not wait for it
	}
	return list
}

// planned returns all crawls. Of those that run, it knows only the crawls that this process has started.
func (s *Schedule) planned() (list []Planned) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.crawls {
		p := Planned{Crawl: c, Every: s.repeats[c.Name].Every, Runs: s.busy[c.Name], Failed: s.failed[c.Name]}
		if p.Every > 0 {
			p.Next = s.next(c)
		}
		list = append(list, p)
	}
	return list
}

// Repeat makes the schedule start a crawl once in every interval. The first start is at once, unless the crawl was started within the last
// interval. An interval of 0 ends the regular starts.
func (s *Schedule) Repeat(name string, every time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.Named(name)
	if err != nil {
		return err
	}
	if every != 0 && every < Least {
		return ErrInterval
	}
	r := s.repeats[c.Name]
	r.Every = every
	delete(s.retries, c.Name)
	return s.set(c.Name, r)
}

// Start starts a crawl now. The error is ErrRuns if the crawl is already running.
func (s *Schedule) Start(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := s.Named(name)
	if err != nil {
		return err
	}
	return s.start(c)
}

// Run starts crawls when they are due, until ctx is done. Crawls that are running at that time continue.
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

// Named returns the crawl with this name. The error is ErrUnknown if there is none.
func (s *Schedule) Named(name string) (Crawl, error) {
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
	due, again := r.Started.Add(r.Every), s.retries[c.Name].at
	if again.After(due) {
		return again
	}
	return due
}

// start starts a crawl unless it runs. The time is kept first, so that a crawl that ends the server with it is not started again at once.
func (s *Schedule) start(c Crawl) error {
	if s.runs(c) {
		return fmt.Errorf("%s: %w", c.Name, ErrRuns)
	}
	r, begin := s.repeats[c.Name], s.machine.Now()
	before := r.Started
	r.Started = begin
	if err := s.set(c.Name, r); err != nil {
		return s.fail(c, before, err)
	}
	wait, err := s.machine.Start(c)
	if err != nil {
		return s.fail(c, before, err)
	}
	s.busy[c.Name] = true
	delete(s.failed, c.Name)
	go func() {
		err := wait()
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.busy, c.Name)
		switch {
		case err != nil && s.machine.Now().Sub(begin) < Least:
			_ = s.fail(c, before, err) // noted in failed
		case err != nil:
			s.failed[c.Name] = err.Error()
			fallthrough
		default:
			delete(s.retries, c.Name)
		}
	}()
	return nil
}

// fail notes a start that failed, also if the crawl ended with an error at once. The latest start is then the one before. A crawl that is due is started again after a
// pause that doubles with each failure, up to the time after which it is repeated. Without this, another process that holds the store for a moment would cost a whole
// interval.
func (s *Schedule) fail(c Crawl, before time.Time, err error) error {
	r := s.repeats[c.Name]
	pause := min(max(2*s.retries[c.Name].pause, Least), max(r.Every, Least))
	s.retries[c.Name] = retry{s.machine.Now().Add(pause), pause}
	r.Started = before
	err = errors.Join(err, s.set(c.Name, r))
	s.failed[c.Name] = err.Error()
	return err
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
