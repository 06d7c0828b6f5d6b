package natslog

import (
	"log/slog"
	"testing"
	"time"

	"gannet/cluster/clustertest"
)

// TestEngine: NATS does what package cluster rests on.
func TestEngine(t *testing.T) {
	s, err := Start(ServerOptions{Dir: t.TempDir(), Listen: "127.0.0.1:0", Log: slog.New(slog.DiscardHandler)})
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
