package store

import (
	"context"

	"gannet/internal/share"
)

// Reader reads what a crawl has kept. A DB does, and so does the client of a crawl that runs, package api. Methods say on
// DB what they do.
type Reader interface {
	File() string
	Stats() (Stats, error)
	Meta(key string, v any) (ok bool, err error)
	Get(url string) (*Page, error)
	Lookup(url string) (*Page, Outcome, error)
	Path(url string) ([]string, error)
	Revisit(url string) (*Revisit, error)
	Select(s Selection, use func(*Page) error) error
	// In returns a Reader that reads only while ctx lasts. In the process of a crawl it reads when turns lets it.
	In(ctx context.Context, turns *share.Share) Reader
}
