package crawler

import "sync"

// activity is the state of the run loop: visits, pages on their way to the keeper, and whether the crawl has failed. Every
// change wakes the dispatcher.
type activity struct {
	wake chan struct{} // has one element when something changed since the dispatcher last looked

	mu       sync.Mutex // guards the fields below
	visiting int        // visits that can still change the frontier
	keeping  int        // pages and lessons that the keeper has and has not kept yet
	claimed  int        // pages that are kept or that the keeper has
	retired  int        // workers that ended, or are to end, for want of open files
	retiring int        // of these, the workers that are to end
	paused   bool       // no visit begins
	answers  []func()   // of the keeper, in virtual time: what is still to be done about them, the earliest first
	lastTurn turn       // of the latest page that is given to the keeper
	failure  error      // the first error that ends the crawl
	ended    End
}

func newActivity(kept int) *activity {
	return &activity{wake: make(chan struct{}, 1), claimed: kept}
}

// update makes a change to the state and wakes the dispatcher.
func (a *activity) update(change func()) {
	a.mu.Lock()
	change()
	a.mu.Unlock()
	a.notify()
}

// notify wakes the dispatcher.
func (a *activity) notify() {
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

func (a *activity) visitBegins() { a.update(func() { a.visiting++ }) }

func (a *activity) visitEnds() { a.update(func() { a.visiting-- }) }

// outstanding returns how many visits are under way, and how many pages were given to the keeper and are not kept yet.
func (a *activity) outstanding() (visiting, keeping int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.visiting, a.keeping
}

// claimPage claims a page of the page budget for the keeper. It returns false if the budget is spent.
func (a *activity) claimPage(budget int) (ok bool) {
	a.update(func() {
		if ok = budget == NoLimit || a.claimed < budget; ok {
			a.keeping++
			a.claimed++
		}
	})
	return ok
}

// claims returns how many pages are kept or on their way to the keeper.
func (a *activity) claims() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.claimed
}

// keptPage records that the keeper has answered for a page. unclaimed pages go back to the budget.
func (a *activity) keptPage(unclaimed int) {
	a.update(func() {
		a.keeping--
		a.claimed -= unclaimed
	})
}

// keepsVisit records that the keeper is given a visit of something that was kept before.
func (a *activity) keepsVisit() { a.update(func() { a.keeping++ }) }

// keepsLesson records that the lesson of a sitemap was given to the keeper; keptLesson records that the keeper has answered for it.
func (a *activity) keepsLesson() { a.update(func() { a.keeping++ }) }
func (a *activity) keptLesson()  { a.update(func() { a.keeping-- }) }

// answer leaves an answer of the keeper to awaitKeeper, which calls act.
func (a *activity) answer(act func()) { a.update(func() { a.answers = append(a.answers, act) }) }

// awaitKeeper returns when the keeper has answered for all pages but the given number. It acts on the answers that were left to it, and on no more
// of them than it has to. It may consume wake-ups that were meant for the dispatcher, too, and then wakes it.
func (a *activity) awaitKeeper(most int) {
	for waited := false; ; {
		act, enough := a.nextAnswer(most)
		switch {
		case enough && waited:
			a.notify()
			return
		case enough:
			return
		case act != nil:
			act()
		default:
			<-a.wake
			waited = true
		}
	}
}

// nextAnswer takes the earliest answer that was left to awaitKeeper, nil if there is none. If no more pages than most wait for the keeper, it takes
// none and returns enough.
func (a *activity) nextAnswer(most int) (act func(), enough bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.keeping <= most {
		return nil, true
	}
	if len(a.answers) > 0 {
		act, a.answers = a.answers[0], a.answers[1:]
	}
	return act, false
}

// A turn is the place of a page among those that are given to the keeper one after the other.
type turn struct {
	before <-chan struct{} // closed when the page before it was given; nil for the first page
	given  chan struct{}   // closed when this page was given
}

// takeTurn returns the turn after those that were taken before.
func (a *activity) takeTurn() turn {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lastTurn = turn{before: a.lastTurn.given, given: make(chan struct{})}
	return a.lastTurn
}

// await returns when it is the page's turn.
func (t turn) await() {
	if t.before != nil {
		<-t.before
	}
}

// end gives the turn to the next page. The zero turn has no next page.
func (t turn) end() {
	if t.given != nil {
		close(t.given)
	}
}

// retireWorker ends one of the given number of workers, unless it is the last one. It returns how many remain.
func (a *activity) retireWorker(workers int) (left int, ok bool) {
	a.update(func() {
		if left = workers - a.retired; left > 1 {
			a.retired++
			a.retiring++
			left, ok = left-1, true
		}
	})
	return left, ok
}

// mustRetire reports whether the worker that calls it has to end.
func (a *activity) mustRetire() (yes bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if yes = a.retiring > 0; yes {
		a.retiring--
	}
	return yes
}

// retiredWorkers returns how many workers have ended.
func (a *activity) retiredWorkers() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.retired - a.retiring
}

// pause sets whether new visits are held back.
func (a *activity) pause(paused bool) { a.update(func() { a.paused = paused }) }

func (a *activity) isPaused() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.paused
}

// fail ends the crawl with an error. Visits are finished, and no new ones begin.
func (a *activity) fail(err error) {
	a.update(func() {
		if a.failure == nil {
			a.failure = err
		}
	})
}

func (a *activity) failed() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.failure
}

func (a *activity) end(why End) { a.update(func() { a.ended = why }) }

func (a *activity) endedBy() End {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ended
}
