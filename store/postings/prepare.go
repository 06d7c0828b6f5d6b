package postings

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"time"

	"github.com/klauspost/compress/zstd"

	"gannet/job"
	"gannet/store/internal/entry"
)

// Prepared is a posting that was encoded for the store.
type Prepared struct {
	found   *Found
	job     *job.Posting // as it is kept
	content contentHash
	frame   []byte
	profile []byte
}

// Prepare does the part of storing a posting that needs no transaction: it encodes and compresses it.
func Prepare(found *Found) (*Prepared, error) {
	if found.Job == nil {
		return nil, errors.New("a posting without a job")
	}
	z, err := entry.Encoder()
	if err != nil {
		return nil, err
	}
	p, err := compress(z, found.Job)
	if err != nil {
		return nil, err
	}
	p.found = found
	if found.Profile != nil {
		p.profile = found.Profile.AppendBinary(nil)
	}
	return p, nil
}

// Part returns the fragment of the URL that identifies the posting on a page with several postings. It returns "" for the posting of a whole
// page.
func (p *Prepared) Part() string { return p.job.Part }

// compress encodes a posting: its description first, because queries search it, then the other fields as JSON.
func compress(z *zstd.Encoder, p *job.Posting) (*Prepared, error) {
	rest := encodable(p)
	rest.Description = ""
	fields, err := json.Marshal(&rest)
	if err != nil {
		return nil, fmt.Errorf("encode a posting: %w", err)
	}
	plain := append(entry.AppendString(make([]byte, 0, len(p.Description)+len(fields)+8), p.Description), fields...)
	rest.Description = p.Description
	frame := z.EncodeAll(plain, make([]byte, 0, len(plain)/2+64))
	return &Prepared{job: &rest, content: hashContent(&rest), frame: frame}, nil
}

// encodable returns a copy of the posting without the numbers and times that JSON cannot express.
func encodable(p *job.Posting) job.Posting {
	out := *p
	for _, t := range []*time.Time{&out.Posted, &out.ValidThrough, &out.Ends} {
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

// splitPosting splits a decompressed posting into its description and its other fields.
func splitPosting(plain []byte) (description, fields []byte, err error) {
	f := entry.NewFields(plain)
	description = f.Bytes(f.Uvarint())
	if f.Bad() {
		return nil, nil, fmt.Errorf("a posting's text: %w", entry.ErrDamaged)
	}
	return description, f.Rest(), nil
}

func decodePosting(plain []byte) (*job.Posting, error) {
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
