package postings

import (
	"encoding/binary"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/job"
	"gannet/store/internal/entry"
)

// summary is what is known of a posting without reading a version: the fields that lists show and filters compare.
type summary struct {
	url                          string // where the newest version was seen
	id, title, company, location string
	language                     string
	posted, valid, first, last   time.Time
	cluster                      uint64
	count, versions              int
	content                      contentHash
	keys                         [][]byte // its keys in the posting index
}

// indexKeySize is the length of a key in the posting index.
const indexKeySize = 9

func (s *summary) appendTo(b []byte) []byte {
	for _, text := range []string{s.url, s.id, s.title, s.company, s.location, s.language} {
		b = entry.AppendString(b, text)
	}
	for _, t := range []time.Time{s.posted, s.valid, s.first, s.last} {
		b = entry.AppendTime(b, t)
	}
	b = binary.AppendUvarint(b, s.cluster)
	b = binary.AppendUvarint(b, uint64(s.count))
	b = binary.AppendUvarint(b, uint64(s.versions))
	b = append(b, s.content[:]...)
	for _, k := range s.keys {
		b = append(b, k...)
	}
	return b
}

func decodeSummary(b []byte) (*summary, error) {
	f := entry.NewFields(b)
	s := &summary{url: f.String(), id: f.String(), title: f.String(), company: f.String(), location: f.String(), language: f.String()}
	s.posted, s.valid, s.first, s.last = f.Time(), f.Time(), f.Time(), f.Time()
	s.cluster, s.count, s.versions = f.Uvarint(), int(f.Uvarint()), int(f.Uvarint())
	copy(s.content[:], f.Bytes(uint64(len(s.content))))
	for f.More() {
		s.keys = append(s.keys, append([]byte(nil), f.Bytes(indexKeySize)...))
	}
	if f.Bad() || s.cluster == 0 || s.versions < 1 || s.count < 0 {
		return nil, entry.Damaged("a posting's entry", b)
	}
	return s, nil
}

// job returns a posting with the fields that the summary has.
func (s *summary) job() *job.Posting {
	return &job.Posting{
		URL: s.url, ID: s.id, Title: s.title, Company: s.company, Location: s.location, Language: s.language,
		Posted: s.posted, ValidThrough: s.valid,
	}
}

// setVersion sets the summary's fields to those of the newest version.
func (s *summary) setVersion(p *Prepared, url string) {
	j := p.job
	s.url, s.content = url, p.content
	s.id, s.title, s.company, s.location, s.language = j.ID, j.Title, j.Company, j.Location, j.Language
	s.posted, s.valid = j.Posted, j.ValidThrough
}

// versionEntry is a version as it is stored: the URL and page that it comes from, and the posting as one zstd frame.
type versionEntry struct {
	at    time.Time
	page  uint64
	url   string
	frame []byte
}

func (v *versionEntry) appendTo(b []byte) []byte {
	b = binary.AppendUvarint(entry.AppendTime(b, v.at), v.page)
	return append(entry.AppendString(b, v.url), v.frame...)
}

func decodeVersion(b []byte) (*versionEntry, error) {
	f := entry.NewFields(b)
	v := &versionEntry{at: f.Time(), page: f.Uvarint(), url: f.String(), frame: f.Rest()}
	if f.Bad() {
		return nil, entry.Damaged("a version", b)
	}
	return v, nil
}

// appendDecision writes a member's decision without its cluster, which is in the key, and without the original, which is in the cluster's entry.
func appendDecision(b []byte, d *job.Decision) []byte {
	b = binary.AppendUvarint(b, d.Of)
	b = entry.AppendFloat(entry.AppendString(b, d.Verdict), d.Similarity)
	for _, reason := range d.Reasons {
		b = entry.AppendString(b, reason)
	}
	if d.Publisher != "" {
		b = entry.AppendString(b, publisherMark+d.Publisher+publisherMark+d.PublisherReason)
	}
	return b
}

// publisherMark is the first byte of the last text of a decision, if that text names the publisher of the posting. It also separates the publisher
// from the reason. Decisions of earlier versions have no such text, and reasons never begin with this byte.
const publisherMark = "\x00"

func decodeDecision(b []byte) (d job.Decision, err error) {
	f := entry.NewFields(b)
	d.Of, d.Verdict, d.Similarity = f.Uvarint(), f.String(), f.Float()
	for f.More() {
		text := f.String()
		if publisher, found := strings.CutPrefix(text, publisherMark); found {
			d.Publisher, d.PublisherReason, _ = strings.Cut(publisher, publisherMark)
			continue
		}
		d.Reasons = append(d.Reasons, text)
	}
	if f.Bad() {
		return d, entry.Damaged("a decision", b)
	}
	return d, nil
}

// clusterEntry is what is kept under a cluster's number.
type clusterEntry struct {
	original uint64
	members  int
}

func (c clusterEntry) appendTo(b []byte) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, c.original), uint64(c.members))
}

func decodeCluster(b []byte) (c clusterEntry, err error) {
	f := entry.NewFields(b)
	c.original, c.members = f.Uvarint(), int(f.Uvarint())
	if f.Bad() || f.More() || c.members < 1 {
		return c, entry.Damaged("a cluster's entry", b)
	}
	return c, nil
}

// contentHash is the hash of a posting's content. Two versions differ if their hashes do.
type contentHash [16]byte

// hashContent hashes what a reader would see of a posting. It leaves out provenance and white space, because extraction may improve although the
// advertisement stays the same.
func hashContent(p *job.Posting) contentHash {
	b := make([]byte, 0, len(p.Description)+512)
	for _, s := range [...]string{p.ID, p.Title, p.Company, p.Location, p.Salary.Currency, p.Salary.Unit, p.Contact.Name,
		p.Contact.Email, p.Contact.Phone, p.Description} {
		b = append(appendSqueezed(b, s), 0)
	}
	for _, s := range p.Employment {
		b = append(append(b, s...), ' ')
	}
	b = entry.AppendTime(entry.AppendTime(b, p.Posted), p.ValidThrough)
	b = entry.AppendFloat(entry.AppendFloat(b, p.Salary.Min), p.Salary.Max)
	if p.StateReason == job.ReasonSaysSo {
		b = append(b, job.Closed...)
	}
	return xxh3.Hash128(b).Bytes()
}

// appendSqueezed appends s without white space at its ends, and with one blank in place of any in between. Blanks
// beyond ASCII are text like other.
func appendSqueezed(b []byte, s string) []byte {
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
