package frames

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// TestFramesComeBack: what is written is read again. A stream that was cut is an error, unless it was cut between two frames.
func TestFramesComeBack(t *testing.T) {
	written := []Frame{{'A', 0, nil}, {'K', 1<<64 - 1, []byte("body")}, {'Z', 7, bytes.Repeat([]byte("x"), 1<<17)}}
	var stream bytes.Buffer
	w := NewWriter(&stream)
	ends := map[int]bool{0: true}
	for _, f := range written {
		if err := errors.Join(w.Write(f), w.Flush()); err != nil {
			t.Fatal(err)
		}
		ends[stream.Len()] = true
	}
	if want := []byte{0, 0, 0, 9, 'A', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 'K', 255}; !bytes.HasPrefix(stream.Bytes(), want) {
		t.Errorf("the stream begins with %v", stream.Bytes()[:len(want)])
	}
	for _, cut := range []int{0, 3, 12, 13, 20, 30, 1 << 16, stream.Len() - 1, stream.Len()} {
		n := 0
		err := NewReader(bytes.NewReader(stream.Bytes()[:cut])).Each(func(f Frame) error {
			if w := written[n]; f.Kind != w.Kind || f.Key != w.Key || !bytes.Equal(f.Body, w.Body) {
				t.Errorf("frame %d is %c %d with %d bytes", n, f.Kind, f.Key, len(f.Body))
			}
			n++
			return nil
		})
		if whole := ends[cut]; whole != (err == nil) || !whole && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("cut after %d bytes: %d frames and %v", cut, n, err)
		}
	}
	for _, bad := range []string{"\x00\x00\x00\x08A1234567", "not a frame"} {
		if _, err := NewReader(bytes.NewReader([]byte(bad))).Next(); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	if err := NewWriter(io.Discard).Write(Frame{'A', 1, make([]byte, most)}); err == nil {
		t.Error("a frame that cannot be read is written")
	}
}
