package crawldir

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gannet/crawler"
)

// Status is what a run writes into its directory every second, since the store cannot be read meanwhile.
type Status struct {
	Time     time.Time        `json:"time"`
	PID      int              `json:"pid"`
	Running  bool             `json:"running"`
	Rate     float64          `json:"pages_per_second"`
	Left     *time.Duration   `json:"time_left,omitempty"`
	Progress crawler.Progress `json:"progress"`
}

// WriteStatus replaces the status file, so that a reader sees a complete one.
func (c *Crawl) WriteStatus(s Status) error {
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil {
		return err
	}
	path := c.path(StatusFile)
	if err := os.WriteFile(path+".new", data, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// ReadStatus returns the last status that a run wrote into a directory, nil if there is none.
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
