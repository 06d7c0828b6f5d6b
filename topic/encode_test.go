package topic

import (
	"bytes"
	"encoding/base64"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func TestClassifierTextKeepsWeights(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	c := &Classifier{weights: make([]float32, 1<<tableBits), bias: -1.25}
	for range 5000 {
		c.weights[random.IntN(len(c.weights))] = float32(random.NormFloat64())
	}
	text, err := c.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var got Classifier
	if err := got.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	if got.bias != c.bias {
		t.Errorf("bias %g, want %g", got.bias, c.bias)
	}
	for i, w := range c.weights {
		if math.Abs(float64(w-got.weights[i])) > 1e-4 {
			t.Fatalf("weight %d is %g, was %g", i, got.weights[i], w)
		}
	}
}

func TestZeroClassifierText(t *testing.T) {
	c := &Classifier{weights: make([]float32, 1<<tableBits), bias: 2}
	text, err := c.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var got Classifier
	if err := got.UnmarshalText(text); err != nil || got.bias != 2 {
		t.Errorf("bias %g, %v", got.bias, err)
	}
}

func TestEveryDamageIsNoticed(t *testing.T) {
	text, err := smallClassifier().MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := base64.StdEncoding.AppendDecode(nil, text)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		bad := bytes.Clone(raw)
		bad[i] ^= 0x10
		want := ErrDamaged
		if i == len(magic) {
			want = ErrVersion
		}
		var c Classifier
		if err := c.UnmarshalText(base64.StdEncoding.AppendEncode(nil, bad)); !errors.Is(err, want) {
			t.Errorf("byte %d changed: %v, want %v", i, err, want)
		}
		if err := c.UnmarshalText(base64.StdEncoding.AppendEncode(nil, raw[:i])); err == nil {
			t.Errorf("cut at byte %d: no error", i)
		}
	}
}

// FuzzClassifier feeds contents with a right checksum.
func FuzzClassifier(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 13))
	f.Add(append(make([]byte, 12), 2, 1, 2, 3, 4))
	f.Fuzz(func(t *testing.T, raw []byte) {
		data, err := pack(magic, raw, zstd.SpeedFastest)
		if err != nil {
			t.Fatal(err)
		}
		var c Classifier
		if err := c.UnmarshalText(base64.StdEncoding.AppendEncode(nil, data)); err != nil {
			return
		}
		if p := c.Score(Vector{Terms: []Term{{Word: 1, Count: 1}}}); math.IsNaN(p) {
			t.Errorf("probability is not a number")
		}
	})
}

func FuzzBackground(f *testing.F) {
	f.Add([]byte{10, 1, 5, 2, 1, 3, 1, 0, 255, 16})
	f.Fuzz(func(t *testing.T, raw []byte) {
		data, err := pack(backgroundMagic, raw, zstd.SpeedFastest)
		if err != nil {
			t.Fatal(err)
		}
		b, err := ReadBackground(bytes.NewReader(data))
		if err != nil {
			return
		}
		b.IDF().Of(5)
		for _, p := range b.prototypes {
			b.drawDocument(p, rand.New(rand.NewPCG(1, 1)))
		}
	})
}
