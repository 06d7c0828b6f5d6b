package crawler

import (
	"context"
	"runtime"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/pageguard"
)

// pageMemory is how many bytes the pages of all visits may take. A page of 4 MiB needs it alone. Six pages of 100 kB fit
// side by side, which is more than most machines have processors for.
const pageMemory = 150_000_000

// bigPage is the size in bytes from which the memory of a page is collected at once.
const bigPage = 1 << 20

// memoryOf is how many bytes of pageMemory a page with a body of n bytes may take.
func memoryOf(n int) int64 { return min(int64(features.Memory(n)), pageMemory) }

// reserveMemory waits for the memory that a page with a body of n bytes may take. The visit holds it until freeMemory. If
// the crawl ends before, the link is left to the next run.
func (v *visit) reserveMemory(ctx context.Context, n int) outcome {
	bytes := memoryOf(n)
	if ctx.Err() != nil || v.Crawl.memory.Acquire(ctx, bytes) != nil {
		return v.cutShort(ctx)
	}
	v.slowHosts.fix(v.work)
	v.memory, v.big = bytes, n > bigPage
	return next
}

// freeMemory lets go of the page and its memory.
func (v *visit) freeMemory() {
	if v.memory == 0 {
		return
	}
	v.response, v.ahead, v.page, v.toKeep = nil, nil, nil, nil
	if v.big {
		runtime.GC() // or the remains let the heap grow to twice its size
	}
	v.Crawl.memory.Release(v.memory)
	v.memory = 0
}

// reading is a page that was read and judged before the virtual clock reached its answer.
type reading struct {
	page        *features.Page
	probability float64
	err         error
	by          *verdicts // which judged it
}

// newReading judges a page that was read.
func (v *visit) newReading(page *features.Page) *reading {
	by := v.judging.now.Load()
	probability, err := by.probabilityOf(page)
	return &reading{page: page, probability: probability, by: by, err: err}
}

// isCurrent reports whether there is a reading whose verdict still holds.
func (r *reading) isCurrent(c *Crawl) bool { return r != nil && r.by == c.judging.now.Load() }

// readAhead reads and judges a response, unless ctx is done before there is memory for the page. It returns the response with
// the text of a PDF.
func (v *visit) readAhead(ctx context.Context, resp *fetch.Response) *fetch.Response {
	if resp, v.unreadable = v.toHTML(ctx, resp); v.unreadable == nil {
		v.ahead = v.readInTime(ctx, resp)
	}
	return resp
}

// readInTime reads and judges a page. It returns nil if ctx was done before there was memory for it.
func (v *visit) readInTime(ctx context.Context, resp *fetch.Response) *reading {
	bytes := memoryOf(len(resp.Body))
	if v.Crawl.memory.Acquire(ctx, bytes) != nil {
		return nil
	}
	defer v.Crawl.memory.Release(bytes)
	page, err := v.readPage(resp)
	if err != nil {
		return &reading{err: err}
	}
	return v.newReading(page)
}

// readWithReader is the default of Parts.Read.
func (c *Crawl) readWithReader(resp *fetch.Response) (*features.Page, error) {
	r := c.readers.Get().(*features.Reader)
	page, err := r.ReadSource(features.Source{URL: resp.URL, Header: resp.Header, Body: resp.Body, Charset: resp.Charset})
	c.readers.Put(r) // not deferred: after a panic it cannot be used again
	return page, err
}

// read reads the page as soon as there is memory for it.
func (v *visit) read(ctx context.Context) outcome {
	if o := v.reserveMemory(ctx, len(v.response.Body)); o.endsVisit() {
		return o
	}
	var err error
	if v.ahead != nil {
		v.page, err = v.ahead.page, v.ahead.err
	} else {
		v.page, err = v.readPage(v.response)
	}
	if pageguard.Of(err) != nil {
		v.noteReaderFailure(err)
		return v.refuseFailedPage()
	}
	if err != nil {
		v.refuse(reason.Unreadable)
		v.noteFailure(string(reason.Unreadable))
		return endWith(frontier.Outcome{Result: frontier.Drop})
	}
	v.countCuts()
	v.says = v.says.Join(v.page.Says)
	return next
}

// countCuts counts what the page was read without.
func (v *visit) countCuts() {
	if v.response.Truncated {
		v.tally.countReason(reason.LongBody)
	}
	if v.response.Broken != nil {
		v.tally.countReason(reason.CutBody)
	}
	if v.response.Guessed {
		v.tally.countReason(reason.GuessedCharset)
	}
	if v.page.Flattened {
		v.tally.countReason(reason.HeavyPage)
	}
	v.tally.countReasons(reason.BeyondKept, v.page.Dropped)
}
