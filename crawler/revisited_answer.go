package crawler

import (
	"context"
	"net/http"
	"time"

	"gannet/crawler/fetch"
	"gannet/crawler/fresh"
	"gannet/crawler/watch"
	"gannet/frontier"
	"gannet/internal/weburl"
	"gannet/job/life"
	"gannet/store"
)

// keepUnchanged readies a visit for the keeper that found everything as it was.
func (v *again) keepUnchanged(now time.Time) {
	switch kind := v.known.Kind; {
	case kind >= store.WatchedList:
		if kind == store.WatchedList && v.linkToPosting(v.before) {
			v.Crawl.watched.showsAgain(weburl.Host(v.lease.URL), now)
		}
		v.watchList(now)
	case kind == store.WatchedPosting:
		v.Crawl.watched.record(weburl.Host(v.lease.URL), now, watch.FactOf(watch.Shows, true))
	}
	v.toKeep = &store.Visit{Watched: v.known, Observed: life.Observation{At: now, What: life.Same}}
}

// noAnswerAgain ends a visit whose request failed.
func (v *again) noAnswerAgain(ctx context.Context, err error) outcome {
	switch {
	case ctx.Err() != nil, notTheHost(ctx, err):
		o := v.noAnswer(ctx, err)
		if o.end.Result == frontier.Requeue {
			o.end.After = 0
		}
		return o
	case v.Crawl.watched.hostIsGone(v.lease.Host, v.known.Tried):
		return v.deny(life.Observation{At: v.known.Tried, What: life.Gone}, "")
	}
	v.fail()
	o := v.noAnswer(ctx, err)
	if o.end.Result == frontier.DropHost { // its name may exist again at the next visit
		o.end.Result = frontier.Drop
	}
	return o
}

// fail records that a visit gave nothing, and ends it.
func (v *again) fail() outcome {
	v.known.Failures++
	v.found.Found = fresh.Unanswered
	v.tally.again.failed.Add(1)
	v.toKeep = &store.Visit{Watched: v.known}
	return finished
}

// noPageAgain ends a visit whose answer is no page.
func (v *again) noPageAgain(resp *fetch.Response, now time.Time) outcome {
	observed := life.Observation{At: now, What: life.Gone, Status: resp.Status}
	switch {
	case resp.Redirect != "":
		v.pushMoved(resp.Redirect)
		if observed.What = v.moved(resp.Redirect); observed.What == life.Failed {
			return v.fail()
		}
	case resp.Status == 404 || resp.Status == 410:
	case mayRecover(resp):
		v.fail()
		return endWith(frontier.Outcome{Result: retryOf(resp), After: resp.RetryAfter})
	default: // such as 403: it says nothing of the page
		return v.fail()
	}
	if v.found.Doubted {
		return v.fail()
	}
	movedTo := ""
	if observed.What == life.Moved {
		movedTo = resp.Redirect
	}
	return v.deny(observed, movedTo)
}

// deny ends a visit that has found no page. movedTo is where another one is, if the observation says so.
func (v *again) deny(observed life.Observation, movedTo string) outcome {
	now := observed.At
	v.found.Doubted = false
	if v.known.Kind >= store.WatchedList {
		return v.listGone(now)
	}
	v.known.Visited, v.known.Failures = now, v.known.Failures+1
	v.found.Found = fresh.Denied
	v.tally.again.gone.Add(1)
	v.toKeep = &store.Visit{Watched: v.known, Observed: observed, MovedTo: movedTo}
	if observed.Status == http.StatusGone {
		v.found.Found = fresh.SaysClosed
	}
	return finished
}

// listGone ends a visit that denies a list, such as the last page of one that has become shorter. It is requested again after Fresh, and names
// nothing if it is denied then, too: a list that was cut for half a day lacks its last pages. Changed is the first of these visits.
func (v *again) listGone(now time.Time) outcome {
	v.found.Found = fresh.Denied
	v.tally.again.gone.Add(1)
	gone := pageOf(v.known).IsGone()
	v.known.Failures++
	if !gone && !v.known.Changed.After(v.known.Visited) {
		v.known.Changed = now
	}
	if !gone && now.Sub(v.known.Changed) >= v.Crawl.watched.fresh-time.Second { // the next visit is planned by the second
		v.known.Links = nil
		v.watchList(now)
		if gone = len(v.known.Links) == 0; gone {
			v.known.Failures = fresh.EnoughDenials
		}
	}
	if gone {
		v.known.Visited = now
		v.found.Found = fresh.Changed
	}
	v.toKeep = &store.Visit{Watched: v.known}
	return finished
}

// moved returns what a redirect tells of a posting. To the same path, such as by https or on another host, it tells nothing: the
// target is visited, and shows it or not.
func (v *again) moved(target string) life.What {
	switch {
	case weburl.Path(target) == weburl.Path(v.lease.URL):
		return life.Failed
	case judge(v.Crawl.watched, func(h *fresh.Hosts) bool { return h.IsListing(target) }):
		return life.MovedToList
	case weburl.Path(target) == "/":
		return life.MovedToRoot
	}
	return life.Moved
}

// pushMoved pushes the target of a redirect as a link, if the crawl does not know it.
func (v *again) pushMoved(target string) {
	t := v.trail
	t.hops, t.origin = 1, nil
	if v.known.Kind.HasPage() && !v.countIfExcluded(&t, target) {
		v.push([]frontier.Link{{URL: target, Host: weburl.Host(target), Priority: v.lease.Priority, Data: t.appendTo(nil)}})
	}
}
