package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gannet/crawler/archive"
	"gannet/features/permission"
)

var updatePermissions = flag.Bool("update-permissions", false, "write docs/reference/permissions.md again")

// ownersSignal is a site whose owner says one thing about the use of its page, or several that contradict each other.
type ownersSignal struct {
	standard, signal, place string
	robots                  string              // lines of robots.txt, after those that allow everything
	files                   map[string]string   // other files of the site
	header                  map[string][]string // of the page
	head                    string              // elements of the page
	requested               bool                // a refused page is requested first, since only its answer has the signal
	refuses                 []permission.Purpose
}

const (
	forSearch   = permission.Search
	forInput    = permission.Input
	forTraining = permission.Train
	forMining   = permission.Mine
	forArchive  = permission.Archive
)

func purposes(p ...permission.Purpose) []permission.Purpose { return p }

func tdmFile(reserved int) map[string]string {
	return map[string]string{"/.well-known/tdmrep.json": fmt.Sprintf(`[{"location": "/", "tdm-reservation": %d}]`, reserved)}
}

func robotsMeta(words string) string { return `<meta name=robots content="` + words + `">` }

// ownersSignals are the rows of the table: what each signal does in each place, and what happens if signals meet.
var ownersSignals = []ownersSignal{
	{standard: "none", signal: "no signal", place: "-"},
	{standard: "robots.txt", signal: "Disallow: /", place: "robots.txt", robots: "Disallow: /", refuses: append(permission.Purposes(), permission.Any)},
	{standard: "Content-Signal", signal: "search=no", place: "robots.txt", robots: "Content-Signal: search=no", refuses: purposes(forSearch)},
	{standard: "Content-Signal", signal: "ai-input=no", place: "robots.txt", robots: "Content-Signal: ai-input=no", refuses: purposes(forInput)},
	{standard: "Content-Signal", signal: "ai-train=no", place: "robots.txt", robots: "Content-Signal: ai-train=no", refuses: purposes(forTraining)},
	{standard: "Content-Signal", signal: "search=yes, ai-train=no", place: "robots.txt", robots: "Content-Signal: search=yes, ai-train=no", refuses: purposes(forTraining)},
	{standard: "Content-Signal", signal: "ai-train=yes", place: "robots.txt", robots: "Content-Signal: ai-train=yes"},
	{standard: "Content-Signal", signal: "an unknown word", place: "robots.txt", robots: "Content-Signal: telepathy=no"},
	{standard: "Content-Signal", signal: "ai-train=no for another path", place: "robots.txt", robots: "Content-Signal: /other/ ai-train=no"},
	{standard: "Content-Signal", signal: "ai-train=no, and yes for the page's path", place: "robots.txt", robots: "Content-Signal: / ai-train=no\nContent-Signal: /page ai-train=yes"},
	{standard: "Content-Signal", signal: "ai-train=no in the group of another crawler", place: "robots.txt", robots: "\nUser-agent: other\nContent-Signal: ai-train=no"},
	{standard: "Content-Usage", signal: "train-ai=n", place: "robots.txt", robots: "Content-Usage: train-ai=n", refuses: purposes(forTraining)},
	{standard: "Content-Usage", signal: "train-ai=n", place: "header", header: map[string][]string{"Content-Usage": {"train-ai=n"}}, requested: true, refuses: purposes(forTraining)},
	{standard: "Content-Usage", signal: "search=n", place: "robots.txt", robots: "Content-Usage: search=n", refuses: purposes(forSearch)},
	{standard: "Content-Usage", signal: "search=n", place: "header", header: map[string][]string{"Content-Usage": {"search=n"}}, requested: true, refuses: purposes(forSearch)},
	{standard: "Content-Usage", signal: "train-genai=n", place: "robots.txt", robots: "Content-Usage: train-genai=n", refuses: purposes(forTraining)},
	{standard: "Content-Usage", signal: "train-genai=n", place: "header", header: map[string][]string{"Content-Usage": {"train-genai=n"}}, requested: true, refuses: purposes(forTraining)},
	{standard: "Content-Usage", signal: "bots=n", place: "robots.txt", robots: "Content-Usage: bots=n", refuses: permission.Purposes()},
	{standard: "Content-Usage", signal: "bots=n", place: "header", header: map[string][]string{"Content-Usage": {"bots=n"}}, requested: true, refuses: permission.Purposes()},
	{standard: "Content-Usage", signal: "a dictionary that ends in a comma", place: "header", header: map[string][]string{"Content-Usage": {"train-ai=n,"}}},
	{standard: "TDMRep", signal: "tdm-reservation: 1", place: "tdmrep.json", files: tdmFile(1), refuses: purposes(forInput, forTraining, forMining)},
	{standard: "TDMRep", signal: "tdm-reservation: 0", place: "tdmrep.json", files: tdmFile(0)},
	{standard: "TDMRep", signal: "tdm-reservation: 1", place: "header", header: map[string][]string{"Tdm-Reservation": {"1"}}, requested: true, refuses: purposes(forInput, forTraining, forMining)},
	{standard: "TDMRep", signal: "tdm-reservation: 1", place: "meta element", head: `<meta name="tdm-reservation" content="1">`, requested: true, refuses: purposes(forInput, forTraining, forMining)},
	{standard: "TDMRep", signal: "1 in the header, 0 on the page", place: "header, meta element", header: map[string][]string{"Tdm-Reservation": {"1"}}, head: `<meta name="tdm-reservation" content="0">`},
	{standard: "TDMRep", signal: "1 for the site, 0 on the page", place: "tdmrep.json, meta element", files: tdmFile(1), head: `<meta name="tdm-reservation" content="0">`, refuses: purposes(forInput, forTraining, forMining)},
	{standard: "robots words", signal: "noai", place: "header", header: map[string][]string{"X-Robots-Tag": {"noai"}}, requested: true, refuses: purposes(forInput, forTraining)},
	{standard: "robots words", signal: "noai", place: "meta element", head: robotsMeta("noai"), requested: true, refuses: purposes(forInput, forTraining)},
	{standard: "robots words", signal: "noarchive", place: "header", header: map[string][]string{"X-Robots-Tag": {"noarchive"}}, requested: true, refuses: purposes(forArchive)},
	{standard: "robots words", signal: "noarchive", place: "meta element", head: robotsMeta("noarchive"), requested: true, refuses: purposes(forArchive)},
	{standard: "robots words", signal: "nocache", place: "meta element", head: robotsMeta("nocache"), requested: true, refuses: purposes(forArchive)},
	{standard: "robots words", signal: "nocache", place: "header", header: map[string][]string{"X-Robots-Tag": {"nocache"}}, requested: true, refuses: purposes(forArchive)},
	{standard: "robots words", signal: "nosnippet", place: "header", header: map[string][]string{"X-Robots-Tag": {"nosnippet"}}, requested: true, refuses: purposes(forInput)},
	{standard: "robots words", signal: "nosnippet", place: "meta element", head: robotsMeta("nosnippet"), requested: true, refuses: purposes(forInput)},
	{standard: "robots words", signal: "max-snippet:0", place: "meta element", head: robotsMeta("max-snippet:0"), requested: true, refuses: purposes(forInput)},
	{standard: "robots words", signal: "max-snippet:0", place: "header", header: map[string][]string{"X-Robots-Tag": {"max-snippet:0"}}, requested: true, refuses: purposes(forInput)},
	{standard: "robots words", signal: "noimageai", place: "meta element", head: robotsMeta("noimageai")},
	{standard: "robots words", signal: "noimageai", place: "header", header: map[string][]string{"X-Robots-Tag": {"noimageai"}}},
	{standard: "robots words", signal: "noai for another crawler", place: "header", header: map[string][]string{"X-Robots-Tag": {"otherbot: noai"}}},
	{standard: "ai.txt", signal: "Disallow: /", place: "ai.txt", files: map[string]string{"/ai.txt": "User-Agent: *\nDisallow: /\n"}, refuses: purposes(forTraining)},
	{standard: "ai.txt", signal: "Allow: /", place: "ai.txt", files: map[string]string{"/ai.txt": "User-Agent: *\nAllow: /\n"}},
	{standard: "rel=license", signal: "a URL", place: "link element", head: `<link rel=license href="https://licences.test/by">`},
	{standard: "rel=license", signal: "a URL", place: "Link header", header: map[string][]string{"Link": {`<https://licences.test/by>; rel="license"`}}},
	{standard: "several", signal: "Content-Signal: ai-train=yes; noai", place: "robots.txt, header", robots: "Content-Signal: ai-train=yes", header: map[string][]string{"X-Robots-Tag": {"noai"}}, requested: true, refuses: purposes(forInput, forTraining)},
	{standard: "several", signal: "Content-Signal: ai-train=no; Content-Usage: train-ai=y", place: "robots.txt, header", robots: "Content-Signal: ai-train=no", header: map[string][]string{"Content-Usage": {"train-ai=y"}}, refuses: purposes(forTraining)},
}

func hostOfSignal(n int) string { return fmt.Sprintf("h%02d.test", n) }

// writeOwners writes the web of all these sites, and of one that links to them.
func writeOwners(t *testing.T) (web string) {
	t.Helper()
	text := http.Header{"Content-Type": {"text/plain"}}
	hub := "<title>Bees</title><p>All about bees and their honey.\n"
	var pages []archive.Page
	for n, s := range ownersSignals {
		host := hostOfSignal(n)
		robots := "User-agent: *\nAllow: /robots.txt\n" + s.robots + "\n"
		header := http.Header{"Content-Type": {"text/html"}}
		for name, values := range s.header {
			header[name] = values
		}
		pages = append(pages, archive.Page{URL: host + "/robots.txt", Header: text, Body: []byte(robots)}, archive.Page{
			URL: host + "/page", Header: header, Body: fmt.Appendf(nil, "%s<title>Bees %d</title><p>Bees bring honey into hive number %d.", s.head, n, n),
		})
		for name, body := range s.files {
			pages = append(pages, archive.Page{URL: host + name, Header: text, Body: []byte(body)})
		}
		hub += fmt.Sprintf("<a href=http://%s/page>bees and honey %d</a>\n", host, n)
	}
	pages = append(pages, archive.Page{URL: "hub.test/", Body: []byte(hub)})
	web = filepath.Join(t.TempDir(), "owners.warc.gz")
	if err := writeWeb(web, "", pages); err != nil {
		t.Fatal(err)
	}
	return web
}

// TestSignalsOfManyHosts crawls all sites for each purpose. For each site it compares what was requested and kept with the row, and the numbers of
// the crawl's report with the rows. docs/reference/permissions.md shows the rows.
func TestSignalsOfManyHosts(t *testing.T) {
	web := writeOwners(t)
	all := append(purposes(permission.Any), permission.Purposes()...)
	for _, purpose := range all {
		name := string(purpose)
		if purpose == permission.Any {
			name = "none"
		}
		dir, log := filepath.Join(t.TempDir(), "crawl"), filepath.Join(t.TempDir(), "log")
		runJobs(t, "crawl", "--keywords", "bees,honey,hive", "--seeds", "http://hub.test/", "--web", web, "--purpose", name, "--log", log, "--out", dir, "--quiet")
		requests, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		kept, refused := runJobs(t, "export", dir, "--no-body"), 0
		for n, s := range ownersSignals {
			page := hostOfSignal(n) + "/page"
			got := outcome(strings.Contains(kept, page), strings.Contains(string(requests), page))
			if want := s.happens(purpose); got != want {
				t.Errorf("%s: %s in %s: %s, want %s", name, s.signal, s.place, got, want)
			}
			if slices.Contains(s.refuses, purpose) && s.standard != "robots.txt" {
				refused++
			}
		}
		if line := fmt.Sprintf("use refused by the owner: %s", name); purpose != permission.Any && !slices.Contains(strings.Split(oneSpaced(runJobs(t, "stats", dir)), "\n"), fmt.Sprintf("%s %d", line, refused)) {
			t.Errorf("stats says not %q %d times:\n%s", line, refused, runJobs(t, "stats", dir))
		}
	}
	const path = "../../docs/reference/permissions.md"
	if *updatePermissions {
		if err := os.WriteFile(path, []byte(permissionsPage(all)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if page, err := os.ReadFile(path); err != nil || string(page) != permissionsPage(all) {
		t.Errorf("%s differs from the rows (%v): go test ./cmd/gannet -run SignalsOfManyHosts -update-permissions", path, err)
	}
}

// oneSpaced returns lines with one space between words and none before them.
func oneSpaced(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	return strings.Join(lines, "\n")
}

func outcome(kept, requested bool) string {
	switch {
	case kept:
		return "kept"
	case requested:
		return "not kept"
	}
	return "not requested"
}

// happens returns what becomes of the page in a crawl for a purpose.
func (s *ownersSignal) happens(p permission.Purpose) string {
	refused := slices.Contains(s.refuses, p)
	return outcome(!refused, !refused || s.requested)
}

// permissionsPage returns docs/reference/permissions.md.
func permissionsPage(all []permission.Purpose) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# What owners' signals do\n\nEach row of the table is a test site whose owner gives one or more signals. `gannet crawl --purpose` was run on all %d sites together, once for\n"+
		"each purpose. The cells say whether the page of the site was requested and kept. The test `SignalsOfManyHosts` repeats these crawls, compares\n"+
		"each cell and the numbers of `gannet stats`, and writes this page (`go test ./cmd/gannet -run SignalsOfManyHosts -update-permissions`). The\n"+
		"chapter on [permissions](../guide/17-permissions.md) explains the signals and their standards.\n\n| standard | signal | place |", len(ownersSignals))
	for _, p := range all {
		name := "`" + string(p) + "`"
		if p == permission.Any {
			name = "no purpose"
		}
		b.WriteString(" " + name + " |")
	}
	b.WriteString("\n|---|---|---|" + strings.Repeat("---|", len(all)) + "\n")
	for _, s := range ownersSignals {
		fmt.Fprintf(&b, "| %s | %s | %s |", s.standard, s.signal, s.place)
		for _, p := range all {
			b.WriteString(" " + s.happens(p) + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}
