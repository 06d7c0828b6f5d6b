package render

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// TestProfilesOfKilledProcesses: the next browser removes the profile of a process that has ended, and leaves that of one that runs and
// what it does not know.
func TestProfilesOfKilledProcesses(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("whether a process has ended is known on Linux only")
	}
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	gone := filepath.Join(temporary, fmt.Sprintf("%s%d-1", profilePrefix, ended.Process.Pid))
	running := filepath.Join(temporary, fmt.Sprintf("%s%d-1", profilePrefix, os.Getppid()))
	unknown := filepath.Join(temporary, profilePrefix+"notes")
	for _, dir := range []string{gone, running, unknown} {
		if err := os.MkdirAll(filepath.Join(dir, "Default"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	own, err := newProfile()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(gone); !os.IsNotExist(err) {
		t.Error("the profile of a process that has ended is left:", err)
	}
	for _, dir := range []string{running, unknown, own} {
		if _, err := os.Stat(dir); err != nil {
			t.Error("removed:", err)
		}
	}
}
