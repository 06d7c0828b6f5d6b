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
	// StoreFile is the name of the file with the store, that is all pages and postings, in a crawl's directory.
	StoreFile = "crawl.db"
	// FrontierDir is the name of the directory with the frontier, that is all queued links, in a crawl's directory.
	FrontierDir = "frontier"
	// TopicFile is the name of the file with the topic of the crawl.
	TopicFile = "topic.yaml"
	// ModelFile is the name of the file with the model of the crawl's strategy; strategies without a model have no such file.
	ModelFile = "model.txt"
	// IndexDir is the name of the directory with the index by which postings of the same job are found.
	IndexDir = "index"
	// UnderwayFile is the name of the file with the links that are being visited, in case the process dies.
	UnderwayFile = "underway"
	// StatusFile is the name of the file with the status of the latest run.
	StatusFile = "status.json"
	// LabelsFile is the name of the file with the answers that people gave about which pages are relevant.
	LabelsFile = "labels.jsonl"
	// TaughtFile is the name of the file with the topic as it was learned from people's answers, for use in another crawl.
	TaughtFile = "taught.yaml"
	// SearchesFile is the name of the file with saved searches for postings, which package feed/search reads and writes.
	SearchesFile = "searches.json"
)

// Errors that say what a directory holds. Those of the store, the frontier and the other rooms come through.
var (
	// ErrNoCrawl says that a directory contains no crawl.
	ErrNoCrawl = errors.New("holds no crawl")
	// ErrNoStore says that the store of a crawl is missing, although its frontier exists.
	ErrNoStore = errors.New("the store is missing, and with it all pages")
	// ErrNotEmpty says that a directory which must be new already contains files.
	ErrNotEmpty = errors.New("is there already")
	// ErrNoCopy says that a file of a crawl is damaged, and that the store has no copy from which to restore it.
	ErrNoCopy = errors.New("there is no copy of it")
)

// Errors that say how the options of Open differ from the crawl that the directory holds. Each comes in an OptionError.
var (
	// ErrOtherTopic says that the directory has a crawl of another topic. Like the errors below, Open returns it in an OptionError.
	ErrOtherTopic = errors.New("holds a crawl of another topic")
	// ErrOtherStrategy says that the directory has a crawl that orders links by another strategy.
	ErrOtherStrategy = errors.New("holds a crawl by another strategy")
	// ErrOtherSeed says that the directory has a crawl with another seed for random numbers.
	ErrOtherSeed = errors.New("holds a crawl with another random seed")
	// ErrOtherKeywords says that the directory has a crawl of a topic with other keywords.
	ErrOtherKeywords = errors.New("holds a crawl with other keywords")
	// ErrOtherModel says that the directory has a crawl whose strategy uses another model.
	ErrOtherModel = errors.New("holds a crawl with another model")
	// ErrFrozenWeb says that the directory has a crawl of a frozen web (recorded pages), so it cannot be continued on the network.
	ErrFrozenWeb = errors.New("holds a crawl of a frozen web, not of the network")
	// ErrOtherWeb says that the directory has a crawl of other recorded pages (another frozen web) than those of Options.Web, so its queued
	// links cannot be fetched from them.
	ErrOtherWeb = errors.New("holds a crawl of another frozen web")
	// ErrPrecise says that Options.Precise cannot be used, because the topic has a classifier of its own.
	ErrPrecise = errors.New("has a classifier of its own, so that pages cannot be judged more precisely")
	// ErrNetwork says that the directory has a crawl of the network, so it cannot be continued on a frozen web (recorded pages).
	ErrNetwork = errors.New("holds a crawl of the network, not of a frozen web")
)

// OptionError says that an option of Open is invalid or does not fit the crawl in the directory.
type OptionError struct{ Err error }

// Error implements error: it returns the text of the cause.
func (e *OptionError) Error() string { return e.Err.Error() }

// Unwrap returns the cause, such as ErrOtherTopic.
func (e *OptionError) Unwrap() error { return e.Err }

// optionErrorf returns an OptionError.
func optionErrorf(format string, args ...any) error { return &OptionError{fmt.Errorf(format, args...)} }

// FileError says that a file in a crawl's directory cannot be read. Repair can restore it from a copy in the store.
type FileError struct {
	Dir string
	Err error // names the file
}

// Error implements error: it returns the text of the cause.
func (e *FileError) Error() string { return e.Err.Error() }

// Unwrap returns the error that made the file unreadable.
func (e *FileError) Unwrap() error { return e.Err }
