package frontier_test

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"gannet/frontier"
	"gannet/frontier/frontiertest"
)

// TestMain gives rapid more tries than its default, because they are cheap here. Flags override that.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.checks": "400", "rapid.steps": "100"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}

func inMemory() frontiertest.Place {
	store := frontier.NewMemory()
	return func() (frontier.Store, error) { return store, nil }
}

func TestMemory(t *testing.T) { frontiertest.Run(t, inMemory) }

// FuzzFrontier lets the fuzzer choose operations and compares the frontier with the oracle.
func FuzzFrontier(f *testing.F) {
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { frontiertest.Property(t, inMemory()) }))
}
