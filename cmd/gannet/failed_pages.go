package main

import (
	"fmt"
	"io"

	"gannet/internal/cli"
	"gannet/internal/pageguard"
)

// failedPages counts the pages on which the reader failed. They are left out of what a command writes, and its exit status is 1.
type failedPages struct{ count int }

// add names a page on w if the error tells that the reader failed on it.
func (f *failedPages) add(url string, err error, w io.Writer) {
	if pageguard.Of(err) == nil {
		return
	}
	f.count++
	warnOn(w)(fmt.Errorf("%s is left out: %w", url, err))
}

// err says how many pages were left out; it is nil if none was.
func (f *failedPages) err() error {
	if f.count == 0 {
		return nil
	}
	return fmt.Errorf("the reader failed on %s, named above and left out; the rest is done: please report it with the page", cli.Counted(f.count, "page"))
}
