package flat

import (
	"bytes"
	"math"
	"slices"
	"testing"
)

type thing struct {
	number uint64
	small  uint8
	yes    bool
	name   string
	rest   []float32
}

func code(c *Coder, t *thing) {
	c.Uint64(&t.number)
	c.Uint8(&t.small)
	c.Bool(&t.yes)
	c.String(&t.name)
	asSlice := func() { Slice(c, &t.rest, (*Coder).Float32) }
	asFloats := func() { c.Float32s(&t.rest) }
	if c.Reads() { // one reads what the other has written
		asSlice, asFloats = asFloats, asSlice
	}
	asSlice()
	asFloats()
}

// TestWhatIsWrittenIsRead codes more than a buffer holds. What is cut or has more at its end is refused.
func TestWhatIsWrittenIsRead(t *testing.T) {
	want := thing{math.MaxUint64, 7, true, "a name", make([]float32, bufferSize)}
	for i := range want.rest {
		want.rest[i] = float32(i) / 3
	}
	var file bytes.Buffer
	w := NewWriter(&file)
	code(w, &want)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	read := func(b []byte) (got thing, err error) {
		r := NewReader(bytes.NewReader(b), int64(len(b)))
		code(r, &got)
		return got, r.Flush()
	}
	got, err := read(file.Bytes())
	if err != nil || got.number != want.number || got.small != 7 || !got.yes || got.name != "a name" || !slices.Equal(got.rest, want.rest) {
		t.Errorf("read %v, %v", got.number, err)
	}
	for _, n := range []int{0, 5, 17, 1000, file.Len() - 1} {
		if _, err := read(file.Bytes()[:n]); err == nil {
			t.Errorf("read %d of %d bytes without an error", n, file.Len())
		}
	}
	if _, err := read(append(file.Bytes(), 0)); err == nil {
		t.Error("read more than was written without an error")
	}
}
