package reason_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gannet/crawler/reason"
)

var update = flag.Bool("update", false, "write docs/reference/reasons.md anew")

const page = "../../docs/reference/reasons.md"

// TestReasonsAreDocumented holds docs/reference/reasons.md against the table.
func TestReasonsAreDocumented(t *testing.T) {
	want := document()
	if *update {
		if err := os.WriteFile(page, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("docs/reference/reasons.md is not the table: go test ./crawler/reason -update (%v)", err)
	}
}

func document() []byte {
	var b bytes.Buffer
	b.WriteString(`# Reasons

Gannet uses a fixed set of reasons to say what happened to a link and why a crawl ended. Reasons occur in the last line of a crawl,
` + "`gannet stats`, `gannet explain`, `status.json`, `--json`, `--log`" + ` and the metrics. ` + "`go test ./crawler/reason -update`" + `
writes this page.
`)
	for _, part := range []struct {
		class reason.Class
		about string
	}{
		{reason.Refused, "A link that was taken from the queue gives either a page that is kept or one of these reasons."},
		{reason.LeftOut, "A link on a kept page was not added to the queue for one of these reasons. Such links are counted but not stored; if you ask about one of them, `gannet explain` finds out the reason again."},
		{reason.Noticed, "A crawl also counts these events, which concern kept pages, hosts and sitemaps."},
		{reason.Ends, "These are the reasons why a crawl ended."},
		{reason.Missed, "These are the reasons why the host of a seed gave no posting in a crawl for jobs. If the host gave no page at all, the reason is one of those under Refused."},
		{reason.Answers, "The log of requests (--log) has these outcomes, in addition to the statuses and failures under Refused."},
		{reason.Stands, "`gannet explain` gives these reasons for other URLs."},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", strings.ToUpper(string(part.class[:1]))+string(part.class[1:]), part.about)
		for _, row := range reason.Table() {
			if row.Of != part.class {
				continue
			}
			name := "`" + strings.TrimRight(string(row.Reason), " ") + "`"
			if row.More != "" {
				name += " and " + row.More
			}
			fmt.Fprintf(&b, "- %s: %s\n", name, row.Sentence)
		}
	}
	return b.Bytes()
}

// TestTableIsWhole: every reason and every kind of failed fetch is in the table once, with one sentence.
func TestTableIsWhole(t *testing.T) {
	seen := make(map[reason.Reason]bool)
	for _, row := range reason.Table() {
		if seen[row.Reason] || !strings.HasSuffix(row.Sentence, ".") {
			t.Errorf("%q is there twice, or its sentence is none", row.Reason)
		}
		seen[row.Reason] = true
	}
	constants := regexp.MustCompile(`(?m)^\t\w+ +(?:Reason|Kind) += "([^"]*)"`)
	for _, file := range []string{"reason.go", "../fetch/errors.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := constants.FindAllSubmatch(source, -1)
		if len(found) < 10 {
			t.Errorf("%s: %d constants", file, len(found))
		}
		for _, m := range found {
			if !seen[reason.Reason(m[1])] {
				t.Errorf("%s: %q is not in the table", file, m[1])
			}
		}
	}
}

// TestNothingElseIsCounted: no text but a reason of the table is counted, and no reason is written out.
func TestNothingElseIsCounted(t *testing.T) {
	files, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	counted := regexp.MustCompile(`\b(countReasons?|countRefusal|refuse|retry)\("`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := counted.Find(source); m != nil && !strings.HasSuffix(file, "_test.go") {
			t.Errorf("%s counts by a text of its own: %s", file, m)
		}
	}
}

func TestReasonsWithMore(t *testing.T) {
	for _, text := range []reason.Reason{"status 404", "out of scope: depth 3", "trap: path too deep", "robots.txt", "stopped"} {
		if text.Sentence() == "" {
			t.Errorf("%q has no sentence", text)
		}
	}
	for _, text := range []reason.Reason{"", "robots.txt line 3", "404", "gone"} {
		if row, ok := reason.Of(text); ok {
			t.Errorf("%q is %q", text, row.Reason)
		}
	}
}
