package testweb

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestSameSeedSameWebOtherSeedOtherWeb(t *testing.T) {
	a, b, other := New(DefaultOptions(3)), New(DefaultOptions(3)), New(DefaultOptions(4))
	differ := 0
	for n := 0; n < a.Pages(); n += 997 {
		address := a.Page(n)
		if address != b.Page(n) {
			t.Fatalf("page %d is %s and %s", n, address, b.Page(n))
		}
		_, first := served(t, a, address)
		_, second := served(t, b, address)
		if !bytes.Equal(first, second) {
			t.Fatalf("%s differs between two webs of one seed", address)
		}
		if address != other.Page(n) {
			differ++
		}
	}
	if differ < 90 {
		t.Errorf("only %d of 101 addresses differ under another seed", differ)
	}
}

func TestPagesAreCountedExactly(t *testing.T) {
	w := New(DefaultOptions(5).Sized(50_000, 5_000_000))
	sum, largest, tiny := 0, 0, 0
	for id := range w.Hosts() {
		size := w.shape.size(id)
		sum, largest = sum+size, max(largest, size)
		if size < 100 {
			tiny++
		}
	}
	if sum != 5_000_000 {
		t.Errorf("hosts have %d pages together", sum)
	}
	if largest < 50_000 || tiny < 30_000 {
		t.Errorf("no heavy tail: the largest host has %d pages, %d hosts have fewer than 100", largest, tiny)
	}
	for n := 0; n < sum; n += 49_999 {
		p, found := w.find(w.Page(n))
		if !found || p.form != plain || w.shape.before(p.host.id)+p.page != n {
			t.Fatalf("page %d is not found back at %s", n, w.Page(n))
		}
	}
}

func TestHostsOfAKindAreFoundBack(t *testing.T) {
	s := newShape(9, 1000, 50_000, Topics())
	for id := range s.hosts {
		k, n := s.slot(id)
		if got := s.host(k, n, id/s.block); got != id {
			t.Fatalf("host %d is %d of kind %d in its block, but that is host %d", id, n, k, got)
		}
	}
}

func TestLinksStayOnTopic(t *testing.T) {
	share := func(locality float64) float64 {
		o := DefaultOptions(6)
		o.Locality = locality
		w := New(o)
		on, all := 0, 0
		for n := 0; n < w.Pages(); n += 101 {
			from := w.Page(n)
			topic := w.Topic(from)
			if topic == "" {
				continue
			}
			for _, l := range w.Links(from) {
				if !strings.HasPrefix(l.URL, from[:strings.IndexByte(from[8:], '/')+9]) {
					all++
					if w.Topic(l.URL) == topic {
						on++
					}
				}
			}
		}
		return float64(on) / float64(all)
	}
	low, high := share(.3), share(.9)
	if low < .05 || high > .8 || high < 1.5*low {
		t.Errorf("share of links to other hosts on topic: %.2f at locality 0.3, %.2f at 0.9", low, high)
	}
}

func TestEveryPageIsReachable(t *testing.T) {
	w := New(DefaultOptions(8).Sized(60, 1500))
	seen := map[string]bool{}
	queue := []string{"http://" + w.Host(0) + "/"}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		links := w.Links(from)
		if to, moved := w.Redirect(from); moved {
			links = []Link{{URL: to}}
		}
		for _, l := range links {
			if !seen[l.URL] {
				seen[l.URL] = true
				queue = append(queue, l.URL)
			}
		}
	}
	for n := range w.Pages() {
		if address := w.Page(n); !seen[address] {
			t.Errorf("no link leads to %s", address)
		}
	}
}

func TestTunnelsAreTheOnlyWayIn(t *testing.T) {
	w := New(DefaultOptions(1))
	checked := 0
	for id := range w.Hosts() {
		h := w.hostAt(id)
		if h.kind != institution || h.sections < 3 {
			continue
		}
		front, _ := h.inSection(1, 0)
		hidden := string(w.appendURL(nil, &h, front, plain, 0))
		for _, page := range []int{0, 1, 2} {
			address := string(w.appendURL(nil, &h, page, plain, 0))
			linked := slices.ContainsFunc(w.Links(address), func(l Link) bool {
				to, _ := w.Redirect(l.URL)
				return l.URL == hidden || to == hidden
			})
			if linked != (page == 2) || w.Topic(address) != "" {
				t.Errorf("%s: links to the section: %v, topic %q", address, linked, w.Topic(address))
			}
		}
		if w.Topic(hidden) == "" {
			t.Errorf("%s has no topic", hidden)
		}
		checked++
	}
	if checked < 10 {
		t.Errorf("only %d institutions", checked)
	}
}

func TestSeedsAreRelevantAndOnManyHosts(t *testing.T) {
	w := New(hostileOptions(2, Everything(.01)))
	for _, topic := range w.Topics() {
		seeds := w.Seeds(topic, 20)
		hosts := map[string]bool{}
		for _, url := range seeds {
			p, _ := w.find(url)
			hosts[w.hostName(p.host.id)] = true
			if !w.Relevant(topic, url) || !w.Robots(url) || p.host.trap != "" {
				t.Errorf("%s is no seed for %s", url, topic)
			}
		}
		if len(seeds) != 20 || len(hosts) < 15 || len(w.Keywords(topic)) != 8 {
			t.Errorf("%s: %d seeds on %d hosts, keywords %v", topic, len(seeds), len(hosts), w.Keywords(topic))
		}
	}
	if w.Seeds("no such topic", 3) != nil || w.Keywords("no such topic") != nil {
		t.Error("an unknown topic has seeds or keywords")
	}
}

func TestAddressesAreSharedByHosts(t *testing.T) {
	w := New(DefaultOptions(16))
	hosts := map[string]int{}
	for id := range w.Hosts() {
		addr := w.Addr(w.Host(id))
		if !addr.IsValid() || addr.IsPrivate() || addr.IsLoopback() {
			t.Fatalf("%s is at %v", w.Host(id), addr)
		}
		hosts[addr.String()]++
	}
	shared := 0
	for _, n := range hosts {
		if n > 1 {
			shared += n
		}
	}
	if shared < 300 || shared > 700 {
		t.Errorf("%d of 1000 hosts share an address", shared)
	}
	if w.Addr("nobody.example").IsValid() {
		t.Error("an unknown host has an address")
	}
}

func TestOwnTopicsGetWords(t *testing.T) {
	o := DefaultOptions(17).Sized(30, 3000)
	o.Topics = []string{"falconry", "sailing"}
	w := New(o)
	if k := w.Keywords("falconry"); len(k) != 8 || k[0] != "falconry" {
		t.Errorf("keywords %v", k)
	}
	if len(w.Seeds("falconry", 3)) != 3 {
		t.Error("no seeds")
	}
}

func FuzzFind(f *testing.F) {
	w := New(hostileOptions(18, Everything(.02)))
	for n := range 10 {
		f.Add(w.Page(n * 1001))
	}
	for _, t := range Traps() {
		f.Add("http://" + TrapHost(t, 1) + trapPath(t))
	}
	f.Add("http://x-9999999999999999999.test/")
	f.Add("http:///?#")
	f.Fuzz(func(t *testing.T, url string) {
		_, _ = w.Topic(url), w.Links(url)
		_, _ = w.Robots(url), w.Relevant("sailing", url)
		_, _ = w.Job(url)
	})
}

func BenchmarkPage(b *testing.B) {
	w := New(DefaultOptions(1).Sized(50_000, 5_000_000))
	bytes := 0
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p, _ := w.find(w.Page(i * 7919 % w.Pages()))
		bytes += len(w.render(&p))
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "bytes/page")
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New(DefaultOptions(1).Sized(50_000, 5_000_000))
	}
}
