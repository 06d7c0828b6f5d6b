package entry

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestBodiesOfAllVersions(t *testing.T) {
	z, err := Encoder()
	if err != nil {
		t.Fatal(err)
	}
	random := make([]byte, 70_000)
	for i := range random {
		random[i] = byte(rand.Uint32())
	}
	for _, body := range [][]byte{nil, []byte("(\xb5/\xfd"), []byte(strings.Repeat("<p>a page of words</p>", 5000)), random} {
		for name, value := range map[string][]byte{"S2": AppendBody(nil, body), "Zstandard": z.EncodeAll(body, nil)} {
			for _, into := range [][]byte{nil, make([]byte, 3, 1<<20)} {
				got, err := Body(into, value)
				if err != nil || !bytes.Equal(got, body) {
					t.Errorf("%s: %d bytes of %d, %v", name, len(got), len(body), err)
				}
			}
		}
	}
	if got := AppendBody([]byte("header"), random); !bytes.HasPrefix(got, []byte("headerS")) {
		t.Errorf("what stood before is lost: %q", got[:10])
	}
}

func TestDamagedBodiesAreErrors(t *testing.T) {
	whole := AppendBody(nil, []byte(strings.Repeat("a page of words ", 100)))
	for n := range len(whole) - 1 {
		if got, err := Body(nil, whole[:n+1]); err == nil {
			t.Errorf("a body cut to %d of %d bytes was read as %q", n+1, len(whole), got)
		}
	}
	if _, err := Body(nil, []byte("S\xff\xff\xff\xff\x0f")); err == nil {
		t.Error("a body of 4 GB was read")
	}
	if _, err := Body(nil, []byte("text")); err == nil {
		t.Error("a text was read as a body")
	}
}
