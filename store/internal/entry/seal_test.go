package entry

import (
	"bytes"
	"testing"
)

// TestSealKnowsEveryBit: a sealed record of which one bit is another, or that is cut or longer, is none.
func TestSealKnowsEveryBit(t *testing.T) {
	whole := append(make([]byte, Header8), "what is known of a page"...)
	Seal(Pages, Key(7), whole)
	kind, k, record, ok := Unseal(whole)
	if !ok || kind != Pages || !bytes.Equal(k, Key(7)) || string(record) != "what is known of a page" {
		t.Fatalf("%c %x %q %v", kind, k, record, ok)
	}
	for i := range 8 * len(whole) {
		b := bytes.Clone(whole)
		b[i/8] ^= 1 << (i % 8)
		if _, _, _, ok := Unseal(b); ok {
			t.Errorf("bit %d is another, and the seal holds", i)
		}
	}
	for n := range whole {
		if _, _, _, ok := Unseal(whole[:n]); ok {
			t.Errorf("cut to %d bytes, the seal holds", n)
		}
	}
	if _, _, _, ok := Unseal(append(whole, 0)); ok {
		t.Error("a byte longer, the seal holds")
	}
}
