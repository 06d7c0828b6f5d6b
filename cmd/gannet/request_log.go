package main

import (
	"os"

	"gannet/internal/cli"
	"gannet/internal/linefile"
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
	f, begin, err := linefile.Open(path)
	if err == nil {
		_, err = f.Write(begin)
	}
	return f, err
}
