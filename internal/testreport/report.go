// Command testreport reads the events of one or several runs of `go test -json` from its standard input. It prints a
// line for each package, and the output of each test that failed. Its last lines say which tests were skipped and why,
// and how many passed, failed and were skipped. Its exit status is 1 if anything failed or if no test ran.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// event is a line of `go test -json`; see `go doc test2json`.
type event struct {
	Action, Package, Test, Output, FailedBuild string
	ImportPath                                 string // of the output of a build
	Elapsed                                    float64
}

// report is what was read so far.
type report struct {
	out                     io.Writer
	passed, failed, skipped int
	output                  map[string]string // by package and test: what a test that still runs has printed
	reasons                 map[string]int    // why tests were skipped: how many
}

func main() {
	r := newReport(os.Stdout)
	if err := r.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "testreport:", err)
		os.Exit(1)
	}
	if !r.end() {
		os.Exit(1)
	}
}

func newReport(out io.Writer) *report {
	return &report{out: out, output: map[string]string{}, reasons: map[string]int{}}
}

// read takes all events. A line that is no event is printed as it is, and counts as a failure: go test prints such a
// line when it cannot run.
func (r *report) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				r.failed++
				fmt.Fprint(r.out, string(line))
			} else {
				r.add(&e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// add takes one event.
func (r *report) add(e *event) {
	test := e.Package + " " + e.Test
	switch e.Action {
	case "output":
		r.output[test] += e.Output
		return
	case "build-output":
		r.output[e.ImportPath] += e.Output
		return
	case "build-fail":
		fmt.Fprint(r.out, r.output[e.ImportPath])
		return
	case "pass", "fail", "skip":
	default:
		return
	}
	output := r.output[test]
	delete(r.output, test)
	if e.Test == "" {
		r.endPackage(e, output)
		return
	}
	switch e.Action {
	case "pass":
		r.passed++
	case "skip":
		r.skipped++
		r.reasons[reason(output)]++
	case "fail":
		r.failed++
		fmt.Fprintf(r.out, "%s: %s\n%s", e.Package, e.Test, output)
	}
}

// endPackage prints the line of a package. A package that fails outside of its tests, such as by a panic or a time-out,
// prints all that it has said, with what the tests said that it ended in.
func (r *report) endPackage(e *event, output string) {
	if e.Action == "fail" {
		r.failed++
		for test, text := range r.output {
			if strings.HasPrefix(test, e.Package+" ") {
				fmt.Fprint(r.out, text)
				delete(r.output, test)
			}
		}
		fmt.Fprint(r.out, output)
	}
	fmt.Fprintf(r.out, "%-4s %7.1fs %s\n", e.Action, e.Elapsed, e.Package)
}

// skipLine is where a test was skipped, which stands before the reason.
var skipLine = regexp.MustCompile(`^\s+\w+\.go:\d+: `)

// reason returns what the last line of a skipped test's output says.
func reason(output string) string {
	said := "no reason given"
	for line := range strings.Lines(output) {
		if at := skipLine.FindString(line); at != "" {
			said = strings.TrimSpace(line[len(at):])
		}
	}
	return said
}

// end prints the last lines. It returns true if tests ran and none failed.
func (r *report) end() bool {
	for _, why := range slices.SortedFunc(maps.Keys(r.reasons), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.reasons[b], r.reasons[a]), cmp.Compare(a, b))
	}) {
		fmt.Fprintf(r.out, "skipped %d: %s\n", r.reasons[why], why)
	}
	fmt.Fprintf(r.out, "%d passed, %d failed, %d skipped\n", r.passed, r.failed, r.skipped)
	return r.failed == 0 && r.passed > 0
}
