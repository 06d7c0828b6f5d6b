// Package flat owns how numbers in memory are written to a file one after the other, and read back. One function says which
// numbers a value has, and in which order. It serves both ways.
package flat

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
)

// Coder writes values to a stream, or reads them back into the same variables, so that one function serves for both. Numbers are little
// endian. After an error it does nothing.
type Coder struct {
	w    io.Writer // nil: it reads
	r    io.Reader
	buf  []byte
	at   int // read up to here, of buf
	left int64
	err  error
}

const (
	bufferSize = 64 << 10
	maxString  = 64 << 10
)

// NewWriter returns a Coder that writes values to w. Call Flush at the end.
func NewWriter(w io.Writer) *Coder { return &Coder{w: w, buf: make([]byte, 0, bufferSize)} }

// NewReader returns a Coder that reads values from the next size bytes of r.
func NewReader(r io.Reader, size int64) *Coder {
	return &Coder{r: r, buf: make([]byte, 0, bufferSize), left: size}
}

// Reads reports whether the Coder reads values from a stream. If not, it writes them.
func (c *Coder) Reads() bool { return c.w == nil }

// More reports whether a Coder that reads has bytes left; streams of older versions may be shorter. For a Coder that writes, More always
// returns true.
func (c *Coder) More() bool { return !c.Reads() || c.left > 0 || c.at < len(c.buf) }

// Flush writes what is still buffered. If the Coder reads, Flush checks that no bytes are left. It returns the first error of the Coder.
func (c *Coder) Flush() error {
	if c.Reads() && c.err == nil && (c.left > 0 || c.at < len(c.buf)) {
		c.err = fmt.Errorf("%d bytes too many", c.left+int64(len(c.buf)-c.at))
	}
	if !c.Reads() && c.err == nil {
		_, c.err = c.w.Write(c.buf)
		c.buf = c.buf[:0]
	}
	return c.err
}

// Fail makes err the error of the Coder, unless the Coder has an error already.
func (c *Coder) Fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// next returns the next n bytes, to be written or as read. They are zero after an error.
func (c *Coder) next(n int) []byte {
	if c.Reads() {
		return c.read(n)
	}
	if len(c.buf)+n > cap(c.buf) {
		if c.err == nil {
			_, c.err = c.w.Write(c.buf)
		}
		c.buf = c.buf[:0]
	}
	c.buf = c.buf[:len(c.buf)+n]
	return c.buf[len(c.buf)-n:]
}

func (c *Coder) read(n int) []byte {
	if len(c.buf)-c.at < n && c.err == nil {
		kept := copy(c.buf[:cap(c.buf)], c.buf[c.at:])
		more := int(min(int64(cap(c.buf)-kept), c.left))
		c.buf, c.at = c.buf[:kept+more], 0
		if _, err := io.ReadFull(c.r, c.buf[kept:]); err != nil {
			c.err = err
		}
		c.left -= int64(more)
		if c.err == nil && len(c.buf) < n {
			c.err = io.ErrUnexpectedEOF
		}
	}
	if c.err != nil {
		return make([]byte, n)
	}
	c.at += n
	return c.buf[c.at-n : c.at]
}

// Uint64 writes *x to the stream, or reads it from the stream if the Coder reads.
func (c *Coder) Uint64(x *uint64) {
	if b := c.next(8); c.w != nil {
		binary.LittleEndian.PutUint64(b, *x)
	} else {
		*x = binary.LittleEndian.Uint64(b)
	}
}

// Uint32 writes *x to the stream, or reads it from the stream if the Coder reads.
func (c *Coder) Uint32(x *uint32) {
	if b := c.next(4); c.w != nil {
		binary.LittleEndian.PutUint32(b, *x)
	} else {
		*x = binary.LittleEndian.Uint32(b)
	}
}

// Uint16 writes *x to the stream, or reads it from the stream if the Coder reads.
func (c *Coder) Uint16(x *uint16) {
	if b := c.next(2); c.w != nil {
		binary.LittleEndian.PutUint16(b, *x)
	} else {
		*x = binary.LittleEndian.Uint16(b)
	}
}

// Uint8 writes *x to the stream, or reads it from the stream if the Coder reads.
func (c *Coder) Uint8(x *uint8) {
	if b := c.next(1); c.w != nil {
		b[0] = *x
	} else {
		*x = b[0]
	}
}

// Bool writes *x to the stream as 0 or 1, or reads it from the stream if the Coder reads.
func (c *Coder) Bool(x *bool) {
	var n uint8
	if *x {
		n = 1
	}
	c.Uint8(&n)
	*x = n == 1
}

// Int writes *x, which must not be negative, to the stream, or reads it from the stream if the Coder reads.
func (c *Coder) Int(x *int) {
	n := uint64(*x)
	c.Uint64(&n)
	*x = int(n)
}

// Float32 writes the bits of *x to the stream, or reads them from the stream if the Coder reads.
func (c *Coder) Float32(x *float32) {
	n := math.Float32bits(*x)
	c.Uint32(&n)
	*x = math.Float32frombits(n)
}

// Float64 writes the bits of *x to the stream, or reads them from the stream if the Coder reads.
func (c *Coder) Float64(x *float64) {
	n := math.Float64bits(*x)
	c.Uint64(&n)
	*x = math.Float64frombits(n)
}

// String writes *s to the stream, or reads it from the stream if the Coder reads. A string may have up to 64 kB.
func (c *Coder) String(s *string) {
	n := min(len(*s), maxString)
	if !c.length(&n) {
		return
	}
	if b := c.next(n); c.w != nil {
		copy(b, *s)
	} else {
		*s = string(b)
	}
}

// Float32s writes what Slice writes with Float32, or reads it, in less time.
func (c *Coder) Float32s(s *[]float32) {
	n := len(*s)
	if !c.length(&n) {
		return
	}
	if c.Reads() {
		*s = make([]float32, n)
	}
	for part := range slices.Chunk(*s, bufferSize/8) {
		b := c.next(4 * len(part))
		for i := range part {
			if c.w != nil {
				binary.LittleEndian.PutUint32(b[4*i:], math.Float32bits(part[i]))
			} else {
				part[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
			}
		}
	}
}

// Slice writes the length of *s and its elements to the stream, or reads them if the Coder reads. code writes or reads one element.
func Slice[T any](c *Coder, s *[]T, code func(*Coder, *T)) {
	n := len(*s)
	if !c.length(&n) {
		return
	}
	if c.Reads() {
		*s = make([]T, n)
	}
	for i := range *s {
		code(c, &(*s)[i])
	}
}

// length writes *n, or reads it. It returns false if fewer bytes than that are left to be read.
func (c *Coder) length(n *int) (ok bool) {
	c.Int(n)
	if c.Reads() && c.err == nil && (*n < 0 || int64(*n) > c.left+int64(len(c.buf)-c.at)) {
		c.err = fmt.Errorf("a list of %d in %d bytes", *n, c.left)
	}
	return !c.Reads() || c.err == nil
}
