package linefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"gannet/internal/linefile"
)

func TestOpenEndsALineThatWasCutOff(t *testing.T) {
	for content, want := range map[string]string{"": "new\n", "one\n": "one\nnew\n", "one\ntw": "one\ntw\nnew\n"} {
		path := filepath.Join(t.TempDir(), "lines")
		if content != "" {
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		f, begin, err := linefile.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(append(begin, "new\n"...)); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%q became %q, want %q: %v", content, got, want, err)
		}
	}
}
