// Package transact writes records and a state into topics of Kafka, in one transaction: a reader of committed records sees all of them with the
// state, or none.
//
// The state is the last committed record of a compacted topic of its own. Opening a Writer first ends the transaction of the Writer before it,
// because both give their transactions the same name, and then reads the state. So a Writer never begins with an old state: the Writer that was
// opened before can no longer commit (KIP-98, "Transactional Messaging").
package transact

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/plain"
	"github.com/twmb/franz-go/pkg/sasl/scram"

	"gannet/feed/kafka/wire"
)

// Writer writes records and a state to Kafka topics, in transactions. Only one goroutine may use it.
type Writer struct {
	o      wire.Open
	client *kgo.Client

	mu       sync.Mutex // guards what follows
	failed   error      // the first record that was not written, or the largest one if they are too large
	tooLarge int        // the size of that one's value in bytes
}

// The longest times. A broker does not allow transactions of more than 15 minutes, unless its transaction.max.timeout.ms is greater.
const (
	transactionTime = 15 * time.Minute
	requestTime     = 30 * time.Second
	openTime        = time.Minute
	commitTime      = 2 * time.Minute
	topicPause      = 100 * time.Millisecond
)

// batchBytes bounds a batch of records before compression. Beside the value, a record has a key of at most 20 bytes.
const batchBytes = wire.MaxValue + 100_000

// errDivided says that the topic of the cursor has more than one partition, so that no record is the last one.
var errDivided = errors.New("the topic of the cursor has more than one partition")

// Open connects to Kafka, creates the topics if they do not exist, and aborts a transaction that an earlier Writer has not committed. It
// also returns the last committed state, or nil if there is none.
func Open(ctx context.Context, o wire.Open) (*Writer, []byte, error) {
	ctx, end := context.WithTimeout(ctx, openTime)
	defer end()
	client, err := kgo.NewClient(append(connection(o), kgo.TransactionalID("gannet-"+o.Topic), kgo.TransactionTimeout(transactionTime),
		kgo.ProducerBatchMaxBytes(batchBytes), kgo.RecordDeliveryTimeout(commitTime), kgo.UnknownTopicRetries(-1))...) // a topic that was just made is not known everywhere yet
	if err != nil {
		return nil, nil, err
	}
	w := &Writer{o: o, client: client}
	if err := w.prepare(ctx); err != nil {
		client.Close()
		return nil, nil, err
	}
	for {
		state, err := lastValue(ctx, o)
		switch {
		case err == nil:
			return w, state, nil
		case !errors.Is(err, kerr.UnknownTopicOrPartition) || ctx.Err() != nil: // a topic that was just made is not known everywhere yet
			client.Close()
			return nil, nil, fmt.Errorf("read the cursor: %w", err)
		}
		time.Sleep(topicPause)
	}
}

func connection(o wire.Open) []kgo.Opt {
	opts := []kgo.Opt{kgo.SeedBrokers(o.Brokers...), kgo.ClientID("gannet"), kgo.RetryTimeout(requestTime)}
	if o.TLS {
		opts = append(opts, kgo.DialTLSConfig(&tls.Config{MinVersion: tls.VersionTLS12}))
	}
	if o.User != "" {
		opts = append(opts, kgo.SASL(mechanism(o)))
	}
	return opts
}

func mechanism(o wire.Open) sasl.Mechanism {
	switch o.SASL {
	case "plain":
		return plain.Auth{User: o.User, Pass: o.Password}.AsMechanism()
	case "scram-sha-256":
		return scram.Auth{User: o.User, Pass: o.Password}.AsSha256Mechanism()
	}
	return scram.Auth{User: o.User, Pass: o.Password}.AsSha512Mechanism()
}

// prepare makes the topics that are not there and ends the transaction of an earlier Writer.
func (w *Writer) prepare(ctx context.Context) error {
	compacted, hour, small := "compact", "3600000", "1048576"
	admin := kadm.NewClient(w.client)
	topics := map[string]map[string]*string{
		w.o.Topic:                   {"cleanup.policy": &compacted},
		wire.CursorTopic(w.o.Topic): {"cleanup.policy": &compacted, "segment.ms": &hour, "segment.bytes": &small},
	}
	if w.o.Events {
		topics[wire.EventsTopic(w.o.Topic)] = nil
	}
	there, err := admin.ListTopics(ctx, slices.Collect(maps.Keys(topics))...)
	if err != nil {
		return fmt.Errorf("list the topics: %w", err)
	}
	for name, config := range topics {
		if there.Has(name) {
			continue
		}
		partitions := int32(1) // keeps all records of it in order
		if name == w.o.Topic {
			partitions = -1 // the broker's default
		}
		if _, err := admin.CreateTopic(ctx, partitions, -1, config, name); err != nil && !errors.Is(err, kerr.TopicAlreadyExists) {
			return fmt.Errorf("make the topic %s: %w", name, err)
		}
	}
	if _, _, err := w.client.ProducerID(ctx); err != nil {
		return fmt.Errorf("begin to write: %w", err)
	}
	return nil
}

// lastValue returns the value of the last committed record in the cursor's topic.
func lastValue(ctx context.Context, o wire.Open) (value []byte, err error) {
	topic := wire.CursorTopic(o.Topic)
	from, end, err := bounds(ctx, o, topic)
	if err != nil || from == end {
		return nil, err
	}
	for _, begin := range []int64{max(from, end-lastRecords), from} {
		if value, err = lastOf(ctx, o, topic, begin, end); value != nil || err != nil {
			break
		}
	}
	return value, err
}

// lastRecords is how many records of the cursor's topic are read first. Each committed transaction leaves two there, and each aborted one at most
// two.
const lastRecords = 64

// bounds returns two offsets of a topic's only partition: that of its first record, and that after the last record whose transaction has ended.
func bounds(ctx context.Context, o wire.Open, topic string) (from, end int64, err error) {
	client, err := kgo.NewClient(connection(o)...)
	if err != nil {
		return 0, 0, err
	}
	defer client.Close()
	admin := kadm.NewClient(client)
	starts, err := admin.ListStartOffsets(ctx, topic)
	if err == nil {
		err = starts.Error()
	}
	if err != nil {
		return 0, 0, err
	}
	if len(starts[topic]) > 1 {
		return 0, 0, errDivided
	}
	ends, err := admin.ListCommittedOffsets(ctx, topic)
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		return 0, 0, err
	}
	first, _ := starts.Lookup(topic, 0)
	last, _ := ends.Lookup(topic, 0)
	return first.Offset, last.Offset, nil
}

// lastOf returns the value of the last committed record between two offsets, nil if there is none.
func lastOf(ctx context.Context, o wire.Open, topic string, from, end int64) (value []byte, err error) {
	client, err := kgo.NewClient(append(connection(o), kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.KeepControlRecords(),
		kgo.ConsumePartitions(map[string]map[int32]kgo.Offset{topic: {0: kgo.NewOffset().At(from)}}))...)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	for at := from; at < end; {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			return nil, err
		}
		fetches.EachRecord(func(r *kgo.Record) {
			if at = r.Offset + 1; !r.Attrs.IsControl() {
				value = r.Value
			}
		})
	}
	return value, nil
}

// Close closes the connection. It aborts a transaction that was not committed, because readers of committed records would wait for its end.
func (w *Writer) Close() {
	ctx, end := context.WithTimeout(context.Background(), requestTime)
	defer end()
	if w.client.AbortBufferedRecords(ctx) == nil {
		_ = w.client.EndTransaction(ctx, kgo.TryAbort) // otherwise the broker aborts it after transactionTime
	}
	w.client.Close()
}

// Begin begins a transaction, which Commit ends.
func (w *Writer) Begin() error {
	w.failed, w.tooLarge = nil, 0
	return w.client.BeginTransaction()
}

// Add writes a record within the transaction. If the write fails, Commit returns the error.
func (w *Writer) Add(ctx context.Context, r *wire.Record) {
	to := w.o.Topic
	if r.Event {
		to = wire.EventsTopic(to)
	}
	w.produce(ctx, &kgo.Record{Topic: to, Key: []byte(r.Key), Value: r.Value})
}

func (w *Writer) produce(ctx context.Context, r *kgo.Record) {
	w.client.Produce(ctx, r, func(_ *kgo.Record, err error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		switch {
		case errors.Is(err, kerr.MessageTooLarge): // as all records of the same batch: the largest one is the cause
			if len(r.Value) > w.tooLarge {
				w.tooLarge = len(r.Value)
				w.failed = fmt.Errorf("the record of number %s in the topic %s has %d bytes: %w", r.Key, r.Topic, len(r.Value), err)
			}
		case w.failed == nil:
			w.failed = err
		}
	})
}

// Commit ends the transaction and stores a new state with it. After an error the Writer cannot be used any more; the state that the next
// Open returns shows whether the transaction was committed.
func (w *Writer) Commit(ctx context.Context, state []byte) error {
	ctx, end := context.WithTimeout(ctx, commitTime)
	defer end()
	w.produce(ctx, &kgo.Record{Topic: wire.CursorTopic(w.o.Topic), Key: []byte("cursor"), Value: state})
	if err := w.client.Flush(ctx); err != nil {
		return fmt.Errorf("send records: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed != nil {
		return fmt.Errorf("write records: %w", errors.Join(w.failed, w.client.EndTransaction(ctx, kgo.TryAbort)))
	}
	if err := w.client.EndTransaction(ctx, kgo.TryCommit); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// openedAgain are answers that end a transaction, or the number of its producer, but not the right to write: Open gets a new one. The broker
// gives the first three after a transaction that took too long, or of which it has forgotten the producer (KIP-360, KIP-890).
var openedAgain = []*kerr.Error{kerr.InvalidProducerIDMapping, kerr.UnknownProducerID, kerr.InvalidTxnState, kerr.TransactionAbortable,
	kerr.OutOfOrderSequenceNumber, kerr.ConcurrentTransactions}

// KindOf returns the kind of an error of a Writer, which says what can be done about it.
func KindOf(err error) wire.Kind {
	refused, ok := errors.AsType[*kerr.Error](err)
	switch {
	case errors.Is(err, kerr.ProducerFenced), errors.Is(err, kerr.InvalidProducerEpoch):
		return wire.Fenced
	case errors.Is(err, errDivided):
		return wire.Divided
	case !ok || refused.Retriable || slices.ContainsFunc(openedAgain, func(e *kerr.Error) bool { return errors.Is(err, e) }):
		return wire.Unavailable
	}
	return wire.Refused
}
