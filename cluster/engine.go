// Package cluster makes one crawl of several machines. Each machine has a frontier of its own, with the links of the hosts that
// it owns. Links to other hosts go to their owners through a log, which also has what a new owner needs.
//
// Hosts are divided into partitions by their registered domain. A partition has one owner, and the owner alone asks its hosts.
// Everything that the log says is a fact that stays true: a link was found, a link is done. So a message that comes twice,
// late or from a machine that is no owner any more does no harm. What must be exclusive is asking, and leases see to that.
//
// The package knows the Engine, not the product behind it. Package natslog is the one for NATS JetStream.
package cluster

import (
	"context"
	"errors"
)

// Message is one entry of a Log: its partition, its number and its content.
type Message struct {
	Seq       uint64 // given by the log; grows
	Partition int
	Body      []byte
}

// Log is a replicated log of messages, each in one partition. Its methods are safe for concurrent use.
type Log interface {
	// Append adds a message and returns its number once it is safe. Of messages with the same id one is kept.
	Append(ctx context.Context, partition int, id string, body []byte) (seq uint64, err error)
	// Read begins to read the messages of some partitions that follow number after.
	Read(ctx context.Context, partitions []int, after uint64) (Cursor, error)
	// Purge removes the messages of a partition up to a number, itself included.
	Purge(ctx context.Context, partition int, upTo uint64) error
	// Extent says what the log has now.
	Extent(ctx context.Context) (Extent, error)
}

// Extent says how many messages a Log has, over all its partitions.
type Extent struct {
	Last     uint64 `json:"last"` // number of the latest message; it stays when messages are removed
	Messages uint64 `json:"messages"`
	Bytes    uint64 `json:"bytes"`
}

// Cursor reads the messages of a Log in the order of their numbers. After an error a Cursor cannot be used any more.
type Cursor interface {
	// Next returns the next messages. It returns none if no message comes for a moment.
	Next(ctx context.Context) ([]Message, error)
	// Left returns how many messages the log has now that Next has not returned.
	Left(ctx context.Context) (uint64, error)
	Close()
}

// Entry is a value in a Table together with its revision, a number that grows with every change.
type Entry struct {
	Value    []byte
	Revision uint64 // grows with every change of the key
}

// Table stores small values under keys. The servers carry out the calls of Create and Update from all machines one after the other, but Get
// may return an outdated value.
type Table interface {
	// Get returns ErrNoKey if there is no value.
	Get(ctx context.Context, key string) (Entry, error)
	// Create returns ErrConflict if there is a value.
	Create(ctx context.Context, key string, value []byte) (revision uint64, err error)
	// Update returns ErrConflict if the value has another revision, or is gone.
	Update(ctx context.Context, key string, value []byte, revision uint64) (next uint64, err error)
	Delete(ctx context.Context, key string) error
}

// Calls carries requests and messages from one machine to another. A message may be lost, delayed or repeated. The methods are safe for
// concurrent use.
type Calls interface {
	// Serve answers questions to a name until stop is called. It may call answer from several goroutines. Several machines may serve one name: all of
	// them get a message of Tell, and Ask returns the answer of one of them.
	Serve(name string, answer func(question []byte) []byte) (stop func(), err error)
	// Ask returns the answer, or an error if none comes before ctx is done.
	Ask(ctx context.Context, name string, question []byte) (answer []byte, err error)
	// Tell does not wait for an answer.
	Tell(name string, message []byte) error
}

// Engine has the logs, the tables and the calls through which the machines of a cluster coordinate their work.
type Engine struct {
	Log   Log
	Kept  Log // what machines have kept, all of it in KeptPartition; nothing of it is removed
	Calls Calls
	Live  Table // its values vanish when they are not written again within the time to live
	State Table // its values stay
}

// KeptPartition is the number of the one partition of the log Engine.Kept, which does not divide its messages.
const KeptPartition = 0

// These are the errors of a Table.
var (
	// ErrNoKey says that a Table has no value under a key.
	ErrNoKey = errors.New("cluster: there is no such key")
	// ErrConflict says that another machine has changed the value of a key in a Table.
	ErrConflict = errors.New("cluster: another machine has changed this key")
)
