package entry

import (
	"errors"
	"slices"
	"sync"

	"github.com/klauspost/compress/s2"
)

// s2Block is the byte before a body that is one block of S2. Earlier versions stored a body as a frame of Zstandard, which never begins with this
// byte.
const s2Block = 'S'

// maxBody is the largest size of a decompressed body, in bytes.
const maxBody = 1 << 30

var errBody = errors.New("neither a block of S2 nor a frame of Zstandard")

var blocks = sync.Pool{New: func() any { return new([]byte) }}

// AppendBody compresses the body of a page, appends it to b and returns the result. It uses S2, which takes a third of the time of Zstandard,
// but 40 % more bytes.
func AppendBody(b, body []byte) []byte {
	block := blocks.Get().(*[]byte)
	defer blocks.Put(block)
	*block = slices.Grow((*block)[:0], s2.MaxEncodedLen(len(body)))
	packed := s2.Encode((*block)[:cap(*block)], body)
	return append(append(slices.Grow(b, 1+len(packed)), s2Block), packed...)
}

// Body decompresses the body of a page. It reuses the memory of into if that is large enough.
func Body(into, value []byte) ([]byte, error) {
	if len(value) == 0 || value[0] != s2Block {
		return Decompress(into[:0], value)
	}
	if size, err := s2.DecodedLen(value[1:]); err != nil || size > maxBody {
		return nil, errBody
	}
	return s2.Decode(into[:cap(into)], value[1:])
}
