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
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(concurrency()),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(window))
})

var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(concurrency()), zstd.WithDecoderMaxMemory(1<<30))
})

// concurrency returns how many goroutines use an encoder or a decoder at the same time. Others wait.
func concurrency() int { return min(4, runtime.GOMAXPROCS(0)) }

// Decompress appends the decompressed content of a frame to b.
func Decompress(b, frame []byte) ([]byte, error) {
	z, err := decoder()
	if err != nil {
		return nil, err
	}
	return z.DecodeAll(frame, b)
}
