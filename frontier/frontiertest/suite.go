package frontiertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gannet/frontier"
)

// A Place is a function that opens a store. Each further call opens the same store again; the store must have been closed before.
type Place func() (frontier.Store, error)

// Run tests an implementation of frontier.Store. Each call of fresh returns a Place with an empty store.
func Run(t *testing.T, fresh func() Place) {
	t.Run("Oracle", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { Property(t, fresh()) })
	})
	RunShort(t, fresh)
}

// RunShort tests an implementation of frontier.Store as Run does, but without the comparison with a model by random operations, for stores
// that open slowly.
func RunShort(t *testing.T, fresh func() Place) {
	t.Run("RoundTrip", func(t *testing.T) { roundTrip(t, fresh()) })
	t.Run("Crawl", func(t *testing.T) { crawl(t, fresh()) })
}

// roundTrip writes batches of several sizes and reads everything back, before and after a restart.
func roundTrip(t *testing.T, place Place) {
	store := mustOpen(t, place)
	want := newKeeper()
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{1, 200, 0, 64, 3} {
		b := randomBatch(random, uint32(len(want.links)), size)
		if err := store.Append(b); err != nil {
			t.Fatal(err)
		}
		want.append(b)
	}
	want.check(t, store)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	store = mustOpen(t, place)
	got := newKeeper()
	if err := store.Load(got); err != nil {
		t.Fatal(err)
	}
	if diff := want.differs(got); diff != "" {
		t.Fatal(diff)
	}
	want.check(t, store)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
}

func mustOpen(t *testing.T, place Place) frontier.Store {
	t.Helper()
	store, err := place()
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// randomBatch draws a batch with two revisions. Its strings share prefixes and suffixes in all ways.
func randomBatch(random *rand.Rand, first uint32, size int) *frontier.Batch {
	text := func(n int) string { return strings.Repeat(string(rune('a'+random.IntN(2))), random.IntN(n)) }
	b := &frontier.Batch{First: first}
	for i := range size {
		l := frontier.NewLink{URL: fmt.Sprintf("http://%s/%s%d", text(3), text(4), int(first)+i), Data: []byte(text(300))}
		l.Fingerprint, l.Host, l.Priority = random.Uint64(), uint32(random.IntN(2)), random.Float32()
		b.Links = append(b.Links, l)
	}
	for i := range uint32(2) {
		b.Hosts = append(b.Hosts, frontier.HostState{
			Index: i, Name: fmt.Sprint("host", i), IP: text(3), Next: random.Int64() - 1<<62, Delay: random.Int64N(1e9),
			Slow: random.Float32(), Fetched: random.Uint32(), Failures: random.Uint32(),
		})
		b.Addresses = append(b.Addresses, frontier.AddressState{IP: fmt.Sprint("ip", i), Next: random.Int64() - 1<<62})
	}
	if n := first + uint32(size); n > 1 {
		b.Revisions = []frontier.Revision{
			{Record: 0, State: frontier.Queued, Attempts: 2, Priority: random.Float32(), NotBefore: random.Int64(), Data: []byte(text(9))},
			{Record: 1 + random.Uint32N(n-1), State: frontier.Fetched},
		}
	}
	return b
}

// keeper is a frontier.Loader that keeps everything.
type keeper struct {
	hosts     []frontier.HostState
	addresses map[string]int64
	links     []frontier.NewLink
	revisions map[uint32]frontier.Revision
}

func newKeeper() *keeper {
	return &keeper{addresses: map[string]int64{}, revisions: map[uint32]frontier.Revision{}}
}

// Host implements frontier.Loader: it receives a stored host.
func (k *keeper) Host(h frontier.HostState) error {
	if int(h.Index) == len(k.hosts) {
		k.hosts = append(k.hosts, h)
	}
	k.hosts[h.Index] = h
	return nil
}

// Address implements frontier.Loader: it receives a stored IP address.
func (k *keeper) Address(a frontier.AddressState) error {
	k.addresses[a.IP] = a.Next
	return nil
}

// Links implements frontier.Loader: it receives stored links.
func (k *keeper) Links(first uint32, metas []frontier.Meta) error {
	if int(first) != len(k.links) {
		return fmt.Errorf("links begin at %d, want %d", first, len(k.links))
	}
	for _, m := range metas {
		k.links = append(k.links, frontier.NewLink{Meta: m})
	}
	return nil
}

// Revision implements frontier.Loader: it receives the latest values of a stored link.
func (k *keeper) Revision(r frontier.Revision) error {
	r.Data = slices.Clone(r.Data)
	k.revisions[r.Record] = r
	return nil
}

func (k *keeper) append(b *frontier.Batch) {
	k.links = append(k.links, b.Links...)
	for i := range b.Hosts {
		_ = k.Host(b.Hosts[i])
		_ = k.Address(b.Addresses[i])
	}
	for _, r := range b.Revisions {
		_ = k.Revision(r)
	}
}

// check reads every link from the store.
func (k *keeper) check(t *testing.T, store frontier.Store) {
	t.Helper()
	for i, l := range k.links {
		r, revised := k.revisions[uint32(i)]
		if revised {
			l.Data = r.Data
		}
		url, data, err := store.Read(uint32(i), revised)
		if err != nil || url != l.URL || string(data) != string(l.Data) {
			t.Fatalf("Read(%d) = %q, %q, %v; want %q, %q", i, url, data, err, l.URL, l.Data)
		}
	}
	if _, _, err := store.Read(uint32(len(k.links)), false); err == nil {
		t.Fatal("reading a link that is not there gives no error")
	}
}

func (k *keeper) differs(got *keeper) string {
	for i := range k.links {
		if i >= len(got.links) || got.links[i].Meta != k.links[i].Meta {
			return fmt.Sprintf("link %d differs", i)
		}
	}
	for n, r := range k.revisions {
		g, ok := got.revisions[n]
		same := g.State == r.State && g.Attempts == r.Attempts && g.Priority == r.Priority && g.NotBefore == r.NotBefore
		if !ok || !same || string(g.Data) != string(r.Data) {
			return fmt.Sprintf("revision of %d: %v, want %v", n, g, r)
		}
	}
	switch {
	case len(got.links) != len(k.links) || len(got.revisions) != len(k.revisions):
		return "there are more than were written"
	case !slices.Equal(got.hosts, k.hosts):
		return fmt.Sprintf("hosts %v, want %v", got.hosts, k.hosts)
	case fmt.Sprint(got.addresses) != fmt.Sprint(k.addresses):
		return fmt.Sprintf("addresses %v, want %v", got.addresses, k.addresses)
	}
	return ""
}
