package crawler

import (
	"io"
	"maps"
	"slices"

	"gannet/internal/flat"
)

// WriteMemory writes what the crawl knows of hosts and priorities beside its strategy: pages that repeat, rewards, sitemaps
// earned, families of texts, sites of copies, and the calibration of priorities. It forgets the old in time, and no replay gives it.
func (c *Crawl) WriteMemory(w io.Writer) error {
	f := flat.NewWriter(w)
	c.calibration.code(f)
	c.sitemapCredit.code(f)
	c.repeats.code(f)
	c.families.code(f)
	return f.Flush()
}

// ReadMemory reads what WriteMemory wrote, size bytes. After an error the crawl knows nothing of it.
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

// code codes the latest answers. Those of hosts that are forgotten are left out.
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

// codedHost returns what is known of a host that is read or written. One that was forgotten since is written as a new one.
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
