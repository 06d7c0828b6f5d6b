package archive

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow is the largest zstd window that is accepted: 128 MiB, that of zstd --long=27.
const maxWindow = 1 << 27

// maxDictionary is the largest unpacked size of a dictionary.
const maxDictionary = 16 << 20

var (
	magicGzip       = []byte{0x1f, 0x8b}
	magicZstd       = []byte{0x28, 0xb5, 0x2f, 0xfd}
	magicDictionary = []byte{0x5d, 0x2a, 0x4d, 0x18} // skippable frame 0xD; WARC-zstd 1.0, section "dictionary frame"
	magicSkippable  = []byte{0x2a, 0x4d, 0x18}       // after one byte 0x50-0x5f
)

// unpacked is the uncompressed content of a file.
type unpacked struct {
	io.Reader
	plain bool // the file is not compressed
	close func()
}

// unpack detects how a file is compressed and decompresses it. A file has one or more gzip members or zstd frames, as a rule
// one for each record.
func unpack(f io.Reader) (*unpacked, error) {
	in := bufio.NewReaderSize(f, 1<<18)
	magic, err := in.Peek(4)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(magic, magicGzip):
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		return &unpacked{Reader: z, close: func() { _ = z.Close() }}, nil
	case bytes.Equal(magic, magicDictionary):
		dictionary, err := readDictionary(in)
		if err != nil {
			return nil, err
		}
		return unzstd(in, dictionary)
	case bytes.Equal(magic, magicZstd), len(magic) == 4 && magic[0]&0xf0 == 0x50 && bytes.Equal(magic[1:], magicSkippable):
		return unzstd(in, nil)
	}
	return &unpacked{Reader: in, plain: true, close: func() {}}, nil
}

func unzstd(in io.Reader, dictionary []byte) (*unpacked, error) {
	options := []zstd.DOption{zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true)}
	if dictionary != nil {
		options = append(options, zstd.WithDecoderDicts(dictionary))
	}
	z, err := zstd.NewReader(in, options...)
	if err != nil {
		return nil, err
	}
	return &unpacked{Reader: z, close: z.Close}, nil
}

// readDictionary reads the frame at the start of a file, which has the dictionary for all other frames. The dictionary may be compressed.
func readDictionary(in io.Reader) ([]byte, error) {
	var head [8]byte
	if _, err := io.ReadFull(in, head[:]); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(head[4:])
	if size > maxDictionary {
		return nil, fmt.Errorf("dictionary of %d bytes", size)
	}
	dictionary := make([]byte, size)
	if _, err := io.ReadFull(in, dictionary); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(dictionary, magicZstd) {
		return dictionary, nil
	}
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDictionary))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return z.DecodeAll(dictionary, nil)
}
