package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"gannet/crawler/archive"
	"gannet/internal/cli"
)

// openArchives opens WARC files, and those that a crawl has written into its directory. It reports to warn in a line what their records do not give
// as they are. It reads a damaged file up to the damage, and reports that as well. A file of which nothing
// can be read is an error.
func openArchives(warn func(error), paths ...string) (*archive.Web, error) {
	return openDamaged(warn, warn, paths...)
}

// openDamaged is openArchives with a function of its own to which damage is reported.
func openDamaged(warn, damaged func(error), paths ...string) (*archive.Web, error) {
	o := archive.DefaultOptions()
	o.Partial = true
	paths, err := archivesAt(paths)
	if err != nil {
		return nil, err
	}
	web, err := o.Open(paths...)
	debug.FreeOSMemory() // a Zstandard frame may need 128 MB to be unpacked, and nothing after it does
	if err != nil {
		return nil, err
	}
	for _, d := range web.Damage() {
		if d.Records == 0 {
			return nil, errors.Join(d.Err, web.Close())
		}
	}
	notes := archiveNotes(web.Counts())
	for _, d := range web.Damage() {
		// The same damage may be why records are left out.
		said := append([]string{fmt.Sprintf("the %d records before that are read", d.Records)}, notes...)
		damaged(fmt.Errorf("%w: %s", d.Err, strings.Join(said, "; ")))
		notes = nil
	}
	if len(notes) > 0 {
		warn(fmt.Errorf("%s: %s", strings.Join(paths, ", "), strings.Join(notes, "; ")))
	}
	return web, nil
}

// archiveNotes says which records of web pages are not read as a page of their own, though a user might expect it.
func archiveNotes(c archive.Counts) (notes []string) {
	for _, n := range []struct {
		count int
		what  string
	}{
		{c.GaveWay, "%d of the records gave way to better ones of the same URL (a page goes before a part of it, a redirect, an error, and an answer to POST or HEAD)"},
		{c.Unresolved, "%d of the revisit records refer to pages that are not here: name the files that have them as well"},
		{c.Unread, "%d of the responses have no status line and are left out"},
	} {
		if n.count > 0 {
			notes = append(notes, fmt.Sprintf(n.what, n.count))
		}
	}
	return notes
}

// archivesAt returns paths with the WARC files of a crawl in place of its directory.
func archivesAt(paths []string) (files []string, err error) {
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			files = append(files, path)
			continue
		}
		before := len(files)
		for _, pattern := range []string{"gannet-*.warc.gz", "gannet-*.warc.gz.open"} {
			found, err := filepath.Glob(filepath.Join(path, pattern))
			if err != nil {
				return nil, err
			}
			files = append(files, found...)
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s has no WARC files: name them, or the directory of a crawl with --warc", path)
		}
	}
	return files, nil
}

// warnOn returns a function that prints a warning as one line.
func warnOn(w io.Writer) func(error) {
	return func(err error) { cli.PrintError(w, "gannet: warning: "+oneLine(err)) }
}
