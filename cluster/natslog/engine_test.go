package natslog

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gannet/cluster/clustertest"
	"gannet/cluster/natsserver"
)

// TestEngine: NATS does what package cluster rests on.
func TestEngine(t *testing.T) {
	s, err := natsserver.Start(natsserver.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const ttl = 2 * time.Second
	c, err := Connect(t.Context(), s.URL(), Options{TTL: ttl})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	clustertest.TestEngine(t, c.Engine, ttl)
}

// TestExistingMakesNothing looks at a crawl at every moment at which its first machine still makes its streams and buckets.
func TestExistingMakesNothing(t *testing.T) {
	s, err := natsserver.Start(natsserver.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	nc, err := nats.Connect(s.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	name := streamOf(DefaultCrawl)
	for _, make := range []func() error{
		func() error { return nil },
		func() error { return (&natsLog{js: js, name: name, subject: "gannet.crawl."}).open(t.Context(), 1) },
		func() error {
			return (&natsLog{js: js, name: name + keptSuffix, subject: "gannet-kept.crawl."}).open(t.Context(), 1)
		},
	} {
		if err := make(); err != nil {
			t.Fatal(err)
		}
		c, err := Connect(t.Context(), s.URL(), Options{Existing: true})
		if err == nil {
			c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "there is no crawl") {
			t.Fatalf("error %v, want that there is no crawl", err)
		}
		if _, err := js.KeyValue(t.Context(), name+"_live"); !errors.Is(err, jetstream.ErrBucketNotFound) {
			t.Fatalf("a bucket was made: %v", err)
		}
	}
	const ttl = 7 * time.Second
	first, err := Connect(t.Context(), s.URL(), Options{TTL: ttl})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	c, err := Connect(t.Context(), s.URL(), Options{Existing: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.TTL != ttl {
		t.Errorf("values live for %v, want the %v of the first machine", c.TTL, ttl)
	}
}

// TestStartSaysWhyNot: a server that cannot start says what is wrong, where only a taken address was guessed at.
func TestStartSaysWhyNot(t *testing.T) {
	s, err := natsserver.Start(natsserver.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	taken := strings.TrimPrefix(s.URL(), "nats://")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, listen, want string }{
		{file, "127.0.0.1:0", "not a directory"},
		{t.TempDir(), taken, "address already in use"},
	} {
		s, err := natsserver.Start(natsserver.Options{Dir: c.dir, Listen: c.listen, Log: slog.New(slog.DiscardHandler)})
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s at %s: error %v, want %q", c.dir, c.listen, err, c.want)
		}
	}
}
