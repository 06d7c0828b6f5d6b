package crawldir

import (
	"path/filepath"

	"gannet/crawldir/history"
)

// History returns the name of the crawl's directory, and the history of its runs.
func (r *Reader) History() (name string, entries []history.Entry, err error) {
	full, err := filepath.Abs(r.Dir)
	if err != nil {
		return "", nil, err
	}
	entries, err = history.Read(r.Dir)
	return filepath.Base(full), entries, err
}

// Notices returns the events in the history of the crawl's runs that its owner should know about, the oldest first.
func (r *Reader) Notices() ([]history.Notice, error) {
	name, entries, err := r.History()
	return history.Notices(name, entries, r.Running()), err
}
