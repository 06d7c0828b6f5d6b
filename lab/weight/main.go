// Command weight prints what the parts of a program cost, as a table in Markdown. A row has the seconds of processor time to compile
// a module, and the bytes of its code and data. Its third figure is the seconds that a build would be spared without the module and
// all that only it needs. The command reads the action graph of a build with an empty cache, and the program. `make weight` makes both.
package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// action is a step of a build, as `go build -debug-actiongraph` writes it.
type action struct {
	ID              int
	Mode, Package   string
	Deps            []int
	CmdUser, CmdSys time.Duration
}

func main() {
	graph := flag.String("actions", "", "action graph of a build with an empty cache")
	program := flag.String("program", "", "the program that was built, with its symbols")
	flag.Parse()
	if err := run(os.Stdout, *graph, *program); err != nil {
		fmt.Fprintln(os.Stderr, "weight:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, graph, program string) error {
	text, err := os.ReadFile(graph)
	if err != nil {
		return err
	}
	var actions []action
	if err := json.Unmarshal(text, &actions); err != nil {
		return fmt.Errorf("%s: %w", graph, err)
	}
	symbols, err := exec.Command("go", "tool", "nm", "-size", program).Output()
	if err != nil {
		return fmt.Errorf("go tool nm %s: %w", program, err)
	}
	file, err := os.Stat(program)
	if err != nil {
		return err
	}
	b := read(actions)
	fmt.Fprintf(w, "%d packages, %.0f s of processor time, of it %.0f s to link; the program has %.1f MB.\n\n", len(b.needs), b.total, b.link, megabytes(file.Size()))
	fmt.Fprint(w, "| part | packages | s to compile | s if it were left out | MB |\n|---|--:|--:|--:|--:|\n")
	size := sizes(string(symbols))
	for _, f := range b.families() {
		fmt.Fprintf(w, "| %s | %d | %.1f | %.1f | %.2f |\n", f.name, f.packages, f.seconds, b.without(f.name), megabytes(size[f.name]))
	}
	return nil
}

func megabytes(n int64) float64 { return float64(n) / 1e6 }

// build is what a build took.
type build struct {
	root    string
	seconds map[string]float64  // of each package
	needs   map[string][]string // the packages that each imports
	total   float64
	link    float64
}

// read returns what the actions took. C code of a package counts as its own.
func read(actions []action) *build {
	b := &build{seconds: make(map[string]float64), needs: make(map[string][]string)}
	compiled := make(map[int]string)
	for _, a := range actions {
		if a.Mode == "build" {
			compiled[a.ID] = a.Package
		}
	}
	for _, a := range actions {
		s := (a.CmdUser + a.CmdSys).Seconds()
		b.total += s
		switch {
		case a.Mode == "link":
			b.root, b.link = a.Package, b.link+s
			continue
		case a.Mode == "build":
			b.needs[a.Package] = nil
			for _, id := range a.Deps {
				if name, ok := compiled[id]; ok {
					b.needs[a.Package] = append(b.needs[a.Package], name)
				}
			}
		}
		b.seconds[a.Package] += s
	}
	return b
}

// family is the packages of one owner: a module nearly always.
type family struct {
	name     string
	packages int
	seconds  float64
}

// leastSeconds is what a part takes that has a row of its own.
const leastSeconds = .5

// families returns those that take longest first.
func (b *build) families() []family {
	byName := make(map[string]*family)
	for pkg := range b.needs {
		name := familyOf(pkg)
		if byName[name] == nil {
			byName[name] = &family{name: name}
		}
		byName[name].packages++
		byName[name].seconds += b.seconds[pkg]
	}
	var list []family
	for _, f := range byName {
		if f.seconds >= leastSeconds {
			list = append(list, *f)
		}
	}
	slices.SortFunc(list, func(a, b family) int { return cmp.Or(cmp.Compare(b.seconds, a.seconds), cmp.Compare(a.name, b.name)) })
	return list
}

// familyOf returns the first three elements of a path on a host of sources, two of other hosts, "gannet" or "std".
func familyOf(pkg string) string {
	parts := strings.Split(pkg, "/")
	switch {
	case parts[0] == "gannet":
		return "gannet"
	case !strings.Contains(parts[0], "."):
		return "std"
	case parts[0] == "github.com" || parts[0] == "golang.org" || parts[0] == "gonum.org":
		return strings.Join(parts[:min(3, len(parts))], "/")
	}
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// without returns the seconds of the packages that are not needed any more when no package imports those of a family.
func (b *build) without(name string) (seconds float64) {
	if name == "gannet" || name == "std" {
		return 0
	}
	reached := make(map[string]bool)
	waiting := []string{b.root}
	for len(waiting) > 0 {
		pkg := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if reached[pkg] || familyOf(pkg) == name {
			continue
		}
		reached[pkg] = true
		waiting = append(waiting, b.needs[pkg]...)
	}
	for pkg := range b.needs {
		if !reached[pkg] {
			seconds += b.seconds[pkg]
		}
	}
	return seconds
}

// sizes adds up the bytes of a program's symbols by family, from the lines of `go tool nm -size`: address, size, kind, name.
func sizes(symbols string) map[string]int64 {
	bytes := make(map[string]int64)
	for line := range strings.Lines(symbols) {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.Contains("TtRrDd", fields[2]) {
			continue
		}
		if n, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
			bytes[familyOf(packageOf(fields[3]))] += n
		}
	}
	return bytes
}

// packageOf returns the package of a symbol: what stands before the first dot after its last slash, without the arguments of types.
func packageOf(symbol string) string {
	symbol = strings.TrimPrefix(symbol, "type:.eq.")
	if i := strings.IndexAny(symbol, "[("); i > 0 {
		symbol = symbol[:i]
	}
	slash := strings.LastIndexByte(symbol, '/') + 1
	name, _, _ := strings.Cut(symbol[slash:], ".")
	return strings.ReplaceAll(symbol[:slash]+name, "%2e", ".")
}
