package crawldir

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"time"

	"gannet/crawler"
	"gannet/crawler/reason"
)

// Status is the state of a run of a crawl, which the run writes to the file status.json every second.
type Status struct {
	Time     time.Time        `json:"time"`
	PID      int              `json:"pid"`
	Running  bool             `json:"running"`
	Rate     float64          `json:"pages_per_second"`
	Left     *time.Duration   `json:"time_left,omitempty"`
	Progress crawler.Progress `json:"progress"`
	Earlier  Totals           `json:"earlier"` // of the runs before this one; WriteStatus fills it in
}

// Totals has counts over all runs of a crawl. Asked is the sum of Pages and Refused.
type Totals struct {
	Runs    int              `json:"runs"`
	Asked   int64            `json:"asked"`
	Pages   int64            `json:"pages"`
	Refused map[string]int64 `json:"refused"`
	Reasons map[string]int64 `json:"reasons"`
	// Partial says that counts of some run are not known: its status was lost, or an earlier version wrote it.
	Partial bool `json:"partial,omitempty"`
}

// Totals returns the counts of all runs. They do not include pages that are being fetched.
func (s *Status) Totals() Totals {
	t, p := s.Earlier, &s.Progress
	t.Runs++
	t.Pages += p.Pages
	t.Asked += p.Pages
	for _, n := range p.Refused {
		t.Asked += n
	}
	t.Refused, t.Reasons = sumOf(t.Refused, p.Refused), sumOf(t.Reasons, p.Reasons)
	if p.Earlier > 0 {
		t.Pages -= p.Earlier
		t.Refused[string(reason.CanonicalKept)] += p.Earlier
		t.Reasons[string(reason.CanonicalKept)] += p.Earlier
	}
	t.Partial = t.Partial || p.Pages > 0 && p.Asked == 0
	return t
}

func sumOf(a, b map[string]int64) map[string]int64 {
	sum := maps.Clone(a)
	if sum == nil {
		sum = make(map[string]int64)
	}
	for reason, n := range b {
		sum[reason] += n
	}
	return sum
}

// readEarlier returns the counts of the runs so far, in which so many pages were kept.
func readEarlier(dir string, kept int) Totals {
	s, err := ReadStatus(dir)
	if err != nil || s == nil {
		return Totals{Partial: kept > 0}
	}
	return s.Totals()
}

// WriteStatus replaces the status file atomically, so that a reader never sees an incomplete one. It also records in the history of runs
// what has changed.
func (c *Crawl) WriteStatus(s Status) error {
	s.Earlier = c.earlier
	c.written.Store(&s)
	if crawl := c.assembled.Load(); crawl != nil {
		c.tracker.Sample(crawl.Load())
	}
	recorded := c.history.Observe(s.Time, s.Running, &s.Progress)
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	path := c.path(StatusFile)
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return err
	}
	return errors.Join(os.Rename(path+".new", path), recorded)
}

// Status returns the present status of a running crawl. For a crawl that is not running, it returns the last status that a run wrote, or nil
// if there is none.
func (r *Reader) Status() (s *Status, err error) {
	if r.live == nil {
		return ReadStatus(r.Dir)
	}
	return s, r.live.Status(&s)
}

// ReadStatus returns the last status that a run wrote into a directory, or nil if there is none.
func ReadStatus(dir string) (s *Status, err error) {
	data, err := os.ReadFile(filepath.Join(dir, StatusFile))
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return s, err
}
