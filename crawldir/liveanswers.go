package crawldir

import (
	"log/slog"
	"os"
	"sync"
	"time"

	"gannet/topic/label"
)

// liveAnswers are the answers that people give about pages while the crawl runs. It is safe for concurrent use.
type liveAnswers struct {
	path string
	log  *slog.Logger

	mu     sync.Mutex // guards all below
	looked time.Time
	size   int64
	teach  map[string]bool // by URL
}

// lookEvery is how long a new answer may go unnoticed.
const lookEvery = time.Second

// teaching returns the answers that teach, by URL. The map does not change.
func (a *liveAnswers) teaching() map[string]bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if time.Since(a.looked) < lookEvery {
		return a.teach
	}
	a.looked = time.Now()
	info, err := os.Stat(a.path)
	if err != nil || info.Size() == a.size {
		return a.teach // mostly nobody has answered anything
	}
	a.size = info.Size()
	if err := a.load(); err != nil {
		a.log.Warn("what people said of pages cannot be read: the crawl goes on without it", "cause", err)
	}
	return a.teach
}

func (a *liveAnswers) load() error {
	list, err := label.Load(a.path)
	if err != nil {
		return err
	}
	a.teach = make(map[string]bool)
	for _, answer := range list {
		if answer.Teaches() {
			a.teach[answer.URL] = answer.Verdict == label.Yes
		}
	}
	return nil
}

// enough reports whether there are so many new answers that the pages should be judged again.
func (a *liveAnswers) enough(before int) bool { return len(a.teaching()) >= before+teachAfter }

// teachAfter is the number of answers, out of ten, that teach the classifier.
const teachAfter = label.RenewAfter - label.RenewAfter/label.HeldEvery
