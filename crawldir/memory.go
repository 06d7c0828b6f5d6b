package crawldir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/ranker"
)

// Memory is a cache for a crawl that is not running. It keeps data that take long to read: the crawl's hosts, and what its strategy has
// learned. It is safe for concurrent use.
type Memory struct {
	hosts   hostMemory
	learned learnedMemory
}

// Close empties the cache, and waits until reading in the background has ended.
func (m *Memory) Close() {
	m.hosts.Close()
	m.learned.Close()
}

// Remember makes the reader use the cache m. If no process runs the crawl, data that take long to read are then read in the background.
func (r *Reader) Remember(m *Memory) { r.memory = m }

// errReading says that a viewer should look again.
var errReading = errors.New("what the crawl has learned is being read: look again in a moment")

// learnedMemory keeps the strategy of a crawl that is large, or has no checkpoint of its pages.
type learnedMemory struct {
	mu      sync.Mutex
	of      string // the checkpoint and the pages; see learnedState
	learner ranker.Learner
	err     error // why there is none
	forget  *time.Timer
	reads   bool
	ended   sync.WaitGroup
}

// Close empties the cache of what the strategy has learned. If these data are being read at the moment, Close waits until they were read.
func (m *learnedMemory) Close() {
	m.ended.Wait()
	m.drop()
}

func (m *learnedMemory) drop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.learner, m.of = nil, ""
	if m.forget != nil {
		m.forget.Stop()
	}
}

// get returns the strategy. If it is not in memory, it is read in the background, and the error is errReading.
func (m *learnedMemory) get(dir, state string) (ranker.Learner, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == state {
		m.forget.Reset(restKept)
		return m.learner, m.err
	}
	if !m.reads {
		m.reads = true
		m.ended.Go(func() { m.read(dir, state) })
	}
	return nil, errReading
}

func (m *learnedMemory) read(dir, state string) {
	learner, err := readLearned(dir)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.learner, m.err, m.of, m.reads = learner, err, state, false
	if m.forget == nil {
		m.forget = time.AfterFunc(restKept, m.drop)
	}
	m.forget.Reset(restKept)
}

// readLearned reads what a crawl at rest has learned from its checkpoint. If there is none that fits, it is learned again.
func readLearned(dir string) (learner ranker.Learner, err error) {
	r, err := Read(dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	x := &explainer{Reader: r}
	if err := x.open(); err != nil {
		return nil, err
	}
	keepable, learns := x.strategy.(ranker.Keepable)
	if !learns || x.db == nil {
		return nil, fmt.Errorf("%w: %s", ErrReplay, replayWaits)
	}
	f, err := x.openCheckpoint()
	if err != nil {
		return nil, err
	}
	if f != nil {
		defer f.Close()
		teacher, err := x.restore(f, keepable)
		if err == nil && teacher == nil {
			err = fmt.Errorf("%w: the checkpoint cannot be read", ErrReplay)
		}
		return keepable, err
	}
	kept, err := r.Store.Stats()
	if err == nil && kept.Pages > maxRelearned {
		err = fmt.Errorf("%w: there is no checkpoint of the pages kept", ErrReplay)
	}
	if err == nil {
		_, err = x.relearn(keepable)
	}
	return keepable, err
}

// maxRelearned is the largest number of pages from which a strategy learns again in the background. This takes some 40 s of processor time.
const maxRelearned = 100_000

// learnedState names the checkpoint, if there is one, and the latest page.
func (x *explainer) learnedState() (string, error) {
	latest, err := x.db.LatestLesson()
	if err != nil {
		return "", err
	}
	info, err := os.Stat(filepath.Join(x.Dir, CheckpointFile))
	if err != nil {
		return fmt.Sprintln(latest), nil
	}
	return fmt.Sprintln(info.Size(), info.ModTime().UnixNano(), latest), nil
}

// explainRemembered explains a queued link of a crawl at rest with the strategy that was loaded for an earlier answer. It reads only the page on
// which the link was found.
func (x *explainer) explainRemembered(url, via string) (*crawler.Explanation, error) {
	state, err := x.learnedState()
	if err != nil {
		return nil, err
	}
	learner, err := x.memory.learned.get(x.Dir, state)
	if err != nil {
		return nil, err
	}
	e, err := crawler.ExplainWaiting(x.Store, learner, url, via)
	if err == nil && e.Forgotten {
		err = fmt.Errorf("%w: the strategy has forgotten the link", ErrReplay)
	}
	return e, err
}
