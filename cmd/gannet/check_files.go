package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"

	"gannet/frontier/pebblestore"
	"gannet/ranker"
	"gannet/topic"
)

// checkFrontier looks at the frontier of a crawl that has pages.
func (c *checkup) checkFrontier() error {
	err := pebblestore.Verify(filepath.Join(c.dir, frontierDir))
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		s, err := c.db.Stats()
		if err != nil || s.Pages == 0 || !c.begun || c.willRebuild() {
			return err
		}
		return c.wrong(frontierDir, c.dropFrontier, "missing: the next run makes it again from the pages kept")
	case errors.Is(err, pebblestore.ErrDamaged), errors.Is(err, pebblestore.ErrFormat):
		return c.wrong(frontierDir, c.dropFrontier, "%w", remedied(err))
	}
	return err
}

// willRebuild says whether the next run makes the frontier again in any case.
func (c *checkup) willRebuild() bool {
	var marked bool
	_, err := c.db.Meta(rebuildKey, &marked)
	return err == nil && marked
}

// dropFrontier removes the frontier and has the next run make it again.
func (c *checkup) dropFrontier() error {
	if err := os.RemoveAll(filepath.Join(c.dir, frontierDir)); err != nil {
		return err
	}
	return c.db.SetMeta(rebuildKey, true)
}

// checkPostings looks at the index of postings, which is made again from them.
func (c *checkup) checkPostings() error {
	return checkIndex(c.db, c.dir, func(problem string) error {
		return c.wrong(indexDir, func() error { return os.RemoveAll(filepath.Join(c.dir, indexDir)) }, "%s", problem)
	})
}

// checkTopic looks at the topic of a crawl that has begun.
func (c *checkup) checkTopic() error {
	path := filepath.Join(c.dir, topicFile)
	_, err := topic.Load(path)
	if !c.begun && errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return c.checkCopied(topicFile, err)
}

// checkModel looks at the model by which a crawl orders links.
func (c *checkup) checkModel() error {
	o, ok, err := heldOrder(c.db)
	if err != nil || !ok || shippedModel(o.Strategy) == nil {
		return nil // there is none; a damaged order was reported
	}
	data, err := os.ReadFile(filepath.Join(c.dir, modelFile))
	if err == nil {
		err = addModel(new(ranker.Needs), data)
	}
	return c.checkCopied(modelFile, err)
}

// checkCopied compares a file with the copy of it in the store, which puts it back. bad is why it cannot be read.
func (c *checkup) checkCopied(name string, bad error) error {
	held, err := heldCopy(c.db, name)
	if err != nil {
		held = nil // reported with the store
	}
	path := filepath.Join(c.dir, name)
	data, reading := os.ReadFile(path)
	switch {
	case held == nil && bad == nil, held != nil && reading == nil && bytes.Equal(data, held):
		return nil
	case held == nil:
		return advise(fmt.Errorf("%s: %w, and there is no copy of it", path, bad), "put it back, or begin in another directory")
	}
	mend := func() error { return overwrite(path, held) }
	switch {
	case errors.Is(bad, fs.ErrNotExist):
		return c.wrong(name, mend, "missing: --repair puts it back as it was when the crawl began")
	case bad != nil:
		return c.wrong(name, mend, "%v: --repair puts it back as it was when the crawl began", bad)
	}
	return c.wrong(name, mend, "not what it was when the crawl began: --repair puts it back")
}

// overwrite writes a file in place of one, or of whatever else has its name, which is set aside.
func overwrite(path string, data []byte) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		if err := os.Rename(path, path+".damaged"); err != nil {
			return err
		}
	}
	return replaceFile(path, data)
}

// checkUnderway looks at the note of links under way. What is in it does not matter: a damaged one is begun anew.
func (c *checkup) checkUnderway() error {
	path := filepath.Join(c.dir, underwayFile)
	if _, err := os.ReadFile(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c.wrong(underwayFile, func() error { return os.RemoveAll(path) }, "%v: `gannet check %s --repair` removes it", err, c.dir)
	}
	return nil
}

// checkStatus looks at the last status that a run wrote.
func (c *checkup) checkStatus() error {
	path := filepath.Join(c.dir, statusFile)
	if _, err := readStatus(path); err != nil {
		return c.wrong(statusFile, func() error { return os.RemoveAll(path) }, "%v: the next run writes it anew", err)
	}
	return nil
}

// readStatus gives the last status that a run wrote, nil if there is none.
func readStatus(path string) (st *status, err error) {
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &st)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return st, err
}

// checkWARCs reads the WARC files that runs have ended. One that is damaged does not keep the crawl from going on.
func (c *checkup) checkWARCs() error {
	files, err := filepath.Glob(filepath.Join(c.dir, "gannet-*.warc.gz"))
	if err != nil {
		return err
	}
	for _, path := range files {
		if err := readGzip(path); err != nil {
			name := filepath.Base(path)
			mend := func() error { return os.Rename(path, path+".damaged") }
			if err := c.wrong(name, mend, "%v: --repair sets it aside; `gannet export --format warc` writes the pages kept", err); err != nil {
				return err
			}
		}
	}
	return nil
}

func readGzip(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, z)
	return err
}
