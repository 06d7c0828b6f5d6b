package main

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompressedAdsAreNamed: a file that is compressed has no bad lines. It has to be unpacked.
func TestCompressedAdsAreNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ads.jsonl.gz")
	var packed strings.Builder
	z := gzip.NewWriter(&packed)
	_, _ = z.Write([]byte(`{"title":"Baker","text":"Bread"}`))
	_ = z.Close()
	for _, c := range []struct{ text, want string }{
		{packed.String(), "ads.jsonl.gz is compressed: unpack it first"},
		{"\x28\xb5\x2f\xfdrest", "ads.jsonl.gz is compressed: unpack it first"},
		{`{}`, ""}, {"", ""},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		err := eachChunk(path, nil, func(*chunk) error { return nil })
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%.10q: error %v, want %q", c.text, err, c.want)
		}
	}
}
