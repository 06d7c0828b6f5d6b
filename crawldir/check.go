package crawldir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gannet/store"
)

// Problem is something wrong in a crawl's directory.
type Problem struct {
	File   string // the name in the directory
	Text   string // one line; "" if Err says it
	Err    error
	Remedy Remedy
}

// String returns what is wrong, in one line.
func (p Problem) String() string {
	if p.Err != nil {
		return p.Err.Error()
	}
	return p.Text
}

// Remedy is what Repair does about a problem.
type Remedy uint8

// The remedies.
const (
	Mended    Remedy = iota // the file is mended, or made again
	Rebuilt                 // it is removed, and the next run makes it again from the kept pages
	Rewritten               // it is removed, and the next run writes it
	Removed                 // it is removed, and not missed
	Restored                // it is put back as it was when the crawl began
	SetAside                // it gets another name
)

// Checked is what a check found.
type Checked struct {
	Problems int
	Files    []string    // that have problems
	Stats    store.Stats // of the store, if there are no problems
}

// Check reads all files of a crawl's directory and reports each problem, until report fails. All is in order if the
// crawl can be resumed. The error is ErrNoCrawl or ErrNoStore if there is no store.
func Check(dir string, report func(Problem) error) (Checked, error) {
	return check(dir, report, false, store.OpenReadOnly)
}

// Repair is Check, and repairs what can be repaired. Damaged pages are taken out of the store, and the next run fetches
// them again.
func Repair(dir string, report func(Problem) error) (Checked, error) {
	return check(dir, report, true, store.Open)
}

// Clear removes what is left of a crawl whose store is lost, so that the crawl begins again in the directory.
func Clear(dir string) error {
	for _, name := range []string{FrontierDir, IndexDir, StatusFile} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

func check(dir string, report func(Problem) error, repair bool, open func(string) (*store.DB, error)) (Checked, error) {
	c := &checkup{dir: dir, onProblem: report, repair: repair}
	if err := lostStore(dir); err != nil {
		return c.found, err
	}
	if _, err := os.Lstat(c.path(StoreFile)); err != nil {
		return c.found, fmt.Errorf("%s %w", dir, ErrNoCrawl)
	}
	var err error
	if c.store, err = open(c.path(StoreFile)); err != nil {
		return c.found, err
	}
	return c.found, errors.Join(c.checkAll(), c.store.Close())
}

// checkup is a check in progress.
type checkup struct {
	dir       string
	onProblem func(Problem) error
	repair    bool
	store     *store.DB
	begun     bool // the store says that a crawl began here
	found     Checked
}

// path returns the path of a file in the directory.
func (c *checkup) path(name string) string { return filepath.Join(c.dir, name) }

// checkAll checks each file.
func (c *checkup) checkAll() (err error) {
	if err := c.checkStore(); err != nil {
		return err
	}
	if _, c.begun, err = heldOrder(c.store); err != nil {
		c.begun = true // checkStore has reported the entry
	}
	for _, check := range []func() error{
		c.checkFrontier, c.checkPostings, c.checkTopic, c.checkModel, c.checkUnderway, c.checkStatus, c.checkWARCs,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	if c.found.Problems == 0 {
		c.found.Stats, err = c.store.Stats()
	}
	return err
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

// checkStore checks the store. The frontier says of pages that a repair takes out that they were fetched, so it has to
// be made again.
func (c *checkup) checkStore() error {
	report := func(text string) error { return c.reportProblem(Problem{File: StoreFile, Text: text}) }
	if !c.repair {
		return c.store.Check(report)
	}
	lost, err := c.store.Repair(report)
	if err != nil {
		return err
	}
	if c.found.Problems > 0 { // the index is of what was kept
		err = os.RemoveAll(c.path(IndexDir))
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
