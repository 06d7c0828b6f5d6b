// Package natslog gives package cluster what NATS JetStream has: two streams as its logs, and two key-value buckets as its tables.
package natslog

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gannet/cluster"
	"gannet/internal/lazyregexp"
)

// DefaultCrawl is the name of a crawl on the servers if the address names none.
const DefaultCrawl = "crawl"

// ErrNoServer says that none of the NATS servers can be reached.
var ErrNoServer = errors.New("no server of the cluster answers")

// Conn is a connection to the NATS servers for one crawl.
type Conn struct {
	Engine cluster.Engine
	Crawl  string        // name of the crawl
	TTL    time.Duration // of the values of Engine.Live, as the first machine chose it
	nc     *nats.Conn
}

// Close closes the connection to the NATS servers.
func (c *Conn) Close() { c.nc.Close() }

// Remove deletes all data of the crawl from the NATS servers. No machine may run the crawl meanwhile.
func (c *Conn) Remove(ctx context.Context) error {
	js, err := jetstream.New(c.nc)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 4*wait)
	defer cancel()
	name := streamOf(c.Crawl)
	err = js.DeleteStream(ctx, name+keptSuffix)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		err = nil // a crawl of an earlier version has none
	}
	return errors.Join(js.DeleteKeyValue(ctx, name+"_live"), js.DeleteKeyValue(ctx, name+"_state"), err, js.DeleteStream(ctx, name))
}

// keptSuffix is what the name of the stream for Engine.Kept ends with.
const keptSuffix = "_kept"

// streamOf returns the name of a crawl's stream, with which those of its buckets begin.
func streamOf(crawl string) string { return "gannet_" + crawl }

// Options say how to connect to the NATS servers.
type Options struct {
	TTL         time.Duration // of the values of Engine.Live
	Credentials string        // a file of NATS credentials; "" for none
	CA          string        // a file of certificates that sign those of the servers; "" for the system's
	Existing    bool          // make no crawl that is not there
}

// wait is how long a question to the servers may take.
const wait = 5 * time.Second

// crawlName is what the name of a crawl may be: it is a part of names of streams and subjects.
var crawlName = lazyregexp.New(`^[A-Za-z0-9_-]{1,64}$`)

// ParseAddress splits an address such as nats://HOST:PORT,nats://HOST:PORT/NAME into the addresses of the servers and the name of the
// crawl.
func ParseAddress(text string) (servers []string, crawl string, err error) {
	crawl = DefaultCrawl
	for _, s := range strings.Split(text, ",") {
		u, err := url.Parse(strings.TrimSpace(s))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return nil, "", fmt.Errorf("%q is no address of a cluster: give nats://HOST:PORT, or several with commas", s)
		}
		if u.User != nil {
			return nil, "", fmt.Errorf("the address of a cluster takes no password: give a file of NATS credentials")
		}
		if name := strings.Trim(u.Path, "/"); name != "" {
			crawl = name
		}
		u.Path = ""
		servers = append(servers, u.String())
	}
	if !crawlName.MatchString(crawl) {
		return nil, "", fmt.Errorf("%q cannot name a crawl: give letters, digits, - and _", crawl)
	}
	return servers, crawl, nil
}

// Connect connects to the NATS servers, and creates the streams and buckets of the crawl if they do not exist. Several servers keep three
// copies of everything. The error is ErrNoServer if no server answers.
func Connect(ctx context.Context, address string, o Options) (c *Conn, err error) {
	servers, crawl, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	options := []nats.Option{nats.Name("gannet"), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.Timeout(wait)}
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	nc, err := nats.Connect(strings.Join(servers, ","), options...)
	if err != nil {
		return nil, fmt.Errorf("%w at %s: %w", ErrNoServer, strings.Join(servers, ", "), err)
	}
	c = &Conn{Crawl: crawl, nc: nc}
	if err := c.open(ctx, o); err != nil {
		nc.Close()
		return nil, fmt.Errorf("the cluster at %s: %w", strings.Join(servers, ", "), err)
	}
	return c, nil
}

// open makes stream and buckets if they are not there.
func (c *Conn) open(ctx context.Context, o Options) error {
	js, err := jetstream.New(c.nc)
	if err != nil {
		return err
	}
	replicas := 1
	if c.nc.ConnectedClusterName() != "" {
		replicas = 3
	}
	ctx, cancel := context.WithTimeout(ctx, 4*wait)
	defer cancel()
	name := streamOf(c.Crawl)
	log := &natsLog{js: js, name: name, subject: "gannet." + c.Crawl + "."}
	kept := &natsLog{js: js, name: name + keptSuffix, subject: "gannet-kept." + c.Crawl + "."}
	if o.Existing { // the bucket for states is the last that the first machine makes; whoever made the others in its place would choose their TTL
		if _, err := js.KeyValue(ctx, name+"_state"); errors.Is(err, jetstream.ErrBucketNotFound) {
			return fmt.Errorf("there is no crawl %s", c.Crawl)
		}
	}
	for _, l := range []*natsLog{log, kept} {
		if err := l.open(ctx, replicas); err != nil {
			return err
		}
	}
	live, err := bucket(ctx, js, jetstream.KeyValueConfig{Bucket: name + "_live", TTL: o.TTL, Replicas: replicas})
	if err != nil {
		return err
	}
	state, err := bucket(ctx, js, jetstream.KeyValueConfig{Bucket: name + "_state", Replicas: replicas})
	if err != nil {
		return err
	}
	status, err := live.kv.Status(ctx)
	if err != nil {
		return err
	}
	c.Engine = cluster.Engine{Log: log, Kept: kept, Live: live, State: state, Calls: &calls{nc: c.nc, subject: "gannet-ask." + c.Crawl + "."}}
	c.TTL = status.TTL()
	return nil
}

// retried tries until it succeeds or ctx is done: several machines may make the same at once, and servers that have just been started
// have no leader yet.
func retried(ctx context.Context, try func(context.Context) error) error {
	for {
		one, cancel := context.WithTimeout(ctx, wait)
		err := try(one)
		cancel()
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func bucket(ctx context.Context, js jetstream.JetStream, c jetstream.KeyValueConfig) (t *table, err error) {
	t = new(table)
	return t, retried(ctx, func(ctx context.Context) (err error) {
		t.kv, err = js.KeyValue(ctx, c.Bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			t.kv, err = js.CreateKeyValue(ctx, c)
		}
		return err
	})
}

// natsLog is a stream with one subject for each partition.
type natsLog struct {
	js      jetstream.JetStream
	stream  jetstream.Stream
	name    string
	subject string // and the number of a partition
}

// open makes the stream if it is not there.
func (l *natsLog) open(ctx context.Context, replicas int) error {
	return retried(ctx, func(ctx context.Context) (err error) {
		l.stream, err = l.js.Stream(ctx, l.name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			l.stream, err = l.js.CreateStream(ctx, jetstream.StreamConfig{
				Name: l.name, Subjects: []string{l.subject + "*"}, Replicas: replicas, Duplicates: 2 * time.Minute,
			})
		}
		return err
	})
}

// Append implements cluster.Log by publishing a message. The stream acknowledges the message when most of its replicas have it, and ignores
// one whose id it knows.
func (l *natsLog) Append(ctx context.Context, partition int, id string, body []byte) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	ack, err := l.js.Publish(ctx, l.subject+strconv.Itoa(partition), body, jetstream.WithMsgID(id), jetstream.WithExpectStream(l.name))
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// Extent implements cluster.Log: it gets the number of messages from the leader of the stream.
func (l *natsLog) Extent(ctx context.Context) (e cluster.Extent, err error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	info, err := l.stream.Info(ctx)
	if err != nil {
		return e, err
	}
	return cluster.Extent{Last: info.State.LastSeq, Messages: info.State.Msgs, Bytes: info.State.Bytes}, nil
}

// Purge implements cluster.Log: it deletes the messages of a partition up to and including a sequence number.
func (l *natsLog) Purge(ctx context.Context, partition int, upTo uint64) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return l.stream.Purge(ctx, jetstream.WithPurgeSubject(l.subject+strconv.Itoa(partition)), jetstream.WithPurgeSequence(upTo+1))
}

// Read implements cluster.Log with a NATS consumer that needs no acknowledgements. The server deletes the consumer when it has not been used
// for a while.
func (l *natsLog) Read(ctx context.Context, partitions []int, after uint64) (cluster.Cursor, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	config := jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: after + 1, AckPolicy: jetstream.AckNonePolicy,
		InactiveThreshold: time.Minute, MemoryStorage: true, Replicas: 1,
	}
	if len(partitions) == cluster.Partitions {
		config.FilterSubject = l.subject + "*"
	} else {
		for _, p := range partitions {
			config.FilterSubjects = append(config.FilterSubjects, l.subject+strconv.Itoa(p))
		}
	}
	consumer, err := l.stream.CreateConsumer(ctx, config)
	if err != nil {
		return nil, err
	}
	return &cursor{log: l, consumer: consumer}, nil
}

// cursor asks a consumer for messages. It checks their numbers of delivery, so none can be missing without an error.
type cursor struct {
	log       *natsLog
	consumer  jetstream.Consumer
	delivered uint64
}

const (
	fetchMost = 512
	fetchWait = 100 * time.Millisecond
)

var errGap = errors.New("the server has left out a message")

// Next implements cluster.Cursor: it returns the next messages of the log.
func (c *cursor) Next(ctx context.Context) (list []cluster.Message, err error) {
	batch, err := c.consumer.Fetch(fetchMost, jetstream.FetchMaxWait(fetchWait))
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		meta, err := m.Metadata()
		if err != nil {
			return nil, err
		}
		if c.delivered++; meta.Sequence.Consumer != c.delivered {
			return nil, errGap
		}
		partition, err := strconv.Atoi(strings.TrimPrefix(m.Subject(), c.log.subject))
		if err != nil || partition < 0 || partition >= cluster.Partitions {
			return nil, fmt.Errorf("subject %q is no partition", m.Subject())
		}
		list = append(list, cluster.Message{Seq: meta.Sequence.Stream, Partition: partition, Body: m.Data()})
	}
	if err := batch.Error(); err != nil && ctx.Err() == nil {
		return nil, err
	}
	return list, nil
}

// Left implements cluster.Cursor: it returns how many messages are still to be read.
func (c *cursor) Left(ctx context.Context) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	info, err := c.consumer.Info(ctx)
	if err != nil {
		return 0, err
	}
	return info.NumPending + info.Delivered.Consumer - c.delivered, nil
}

// Close implements cluster.Cursor: it deletes the NATS consumer. If the servers do not answer, they delete it later by themselves.
func (c *cursor) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), wait/5)
	defer cancel()
	_ = c.log.stream.DeleteConsumer(ctx, c.consumer.CachedInfo().Name)
}

// table is a key-value bucket.
type table struct{ kv jetstream.KeyValue }

// Get implements cluster.Table: it returns the value of a key.
func (t *table) Get(ctx context.Context, key string) (cluster.Entry, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	e, err := t.kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return cluster.Entry{}, cluster.ErrNoKey
	}
	if err != nil {
		return cluster.Entry{}, err
	}
	return cluster.Entry{Value: e.Value(), Revision: e.Revision()}, nil
}

// Create implements cluster.Table: it stores a value under a new key.
func (t *table) Create(ctx context.Context, key string, value []byte) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	revision, err := t.kv.Create(ctx, key, value)
	return revision, conflict(err)
}

// Update implements cluster.Table: it replaces the value of a key, unless it has changed meanwhile.
func (t *table) Update(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	next, err := t.kv.Update(ctx, key, value, revision)
	return next, conflict(err)
}

// Delete implements cluster.Table: it deletes a key.
func (t *table) Delete(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	return t.kv.Delete(ctx, key)
}

// conflict gives the errors of compare and set their name in package cluster.
func conflict(err error) error {
	if errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		return fmt.Errorf("%w: %w", cluster.ErrConflict, err)
	}
	return err
}
