package crawldir

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/gzip"

	"gannet/crawldir/lists"
	"gannet/frontier"
	"gannet/frontier/pebblestore"
	"gannet/internal/wholefile"
	"gannet/ranker"
	"gannet/store"
)

// checkFrontier checks the frontier. It has to be there if the crawl has pages.
func (c *checkup) checkFrontier() error {
	err := pebblestore.Verify(c.path(FrontierDir))
	switch {
	case err == nil:
		return nil
	case missing(err):
		s, err := c.store.Stats()
		if err != nil || s.Pages == 0 || !c.begun {
			return err
		}
		if marked, err := rebuildMarked(c.store); err == nil && marked {
			return nil
		}
		return c.problem(Problem{File: FrontierDir, Text: "missing", Remedy: Rebuilt}, c.dropFrontier)
	case errors.Is(err, pebblestore.ErrDamaged), errors.Is(err, pebblestore.ErrFormat):
		return c.problem(Problem{File: FrontierDir, Err: err}, c.dropFrontier)
	}
	return err
}

// rebuildMarked reports whether the store says that the next run has to make the frontier again.
func rebuildMarked(db store.Reader) (marked bool, err error) {
	_, err = db.Meta(rebuildKey, &marked)
	return marked, err
}

// dropFrontier removes the frontier, and has the next run make it again.
func (c *checkup) dropFrontier() error {
	if err := errors.Join(os.RemoveAll(c.path(FrontierDir)), os.RemoveAll(c.path(CheckpointFile))); err != nil {
		return err
	}
	return c.store.SetMeta(rebuildKey, true)
}

// checkPostings checks the index of postings.
func (c *checkup) checkPostings() error {
	err := CheckIndex(c.dir, c.store)
	if !unusable(err) {
		return err
	}
	return c.problem(Problem{File: IndexDir, Err: err}, c.remover(IndexDir))
}

// checkLists checks the index of lists. It is rebuilt at once, because the crawl itself does not need it and would not do so.
func (c *checkup) checkLists() error {
	from := lists.Source{Store: c.kept, Postings: c.store.Postings()}
	err := lists.Check(c.dir, from)
	if !errors.Is(err, lists.ErrDamaged) {
		return err
	}
	return c.problem(Problem{File: lists.File, Err: err}, func() error { return lists.Make(c.dir, from) })
}

// checkHosts checks the table of hosts against the frontier. A table of another state of the frontier is no problem, because it is rebuilt when
// somebody opens the view.
func (c *checkup) checkHosts() error {
	state, err := frontierState(c.dir, c.kept)
	if err != nil {
		return err
	}
	t, err := readHostTable(c.dir, state)
	if missing(err) || errors.Is(err, errOtherState) {
		return nil
	}
	r := &Reader{Dir: c.dir, Store: c.kept, db: c.store}
	if err == nil {
		failed := r.peek(func(f *frontier.Frontier) error {
			if !maps.Equal(t.Counts(), f.HostTable(time.Now()).Counts()) {
				err = errHostsOther
			}
			return nil
		})
		if failed != nil || err == nil {
			return nil // checkFrontier has reported what is wrong with the frontier
		}
	}
	return c.problem(Problem{File: HostsFile, Err: fmt.Errorf("%s %w", HostsFile, err)}, func() error {
		if err := os.RemoveAll(c.path(HostsFile)); err != nil {
			return err
		}
		_, err := r.readHosts(state)
		return err
	})
}

// checkCheckpoint compares the checkpoint with its hash, and with what is kept. One of another version is no problem: the next
// run makes it again.
func (c *checkup) checkCheckpoint() error {
	f, err := openCheckpoint(c.path(CheckpointFile))
	if missing(err) || errors.Is(err, errCheckpointVersion) {
		return nil
	}
	if err == nil {
		latest, reading := c.store.LatestLesson()
		if reading == nil && f.Lesson > latest {
			err = fmt.Errorf("%s %w", f.Name(), errAhead)
		}
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return c.problem(Problem{File: CheckpointFile, Err: err, Remedy: Rebuilt}, c.remover(CheckpointFile))
	}
	return nil
}

// remover returns a function that removes a file.
func (c *checkup) remover(name string) func() error {
	return func() error { return os.RemoveAll(c.path(name)) }
}

// checkTopic checks the topic of a crawl that has begun.
func (c *checkup) checkTopic() error {
	_, err := loadHeldTopic(c.dir)
	if !c.begun && missing(err) {
		return nil
	}
	return c.checkCopied(TopicFile, err)
}

// checkModel checks the model that orders the links.
func (c *checkup) checkModel() error {
	o, ok, err := heldOrder(c.kept)
	if err != nil || !ok || shippedModel(o.Strategy) == nil {
		return nil // there is no model; checkStore has reported a damaged order
	}
	data, err := os.ReadFile(c.path(ModelFile))
	if err == nil {
		err = addModel(new(ranker.Needs), data)
	}
	return c.checkCopied(ModelFile, err)
}

// checkCopied compares a file with its copy in the store. unreadable is why the file cannot be read, nil if it can.
func (c *checkup) checkCopied(name string, unreadable error) error {
	held, err := heldCopy(c.kept, name)
	if err != nil {
		held = nil // checkStore has reported it
	}
	data, reading := os.ReadFile(c.path(name))
	switch {
	case held == nil && unreadable == nil, held != nil && reading == nil && bytes.Equal(data, held):
		return nil
	case held == nil:
		return fmt.Errorf("%s: %w, and %w", c.path(name), unreadable, ErrNoCopy)
	}
	p := Problem{File: name, Remedy: Restored}
	switch {
	case missing(unreadable):
		p.Text = "missing"
	case unreadable != nil:
		p.Text = unreadable.Error()
	default:
		p.Text = "not what it was when the crawl began"
	}
	return c.problem(p, func() error { return overwrite(c.path(name), held) })
}

// overwrite writes a file. If the name belongs to something that is not a regular file, that is renamed first.
func overwrite(path string, data []byte) error {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		if err := os.Rename(path, path+".damaged"); err != nil {
			return err
		}
	}
	return wholefile.Write(path, data)
}

// checkUnderway checks that the list of links under way can be read. Its content does not matter, because a run replaces a damaged list.
func (c *checkup) checkUnderway() error {
	if _, err := os.ReadFile(c.path(UnderwayFile)); err != nil && !missing(err) {
		return c.problem(Problem{File: UnderwayFile, Err: err, Remedy: Removed}, c.remover(UnderwayFile))
	}
	return nil
}

// checkStatus checks the last status that a run wrote.
func (c *checkup) checkStatus() error {
	if _, err := ReadStatus(c.dir); err != nil {
		return c.problem(Problem{File: StatusFile, Err: err, Remedy: Rewritten}, c.remover(StatusFile))
	}
	return nil
}

// checkWARCs reads the WARC files of runs that have ended. The crawl does not need them.
func (c *checkup) checkWARCs() error {
	files, err := filepath.Glob(c.path("gannet-*.warc.gz"))
	if err != nil {
		return err
	}
	for _, path := range files {
		if err := readGzip(path); err != nil {
			setAside := func() error { return os.Rename(path, path+".damaged") }
			if err := c.problem(Problem{File: filepath.Base(path), Err: err, Remedy: SetAside}, setAside); err != nil {
				return err
			}
		}
	}
	return nil
}

// readGzip reads a compressed file to its end.
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
