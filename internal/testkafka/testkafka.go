// Package testkafka has a broker of Kafka for tests: kfake in the process of the test, or Apache Kafka if GANNET_KAFKA_JARS is a directory
// with its jars and those that they need, as `make crash-sinks` brings them.
package testkafka

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// patience bounds the start of a broker, on a machine that has much else to do.
const patience = 10 * time.Minute

// Broker is a running Kafka broker for tests.
type Broker struct {
	t       testing.TB
	address string
	java    *java // nil for kfake

	mu     sync.Mutex // guards what follows
	n      int        // the write of a client at which hook is called
	after  bool       // the broker gets that write before, and hook is called when it answers
	hook   func()
	writes int
}

// Start starts a Kafka broker, which ends with the test.
func Start(t testing.TB) *Broker {
	t.Helper()
	b := &Broker{t: t}
	if jars := os.Getenv("GANNET_KAFKA_JARS"); jars != "" {
		b.startJava(jars)
		return b
	}
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.DefaultNumPartitions(3), kfake.ListenFn(func(network, address string) (net.Listener, error) {
		l, err := net.Listen(network, address)
		return &listener{l, b}, err
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	b.address = cluster.ListenAddrs()[0]
	return b
}

// URL returns the URL of a topic of this broker.
func (b *Broker) URL(topic string) string { return "kafka://" + b.address + "/" + topic }

// CanDie reports whether the broker can be killed by Kill. This is not possible with kfake, a broker within the test's own process.
func (b *Broker) CanDie() bool { return b.java != nil }

// At sets a function that is called once, at the n-th write of clients from now on: before the broker gets this write or, if after is true,
// when the broker answers it.
func (b *Broker) At(n int, after bool, hook func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n, b.after, b.hook, b.writes = n, after, hook, 0
}

// Writes returns how many writes of clients there were since the last call of At.
func (b *Broker) Writes() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.writes
}

// called calls the hook if its time has come. write says that a client has written; otherwise the broker has answered.
func (b *Broker) called(write bool) {
	b.mu.Lock()
	hook := b.hook
	if write {
		b.writes++
	}
	due := hook != nil && b.writes >= b.n && b.after != write
	if due {
		b.hook = nil
	}
	b.mu.Unlock()
	if due {
		hook()
	}
}

// listener calls the broker's hook for what its connections read and write.
type listener struct {
	net.Listener
	b *Broker
}

// Accept implements net.Listener: it accepts a connection whose writes are counted.
func (l *listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return &conn{c, l.b}, err
}

type conn struct {
	net.Conn
	b *Broker
}

// Read implements net.Conn: it reads what a client sends, and counts writes.
func (c *conn) Read(to []byte) (int, error) {
	n, err := c.Conn.Read(to)
	if n > 0 {
		c.b.called(true)
	}
	return n, err
}

// Write implements net.Conn: it sends the broker's answer to a client.
func (c *conn) Write(from []byte) (int, error) {
	c.b.called(false)
	return c.Conn.Write(from)
}

// Record is a record of a Kafka topic.
type Record struct {
	Key, Value string
	Gone       bool // it has no value
}

// Committed returns the records of a topic that a reader of committed records sees, in order within each partition.
func (b *Broker) Committed(topic string) (records []Record) {
	b.t.Helper()
	ctx, end := context.WithTimeout(context.Background(), time.Minute)
	defer end()
	client, err := kgo.NewClient(kgo.SeedBrokers(b.address), kgo.ConsumeTopics(topic), kgo.FetchIsolationLevel(kgo.ReadCommitted()), kgo.KeepControlRecords())
	if err != nil {
		b.t.Fatal(err)
	}
	defer client.Close()
	left := b.ends(ctx, kadm.NewClient(client), topic)
	for len(left) > 0 {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			b.t.Fatal(err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			if !r.Attrs.IsControl() {
				records = append(records, Record{string(r.Key), string(r.Value), r.Value == nil})
			}
			if r.Offset+1 >= left[r.Partition] {
				delete(left, r.Partition)
			}
		})
	}
	return records
}

// Remove deletes topics. Tests remove them because a killed broker reads all topics when it starts again.
func (b *Broker) Remove(topics ...string) {
	b.t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(b.address))
	if err != nil {
		b.t.Fatal(err)
	}
	defer client.Close()
	if _, err := kadm.NewClient(client).DeleteTopics(b.t.Context(), topics...); err != nil {
		b.t.Fatal(err)
	}
}

// ends returns the offsets behind the last records of those partitions that have records. It waits until all transactions have ended, because a
// broker answers before the partitions know of the end.
func (b *Broker) ends(ctx context.Context, admin *kadm.Client, topic string) map[int32]int64 {
	b.t.Helper()
	for {
		ends, err := admin.ListEndOffsets(ctx, topic)
		if err != nil {
			b.t.Fatal(err)
		}
		committed, err := admin.ListCommittedOffsets(ctx, topic)
		if err != nil {
			b.t.Fatal(err)
		}
		left, open := map[int32]int64{}, ends.Error() != nil || committed.Error() != nil
		ends.Each(func(o kadm.ListedOffset) {
			if o.Offset > 0 {
				left[o.Partition] = o.Offset
			}
			c, _ := committed.Lookup(topic, o.Partition)
			open = open || c.Offset != o.Offset
		})
		if !open {
			return left
		}
		select {
		case <-ctx.Done():
			b.t.Fatal("a transaction does not end")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// java is Apache Kafka.
type java struct {
	jars, dir string
	port      int
	cmd       *exec.Cmd
}

// settings are those of a broker that is its own controller (KRaft). Clients are sent to the port of the proxy.
const settings = `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:%d
listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
advertised.listeners=PLAINTEXT://%s
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT
log.dirs=%s
num.partitions=3
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=1
auto.create.topics.enable=false
`

func (b *Broker) startJava(jars string) {
	b.t.Helper()
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.t.Fatal(err)
	}
	b.address = proxy.Addr().String()
	j := &java{jars: jars, dir: b.t.TempDir(), port: freePort(b.t)}
	b.java = j
	controller := freePort(b.t)
	text := fmt.Sprintf(settings, controller, j.port, controller, b.address, filepath.Join(j.dir, "data"))
	if err := os.WriteFile(j.settings(), []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
	if said, err := j.command("kafka.tools.StorageTool", "format", "-t", "AAAAAAAAAAAAAAAAAAAAAA", "-c", j.settings()).CombinedOutput(); err != nil {
		b.t.Fatalf("%v: %s", err, said)
	}
	b.Restart()
	b.t.Cleanup(func() {
		proxy.Close()
		b.Kill()
		_ = j.cmd.Wait()
	})
	go func() {
		for l := (&listener{proxy, b}); ; {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go j.relay(client)
		}
	}()
}

func (j *java) settings() string { return filepath.Join(j.dir, "settings") }

func (j *java) command(class string, args ...string) *exec.Cmd {
	return exec.Command("java", append([]string{"-Xmx384m", "-XX:TieredStopAtLevel=1", "-cp", filepath.Join(j.jars, "*"), class}, args...)...)
}

func (j *java) relay(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", fmt.Sprint("127.0.0.1:", j.port))
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		defer client.Close()
		defer server.Close()
		copyAll(client, server)
	}()
	copyAll(server, client)
}

// copyAll copies in pieces as they come. io.Copy would go round the hook.
func copyAll(to, from net.Conn) {
	b := make([]byte, 1<<16)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		if _, err := to.Write(b[:n]); err != nil {
			return
		}
	}
}

// Kill kills the broker with the signal SIGKILL.
func (b *Broker) Kill() { _ = b.java.cmd.Process.Kill() }

// Restart starts a killed broker again, and waits until it accepts requests.
func (b *Broker) Restart() {
	b.t.Helper()
	if b.java.cmd != nil {
		_ = b.java.cmd.Wait()
	}
	b.java.cmd = b.java.command("kafka.Kafka", b.java.settings())
	if err := b.java.cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(fmt.Sprint("127.0.0.1:", b.java.port)))
	if err != nil {
		b.t.Fatal(err)
	}
	defer client.Close()
	for begin := time.Now(); client.Ping(b.t.Context()) != nil; time.Sleep(100 * time.Millisecond) {
		if time.Since(begin) > patience {
			b.t.Fatal("the broker does not start")
		}
	}
}

func freePort(t testing.TB) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}
