package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"gannet/internal/pageguard"
	"gannet/job/extract"
)

// TestPagesOnWhichTheReaderFailsAreNamed: they are counted, and the exit status is 1 when all else is written.
func TestPagesOnWhichTheReaderFailsAreNamed(t *testing.T) {
	var log bytes.Buffer
	var n extractCounts
	progress := newReporter(&log, "text", true)
	n.addResult(extract.Result{URL: "http://a.test/1"}, progress)
	n.addResult(extract.Result{URL: "http://a.test/2", Err: io.ErrUnexpectedEOF}, progress)
	if err := n.failed.err(); err != nil || log.Len() > 0 {
		t.Errorf("%v: %s", err, &log)
	}
	n.addResult(extract.Result{URL: "http://a.test/3", Err: pageguard.Do(func() error { panic("no word") })}, progress)
	if err := n.failed.err(); err == nil || !strings.HasPrefix(err.Error(), "the reader failed on 1 page,") || n.unread != 2 {
		t.Errorf("%d are not read, %v", n.unread, err)
	}
	if text := log.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, "http://a.test/3 is left out: the reader failed: no word in ") {
		t.Errorf("said: %s", text)
	}
}
