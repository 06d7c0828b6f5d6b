package archive

import (
	"sync"

	"github.com/nlnwa/gowarc"

	"gannet/internal/weburl"
)

// mostPayloads is how many are remembered, with some 150 bytes each. Then all are forgotten, and written once more.
const mostPayloads = 1 << 20

// Payloads remembers the payload that each URL had last, for writers whose files belong together. The zero value remembers none yet.
// It is safe for concurrent use.
type Payloads struct {
	mu    sync.Mutex // guards byURL
	byURL map[uint64]payload
}

// payload is that of a response record.
type payload struct {
	digest   string
	id, date string // of the record
}

// seen returns the record that has a payload already, if it is the latest one of its URL. Otherwise it remembers the new record.
func (p *Payloads) seen(record gowarc.WarcRecord, url string) (ref *gowarc.RevisitRef, ok bool) {
	h := record.WarcHeader()
	digest := h.Get(gowarc.WarcPayloadDigest)
	if p == nil || digest == "" || h.Has(gowarc.WarcTruncated) {
		return nil, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	id := weburl.Fingerprint(url)
	if was, known := p.byURL[id]; known && was.digest == digest {
		return &gowarc.RevisitRef{
			Profile: gowarc.ProfileIdenticalPayloadDigestV1_1, TargetRecordId: was.id, TargetUri: url, TargetDate: was.date,
		}, true
	}
	if p.byURL == nil || len(p.byURL) >= mostPayloads {
		p.byURL = make(map[uint64]payload)
	}
	p.byURL[id] = payload{digest, h.GetId(gowarc.WarcRecordID), h.Get(gowarc.WarcDate)}
	return nil, false
}
