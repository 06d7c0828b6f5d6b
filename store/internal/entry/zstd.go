package entry

import (
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// window is how far back compression searches. Few pages are longer, and each encoder needs as much memory.
const window = 512 << 10

// Encoder returns the Zstandard encoder for all values except bodies. It uses 1 MB of memory for each of its goroutines. One encoder is
// kept for the whole process, because a sync.Pool would drop it at every second garbage collection.
var Encoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(concurrency()),
		zstd.WithLowerEncoderMem(true), zstd.WithWindowSize(window))
})

var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(concurrency()), zstd.WithDecoderMaxMemory(1<<30))
})

// concurrency returns how many goroutines use an encoder or a decoder at the same time. Others wait.
func concurrency() int { return min(4, runtime.GOMAXPROCS(0)) }

// Decompress appends to b the decompressed content of a Zstandard frame.
func Decompress(b, frame []byte) ([]byte, error) {
	z, err := decoder()
	if err != nil {
		return nil, err
	}
	return z.DecodeAll(frame, b)
}
