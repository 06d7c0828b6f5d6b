package main

import (
	"errors"
	"fmt"
	"io"

	"gannet/crawler/archive"
)

// openArchives opens WARC files. It reads a damaged one up to the damage and reports that to warn. A file of which nothing
// can be read is an error.
func openArchives(warn func(error), paths ...string) (*archive.Web, error) {
	o := archive.DefaultOptions()
	o.Partial = true
	web, err := o.Open(paths...)
	if err != nil {
		return nil, err
	}
	for _, d := range web.Damage() {
		if d.Records == 0 {
			return nil, errors.Join(d.Err, web.Close())
		}
	}
	for _, d := range web.Damage() {
		warn(fmt.Errorf("%w: the %d records before that are read", d.Err, d.Records))
	}
	return web, nil
}

// warnOn returns a function that prints a warning as one line.
func warnOn(w io.Writer) func(error) {
	return func(err error) { printError(w, "gannet: warning: "+oneLine(err)) }
}
