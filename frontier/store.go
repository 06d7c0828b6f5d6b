package frontier

// A Store keeps the data of a frontier, usually on disk. The frontier calls it from one goroutine at a time, and never again after an error
// of Append.
//
// A link is identified by its record: links are numbered from 0 in the order in which they were first pushed. Hosts are numbered in the
// order of their first links.
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

// A Loader receives the stored data from Store.Load when a frontier is opened.
type Loader interface {
	Host(HostState) error
	Address(AddressState) error
	Links(first uint32, metas []Meta) error
	Revision(Revision) error
}

// A Batch holds all changes of one operation. A later entry for the same host, address or record replaces an earlier one.
type Batch struct {
	First     uint32 // record of Links[0]
	Links     []NewLink
	Hosts     []HostState
	Addresses []AddressState
	Revisions []Revision
}

// Meta is the part of a stored link that the frontier holds in memory.
type Meta struct {
	Fingerprint uint64 // weburl.Fingerprint of the URL
	Host        uint32
	Priority    float32
}

// A NewLink has the values of a link that is pushed for the first time.
type NewLink struct {
	Meta
	URL  string
	Data []byte
}

// A Revision replaces the stored values of a link. Priority, Attempts and NotBefore are set only if State is Queued. For a link that is
// done, Data is the Note of its Outcome.
type Revision struct {
	Record    uint32
	State     State // Queued, Fetched or Dropped
	Attempts  uint8 // number of failed ones
	Priority  float32
	NotBefore int64 // end of the back-off, Unix nanoseconds
	Data      []byte
}

// HostState has those values of a host that a Store keeps.
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

// AddressState has those values of an IP address that a Store keeps.
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
