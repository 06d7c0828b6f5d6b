package main

import (
	"errors"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"gannet/internal/cli"
	"gannet/job"
	"gannet/job/versions"
)

// versionFlags are the flags of a command that tells versions of postings apart.
type versionFlags struct {
	batchFlags
	newest bool
	older  string
}

func (f *versionFlags) register(s *pflag.FlagSet) {
	f.batchFlags.register(s)
	s.BoolVar(&f.newest, "newest", false, "write only the newest of all postings that have the same title, company and place")
	s.StringVar(&f.older, "older", "", "with --newest: file for the older postings, in the same format")
}

func (f *versionFlags) check(out string) error {
	switch {
	case f.older != "" && !f.newest:
		return cli.Usagef("--older is for what --newest leaves out: add --newest")
	case f.older != "" && filepath.Clean(f.older) == filepath.Clean(out):
		return cli.Usagef("-o and --older are the same file: name two")
	case f.older != "":
		if err := checkOutput("--older", f.older); err != nil {
			return err
		}
	}
	return f.batchFlags.check()
}

// ofMemory is the part of the memory in which keys of postings wait to be sorted on disk.
const ofMemory = 8

// writeVersions calls extract, and then writes the newest version of each posting it was given, and the others if they are asked for.
func (f *extractFlags) writeVersions(stdout io.Writer, extract func(postingWriter) error) error {
	all, err := versions.New(f.versions.dir, int64(f.versions.memory)/ofMemory)
	if err != nil {
		return err
	}
	write := func(older postingWriter) error {
		return f.writePostings(f.out, stdout, func(newest postingWriter) error {
			if err := extract(collected{all}); err != nil {
				return err
			}
			return all.Each(func(p *job.Posting, page time.Time, isNewest bool) error {
				switch {
				case isNewest:
					return newest.Write(p, page)
				case older != nil:
					return older.Write(p, page)
				}
				return nil
			})
		})
	}
	if f.versions.older == "" {
		return errors.Join(write(nil), all.Close())
	}
	return errors.Join(f.writePostings(f.versions.older, nil, write), all.Close())
}

// collected is a postingWriter into a batch.
type collected struct{ all *versions.Batch }

func (c collected) Write(p *job.Posting, page time.Time) error { return c.all.Add(p, page) }
func (collected) Close() error                                 { return nil }
