// Package rules tests the rules of ARCHITECTURE.md and the documents: which package may import which, which tests and
// licences the documents name, and how long sentences are.
package rules

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// allowed names, for every room, the rooms it may import, directly or not. Packages below a room belong to it;
// internal packages import no room.
var allowed = map[string][]string{
	"features": {},
	"feed":     {"features", "job", "store"},
	"frontier": {},
	"job":      {"features", "ranker"}, // job/judge scores with ranker/gbdt
	"dedup":    {"features", "job"},
	"models":   {"dedup", "features", "job", "ranker", "topic"},
	"seeds":    {},
	"store":    {"features", "job"},
	"topic":    {"features"},
	"ranker":   {"features", "topic"},
	"cluster":  {"frontier"},
	"crawler":  {"features", "frontier", "topic", "ranker", "job", "dedup", "store"},
	"crawldir": {"cluster", "crawler", "dedup", "features", "frontier", "job", "models", "ranker", "seeds", "store", "topic"},
	"web":      {"cluster", "crawldir", "crawler", "dedup", "features", "feed", "frontier", "job", "models", "ranker", "seeds", "store", "topic"},
	"cmd":      {"cluster", "crawldir", "crawler", "dedup", "features", "feed", "frontier", "job", "models", "ranker", "seeds", "store", "topic", "training", "web"},
	"training": {"crawler", "dedup", "features", "frontier", "job", "ranker", "store", "topic"},
	"internal": {},
}

func TestRoomsImportOnlyWhatTheyMay(t *testing.T) {
	for line := range strings.Lines(string(command(t, "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "gannet/..."))) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		room := roomOf(fields[0])
		may, known := allowed[room]
		if !known {
			t.Errorf("%s: ARCHITECTURE.md has no room %q", fields[0], room)
		}
		for _, dep := range fields[1:] {
			if other := roomOf(dep); other != "" && other != room && other != "internal" && !slices.Contains(may, other) {
				t.Errorf("%s imports %s: give the reason in ARCHITECTURE.md, or turn the arrow around", fields[0], dep)
			}
		}
	}
}

// roomOf returns the top-level directory of a package of ours, "" for others.
func roomOf(path string) string {
	rest, ours := strings.CutPrefix(path, "gannet/")
	if !ours {
		return ""
	}
	room, _, _ := strings.Cut(rest, "/")
	return room
}

// atStart is a line that compiles a regular expression when a program starts.
var atStart = regexp.MustCompile(`(?m)^(var |\t)[a-zA-Z]+ += regexp\.MustCompile`)

// TestGannetCompilesNoPatternAtStart holds that commands do not wait for patterns that they do not need.
func TestGannetCompilesNoPatternAtStart(t *testing.T) {
	out := string(command(t, "list", "-deps", "-f", `{{if not .Standard}}{{$d := .Dir}}{{$p := .ImportPath}}{{range .GoFiles}}{{$p}} {{$d}}/{{.}}{{"\n"}}{{end}}{{end}}`, "gannet/cmd/gannet"))
	for line := range strings.Lines(out) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		if roomOf(path) == "" {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if atStart.Match(source) {
			t.Errorf("%s compiles a pattern at the start: let internal/lazyregexp do it", file)
		}
	}
}

// TestHTMLIsCompiled holds that no package has templates that are interpreted. They call methods by names that the linker cannot
// know, so that it would keep every exported method of every type: an eighth of the program.
func TestHTMLIsCompiled(t *testing.T) {
	for line := range strings.Lines(string(command(t, "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "gannet/..."))) {
		fields := strings.Fields(line)
		if len(fields) > 0 && (slices.Contains(fields, "html/template") || slices.Contains(fields, "text/template")) {
			t.Errorf("%s interprets templates: make it of a file *.templ", fields[0])
		}
	}
}

// TestGannetLinksNothingOfOtherPrograms holds that gannet is built without what only some need: the server of crawls on several machines is a
// tenth of a whole build, and the client of Kafka a fifteenth. Programs of their own have them.
func TestGannetLinksNothingOfOtherPrograms(t *testing.T) {
	has := func(program, module string) bool {
		return strings.Contains(string(command(t, "list", "-deps", program)), module)
	}
	for program, module := range map[string]string{
		"gannet/cmd/gannet-cluster": "github.com/nats-io/nats-server/", "gannet/cmd/gannet-kafka": "github.com/twmb/franz-go/",
	} {
		if has("gannet/cmd/gannet", module) {
			t.Errorf("gannet links %s", module)
		}
		if !has(program, module) {
			t.Errorf("%s does not link %s", program, module)
		}
	}
}
