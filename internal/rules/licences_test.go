package rules

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/reference/licences.md, and the Go code of templates")

const licencesFile = "../../docs/reference/licences.md"

// licencesHead begins docs/reference/licences.md.
const licencesHead = `# Licences

Every module of go.mod with the licence that its own files state, as
` + "`go test ./internal/rules -run Licences -update`" + ` finds them. The test fails when go.mod and this list differ, when a
licence is not one of those below, or when what a module states has changed. "linked" modules are part of the programs
that ` + "`make build`" + ` makes; the others are there for tests and tools, or named by what is not used. Nothing is under the
GPL or AGPL. LightGBM (MIT), a C library, is loaded for training if it is there and is no module. uPlot 1.6.32 (MIT), which draws
curves on the web interface, is checked in as npm has it, with its licence: web/static/uplot. The towns of GeoNames (CC BY 4.0) are
checked in as a compact file, with their licence: job/gazetteer, which also has the codes of NUTS (Eurostat, CC BY 4.0). Names of the groups of ISCO-08 are those of ESCO, which the European
Commission lets everybody use who names it as the source (Decision 2011/833/EU): job/occupation.

| module | version | licence | linked |
|---|---|---|---|
`

// marks are words of licences, the more particular first. What a file says first counts: some name other licences later.
var marks = []struct {
	licence string
	text    *regexp.Regexp
}{
	{"AGPL", regexp.MustCompile(`(?i)gnu affero general public license`)},
	{"Apache-2.0", regexp.MustCompile(`(?i)apache license,?\s+version 2\.0`)},
	{"GPL", regexp.MustCompile(`(?i)gnu (lesser )?general public license`)},
	{"MPL-2.0", regexp.MustCompile(`(?i)mozilla public license,?\s+v(ersion|\.) ?2\.0`)},
	{"ISC", regexp.MustCompile(`(?i)permission to use, copy, modify, and/or distribute this software`)},
	{"MIT", regexp.MustCompile(`(?i)permission is hereby granted, free of charge`)},
	{"BSD-3-Clause", regexp.MustCompile(`(?is)redistribution and use in source and binary forms.*(neither the names? of|may not be used to endorse|the names? of (the|its) .{0,40}contributors may not)`)},
	{"BSD-2-Clause", regexp.MustCompile(`(?i)redistribution and use in source and binary forms`)},
	{"Unlicense", regexp.MustCompile(`(?i)this is free and unencumbered software`)},
	{"CC0-1.0", regexp.MustCompile(`(?i)cc0 1\.0 universal`)},
}

// permitted are the licences a module may have.
var permitted = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MPL-2.0", "Unlicense"}

// licenceOf returns the licence that a text is, "" for one that is not known.
func licenceOf(text string) string {
	text = strings.Join(strings.Fields(strings.NewReplacer("*", " ", "//", " ", "#", " ").Replace(text)), " ")
	first, licence := len(text), ""
	for _, m := range marks {
		if at := m.text.FindStringIndex(text); at != nil && at[0] < first {
			first, licence = at[0], m.licence
		}
	}
	return licence
}

// stated returns the licence of a module's directory.
func stated(dir string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	for _, e := range entries {
		name := strings.ToLower(e.Name())
		if e.IsDir() || !strings.HasPrefix(name, "licen") && !strings.HasPrefix(name, "copying") && !strings.HasPrefix(name, "unlicense") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return "", err
		}
		if l := licenceOf(string(text)); l != "" {
			return l, nil
		}
	}
	return "", nil
}

type module struct{ Path, Version, Dir string }

// modules returns those that go.mod requires, with their directories where they are downloaded.
func modules(t *testing.T) []module {
	t.Helper()
	var file struct{ Require []module }
	if err := json.Unmarshal(command(t, "mod", "edit", "-json", "../../go.mod"), &file); err != nil {
		t.Fatal(err)
	}
	args := []string{"list", "-m", "-f", "{{.Path}} {{.Dir}}"}
	for _, m := range file.Require {
		args = append(args, m.Path)
	}
	dirs := make(map[string]string)
	for line := range strings.Lines(string(command(t, args...))) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		dirs[path] = dir
	}
	for i := range file.Require {
		file.Require[i].Dir = dirs[file.Require[i].Path]
	}
	slices.SortFunc(file.Require, func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	return file.Require
}

func command(t *testing.T, args ...string) []byte {
	t.Helper()
	return commandWith(t, nil, args...)
}

// commandWith runs go with further variables of the environment.
func commandWith(t *testing.T, env []string, args ...string) []byte {
	t.Helper()
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), env...)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go %v: %v", args, err)
	}
	return out
}

// linked returns the modules of the programs, whether they are built with a C compiler or without.
func linked(t *testing.T) map[string]bool {
	is := make(map[string]bool)
	for _, cgo := range []string{"CGO_ENABLED=0", "CGO_ENABLED=1"} {
		for _, tags := range []string{"", "static"} {
			out := commandWith(t, []string{cgo}, "list", "-deps", "-tags", tags, "-f", "{{with .Module}}{{.Path}}{{end}}", "gannet/cmd/gannet", "gannet/cmd/gannet-cluster", "gannet/cmd/gannet-kafka")
			for _, path := range strings.Fields(string(out)) {
				is[path] = true
			}
		}
	}
	return is
}

func TestLicencesOfDependencies(t *testing.T) {
	in := linked(t)
	held, err := os.ReadFile(licencesFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	var list strings.Builder
	list.WriteString(licencesHead)
	for _, m := range modules(t) {
		if m.Dir == "" && *update {
			var got module
			if err := json.Unmarshal(command(t, "mod", "download", "-json", m.Path+"@"+m.Version), &got); err != nil {
				t.Fatal(err)
			}
			m.Dir = got.Dir
		}
		licence := rowOf(string(held), m.Path)
		if m.Dir != "" {
			if licence, err = stated(m.Dir); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Contains(permitted, licence) {
			t.Errorf("%s %s: licence %q: may it be used? Then say so here", m.Path, m.Version, licence)
		}
		yes := ""
		if in[m.Path] {
			yes = "yes"
		}
		fmt.Fprintf(&list, "| %s | %s | %s | %s |\n", m.Path, m.Version, licence, yes)
	}
	if *update {
		held = []byte(list.String())
		if err := os.WriteFile(licencesFile, held, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if string(held) != list.String() {
		t.Error("docs/reference/licences.md is not what go.mod and the modules say: go test ./internal/rules -run Licences -update")
	}
}

// rowOf returns the licence that the list has for a module.
func rowOf(list, path string) string {
	for line := range strings.Lines(list) {
		if cells := strings.Split(line, "|"); len(cells) > 3 && strings.TrimSpace(cells[1]) == path {
			return strings.TrimSpace(cells[3])
		}
	}
	return ""
}
