// Package api owns how a crawl that runs is read by other processes: its HTTP interface, the socket in the crawl's
// directory, and the client. docs/reference/api.md describes the interface.
//
// The file of a store is locked while a crawl writes to it. So the process of the crawl reads it for others, in short
// transactions, and they see what is committed. What changes a crawl is a verb of its own.
package api

import (
	"context"
	"errors"

	"gannet/crawldir/lists"
	"gannet/crawldir/overview"
	"gannet/crawler"
	"gannet/frontier"
	"gannet/internal/share"
	"gannet/store"
	"gannet/store/postings"
)

// Version is the version of the HTTP interface of a running crawl. It is the first part of every path, as in /v1/status.
const Version = 1

// Source has the data and functions from which the server of a running crawl answers its clients.
type Source struct {
	Software string // name and version of the program
	Store    store.Reader
	Postings postings.Finder
	Crawls   bool                // a process crawls meanwhile
	Turns    *share.Share        // by which that process reads its store for others; nil: at once
	Status   func() (any, error) // how far the crawl is, as JSON
	Check    func(ctx context.Context, report func(problem string) error) error
	Link     func(url string) (frontier.Found, error) // where a link stands in the frontier
	Explain  func(url string) (any, error)            // why a page's link was taken, as JSON
	Hosts    func(q frontier.HostQuery) (*HostList, error)
	Overview func() (*overview.Overview, error)
	Control  func(Command) (*Done, error) // nil: nothing can be changed
	Controls func() (*Controls, error)
	Lists    *lists.Lists // searched and sorted; nil: not here
	// Employers returns the registry of employers in a store, as JSON.
	Employers func(store.Reader, postings.Finder) (any, error)
}

// HostList is the answer to a query for hosts: a part of the frontier's hosts, and how many there are.
type HostList struct {
	Total   int               `json:"total"` // how many meet the query
	Hosts   []crawler.HostRow `json:"hosts"`
	Reading bool              `json:"reading,omitempty"` // they are being read from the frontier, and none is known yet
}

// Errors of reading a crawl that runs.
var (
	// ErrNone says that no process answers for the crawl in a directory, because none runs it.
	ErrNone = errors.New("no crawl answers")
	// ErrOtherUser says that another user runs the crawl in a directory, so its process does not answer this user.
	ErrOtherUser = errors.New("another user runs the crawl, and only that user can read it meanwhile")
	// ErrEnded says that the crawl ended before it had sent its complete response.
	ErrEnded = errors.New("the crawl ended while it was read")
	// ErrVersion says that the running crawl is of another version of the program, which does not know a request.
	ErrVersion = errors.New("the crawl runs in another version of gannet, which cannot answer this")
	// ErrAtRest says that a command cannot be carried out, because no process runs the crawl.
	ErrAtRest = errors.New("no process runs the crawl")
)

// hello is the answer to the first request of a client.
type hello struct {
	Software string `json:"software"`
	API      int    `json:"api"`
	PID      int    `json:"pid"`
}

// lookup is a page as store.Reader.Lookup gives it.
type lookup struct {
	page
	Aliased bool `json:"aliased"` // only its canonical page is kept
}

// latestChange is the cursor of the latest event.
type latestChange struct {
	Cursor uint64 `json:"cursor"`
	Crawl  string `json:"crawl"` // see postings.Finder
}

// numberAt is the number of the posting at a URL.
type numberAt struct {
	Number uint64 `json:"number"`
}

// problem is something wrong that a check found.
type problem struct {
	Problem string `json:"problem"`
}
