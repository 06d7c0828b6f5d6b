package topic

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"
)

// A file of learned data has three letters for its kind, a version byte, XXH3-64 of what follows (little endian), and
// the contents compressed by zstd.
const (
	version      = 1
	headerLength = 3 + 1 + 8
	maxUnpacked  = 64 << 20 // ten times the largest in use
)

// These errors say that learned data cannot be read.
var (
	// ErrDamaged says that a learned classifier or background cannot be decoded.
	ErrDamaged = errors.New("learned data is damaged")
	// ErrVersion says that a learned classifier or background is of another version.
	ErrVersion = errors.New("learned data is from another version of gannet")
)

// pack compresses learned data. A larger window needs 50 MiB for as many bytes.
func pack(magic string, raw []byte, level zstd.EncoderLevel) ([]byte, error) {
	coder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(level), zstd.WithWindowSize(1<<20))
	if err != nil {
		return nil, fmt.Errorf("compress: %w", err)
	}
	defer coder.Close()
	packed := coder.EncodeAll(raw, nil)
	out := append([]byte(magic), version)
	out = binary.LittleEndian.AppendUint64(out, xxh3.Hash(packed))
	return append(out, packed...), nil
}

func unpack(magic string, data []byte) ([]byte, error) {
	if len(data) < headerLength || string(data[:len(magic)]) != magic {
		return nil, ErrDamaged
	}
	if data[len(magic)] != version {
		return nil, ErrVersion
	}
	packed := data[headerLength:]
	if xxh3.Hash(packed) != binary.LittleEndian.Uint64(data[len(magic)+1:]) {
		return nil, ErrDamaged
	}
	coder, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	defer coder.Close()
	raw, err := coder.DecodeAll(packed, nil)
	if err != nil {
		return nil, ErrDamaged
	}
	return raw, nil
}
