package teaching

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"gannet/crawldir"
	"gannet/topic"
	"gannet/topic/judge"
	"gannet/topic/label"
)

// ErrTooFew says that a crawl has stored too few pages for a topic to be learned from them.
var ErrTooFew = errors.New("fewer than 30 pages are kept, too few to learn from")

// ErrNoAnswers says that nobody has labelled any page of the crawl.
var ErrNoAnswers = errors.New("nobody has labelled a page of this crawl")

// Learned is a topic that was learned from people's answers, together with measures of how good it is.
type Learned struct {
	Topic     *topic.Topic
	Answers   int // so many, that teach
	Estimated bool
	Estimate  label.Estimate
	judgement *judge.Judgement
}

// Learn learns the topic of a crawl from people's answers about which pages are relevant. The answers are stored in the crawl's directory.
func Learn(ctx context.Context, r *crawldir.Reader) (*Learned, error) {
	answers, err := r.Labels()
	if err != nil {
		return nil, err
	}
	if len(answers) == 0 {
		return nil, ErrNoAnswers
	}
	p, err := readPages(ctx, r, mostPages, answers, func(int, int) {})
	if err != nil {
		return nil, err
	}
	return p.learn(answers)
}

// learn learns from answers.
func (p *pages) learn(answers []label.Answer) (*Learned, error) {
	teach, held := make(map[int]bool), make([]label.Answer, 0, len(answers))
	for _, a := range answers {
		page, ok := p.at[a.URL]
		switch {
		case !ok || a.Verdict == label.Skip:
		case a.Teaches():
			teach[page] = a.Verdict == label.Yes
		default:
			held = append(held, a)
		}
	}
	j := p.measured.Taught(teach)
	if j.Classifier == nil {
		return nil, ErrTooFew
	}
	t := *p.topic
	t.Classifier = j.Classifier
	l := &Learned{Topic: &t, Answers: len(teach), judgement: j}
	l.estimate(p, teach, held)
	return l, nil
}

// estimate estimates the classifier on the pages that nobody was asked about, by the answers that did not teach it.
func (l *Learned) estimate(p *pages, teach map[int]bool, held []label.Answer) {
	const relevant = 0.5
	called, others := 0, 0
	for page, probability := range l.judgement.Probabilities {
		if _, asked := teach[page]; asked {
			continue
		}
		if probability >= relevant {
			called++
		} else {
			others++
		}
	}
	list := make([]label.Held, 0, len(held))
	for _, a := range held {
		list = append(list, label.Held{Odds: a.HeldOut, Yes: a.Verdict == label.Yes, Relevant: l.judgement.Probabilities[p.at[a.URL]] >= relevant})
	}
	l.Estimate, l.Estimated = label.EstimateOf(list, called, others)
}

// learnInBackground reads the pages if that was not done, and learns from the answers so far.
func (s *Session) learnInBackground() {
	if s.busy {
		return // what goes on looks at the answers again at its end
	}
	s.busy = true
	answers, p := slices.Clone(s.answers), s.pages
	s.work.Go(func() {
		p, l, err := s.learn(p, answers)
		var pool *label.Pool
		if err == nil {
			pool = p.questions()
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.busy = false
		if s.failure = err; err != nil {
			s.log.Warn("the answers were not learned from", "crawl", s.dir, "cause", err)
			return
		}
		s.goOn(p, pool, l, len(answers))
		if len(s.answers)/label.RenewAfter != len(answers)/label.RenewAfter {
			s.learnInBackground()
		}
	})
}

// learn is the work in the background.
func (s *Session) learn(p *pages, answers []label.Answer) (_ *pages, _ *Learned, err error) {
	if p, err = s.readAgain(p, answers); err != nil {
		return nil, nil, err
	}
	if len(answers) < label.RenewAfter {
		return p, nil, nil
	}
	l, err := p.learn(answers)
	if err != nil {
		return p, nil, err
	}
	return p, l, crawldir.SaveTopic(filepath.Join(s.dir, crawldir.TaughtFile), l.Topic)
}

// growth is by which share a crawl has to grow before its pages are read again.
const growth = 0.1

// readAgain reads the pages of the crawl, unless p has them.
func (s *Session) readAgain(p *pages, answers []label.Answer) (_ *pages, err error) {
	r, err := crawldir.Read(s.dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	kept, err := r.Store.Stats()
	if err != nil || p != nil && float64(kept.Pages) < (1+growth)*float64(p.kept) {
		return p, err
	}
	return readPages(s.ctx, r, s.most, answers, func(read, all int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.read, s.toRead = read, all
	})
}

// goOn asks the next questions by what was learned of so many answers.
func (s *Session) goOn(p *pages, pool *label.Pool, l *Learned, given int) {
	if p != s.pages {
		s.given = given
	}
	s.pages, s.pool = p, pool
	for _, a := range s.answers {
		if page, ok := p.at[a.URL]; ok {
			s.pool.Ask(page)
		}
	}
	if l != nil {
		s.learned = l
		s.pool.SetProbabilities(l.judgement.Probabilities)
	}
}
