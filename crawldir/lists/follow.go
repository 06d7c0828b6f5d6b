package lists

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

// One answer adds at most this many rows to the index, and takes at most this long for it. What is still missing is added in the background.
const (
	rowsInAnswer = 100
	timeInAnswer = 20 * time.Millisecond
	rowsInStep   = 1000
	// A step holds the store open, so that no crawl can begin. So the store is closed between steps.
	timeOfStep = 250 * time.Millisecond
	pause      = 20 * time.Millisecond
)

// kind is a list: of jobs, or of pages.
type kind struct {
	name    string
	columns []string // that it is sorted by, beside the number
	// missing counts the entries that are not in the index yet. The error is errForeign if the index belongs to another crawl.
	missing func(tx querier, from Source) (uint64, error)
	// bring brings some rows up to date.
	bring func(tx querier, from Source, rows int) error
}

var (
	jobKind  = &kind{"jobs", jobColumns, missingJobs, bringJobs}
	pageKind = &kind{"pages", pageColumns, missingPages, bringPages}
)

// sorts returns the columns by which a list can be sorted; the first is the default.
func (k *kind) sorts() []string { return append([]string{"number"}, k.columns...) }

// part returns a part of a list, from the index if possible and otherwise by a walk through the store. It first fills in defaults of the request. If
// the crawl is running, it waits for its turn.
func (l *Lists) part(ctx context.Context, k *kind, from Source, q *Asked, walk func(cursor string) (*Part, error), search func(ix *index) (*Part, error)) error {
	if q.Sort = cmp.Or(q.Sort, "number"); !slices.Contains(k.sorts(), q.Sort) {
		return fmt.Errorf("%w: %q", ErrSort, q.Sort)
	}
	turns := l.turns
	if !from.Crawls {
		turns = nil
	}
	return turns.Do(ctx, func() error { return l.partNow(k, from, q, walk, search) })
}

func (l *Lists) partNow(k *kind, from Source, q *Asked, walk func(cursor string) (*Part, error), search func(ix *index) (*Part, error)) error {
	if before, ok := strings.CutPrefix(q.Cursor, walked); ok {
		_, err := walk(before)
		return err
	}
	ix, missing := l.index(k, from)
	if ix == nil {
		p, err := walk("")
		p.Missing = missing
		return err
	}
	p, err := search(ix)
	if err = errors.Join(err, ix.close()); isDoubtful(err) {
		l.remove()
		_, err = walk("")
		return err
	}
	if errors.Is(err, errSlow) && q.Cursor == "" {
		p, err = walk("")
	}
	p.Missing = missing
	return err
}

// index returns the index for a list, up to date except for missing entries. It returns nil if the index cannot be used yet.
func (l *Lists) index(k *kind, from Source) (ix *index, missing uint64) {
	ix, missing, err := l.upToDate(k, from)
	if isDoubtful(err) {
		l.remove()
	}
	if missing > 0 || err != nil || l.isRenewalDue() {
		l.followBehind()
	}
	if err != nil {
		return nil, missing
	}
	return ix, missing
}

func (l *Lists) upToDate(k *kind, from Source) (ix *index, missing uint64, err error) {
	ix, write, err := l.openAny()
	if err != nil {
		return nil, 0, err
	}
	if write {
		l.hold()
	}
	if write && l.writing.TryLock() {
		missing, err = l.followInAnswer(ix, k, from)
		l.writing.Unlock()
		if isBusy(err) {
			missing, err = k.missing(ix.db, from)
		}
	} else {
		missing, err = k.missing(ix.db, from)
	}
	var whole bool
	if err == nil {
		err = fact(ix.db, k.name+" whole", &whole)
	}
	if err == nil && !whole {
		err = errNotWhole
	}
	if err != nil {
		return nil, missing, errors.Join(err, ix.close())
	}
	return ix, missing, nil
}

// followInAnswer brings a list up to date without waiting for the disk or for another process. If there is no work in the background, it also copies
// SQLite's log into the file when the log has become long.
func (l *Lists) followInAnswer(ix *index, k *kind, from Source) (missing uint64, err error) {
	if _, err := ix.db.Exec(fmt.Sprintf("PRAGMA busy_timeout = %d", timeInAnswer.Milliseconds())); err != nil {
		return 0, err
	}
	missing, err = ix.follow(k, from, rowsInAnswer, timeInAnswer)
	if err == nil && l.open == nil {
		err = ix.writeLog(logBytes)
	}
	return missing, err
}

// errNotWhole says that an index is not made yet.
var errNotWhole = errors.New("the index of lists is not made yet")

// openAny opens the index for writing, or else for reading if nobody writes to it.
func (l *Lists) openAny() (ix *index, write bool, err error) {
	if ix, err = openIndex(l.path, true); err == nil || isDoubtful(err) {
		return ix, true, err
	}
	if _, writer := os.Stat(l.path + "-wal"); writer == nil {
		return nil, false, err
	}
	ix, err = openIndex(l.path, false)
	return ix, false, err
}

// follow brings a list up to date for at most the given time, but makes at least one step. It returns how many entries are still missing.
func (ix *index) follow(k *kind, from Source, rows int, most time.Duration) (missing uint64, err error) {
	until := time.Now().Add(most)
	for first := true; ; first = false {
		missing, err = k.missing(ix.db, from)
		if err != nil || missing == 0 && ix.isWhole(k) || !first && time.Now().After(until) {
			return missing, err
		}
		if err := ix.step(k, from, rows); err != nil {
			return missing, err
		}
	}
}

func (ix *index) isWhole(k *kind) (whole bool) {
	return fact(ix.db, k.name+" whole", &whole) == nil && whole
}

// step brings some rows up to date in one transaction, which also stores the new position in the store.
func (ix *index) step(k *kind, from Source, rows int) error {
	tx, err := ix.db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if err := k.bring(tx, from, rows); err != nil {
		return err
	}
	missing, err := k.missing(tx, from)
	if err != nil {
		return err
	}
	if missing == 0 {
		if err := setFact(tx, k.name+" whole", true); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// isBusy reports whether another process writes to the index.
func isBusy(err error) bool { return err != nil && strings.Contains(err.Error(), "database is locked") }

// remove deletes an index. Processes that have it open continue to read the deleted file.
func (l *Lists) remove() {
	l.letGo()
	for _, suffix := range []string{"-wal", "-shm", ""} {
		_ = os.Remove(l.path + suffix) // an index that cannot be removed is not used
	}
}

// Follow starts to update the index in the background, unless an update is running already.
func (l *Lists) Follow() { l.followBehind() }

func (l *Lists) followBehind() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.follows || l.isClosed() || l.open == nil {
		return
	}
	l.follows = true
	l.ended.Go(func() {
		for l.followSome() && !l.isClosed() {
			time.Sleep(pause)
		}
		l.mu.Lock()
		l.follows = false
		l.mu.Unlock()
	})
}

// followSome brings the index a part of the way, and reports whether something is missing still.
func (l *Lists) followSome() (more bool) {
	l.writing.Lock()
	defer l.writing.Unlock()
	return l.followStore() || l.rank()
}

// rank divides an order of rows, and reports whether there may be another one. The store is not held open meanwhile: of a million rows
// it takes a while.
func (l *Lists) rank() (more bool) {
	ix, err := openIndex(l.path, true)
	if err != nil {
		return false
	}
	defer ix.close()
	if more, err = ix.rankOne(); isDoubtful(err) {
		l.remove()
		return true
	}
	err = errors.Join(err, ix.writeLog(0))
	return more && (err == nil || isBusy(err))
}

func (l *Lists) followStore() (more bool) {
	from, done, err := l.open()
	if err != nil {
		return false
	}
	defer done()
	ix, err := openIndex(l.path, true)
	if err != nil {
		if isDoubtful(err) {
			l.remove()
		}
		return isDoubtful(err)
	}
	defer ix.close()
	for _, k := range []*kind{jobKind, pageKind} {
		missing, err := ix.follow(k, from, rowsInStep, timeOfStep)
		if isDoubtful(err) {
			l.remove()
			return true
		}
		more = more || missing > 0 && (err == nil || isBusy(err))
	}
	if !more {
		more, err = l.renew(ix, from)
	}
	longest := int64(logBytes)
	if !more {
		longest = 0
	}
	return errors.Join(err, ix.writeLog(longest)) == nil && more
}
