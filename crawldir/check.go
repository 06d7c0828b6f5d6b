package crawldir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gannet/crawldir/api"
	"gannet/crawldir/lists"
	"gannet/store"
)

// Problem is a fault that Check has found in a crawl's directory.
type Problem struct {
	File   string // the name in the directory
	Text   string // one line; "" if Err says it
	Err    error
	Remedy Remedy
}

// String describes the problem in one line.
func (p Problem) String() string {
	if p.Err != nil {
		return p.Err.Error()
	}
	return p.Text
}

// Remedy says what Repair does with the file that has a problem.
type Remedy uint8

// These are the remedies for problems in a crawl's directory.
const (
	// Mended says that Repair corrects the damaged file or builds it again at once.
	Mended Remedy = iota
	// Rebuilt says that Repair removes the damaged file, and that the next run builds it again from the stored pages.
	Rebuilt
	// Rewritten says that Repair removes the damaged file, and that the next run writes it again.
	Rewritten
	// Removed says that Repair removes the damaged file, because nothing needs it.
	Removed
	// Restored says that Repair writes the file again as it was when the crawl began.
	Restored
	// SetAside says that Repair gives the damaged file another name.
	SetAside
	// WholeLines says that Repair puts a new file with the undamaged lines in the place of the damaged file, which gets another name.
	WholeLines
)

// Checked says how much Check has read, and how many problems it has found.
type Checked struct {
	Problems int
	Files    []string    // that have problems
	Stats    store.Stats // of the store, if there are no problems
	// Unchecked is what could not be checked because the crawl runs.
	Unchecked []string
}

// Check reads all files of a crawl's directory and reports each problem, until report returns an error. If Check finds no problem, the crawl
// can be resumed. While the crawl runs, Check examines only what the crawl's process can read. The error is ErrNoCrawl or ErrNoStore if there
// is no store.
func Check(dir string, report func(Problem) error) (Checked, error) {
	c := &checkup{dir: dir, onProblem: report}
	if err := c.findStore(); err != nil {
		return c.found, err
	}
	r, err := Read(dir)
	if err != nil {
		return c.found, err
	}
	c.kept, c.live, c.store = r.Store, r.live, r.db
	return c.found, errors.Join(c.checkAll(), r.Close())
}

// Repair reports the same problems as Check, and corrects those that can be corrected. It deletes damaged pages from the store; the next
// run fetches them again.
func Repair(dir string, report func(Problem) error) (Checked, error) {
	c := &checkup{dir: dir, onProblem: report, repair: true}
	if err := c.findStore(); err != nil {
		return c.found, err
	}
	db, err := store.Open(c.path(StoreFile))
	if err != nil {
		return c.found, err
	}
	c.kept, c.store = db, db
	return c.found, errors.Join(c.checkAll(), db.Close())
}

// Clear removes what is left in a directory of a crawl whose store is lost, so that a new crawl can begin there.
func Clear(dir string) error {
	for _, name := range append(lists.Files(), FrontierDir, HostsFile, CheckpointFile, IndexDir, StatusFile, StoreFile+store.ClosedSuffix) {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// findStore returns an error if there is no store.
func (c *checkup) findStore() error {
	if err := lostStore(c.dir); err != nil {
		return err
	}
	if _, err := os.Lstat(c.path(StoreFile)); err != nil {
		return fmt.Errorf("%s %w", c.dir, ErrNoCrawl)
	}
	return nil
}

// checkup is a check in progress.
type checkup struct {
	dir       string
	onProblem func(Problem) error
	repair    bool
	kept      store.Reader
	store     *store.DB   // the same; nil while the crawl runs
	live      *api.Client // nil unless the crawl runs
	begun     bool        // the store says that a crawl began here
	found     Checked
}

// path returns the path of a file in the directory.
func (c *checkup) path(name string) string { return filepath.Join(c.dir, name) }

// checkAll checks each file.
func (c *checkup) checkAll() (err error) {
	if err := c.checkStore(); err != nil {
		return err
	}
	if _, c.begun, err = heldOrder(c.kept); err != nil {
		c.begun = true // checkStore has reported the entry
	}
	checks := []func() error{c.checkFrontier, c.checkHosts, c.checkPostings, c.checkLists, c.checkCheckpoint, c.checkTopic, c.checkModel, c.checkUnderway, c.checkStatus, c.checkLabels, c.checkWARCs}
	if c.live != nil { // the first three are locked, and the next two change now and then
		checks = checks[5:]
		c.found.Unchecked = c.unchecked()
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	if c.found.Problems == 0 {
		c.found.Stats, err = c.kept.Stats()
	}
	return err
}

// unchecked names what cannot be checked while the crawl runs.
func (c *checkup) unchecked() []string {
	names := []string{"references between entries of " + StoreFile, FrontierDir}
	for _, name := range []string{HostsFile, IndexDir, lists.File} {
		if _, err := os.Stat(c.path(name)); err == nil {
			names = append(names, name)
		}
	}
	if open, err := filepath.Glob(c.path("gannet-*" + openSuffix)); err == nil && open != nil {
		names = append(names, "the archive of this run")
	}
	return names
}

// reportProblem counts a problem and reports it.
func (c *checkup) reportProblem(p Problem) error {
	c.found.Problems++
	if !slices.Contains(c.found.Files, p.File) {
		c.found.Files = append(c.found.Files, p.File)
	}
	return c.onProblem(p)
}

// problem reports a problem, and repairs it if the check is to.
func (c *checkup) problem(p Problem, repair func() error) error {
	if err := c.reportProblem(p); err != nil || !c.repair {
		return err
	}
	return repair()
}

// checkStore checks the store. If a repair removes pages, the frontier still says that they were fetched, so it has to be rebuilt.
func (c *checkup) checkStore() error {
	report := func(text string) error { return c.reportProblem(Problem{File: StoreFile, Text: text}) }
	if c.live != nil {
		return c.live.Check(report)
	}
	if !c.repair {
		return c.store.Check(report)
	}
	lost, err := c.store.Repair(report)
	if err != nil {
		return err
	}
	if c.found.Problems > 0 { // the indexes and the checkpoint are of what was kept
		err = errors.Join(lists.Remove(c.dir), os.RemoveAll(c.path(IndexDir)), os.RemoveAll(c.path(CheckpointFile)))
	}
	if lost > 0 {
		err = errors.Join(err, c.dropFrontier())
	}
	return err
}

// missing reports whether an error says that there is no such file.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// lostStore returns ErrNoStore if the store of a crawl is missing although its frontier is there. A crawl that went on
// would not fetch again the pages that were lost.
func lostStore(dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, StoreFile)); err == nil {
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, FrontierDir)); err == nil {
		return fmt.Errorf("%s: %s: %w", dir, StoreFile, ErrNoStore)
	}
	return nil
}
