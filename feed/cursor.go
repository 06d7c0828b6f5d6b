package feed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gannet/internal/wholefile"
)

// ErrCursorFile says that a file is not a cursor file, which says where the delivery of a feed continues.
var ErrCursorFile = errors.New("does not say where a feed goes on")

// ErrOtherCrawl says that a cursor, or a database or other place to which a crawl is copied, belongs to another crawl.
var ErrOtherCrawl = errors.New("is of another crawl")

// ErrOtherFeed says that a cursor belongs to another feed of the same crawl: that of postings, or that of notices.
var ErrOtherFeed = errors.New("is of another feed: postings and notices have a cursor of their own each")

// Cursor is a file that stores up to which change a feed of a crawl was delivered.
type Cursor struct {
	path   string
	Crawl  string `json:"crawl"`          // "" if the crawl had no posting
	Feed   string `json:"feed,omitempty"` // "" is that of the postings
	Cursor uint64 `json:"cursor"`
}

// ReadCursor reads the cursor in a file. If the file does not exist yet, the cursor is 0, the beginning.
func ReadCursor(path string) (*Cursor, error) {
	c := &Cursor{path: path}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return nil, err
	}
	if err := json.Unmarshal(text, c); err != nil || c.Cursor > 0 && c.Crawl == "" {
		return nil, fmt.Errorf("%s %w", path, ErrCursorFile)
	}
	return c, nil
}

// Of binds the cursor to this feed of this crawl. It returns an error if the cursor already belongs to another crawl or feed.
func (c *Cursor) Of(crawl, feed string) error {
	switch {
	case c.Crawl != "" && c.Crawl != crawl:
		return fmt.Errorf("%s %w", c.path, ErrOtherCrawl)
	case c.Crawl != "" && c.Feed != feed:
		return fmt.Errorf("%s %w", c.path, ErrOtherFeed)
	}
	c.Crawl, c.Feed = crawl, feed
	return nil
}

// Advance stores that all changes up to the given one were delivered. After a crash the file has either the old or the new value.
func (c *Cursor) Advance(to uint64) error {
	c.Cursor = to
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return wholefile.Write(c.path, append(text, '\n'))
}
