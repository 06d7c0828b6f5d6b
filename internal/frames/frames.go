// Package frames owns the records that workers read and write: a length, a kind, a key and a body. docs/guide/16-batches.md describes each kind.
//
// A frame is a length in 4 bytes, and so many bytes: the kind in one, the key in 8, the body. Numbers are big-endian. So engines
// that order frames by their first 9 bytes as text order them by kind, then by key.
package frames

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
)

// Frame is one record of a stream: its kind, which is a capital letter, a key and a body.
type Frame struct {
	Kind byte
	Key  uint64
	Body []byte
}

const (
	headBytes = 9       // kind and key
	most      = 1 << 27 // the length of a frame that is read
)

// Reader reads frames (records with a kind and a key) from a stream.
type Reader struct {
	in     *bufio.Reader
	buffer []byte
}

// NewReader returns a Reader of the frames in r.
func NewReader(r io.Reader) *Reader { return &Reader{in: bufio.NewReaderSize(r, 1<<16)} }

// Next returns the next frame. Its body is valid until the next call. The error is io.EOF after the last frame, and io.ErrUnexpectedEOF if
// the stream ends within a frame.
func (r *Reader) Next() (f Frame, err error) {
	var length [4]byte
	if _, err := io.ReadFull(r.in, length[:]); err != nil {
		return f, err
	}
	n := binary.BigEndian.Uint32(length[:])
	if n < headBytes || n > most {
		return f, fmt.Errorf("a frame of %d bytes: it is %d to %d", n, headBytes, most)
	}
	if cap(r.buffer) < int(n) {
		r.buffer = make([]byte, n)
	}
	data := r.buffer[:n]
	if _, err := io.ReadFull(r.in, data); err != nil {
		return f, io.ErrUnexpectedEOF
	}
	return Frame{data[0], binary.BigEndian.Uint64(data[1:]), data[headBytes:]}, nil
}

// Each calls use with all frames, until use returns an error. The body of a frame is valid only during the call.
func (r *Reader) Each(use func(Frame) error) error {
	for {
		f, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = use(f)
		}
		if err != nil {
			return err
		}
	}
}

// Writer writes frames (records with a kind and a key) to a stream.
type Writer struct{ out *bufio.Writer }

// NewWriter returns a Writer to w. Call Flush after the last frame.
func NewWriter(w io.Writer) *Writer { return &Writer{bufio.NewWriterSize(w, 1<<16)} }

// Write writes a frame to the stream.
func (w *Writer) Write(f Frame) error {
	if headBytes+len(f.Body) > most {
		return fmt.Errorf("a frame of %d bytes: it is %d at most", headBytes+len(f.Body), most)
	}
	var head [4 + headBytes]byte
	binary.BigEndian.PutUint32(head[:], uint32(headBytes+len(f.Body)))
	head[4] = f.Kind
	binary.BigEndian.PutUint64(head[5:], f.Key)
	if _, err := w.out.Write(head[:]); err != nil {
		return err
	}
	_, err := w.out.Write(f.Body)
	return err
}

// Flush writes the frames that are still buffered.
func (w *Writer) Flush() error { return w.out.Flush() }
