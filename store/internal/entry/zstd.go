package entry

import (
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// window is how far back compression searches. Few pages are longer, and each encoder needs as much memory.
const window = 512 << 10

// Encoder returns the encoder for all values except bodies. It has tables of 1 MB for each of its goroutines. They are kept for the whole process,
// because a sync.Pool would drop them at every second garbage collection.
var Encoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(min(4, runtime.GOMAXPROCS(0))),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(window))
})

var decoders sync.Pool // of *zstd.Decoder

// Decompress appends the decompressed content of a frame to b.
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
