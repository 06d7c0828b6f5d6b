package frontier

// A Store keeps a frontier over time. The frontier calls it from one goroutine at a time, and never again after an
// error of Append.
//
// A record is the number of a link, from 0 in the order of first pushes. Hosts are numbered in the order of their first
// links.
type Store interface {
	// Load is called first. It calls l for all that is stored: hosts in order, addresses, links in order, and last
	// revisions in any order.
	Load(Loader) error
	// Append writes a batch, all of it or nothing. A crash may lose the last batches, but none before them. Append must
	// not keep the batch or its slices.
	Append(*Batch) error
	// Read returns the URL and the present Data of a link. revised says that a Revision of the link was written.
	Read(record uint32, revised bool) (url string, data []byte, err error)
	// Close makes everything durable and releases the store.
	Close() error
}

// A Loader receives what a Store has kept.
type Loader interface {
	Host(HostState) error
	Address(AddressState) error
	Links(first uint32, metas []Meta) error
	Revision(Revision) error
}

// A Batch is what one operation changes. A later entry for the same host, address or record supersedes an earlier.
type Batch struct {
	First     uint32 // record of Links[0]
	Links     []NewLink
	Hosts     []HostState
	Addresses []AddressState
	Revisions []Revision
}

// Meta is the part of a link that the frontier has in memory.
type Meta struct {
	Fingerprint uint64 // weburl.Fingerprint of the URL
	Host        uint32
	Priority    float32
}

// A NewLink is a link as first pushed.
type NewLink struct {
	Meta
	URL  string
	Data []byte
}

// A Revision replaces the stored values of a link. Priority, Attempts and NotBefore are only set for a Queued link. For a link that is done, Data is
// the note of its Outcome.
type Revision struct {
	Record    uint32
	State     State // Queued, Fetched or Dropped
	Attempts  uint8 // number of failed ones
	Priority  float32
	NotBefore int64 // end of the back-off, Unix nanoseconds
	Data      []byte
}

// HostState has the stored values of a host.
type HostState struct {
	Index    uint32
	Name     string
	IP       string  // "" while not known
	Next     int64   // not asked before, Unix nanoseconds
	Delay    int64   // its Crawl-delay, nanoseconds
	Slow     float32 // factor of its pauses
	Fetched  uint32
	Failures uint32 // Retry results in a row
}

// AddressState has the stored values of an IP address.
type AddressState struct {
	IP   string // "": Next is the latest time of the frontier
	Next int64  // not asked before, Unix nanoseconds
}

func (b *Batch) empty() bool {
	return len(b.Links)+len(b.Hosts)+len(b.Addresses)+len(b.Revisions) == 0
}

func (b *Batch) reset() {
	clear(b.Links) // has strings of the caller
	clear(b.Revisions)
	b.Links, b.Hosts, b.Addresses, b.Revisions = b.Links[:0], b.Hosts[:0], b.Addresses[:0], b.Revisions[:0]
}
