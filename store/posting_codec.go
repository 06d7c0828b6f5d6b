package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"time"

	"github.com/klauspost/compress/zstd"

	"gannet/job"
)

// head is what is known of a posting without reading a version: what lists show and filters ask for.
type head struct {
	url                        string // where the newest version was seen
	id, title, company, place  string
	language                   string
	posted, valid, first, last time.Time
	cluster                    uint64
	count, versions            int
	content                    content
	keys                       [][]byte // its keys in the posting index
}

func (h *head) append(b []byte) []byte {
	for _, s := range []string{h.url, h.id, h.title, h.company, h.place, h.language} {
		b = appendString(b, s)
	}
	for _, t := range []time.Time{h.posted, h.valid, h.first, h.last} {
		b = appendTime(b, t)
	}
	b = binary.AppendUvarint(b, h.cluster)
	b = binary.AppendUvarint(b, uint64(h.count))
	b = binary.AppendUvarint(b, uint64(h.versions))
	b = append(b, h.content[:]...)
	for _, k := range h.keys {
		b = append(b, k...)
	}
	return b
}

func decodeHead(b []byte) (*head, error) {
	r := record{b: b}
	h := &head{url: r.string(), id: r.string(), title: r.string(), company: r.string(), place: r.string(), language: r.string()}
	h.posted, h.valid, h.first, h.last = r.time(), r.time(), r.time(), r.time()
	h.cluster, h.count, h.versions = r.uvarint(), int(r.uvarint()), int(r.uvarint())
	copy(h.content[:], r.bytes(16))
	for len(r.b) > 0 && !r.bad {
		h.keys = append(h.keys, append([]byte(nil), r.bytes(9)...))
	}
	if r.bad || h.cluster == 0 || h.versions < 1 || h.count < 0 {
		return nil, damagedRecord("posting's record", b)
	}
	return h, nil
}

// job gives the fields that the head has.
func (h *head) job() *job.Posting {
	return &job.Posting{
		URL: h.url, ID: h.id, Title: h.title, Company: h.company, Location: h.place, Language: h.language,
		Posted: h.posted, ValidThrough: h.valid,
	}
}

// show takes over what a version says.
func (h *head) show(p *packedPosting, url string) {
	j := p.job
	h.url, h.content = url, p.content
	h.id, h.title, h.company, h.place, h.language = j.ID, j.Title, j.Company, j.Location, j.Language
	h.posted, h.valid = j.Posted, j.ValidThrough
}

// revision is a version as it is kept: where it comes from, and one zstd frame of the posting.
type revision struct {
	at    time.Time
	page  uint64
	url   string
	frame []byte
}

func (v *revision) append(b []byte) []byte {
	b = binary.AppendUvarint(appendTime(b, v.at), v.page)
	return append(appendString(b, v.url), v.frame...)
}

func decodeRevision(b []byte) (*revision, error) {
	r := record{b: b}
	v := &revision{at: r.time(), page: r.uvarint(), url: r.string(), frame: r.b}
	if r.bad {
		return nil, damagedRecord("version's record", b)
	}
	return v, nil
}

// packedPosting is a posting as it goes into the file, made outside of the transaction.
type packedPosting struct {
	job     *job.Posting
	content content
	frame   []byte
}

// packPosting compresses a posting: its description first, because text is looked for there, then the rest as JSON.
func packPosting(z *zstd.Encoder, p *job.Posting) (*packedPosting, error) {
	if p == nil {
		return nil, errors.New("a posting without a job")
	}
	rest := encodable(p)
	rest.Description = ""
	fields, err := json.Marshal(&rest)
	if err != nil {
		return nil, fmt.Errorf("encode the posting: %w", err)
	}
	plain := append(appendString(make([]byte, 0, len(p.Description)+len(fields)+8), p.Description), fields...)
	rest.Description = p.Description
	return &packedPosting{&rest, contentOf(&rest), z.EncodeAll(plain, make([]byte, 0, len(plain)/2+64))}, nil
}

// encodable gives a copy without the numbers and times that JSON does not have.
func encodable(p *job.Posting) job.Posting {
	out := *p
	for _, t := range []*time.Time{&out.Posted, &out.ValidThrough} {
		if *t = t.UTC(); t.Year() < 0 || t.Year() > 9999 {
			*t = time.Time{}
		}
	}
	for _, f := range []*float64{&out.Salary.Min, &out.Salary.Max} {
		if math.IsNaN(*f) || math.IsInf(*f, 0) {
			*f = 0
		}
	}
	out.Provenance = maps.Clone(p.Provenance)
	for field, o := range out.Provenance {
		if math.IsNaN(o.Confidence) || math.IsInf(o.Confidence, 0) {
			out.Provenance[field] = job.Provenance{Method: o.Method}
		}
	}
	return out
}

// splitPosting gives the two parts of a frame when it is uncompressed.
func splitPosting(plain []byte) (description, fields []byte, err error) {
	r := record{b: plain}
	description = r.bytes(r.uvarint())
	if r.bad {
		return nil, nil, fmt.Errorf("a posting's text: %w", ErrEntry)
	}
	return description, r.b, nil
}

func unpackPosting(plain []byte) (*job.Posting, error) {
	description, fields, err := splitPosting(plain)
	if err != nil {
		return nil, err
	}
	p := new(job.Posting)
	if err := json.Unmarshal(fields, p); err != nil {
		return nil, fmt.Errorf("a posting's fields: %w", err)
	}
	p.Description = string(description)
	return p, nil
}

func (d *Decision) append(b []byte) []byte {
	b = binary.AppendUvarint(b, d.Of)
	b = appendFloat(appendString(b, d.Verdict), d.Similarity)
	for _, reason := range d.Reasons {
		b = appendString(b, reason)
	}
	return b
}

// decodeDecision reads a member's decision; cluster and original are kept elsewhere.
func decodeDecision(b []byte) (d Decision, err error) {
	r := record{b: b}
	d.Of, d.Verdict = r.uvarint(), r.string()
	if f := r.bytes(8); f != nil {
		d.Similarity = math.Float64frombits(binary.BigEndian.Uint64(f))
	}
	for len(r.b) > 0 && !r.bad {
		d.Reasons = append(d.Reasons, r.string())
	}
	if r.bad {
		return d, damagedRecord("decision", b)
	}
	return d, nil
}

// cluster is what is kept under a cluster's number.
type cluster struct {
	original uint64
	members  int
}

func (c cluster) append(b []byte) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, c.original), uint64(c.members))
}

func decodeCluster(b []byte) (c cluster, err error) {
	r := record{b: b}
	c.original, c.members = r.uvarint(), int(r.uvarint())
	if r.bad || len(r.b) > 0 || c.members < 1 {
		return c, damagedRecord("cluster's record", b)
	}
	return c, nil
}

func appendFloat(b []byte, f float64) []byte {
	return binary.BigEndian.AppendUint64(b, math.Float64bits(f))
}

// appendTime writes a time to the nanosecond; the zero time is a time like others.
func appendTime(b []byte, t time.Time) []byte {
	return binary.AppendUvarint(binary.AppendVarint(b, t.Unix()), uint64(t.Nanosecond()))
}

func (r *record) time() time.Time {
	sec, nsec := r.varint(), r.uvarint()
	if nsec >= 1e9 {
		r.bad, nsec = true, 0
	}
	return time.Unix(sec, int64(nsec)).UTC()
}

// appendFields appends s without white space at its ends, and with one blank in place of any in between. Blanks beyond
// ASCII are text like other.
func appendFields(b []byte, s string) []byte {
	start := len(b)
	gap := false
	for i := range len(s) {
		c := s[i]
		if c == ' ' || '\t' <= c && c <= '\r' {
			gap = true
			continue
		}
		if gap && len(b) > start {
			b = append(b, ' ')
		}
		gap = false
		b = append(b, c)
	}
	return b
}
