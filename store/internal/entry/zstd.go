package entry

import (
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// window is how far back compression looks. Few pages are longer, and each encoder holds so much.
const window = 512 << 10

// Encoder returns the encoder of all values but bodies. It has tables of 1 MB for each of its goroutines. They are kept: a
// sync.Pool would drop them at every second garbage collection.
var Encoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(min(4, runtime.GOMAXPROCS(0))),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(window))
})

var decoders sync.Pool // of *zstd.Decoder

// Decompress appends what a frame holds to b.
func Decompress(b, frame []byte) ([]byte, error) {
	z, ok := decoders.Get().(*zstd.Decoder)
	if !ok {
		var err error
		if z, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30)); err != nil {
			return nil, err
		}
	}
	defer decoders.Put(z)
	return z.DecodeAll(frame, b)
}
