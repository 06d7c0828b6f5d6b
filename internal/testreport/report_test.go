package main

import (
	"strings"
	"testing"
)

// run reports events and returns what is printed, and whether all is well.
func run(t *testing.T, events ...string) (printed string, ok bool) {
	t.Helper()
	var out strings.Builder
	r := newReport(&out)
	if err := r.read(strings.NewReader(strings.Join(events, "\n"))); err != nil {
		t.Fatal(err)
	}
	ok = r.end()
	return out.String(), ok
}

const (
	passes  = `{"Action":"pass","Package":"a","Test":"TestOne","Elapsed":1}`
	skips   = `{"Action":"skip","Package":"a","Test":"TestTwo","Elapsed":0}`
	skipSay = `{"Action":"output","Package":"a","Test":"TestTwo","Output":"    two_test.go:9: no data: set X\n"}`
	failSay = `{"Action":"output","Package":"a","Test":"TestBad","Output":"    bad_test.go:3: 1, want 2\n"}`
	fails   = `{"Action":"fail","Package":"a","Test":"TestBad","Elapsed":0}`
	ended   = `{"Action":"pass","Package":"a","Elapsed":1.5}`
	died    = `{"Action":"fail","Package":"a","Elapsed":1.5}`
)

func TestReport(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []string
		ok     bool
		says   []string
	}{
		{"all pass", []string{passes, ended}, true, []string{"pass     1.5s a\n", "1 passed, 0 failed, 0 skipped\n"}},
		{"the reason of a skip", []string{passes, skipSay, skips, ended}, true, []string{"skipped 1: no data: set X\n", "1 passed, 0 failed, 1 skipped\n"}},
		{"the output of a failure", []string{passes, failSay, fails, died}, false, []string{"a: TestBad\n    bad_test.go:3: 1, want 2\n"}},
		{"a package that ends in the middle of a test", []string{passes, failSay, died}, false, []string{"1, want 2", "fail"}},
		{"a build that fails", []string{`{"ImportPath":"b","Action":"build-output","Output":"b.go:1: oops\n"}`, `{"ImportPath":"b","Action":"build-fail"}`, died}, false, []string{"b.go:1: oops"}},
		{"no test", []string{ended}, false, []string{"0 passed, 0 failed, 0 skipped"}},
		{"a line of go test itself", []string{passes, "go: cannot find main module", ended}, false, []string{"go: cannot find main module", "1 failed"}},
	} {
		printed, ok := run(t, c.events...)
		if ok != c.ok {
			t.Errorf("%s: ok is %v:\n%s", c.name, ok, printed)
		}
		for _, want := range c.says {
			if !strings.Contains(printed, want) {
				t.Errorf("%s: does not say %q:\n%s", c.name, want, printed)
			}
		}
	}
}
