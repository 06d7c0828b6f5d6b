package frontier

// A Store keeps a frontier over time. The frontier calls it from one goroutine at a time, and never again after an
// error of Append.
//
// Records are numbered from 0 in the order in which links were first pushed, hosts in the order in which they were
// first met.
type Store interface {
	// Load comes first. It tells all that is kept: hosts in order, then addresses, links in order, revisions in any order.
	Load(Loader) error
	// Append writes a batch, all of it or nothing. After a crash the batches kept are a prefix of those appended.
	// The batch and its slices are the frontier's again when Append returns.
	Append(*Batch) error
	// Read gives the URL and the current Data of a queued record; revised says that a Revision was written for it.
	Read(record uint32, revised bool) (url string, data []byte, err error)
	// Close makes everything durable and releases the store.
	Close() error
}

// A Loader takes what a Store tells.
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

// Meta is the fixed-size part of a link, all that is held in memory of it.
type Meta struct {
	Fingerprint uint64 // xxh3 of the URL
	Host        uint32
	Priority    float32
}

// A NewLink is a link as first pushed.
type NewLink struct {
	Meta
	URL  string
	Data []byte
}

// A Revision supersedes what was known of a record. Priority, Data, Attempts and NotBefore are told only of Queued.
type Revision struct {
	Record    uint32
	State     State // Queued, Fetched or Dropped
	Attempts  uint8 // that failed
	Priority  float32
	NotBefore int64 // end of the back-off, Unix nanoseconds
	Data      []byte
}

// HostState is what is kept of a host.
type HostState struct {
	Index    uint32
	Name     string
	IP       string  // "" while not known
	Next     int64   // not asked before, Unix nanoseconds
	Delay    int64   // its Crawl-delay, nanoseconds
	Slow     float32 // factor of its pause
	Fetched  uint32
	Failures uint32 // Retry outcomes in a row
}

// AddressState is what is kept of an IP address.
type AddressState struct {
	IP   string // "" for the latest time seen, which Next tells
	Next int64  // not asked before, Unix nanoseconds
}

func (b *Batch) empty() bool {
	return len(b.Links)+len(b.Hosts)+len(b.Addresses)+len(b.Revisions) == 0
}

func (b *Batch) reset() {
	clear(b.Links) // holds the caller's strings
	clear(b.Revisions)
	b.Links, b.Hosts, b.Addresses, b.Revisions = b.Links[:0], b.Hosts[:0], b.Addresses[:0], b.Revisions[:0]
}
