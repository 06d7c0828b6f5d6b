package main

import (
	"io"
	"os"

	"gannet/internal/cli"
)

// openRequestLog opens the file of --log, if there is one. It returns a function that closes it.
func (f *crawlFlags) openRequestLog() (closeLog func() error, err error) {
	if f.requestLog == "" {
		return func() error { return nil }, nil
	}
	log, err := appendTo(f.requestLog)
	if err != nil {
		return nil, cli.Usagef("--log: %w", err)
	}
	f.options.RequestLog = log
	return log.Close, nil
}

// appendTo opens a file to append lines to it. A line that a crash has cut is ended first.
func appendTo(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	last := []byte{'\n'}
	if end, err := f.Seek(0, io.SeekEnd); err == nil && end > 0 {
		_, _ = f.ReadAt(last, end-1)
	}
	if last[0] != '\n' {
		_, err = f.WriteString("\n")
	}
	return f, err
}
