package crawler

import (
	"context"
	"errors"
	"sync"
	"time"

	"gannet/frontier"
)

// Run crawls until a budget is spent, nothing is left, all that is left waits for hosts that fail, or ctx is done. Then
// pages under way are finished, for at most Limits.Drain, and what remains is left in the frontier for the next run.
// Progress tells why it ended. It returns the error that made going on useless, such as a disk that cannot be written.
func (c *Crawl) Run(ctx context.Context) error {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	jobs := make(chan frontier.Lease)
	var workers sync.WaitGroup
	for range c.limits.Workers {
		workers.Go(func() {
			for lease := range jobs {
				told := sync.OnceFunc(func() { c.changed(func() { c.making-- }) })
				c.visit(work, lease, told)
				told()
				if c.retires() {
					return
				}
				<-c.tokens
				c.changed(func() {})
			}
		})
	}
	c.virtual.begin(c.crew)
	end, err := c.dispatch(ctx, jobs)
	c.virtual.end()
	if end == EndPages { // what is still under way is more than was wanted
		cancel()
	}
	close(jobs)
	c.drain(&workers, cancel)
	c.settle()
	err = errors.Join(err, c.failed())
	if err != nil {
		end = EndFailed
	}
	c.changed(func() { c.ended = end })
	return err
}

// drainGrace is how long workers have to return once their requests were cut off.
const drainGrace = time.Second

// drain waits until all workers have returned. After Limits.Drain their requests are cut off; a worker that does not even
// return then is left behind, and the link it holds is fetched again by the next run.
func (c *Crawl) drain(workers *sync.WaitGroup, cancel context.CancelFunc) {
	returned := make(chan struct{})
	go func() {
		workers.Wait()
		close(returned)
	}()
	for _, d := range []time.Duration{c.limits.Drain, drainGrace} {
		timer := time.NewTimer(d)
		select {
		case <-returned:
			timer.Stop()
			return
		case <-timer.C:
			cancel()
		}
	}
	c.log.Warn("pages under way do not end, and are left to the next run")
}

// dispatch hands leases to workers, each when a worker is free, so that every choice knows all links found so far.
func (c *Crawl) dispatch(ctx context.Context, jobs chan<- frontier.Lease) (End, error) {
	for {
		lease, end, err := c.next(ctx)
		if end != "" || err != nil {
			return end, err
		}
		if !c.worker(ctx) {
			c.putBack(lease)
			continue
		}
		alone := c.underway.suspects(lease.URL)
		if alone && !c.quiet(ctx, 1) {
			<-c.tokens
			c.putBack(lease)
			continue
		}
		c.changed(func() { c.making++ })
		jobs <- lease
		if alone {
			c.quiet(ctx, 0)
		}
	}
}

// putBack ends a lease that nobody has begun with.
func (c *Crawl) putBack(lease frontier.Lease) {
	c.done(lease, frontier.Outcome{Result: frontier.Requeue, Unasked: true})
}

// quiet waits until no more than so many workers have a visit; false if the crawl is over before.
func (c *Crawl) quiet(ctx context.Context, visits int) bool {
	return c.until(ctx, func() bool { return len(c.tokens)-c.gone() <= visits }, c.pause)
}

// gone is how many workers have ended for want of files. They keep their tokens.
func (c *Crawl) gone() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.retired - c.retiring
}

// worker waits for a free worker, and takes one from a slow host if these hold more than their share; false if the crawl is
// over before.
func (c *Crawl) worker(ctx context.Context) bool {
	if len(c.tokens) == cap(c.tokens) {
		c.flights.preempt(c.clock.Now())
	}
	return c.until(ctx, func() bool {
		select {
		case c.tokens <- struct{}{}:
			return true
		default:
			return false
		}
	}, c.standby)
}

// until waits for something that a change of the crawl brings about; false if the crawl is over before.
func (c *Crawl) until(ctx context.Context, done func() bool, wait func(context.Context, time.Duration)) bool {
	for !done() {
		now := c.clock.Now()
		if c.over(ctx, now) != "" {
			return false
		}
		wait(ctx, c.timeLeft(now))
	}
	return true
}

// next waits for a lease. end says why there is none any more.
func (c *Crawl) next(ctx context.Context) (lease frontier.Lease, end End, err error) {
	for {
		c.virtual.rest(ctx, c.wake)
		now := c.clock.Now()
		if end := c.over(ctx, now); end != "" {
			return lease, end, nil
		}
		if c.hindered(ctx, now) {
			continue
		}
		lease, wait, err := c.frontier.Take(now)
		switch {
		case err == nil && c.mayAsk(lease, now):
			return lease, "", nil
		case err == nil: // and put back
		case !errors.Is(err, frontier.ErrEmpty) && !errors.Is(err, frontier.ErrWait):
			return lease, EndFailed, err
		default:
			if end := c.idle(ctx, now, wait, errors.Is(err, frontier.ErrEmpty)); end != "" {
				return lease, end, nil
			}
		}
	}
}

// over says why the crawl is over, "" if it is not.
func (c *Crawl) over(ctx context.Context, now time.Time) End {
	switch {
	case c.failed() != nil:
		return EndFailed
	case ctx.Err() != nil:
		return EndStopped
	case c.limits.Pages != NoLimit && c.tally.kept.Load() >= int64(c.limits.Pages):
		return EndPages
	case c.timeLeft(now) == 0:
		return EndTime
	}
	return c.trouble.over(now, c.limits.Wait)
}

// hindered waits where no link is to be taken: until a worker is free, until pages under way have shown whether the budget
// is spent, or until a proxy or this machine may have recovered. It returns true if it has waited.
func (c *Crawl) hindered(ctx context.Context, now time.Time) bool {
	making, keeping := c.outstanding()
	left := c.timeLeft(now)
	// Others may be quicker than slow hosts, and then their pages are kept.
	if quick := making - c.flights.slowOnes(now); c.limits.Pages != NoLimit && c.tally.kept.Load()+int64(quick+keeping) >= int64(c.limits.Pages) {
		c.pause(ctx, min(left, slowAfter))
		return true
	}
	if len(c.tokens) == cap(c.tokens) {
		surplus := slowAfter
		if making+c.gone() >= c.limits.Workers { // otherwise one is about to be free
			surplus = c.flights.surplus(now)
		}
		if surplus > 0 {
			c.standby(ctx, min(surplus, left))
		}
		return surplus > 0
	}
	rest := c.trouble.rest(now)
	if rest > 0 {
		c.pause(ctx, min(rest, left))
	}
	return rest > 0
}

// idle waits until something may be asked for, which the frontier expects after wait, or says that the crawl is over.
func (c *Crawl) idle(ctx context.Context, now time.Time, wait time.Duration, empty bool) End {
	making, keeping := c.outstanding()
	busy := making+keeping > 0
	if empty && !busy {
		return EndEmpty
	}
	left, over := c.stalled(now, busy)
	if over {
		return EndStalled
	}
	left = min(left, c.timeLeft(now))
	switch {
	case (empty || wait == 0) && busy:
		c.pause(ctx, left)
	case wait == 0:
		c.clock.Wait(ctx, left, c.wake)
	default:
		c.clock.Wait(ctx, min(wait, left), c.wake)
	}
	return ""
}

// timeLeft is what remains of the time budget, at least an hour where there is none.
func (c *Crawl) timeLeft(now time.Time) time.Duration {
	if c.limits.Time == NoLimit {
		return time.Hour
	}
	return max(0, c.limits.Time-now.Sub(c.start))
}

// pause returns once something of the crawl has changed, or d has passed. Virtual time passes only for answers under way.
func (c *Crawl) pause(ctx context.Context, d time.Duration) {
	if c.virtual != nil {
		d = forever
	}
	c.clock.Wait(ctx, d, c.wake)
}

// standby is pause for a dispatcher that waits for workers: no virtual time passes.
func (c *Crawl) standby(ctx context.Context, d time.Duration) {
	if c.virtual == nil {
		c.clock.Wait(ctx, d, c.wake)
		return
	}
	select {
	case <-c.wake:
	case <-ctx.Done():
	}
}

// changed makes a change to the state that c.mu guards and wakes the dispatcher.
func (c *Crawl) changed(change func()) {
	c.mu.Lock()
	change()
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// outstanding is how many pages are in the making, and how many wait to be kept.
func (c *Crawl) outstanding() (making, keeping int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.making, c.keeping
}

// crew counts the visits under way, and says whether every worker has one.
func (c *Crawl) crew() (visits int, full bool) {
	making, _ := c.outstanding()
	return making, making >= c.limits.Workers
}

// settle waits until every keep has been answered.
func (c *Crawl) settle() {
	for {
		if _, keeping := c.outstanding(); keeping == 0 {
			return
		}
		<-c.wake
	}
}

// fail ends the crawl: what is under way is finished, nothing new begins.
func (c *Crawl) fail(err error) {
	c.changed(func() {
		if c.failure == nil {
			c.failure = err
		}
	})
}

func (c *Crawl) failed() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failure
}
