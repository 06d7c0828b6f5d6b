//go:build unix

package program

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAConfigurationThatOthersMayReadIsReported, because it has the passwords of accounts. The server does not start for want of sense in it.
func TestAConfigurationThatOthersMayReadIsReported(t *testing.T) {
	config := filepath.Join(t.TempDir(), "nats.conf")
	if err := os.WriteFile(config, []byte("{ nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	for mode, want := range map[os.FileMode]bool{0o600: false, 0o640: true} {
		if err := os.Chmod(config, mode); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		status := Run("1.2", []string{"--out", t.TempDir(), "--config", config}, &out, &errs)
		if reported := strings.Contains(errs.String(), "may read a secret"); status == 0 || reported != want {
			t.Errorf("mode %v: status %d, reported %v: %s", mode, status, reported, &errs)
		}
	}
}
