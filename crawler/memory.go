package crawler

import (
	"context"
	"io"
	"maps"
	"runtime"
	"slices"

	"gannet/crawler/fetch"
	"gannet/crawler/reason"
	"gannet/features"
	"gannet/frontier"
	"gannet/internal/flat"
	"gannet/internal/pageguard"
)

// pageMemory is how many bytes the pages of all visits may take. A page of 4 MiB needs it alone. Six pages of 100 kB fit
// side by side, which is more than most machines have processors for.
const pageMemory = 150_000_000

// bigPage is the size in bytes from which the memory of a page is collected at once.
const bigPage = 1 << 20

// memoryOf is how many bytes of pageMemory a page needs at most if its body has n bytes.
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

// reading is a page that was read and judged before the virtual clock reached its response.
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

// countCuts counts, by reason, what was lost or guessed when the page was read.
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

// WriteMemory writes everything that the crawl has learned about hosts and priorities, except for the state of its strategy. This includes
// repeated pages, the share of new relevant pages, the number of sitemaps that may be requested, groups of almost identical texts, sites of
// copies, and the calibration of priorities. These data cannot be computed again from the stored pages, because old observations lose weight
// over time.
func (c *Crawl) WriteMemory(w io.Writer) error {
	f := flat.NewWriter(w)
	c.calibration.code(f)
	c.sitemapCredit.code(f)
	c.repeats.code(f)
	c.families.code(f)
	return f.Flush()
}

// ReadMemory reads size bytes that WriteMemory has written. After an error the crawl must start without this memory.
func (c *Crawl) ReadMemory(r io.Reader, size int64) error {
	f := flat.NewReader(r, size)
	c.calibration.code(f)
	c.sitemapCredit.code(f)
	c.repeats.code(f)
	if f.More() { // earlier versions did not write it
		c.families.code(f)
	}
	err := f.Flush()
	if err != nil {
		c.calibration, c.sitemapCredit, c.repeats, c.families = priorityCalibration{}, sitemapCredit{}, repeats{}, families{}
	}
	return err
}

func (c *priorityCalibration) code(f *flat.Coder) {
	c.mu.Lock()
	defer c.mu.Unlock()
	flat.Slice(f, &c.fetches, func(f *flat.Coder, x *judgedFetch) {
		f.Float32(&x.priority)
		f.Bool(&x.relevant)
	})
	f.Int(&c.oldest)
	f.Int(&c.unused)
	flat.Slice(f, &c.levels, func(f *flat.Coder, l *priorityLevel) {
		f.Float32(&l.priority)
		f.Float32(&l.relevant)
		f.Float32(&l.pages)
	})
}

func (c *sitemapCredit) code(f *flat.Coder) {
	c.mu.Lock()
	names := c.hosts.keys()
	c.mu.Unlock()
	flat.Slice(f, &names, func(f *flat.Coder, name *string) {
		c.mu.Lock()
		defer c.mu.Unlock()
		f.String(name)
		h := codedHost(f, &c.hosts, c.host, *name)
		f.Int(&h.fetched)
		f.Int(&h.barren)
		f.Int(&h.credit)
		flat.Slice(f, &h.postponed, (*flat.Coder).String)
	})
}

func (r *repeats) code(f *flat.Coder) {
	r.mu.Lock()
	names := r.hosts.keys()
	r.mu.Unlock()
	numbers := make(map[*hostReward]uint32)
	hosts := make([]*hostReward, 0, len(names))
	flat.Slice(f, &names, func(f *flat.Coder, name *string) {
		r.mu.Lock()
		defer r.mu.Unlock()
		f.String(name)
		h := codedHost(f, &r.hosts, r.host, *name)
		h.code(f)
		numbers[&h.hostReward] = uint32(len(hosts))
		hosts = append(hosts, &h.hostReward)
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	f.Uint32(&r.newHosts)
	flat.Slice(f, &r.paths, func(f *flat.Coder, p *pageOfPath) {
		f.Uint64(&p.path)
		f.Uint64(&p.print)
		f.Uint32(&p.host)
	})
	r.rewards.code(f, numbers, hosts)
}

func (h *hostRepeats) code(f *flat.Coder) {
	f.Uint32(&h.number)
	for i := range h.prints {
		f.Uint64(&h.prints[i])
	}
	f.Int(&h.pages)
	f.Int(&h.copies)
	f.Int(&h.missing)
	f.Float64(&h.slowdown)
	f.Float64(&h.share)
}

// code reads or writes the latest answers. Answers of hosts that were forgotten are left out.
func (r *rewards) code(f *flat.Coder, numbers map[*hostReward]uint32, hosts []*hostReward) {
	type answer struct {
		host uint32
		gain bool
	}
	var answers []answer
	for i := range r.latest {
		a := r.latest[(r.oldest+i)%len(r.latest)]
		if number, ok := numbers[a.host]; ok {
			answers = append(answers, answer{number, a.gain})
		}
	}
	flat.Slice(f, &answers, func(f *flat.Coder, a *answer) {
		f.Uint32(&a.host)
		f.Bool(&a.gain)
	})
	if !f.Reads() {
		return
	}
	*r = rewards{}
	for _, a := range answers {
		if int(a.host) < len(hosts) {
			r.latest = append(r.latest, hostAnswer{hosts[a.host], a.gain})
			r.count(r.latest[len(r.latest)-1], 1)
		}
	}
}

// codedHost returns the record of a host that is being read or written. A host that was forgotten since is written as a new one.
func codedHost[V any](f *flat.Coder, m *recentMap[*V], add func(string) *V, name string) *V {
	if f.Reads() {
		return add(name)
	}
	if h, ok := m.young[name]; ok {
		return h
	}
	if h, ok := m.old[name]; ok {
		return h
	}
	return new(V)
}

// recentMap is a map that forgets its oldest keys. It holds the recentKeys keys that were used last, and at most twice as many. The zero value is
// ready. It is not safe for concurrent use.
type recentMap[V any] struct{ young, old map[string]V }

// recentKeys is larger than the number of hosts that most crawls visit at a time. A host that was forgotten is treated as a new one.
const recentKeys = 1 << 16

func (m *recentMap[V]) get(key string) (value V, ok bool) {
	if value, ok = m.young[key]; ok {
		return value, true
	}
	if value, ok = m.old[key]; ok {
		m.set(key, value)
	}
	return value, ok
}

func (m *recentMap[V]) set(key string, value V) {
	if m.young == nil || len(m.young) >= recentKeys {
		m.young, m.old = make(map[string]V), m.young
	}
	m.young[key] = value
}

// keys returns all keys in their order.
func (m *recentMap[V]) keys() []string {
	keys := slices.Collect(maps.Keys(m.young))
	for key := range m.old {
		if _, again := m.young[key]; !again {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
