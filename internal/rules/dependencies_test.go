package rules

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// versionOf returns a version as the table of dependencies has it: the tag, or the commit where a module has no tags.
func versionOf(version string) string {
	if parts := strings.Split(version, "-"); len(parts) > 2 {
		return "commit " + parts[len(parts)-1]
	}
	return version
}

// described returns the modules of the table of dependencies, each with its version and licence. A cell of several modules separates them by ", ",
// and their versions by "; ".
func described(table string) map[string][2]string {
	all := make(map[string][2]string)
	for line := range strings.Lines(table) {
		cells := strings.Split(line, " | ")
		if len(cells) != 6 {
			continue
		}
		versions := strings.Split(cells[1], "; ")
		for i, name := range strings.Split(strings.TrimPrefix(cells[0], "| "), ", ") {
			version := ""
			if i < len(versions) {
				version = versions[i]
			}
			all[name] = [2]string{version, cells[2]}
		}
	}
	return all
}

// TestTheTableHasEveryDependency compares the table with what the modules of the programs, of the laboratory and of the packages require directly.
func TestTheTableHasEveryDependency(t *testing.T) {
	const file = "../../docs/design/dependencies.md"
	table, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := described(string(table))
	for _, dir := range []string{"../..", "../../lab", "../../packaging"} {
		var required struct {
			Require []struct {
				Path, Version string
				Indirect      bool
			}
			Tool []struct{ Path string }
		}
		if err := json.Unmarshal(command(t, "mod", "edit", "-json", dir+"/go.mod"), &required); err != nil {
			t.Fatal(err)
		}
		for _, m := range required.Require {
			tool := slices.ContainsFunc(required.Tool, func(tool struct{ Path string }) bool { return strings.HasPrefix(tool.Path, m.Path+"/") })
			if m.Path == "gannet" || m.Indirect && !tool {
				continue
			}
			row, ok := rows[strings.TrimPrefix(m.Path, "github.com/")]
			if version := versionOf(m.Version); !ok || !strings.HasPrefix(row[0], version+" of ") || row[1] == "" {
				t.Errorf("%s/go.mod requires %s %s, and %s has version %q and licence %q of it: correct its row", dir, m.Path, version, file, row[0], row[1])
			}
		}
	}
}

func TestRowsOfDependenciesAreRead(t *testing.T) {
	rows := described("| module | version | licence | costs | for | reason |\n|---|---|---|---|---|---|\n" +
		"| a/b, c.org/d | v1.0.0 of 2026-01-02; commit 0123456789ab of 2026-01-03 | MIT | 1 s | x | y |\n")
	if rows["a/b"] != [2]string{"v1.0.0 of 2026-01-02", "MIT"} || rows["c.org/d"] != [2]string{"commit 0123456789ab of 2026-01-03", "MIT"} {
		t.Errorf("the rows are %v", rows)
	}
	if v := versionOf("v0.0.0-20260102030405-0123456789ab"); v != "commit 0123456789ab" {
		t.Errorf("a version without a tag is %q", v)
	}
	if v := versionOf("v0.5.0-rc1"); v != "v0.5.0-rc1" {
		t.Errorf("a candidate of a release is %q", v)
	}
}
