// Package crawldir owns the directory of a crawl: its files, how a crawl is begun there and resumed, and how the files
// are read, checked and repaired. Open assembles a crawl on disk; Read opens a directory for reading.
//
// The store has everything that cannot be made again, with copies of the topic and the model. The frontier, the index of
// postings, the checkpoint and the note of links under way can be made again. Beside them are the status of the last run and
// WARC files.
package crawldir

import (
	"errors"
	"fmt"
)

// Names of the files and directories in a crawl's directory.
const (
	StoreFile    = "crawl.db"
	FrontierDir  = "frontier"
	TopicFile    = "topic.yaml"
	ModelFile    = "model.txt" // of the strategy, if it has a model
	IndexDir     = "index"     // of postings
	UnderwayFile = "underway"  // links under way, should the process die
	StatusFile   = "status.json"
	LabelsFile   = "labels.jsonl"  // what people said of pages
	TaughtFile   = "taught.yaml"   // the topic as it was learned of that, for the next crawl
	SearchesFile = "searches.json" // saved searches, which package feed/search reads and writes
)

// Errors that say what a directory holds. Those of the store, the frontier and the other rooms come through.
var (
	// ErrNoCrawl says that a directory has no store.
	ErrNoCrawl = errors.New("holds no crawl")
	// ErrNoStore says that the store of a crawl is missing, although the frontier is there.
	ErrNoStore = errors.New("the store is missing, and with it all pages")
	// ErrNotEmpty says that a directory that should be new has files in it.
	ErrNotEmpty = errors.New("is there already")
	// ErrNoCopy says that a file is damaged and that the store has no copy of it.
	ErrNoCopy = errors.New("there is no copy of it")
)

// Errors that say how the options of Open differ from the crawl that the directory holds. Each comes in an OptionError.
var (
	ErrOtherTopic    = errors.New("holds a crawl of another topic")
	ErrOtherStrategy = errors.New("holds a crawl by another strategy")
	ErrOtherSeed     = errors.New("holds a crawl with another random seed")
	ErrOtherKeywords = errors.New("holds a crawl with other keywords")
	ErrOtherModel    = errors.New("holds a crawl with another model")
	ErrFrozenWeb     = errors.New("holds a crawl of a frozen web, not of the network")
	ErrPrecise       = errors.New("has a classifier of its own, so that pages cannot be judged more precisely")
	ErrNetwork       = errors.New("holds a crawl of the network, not of a frozen web")
)

// OptionError says that Open cannot work with an option.
type OptionError struct{ Err error }

// Error implements error.
func (e *OptionError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *OptionError) Unwrap() error { return e.Err }

// optionErrorf returns an OptionError.
func optionErrorf(format string, args ...any) error { return &OptionError{fmt.Errorf(format, args...)} }

// FileError says that a file of a crawl's directory cannot be read. Repair puts it back from the store's copy.
type FileError struct {
	Dir string
	Err error // names the file
}

// Error implements error.
func (e *FileError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *FileError) Unwrap() error { return e.Err }
