package main

import (
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestUnitRestartsAfterCrashes holds the unit's rule against what systemd.service(5) says: with Restart=on-failure a service is started
// again unless its status is 0 or one of RestartPreventExitStatus. After a panic and a failure it is, after wrong use it is not.
func TestUnitRestartsAfterCrashes(t *testing.T) {
	unit, err := os.ReadFile("../../packaging/gannet@.service")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string][]string{}
	for line := range strings.Lines(string(unit)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		said[key] = strings.Fields(value)
	}
	if !slices.Equal(said["Restart"], []string{"on-failure"}) {
		t.Errorf("Restart=%s", said["Restart"])
	}
	for _, c := range []struct {
		about   string
		command []string
		again   bool
	}{
		{"a panic", []string{"gannet-panic"}, true},
		{"a failure", []string{"gannet", "stats", t.TempDir()}, true},
		{"wrong use", []string{"gannet", "crawl", "--no-such-flag"}, false},
		{"success", []string{"gannet", "--version"}, false},
	} {
		cmd := exec.Command(c.command[0], c.command[1:]...)
		_ = cmd.Run() // its status is looked at
		status := cmd.ProcessState.ExitCode()
		again := status != 0 && !slices.Contains(said["RestartPreventExitStatus"], strconv.Itoa(status))
		if again != c.again {
			t.Errorf("after %s (status %d) it is started again: %v, want %v", c.about, status, again, c.again)
		}
	}
}
