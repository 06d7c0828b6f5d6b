package archive

import (
	"crypto/sha1"
	"encoding/base32"
	"io"
	"net/http/httputil"
	"strings"
	"sync"

	"github.com/nlnwa/gowarc/v3"

	"gannet/internal/weburl"
)

// mostPayloads is how many payloads are remembered, in some 150 bytes each. When there are more, all are forgotten, and each payload is written once
// more.
const mostPayloads = 1 << 20

// Payloads remembers the latest response body (the WARC "payload") of each URL, so that the writers of several files archive an unchanged body
// only once. The zero value has no body yet. It is safe for concurrent use.
type Payloads struct {
	mu    sync.Mutex // guards byURL
	byURL map[uint64]payload
}

// payload identifies the payload of a response record, and the record.
type payload struct {
	digest   string
	id, date string // of the record
}

// seen returns the latest record of the URL if it has the same payload as the new record. Otherwise it remembers the new record.
func (p *Payloads) seen(record gowarc.WarcRecord, url string) (ref *gowarc.RevisitRef, ok bool) {
	h := record.WarcHeader()
	digest := h.Get(gowarc.WarcPayloadDigest)
	if isChunked(record) { // a revisit has the header of its own answer, so that the body must be framed as that says
		digest += " in chunks"
	}
	if p == nil || !h.Has(gowarc.WarcPayloadDigest) || h.Has(gowarc.WarcTruncated) {
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

// last returns the record with the last payload of a URL.
func (p *Payloads) last(url string) (was payload, ok bool) {
	if p == nil {
		return was, false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	was, ok = p.byURL[weburl.Fingerprint(url)]
	return was, ok
}

// setPayloadDigest replaces the digest that the library computes for a body in chunks. The payload is the body without its transfer encoding (WARC
// 1.1, section 6.3.2). A body with broken chunks gets no digest.
func setPayloadDigest(record gowarc.WarcRecord) error {
	if !isChunked(record) {
		return nil
	}
	block := record.Block().(gowarc.HttpResponseBlock)
	body, err := block.PayloadBytes()
	if err != nil {
		return err
	}
	sum := sha1.New()
	if _, err := io.Copy(sum, httputil.NewChunkedReader(body)); err != nil {
		record.WarcHeader().Delete(gowarc.WarcPayloadDigest)
		return nil
	}
	record.WarcHeader().Set(gowarc.WarcPayloadDigest, "sha1:"+base32.StdEncoding.EncodeToString(sum.Sum(nil)))
	return nil
}

// isChunked reports whether the body of a response record is in chunks.
func isChunked(record gowarc.WarcRecord) bool {
	block, ok := record.Block().(gowarc.HttpResponseBlock)
	return ok && strings.EqualFold(field(block.ProtocolHeaderBytes(), "Transfer-Encoding"), "chunked")
}
