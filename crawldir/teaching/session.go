// Package teaching owns the questions about the pages of a crawl. It shows a person the page whose answer would teach the most,
// keeps the answers in the crawl's directory, and learns the topic again after every ten.
package teaching

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gannet/crawldir"
	"gannet/topic/label"
)

// Session asks a person which pages of a crawl are relevant, and stores the answers. It is safe for concurrent use.
type Session struct {
	dir  string
	log  *slog.Logger
	ctx  context.Context // done when the session ends
	end  context.CancelFunc
	most int // pages that are read
	work sync.WaitGroup

	mu      sync.Mutex // guards the fields below
	busy    bool       // pages are read or learned from, in the background
	read    int        // pages read so far
	toRead  int
	given   int            // answers when the pages were read
	failure error          // of the last work in the background
	answers []label.Answer // that hold
	pages   *pages         // nil until they are read
	pool    *label.Pool
	current *Question
	learned *Learned // nil before the first time
}

// New returns a session about the crawl in a directory. It does not read anything yet.
func New(dir string, log *slog.Logger) *Session {
	s := &Session{dir: dir, log: log, most: mostPages}
	s.ctx, s.end = context.WithCancel(context.Background())
	return s
}

// Close stops the work in the background, and waits for its end.
func (s *Session) Close() {
	s.end()
	s.work.Wait()
}

// Question asks a person whether a page is on topic, and says why this page was chosen.
type Question struct {
	URL, Title  string
	Probability float64 // that it is on topic, as far as is known
	Like        int     // other pages like it
	Links       int     // on these and on it, links that wait
	HeldOut     float64 // not 0: it was drawn to judge the classifier, which will not learn from it
}

// State has the number of a person's answers so far, and the question that the person is to answer next.
type State struct {
	Topic         string
	Question      *Question // nil: there is none
	Reading       bool      // the pages are being read
	Read, ToRead  int
	Learning      bool
	Failure       error
	Yes, No, Skip int
	HeldOut       int      // of yes and no
	UntilLearning int      // answers until the classifier is learned again
	Learned       *Learned // nil: not yet
	Pages, Kept   int      // that may be asked about, of the crawl's
}

// State returns the number of answers so far and the current question. The first call begins to read the pages.
func (s *Session) State() (State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages == nil && !s.busy && s.failure == nil {
		if err := s.begin(); err != nil {
			return State{}, err
		}
	}
	if s.usedUp() {
		s.pages = nil
		s.learnInBackground()
	}
	st := State{
		Reading: s.pages == nil && s.busy, Read: s.read, ToRead: s.toRead, Learning: s.pages != nil && s.busy, Failure: s.failure,
		Learned: s.learned, UntilLearning: label.RenewAfter - len(s.answers)%label.RenewAfter,
	}
	s.failure = nil // it is said once, and tried again
	for _, a := range s.answers {
		st.count(a)
	}
	if s.pages != nil {
		st.Pages, st.Kept = len(s.pages.urls), s.pages.kept
		st.Topic = cmp.Or(s.pages.topic.Title, s.pages.topic.Name)
		st.Question = s.question()
	}
	return st, nil
}

// usedUp reports whether the pages that were drawn have no question left, while the crawl may have other ones.
func (s *Session) usedUp() bool {
	return s.pages != nil && !s.busy && s.question() == nil && s.pages.kept > len(s.pages.urls) && len(s.answers) > s.given
}

func (st *State) count(a label.Answer) {
	switch a.Verdict {
	case label.Yes:
		st.Yes++
	case label.No:
		st.No++
	default:
		st.Skip++
		return
	}
	if a.HeldOut > 0 {
		st.HeldOut++
	}
}

// begin loads the answers, and reads the pages in the background.
func (s *Session) begin() (err error) {
	if s.answers, err = label.Load(s.path()); err == nil {
		s.learnInBackground()
	}
	return err
}

func (s *Session) path() string { return filepath.Join(s.dir, crawldir.LabelsFile) }

// question returns the page to be asked about.
func (s *Session) question() *Question {
	if s.current != nil {
		return s.current
	}
	q, ok := s.pool.Next(len(s.answers))
	if !ok {
		return nil
	}
	s.current = s.describe(q)
	return s.current
}

// describe says what is known of a page.
func (s *Session) describe(q label.Question) *Question {
	like, links := s.pool.Like(q.Page)
	return &Question{
		URL: s.pages.urls[q.Page], Title: s.pages.titles[q.Page], HeldOut: q.HeldOut,
		Probability: s.pool.Probability(q.Page), Like: like, Links: links,
	}
}

// ErrReading says that there is no question for the person yet, because the pages are still being read.
var ErrReading = errors.New("the pages are still being read: answer again in a moment")

// ErrUnknown says that an answer names a page that cannot be labelled: the crawl has not stored it, or it was not drawn for labelling.
var ErrUnknown = errors.New("nobody is asked about this page: it is not kept, or was not drawn")

// Answer stores an answer about the page at url, and returns when the answer is on the disk. The same answer given twice counts once.
func (s *Session) Answer(url string, v label.Verdict) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages == nil {
		return ErrReading
	}
	page, ok := s.pages.at[url]
	if !ok {
		return ErrUnknown
	}
	if i := s.answerOn(url); i >= 0 && s.answers[i].Verdict == v {
		return nil
	}
	a := label.Answer{URL: url, Verdict: v, Time: time.Now().UTC()}
	if s.current != nil && s.current.URL == url {
		a.HeldOut = s.current.HeldOut
	}
	if err := label.Append(s.path(), a); err != nil {
		return err
	}
	s.take(a)
	s.pool.Ask(page)
	s.current = nil
	if len(s.answers)%label.RenewAfter == 0 {
		s.learnInBackground()
	}
	return nil
}

// answerOn returns the index of the answer on a page, -1 if there is none.
func (s *Session) answerOn(url string) int {
	return slices.IndexFunc(s.answers, func(a label.Answer) bool { return a.URL == url })
}

// take replaces the answer on a page.
func (s *Session) take(a label.Answer) {
	if i := s.answerOn(a.URL); i >= 0 {
		s.answers = slices.Delete(s.answers, i, i+1)
	}
	if a.Verdict != label.Undo {
		s.answers = append(s.answers, a)
	}
}

// Undo takes back the person's latest answer, so that the page of this answer becomes the question again.
func (s *Session) Undo() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages == nil || len(s.answers) == 0 {
		return nil
	}
	last := s.answers[len(s.answers)-1]
	undo := label.Answer{URL: last.URL, Verdict: label.Undo, Time: time.Now().UTC()}
	if err := label.Append(s.path(), undo); err != nil {
		return err
	}
	s.take(undo)
	if page, ok := s.pages.at[last.URL]; ok {
		s.current = s.describe(label.Question{Page: page, HeldOut: last.HeldOut})
	}
	return nil
}
