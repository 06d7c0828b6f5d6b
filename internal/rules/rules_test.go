// Package rules tests what ARCHITECTURE.md says of the packages: which may import which.
package rules

import (
	"os/exec"
	"strings"
	"testing"
)

// allowed names, for every room, the rooms it may import, directly or not. Packages below a room belong to it;
// internal packages import no room.
var allowed = map[string][]string{
	"features": {},
	"frontier": {},
	"job":      {"features"},
	"dedup":    {"features", "job"},
	"models":   {},
	"seeds":    {},
	"store":    {"features", "job"},
	"topic":    {"features"},
	"ranker":   {"features", "topic"},
	"crawler":  {"features", "frontier", "topic", "ranker", "job", "dedup", "store"},
	"cmd":      {"crawler", "dedup", "features", "frontier", "job", "models", "ranker", "seeds", "store", "topic"},
	"internal": {},
}

// generators write what the package models embeds, and import what they need for it.
const generators = "gannet/models/gen"

func TestRoomsImportOnlyWhatTheyMay(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "gannet/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], generators) {
			continue
		}
		room := roomOf(fields[0])
		may, known := allowed[room]
		if !known {
			t.Errorf("%s: ARCHITECTURE.md has no room %q", fields[0], room)
		}
		for _, dep := range fields[1:] {
			if other := roomOf(dep); other != "" && other != room && other != "internal" && !contains(may, other) {
				t.Errorf("%s imports %s: give the reason in ARCHITECTURE.md, or turn the arrow around", fields[0], dep)
			}
		}
	}
}

// roomOf gives the top-level directory of a package of ours, "" for others.
func roomOf(path string) string {
	rest, ours := strings.CutPrefix(path, "gannet/")
	if !ours {
		return ""
	}
	room, _, _ := strings.Cut(rest, "/")
	return room
}

func contains(names []string, name string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
