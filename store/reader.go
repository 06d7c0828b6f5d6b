package store

import (
	"context"

	"gannet/internal/share"
)

// Reader reads the stored pages of a crawl. DB and the client of a running crawl, in package api, implement it. The methods of DB say what
// each method does.
type Reader interface {
	File() string
	Stats() (Stats, error)
	Meta(key string, v any) (ok bool, err error)
	Get(url string) (*Page, error)
	Lookup(url string) (*Page, Outcome, error)
	Path(url string) ([]string, error)
	Revisit(url string) (*Revisit, error)
	Select(s Selection, use func(*Page) error) error
	PageChanges(since uint64) (*PageChanges, error)
	// In returns a Reader that reads only while ctx lasts. In the process of a crawl it reads when turns lets it.
	In(ctx context.Context, turns *share.Share) Reader
}
