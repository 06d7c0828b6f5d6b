package topic

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"
)

// A classifier in a file is
//
//	magic "gtc", version byte, XXH3-64 of what follows (little endian),
//	zstd of: bias float64, scale float32, count uvarint, then count times:
//	difference to the last index uvarint and weight varint (times scale)
//
// in base64. Weights are rounded to 1/32767 of the largest.
const magic = "gtc"

// MarshalText encodes the classifier in Base64, as a topic file stores it.
func (c *Classifier) MarshalText() ([]byte, error) {
	out, err := pack(magic, c.raw(), zstd.SpeedFastest) // the best saves a tenth, but costs a crawl 4 ms each time that it learns
	if err != nil {
		return nil, fmt.Errorf("write classifier: %w", err)
	}
	return base64.StdEncoding.AppendEncode(nil, out), nil
}

// Hash returns a hash of the classifier, to recognise whether two are equal. It is faster than MarshalText.
func (c *Classifier) Hash() uint64 { return xxh3.Hash(c.raw()) }

// raw returns the classifier before it is packed.
func (c *Classifier) raw() []byte {
	largest, count := float32(0), 0
	for _, w := range c.weights {
		largest = max(largest, w, -w)
		if w != 0 {
			count++
		}
	}
	scale := largest / math.MaxInt16
	raw := binary.LittleEndian.AppendUint64(nil, math.Float64bits(c.bias))
	raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(scale))
	body := make([]byte, 0, 4*count)
	last, kept := 0, uint64(0)
	for i, w := range c.weights {
		if w == 0 {
			continue
		}
		if q := int64(math.Round(float64(w / scale))); q != 0 {
			body = binary.AppendUvarint(body, uint64(i-last))
			body = binary.AppendVarint(body, q)
			last = i
			kept++
		}
	}
	return append(binary.AppendUvarint(raw, kept), body...)
}

// UnmarshalText decodes what MarshalText has encoded, and ignores white space. The error is ErrDamaged or ErrVersion.
func (c *Classifier) UnmarshalText(text []byte) error {
	data, err := base64.StdEncoding.AppendDecode(nil, bytes.Join(bytes.Fields(text), nil))
	if err != nil {
		return ErrDamaged
	}
	raw, err := unpack(magic, data)
	if err != nil {
		return err
	}
	if len(raw) < 12 {
		return ErrDamaged
	}
	bias := math.Float64frombits(binary.LittleEndian.Uint64(raw))
	scale := math.Float32frombits(binary.LittleEndian.Uint32(raw[8:]))
	if math.IsNaN(bias) || math.IsInf(bias, 0) || !(scale >= 0 && scale <= math.MaxFloat32/math.MaxInt16) {
		return ErrDamaged
	}
	weights, err := readWeights(raw[12:], scale)
	if err != nil {
		return err
	}
	c.bias, c.weights = bias, weights
	return nil
}

func readWeights(raw []byte, scale float32) ([]float32, error) {
	r := bytes.NewReader(raw)
	count, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, ErrDamaged
	}
	weights := make([]float32, 1<<tableBits)
	at := uint64(0)
	for range count {
		step, err := binary.ReadUvarint(r)
		if err != nil || step >= uint64(len(weights)) {
			return nil, ErrDamaged
		}
		q, err := binary.ReadVarint(r)
		if at += step; err != nil || at >= uint64(len(weights)) {
			return nil, ErrDamaged
		}
		weights[at] = float32(q) * scale
	}
	if r.Len() != 0 {
		return nil, ErrDamaged
	}
	return weights, nil
}
