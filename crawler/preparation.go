package crawler

import "context"

// preparation is a Renewal.Prepare that goes on beside the crawl.
type preparation struct {
	cancel context.CancelFunc
	done   chan error // has one element once it has ended
}

// prepared reports whether the next renewal is prepared. It begins the preparation if none is under way.
func (d *dispatcher) prepared(ctx context.Context) (done bool, err error) {
	p := d.judging.prepare
	if p == nil {
		d.judging.prepare = d.beginPreparing(ctx)
		return false, nil
	}
	select {
	case err = <-p.done:
		p.cancel()
		d.judging.prepare = nil
		if ctx.Err() != nil {
			return false, nil
		}
		return true, err
	default:
		return false, nil
	}
}

func (d *dispatcher) beginPreparing(ctx context.Context) *preparation {
	ctx, cancel := context.WithCancel(ctx)
	p := &preparation{cancel: cancel, done: make(chan error, 1)}
	go func() {
		p.done <- d.judging.renewal.Prepare(ctx)
		d.activity.notify()
	}()
	return p
}

// stopPreparing ends a preparation whose renewal is no longer wanted. If it failed, the crawl goes on with the old verdicts.
func (d *dispatcher) stopPreparing() {
	if p := d.judging.prepare; p != nil {
		p.cancel()
		<-p.done
		d.judging.prepare = nil
	}
}
