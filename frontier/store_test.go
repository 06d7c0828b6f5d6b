package frontier_test

import (
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"gannet/frontier"
	"gannet/frontier/frontiertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func inMemory() frontiertest.Place {
	store := frontier.NewMemory()
	return func() (frontier.Store, error) { return store, nil }
}

func TestMemory(t *testing.T) { frontiertest.Run(t, inMemory) }

// FuzzFrontier lets the fuzzer choose operations and holds the frontier against the oracle.
func FuzzFrontier(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { frontiertest.Property(t, inMemory()) }))
}
