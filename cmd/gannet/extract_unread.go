package main

import (
	"fmt"
	"sync"
)

// mostUnread is how many files and pages are named that could not be read.
const mostUnread = 1000

// unread collects the files and pages that could not be read, or only in part. Their errors name them. The rest is done, and the exit status is 1.
type unread struct {
	warn func(error)

	mu    sync.Mutex // guards the fields below
	count int
	first []error // at most mostUnread
}

func (u *unread) add(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.count++; u.count <= mostUnread {
		u.first = append(u.first, err)
	}
}

// err returns the error of the only one. Of several it names each in a line, or the first, and returns their number.
func (u *unread) err() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch u.count {
	case 0:
		return nil
	case 1:
		return u.first[0]
	}
	for _, err := range u.first {
		u.warn(err)
	}
	return fmt.Errorf("%d files or pages could not be read as a whole, those named above; the rest is done: mend them, or leave them out", u.count)
}
