package crawler

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	"gannet/internal/flat"
)

// farm is a test of families: one page after the other, each with a lease of its own.
type farm struct {
	families
	random *rand.Rand
	lease  uint64
}

func newFarm() *farm { return &farm{random: rand.New(rand.NewPCG(1, 2))} }

func nothing(string) bool { return false }

// add adds a page, and reports whether its family has had its share.
func (f *farm) add(url string, print uint64) (excess bool) {
	f.lease++
	return f.addPage(f.lease, url, "", print, nothing)
}

// near returns a fingerprint that differs in three bits.
func (f *farm) near(print uint64) uint64 {
	for range 3 {
		print ^= 1 << f.random.IntN(64)
	}
	return print
}

// turn asks for a link's turn.
func (f *farm) turn(host, via string, now time.Time) bool {
	f.lease++
	return f.admits(f.lease, host, via, now)
}

// TestATextHasItsShareOfPages on however many domains or subdomains, and a site that has other pages, too, is not refused for one of it.
func TestATextHasItsShareOfPages(t *testing.T) {
	for _, name := range []string{"http://farm%d.test/", "http://s%d.farm.test/"} {
		f := newFarm()
		const text = 0x0123456789abcdef
		kept := 0
		for n := range 200 {
			f.add(fmt.Sprintf("http://honest%d.test/%d", n%5, n), f.random.Uint64())
			if !f.add(fmt.Sprintf(name, n), f.near(text)) {
				kept++
			}
		}
		if kept < familyLeast || kept > familyLeast+2 {
			t.Errorf("%s: %d pages of one text, want about %d", name, kept, familyLeast)
		}
		if f.add("http://honest1.test/copied", f.near(text)) {
			t.Error("an honest site may not have a page of it")
		}
		if f.add("http://new.test/", f.random.Uint64()) {
			t.Error("a new text has had its share")
		}
	}
}

// TestSitesOfCopiesHaveAShareOfTheTurns while others have links, and then all.
func TestSitesOfCopiesHaveAShareOfTheTurns(t *testing.T) {
	f, now := newFarm(), time.Unix(1e9, 0)
	const text = 0x0123456789abcdef
	f.add("http://first.test/", text)
	f.add("http://copy.test/", text)
	taken := 0
	for n := range 1600 {
		now = now.Add(time.Second)
		if !f.turn("honest.test", "", now) {
			t.Fatal("an honest host has no turn")
		}
		f.add(fmt.Sprintf("http://honest.test/%d", n), f.random.Uint64())
		for _, to := range []string{"copy.test", "unknown.test"} {
			if f.turn(to, "http://copy.test/", now) {
				taken++
				f.addPage(f.lease, "http://copy.test/", "", text, nothing)
			}
		}
	}
	if share := float64(taken) / float64(1600+taken); share < .8*copyShare || share > 1.1*copyShare {
		t.Errorf("%d turns of sites of copies beside 1600 others", taken)
	}
	if f.turn("copy.test", "", now.Add(time.Second)) || !f.turn("copy.test", "", now.Add(othersGone)) {
		t.Error("copies do not wait while others have links, or wait longer")
	}
	for range 20 { // new pages make up for it
		f.add("http://copy.test/new", f.random.Uint64())
	}
	if site, _ := f.sites.get("copy.test"); site.ofCopies() {
		t.Errorf("%+v", site)
	}
}

// TestAMirrorIsKnownByOnePage: after one copy, pages whose originals are links of the crawl are copies. A page that the original host has
// with another text under its path is none.
func TestAMirrorIsKnownByOnePage(t *testing.T) {
	f := newFarm()
	text, other := f.random.Uint64(), f.random.Uint64()
	f.add("http://original.test/", text)
	f.add("http://original.test/news", other)
	for n := range 5 {
		f.add(fmt.Sprintf("http://mirror.test/%d", n), f.random.Uint64())
	}
	site, _ := f.sites.get("mirror.test")
	if site.ofCopies() {
		t.Error("a host of new pages gives copies")
	}
	f.add("http://mirror.test/", text)
	if !site.ofCopies() {
		t.Error("a host that has copied a page gives none")
	}
	var asked []string
	known := func(url string) bool {
		asked = append(asked, url)
		return url == "http://original.test/waits"
	}
	for path, copied := range map[string]bool{"/waits": true, "/own": false, "/news": false} {
		f.lease++
		before := site.copies
		f.addPage(f.lease, "http://mirror.test"+path, "", f.random.Uint64(), known)
		if (site.copies > before*copiesFade) != copied {
			t.Errorf("%s counts as a copy: %v", path, !copied)
		}
	}
	if len(asked) != 2 {
		t.Errorf("asked for %q", asked)
	}
}

// TestBoardsWithSharedAdsAreNoSitesOfCopies: of ten boards, three in five of whose ads are on all of them, next to no request has to wait, and all ads
// are kept. Boards that other sites link to, too, are above suspicion.
func TestBoardsWithSharedAdsAreNoSitesOfCopies(t *testing.T) {
	f, now := newFarm(), time.Unix(1e9, 0)
	const boards, ads = 10, 200
	shared := make([]uint64, ads)
	for i := range shared {
		shared[i] = f.random.Uint64()
	}
	waits, excess := 0, 0
	for n := range boards * ads {
		now = now.Add(time.Second)
		board := fmt.Sprintf("board%d.test", n%boards)
		if !f.turn(board, "http://list.test/", now) {
			waits++
		}
		print := f.random.Uint64()
		if f.random.IntN(5) < 3 {
			print = f.near(shared[f.random.IntN(ads)])
		}
		if f.addPage(f.lease, fmt.Sprintf("http://%s/%d", board, n), "http://list.test/", print, nothing) {
			excess++
		}
		f.turn("other.test", "", now)
		f.add(fmt.Sprintf("http://other.test/%d", n), f.random.Uint64())
	}
	if p := f.suspicion("new.test", "http://list.test"); waits > boards*ads/100 || excess > 0 || p > copyShare {
		t.Errorf("%d of %d requests wait, %d ads are not kept; a new board is one of copies with probability %.2f", waits, boards*ads, excess, p)
	}
}

// TestSitesAtOneAddressShareTheirPrior, also with an address of the same IPv6 network. At an address with many other sites a new one is as
// probable to give copies as one elsewhere. Checkpoints keep it.
func TestSitesAtOneAddressShareTheirPrior(t *testing.T) {
	f, now := newFarm(), time.Unix(1e9, 0)
	const text = 0x0123456789abcdef
	visit := func(host, address string, print uint64) {
		f.lease++
		via := fmt.Sprintf("http://list%d.test/", f.lease)
		f.admits(f.lease, host, via, now)
		f.locate(f.lease, host, via, netip.MustParseAddr(address), now)
		f.addPage(f.lease, "http://"+host+"/", via, print, nothing)
	}
	f.add("http://first.test/", text)
	for n := range 3 {
		visit(fmt.Sprintf("copy%d.test", n), fmt.Sprintf("2001:db8::%d", n), text)
		visit(fmt.Sprintf("shared%d.test", n), "192.0.2.1", text)
	}
	for n := range 400 {
		visit(fmt.Sprintf("honest%d.test", n%40), "192.0.2.1", f.random.Uint64())
		visit(fmt.Sprintf("own%d.test", n%40), fmt.Sprintf("198.51.100.%d", n%40), f.random.Uint64())
	}
	for name, address := range map[string]string{"farm": "2001:db8::9", "shared": "192.0.2.1", "other": "203.0.113.1"} {
		f.lease++
		f.locate(f.lease, name+".test", "http://list.test/", netip.MustParseAddr(address), now)
	}
	var restored families
	for _, f := range []*families{&f.families, restoredFamilies(t, &f.families, &restored)} {
		farm, shared, other := f.suspicion("farm.test", ""), f.suspicion("shared.test", ""), f.suspicion("other.test", "")
		if farm < .5 || shared > 1.5*other || other > .25 {
			t.Errorf("at the address of copies %.2f, at one of many sites %.2f, elsewhere %.2f", farm, shared, other)
		}
	}
}

// restoredFamilies writes a record, and reads it into another one.
func restoredFamilies(t *testing.T, f, restored *families) *families {
	t.Helper()
	var b bytes.Buffer
	w := flat.NewWriter(&b)
	f.code(w)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	r := flat.NewReader(&b, int64(b.Len()))
	restored.code(r)
	if err := r.Flush(); err != nil {
		t.Fatal(err)
	}
	return restored
}

// TestASiteIsChargedForWhatWasNotKnown when it had its pages: they have given turns, and were copies.
func TestASiteIsChargedForWhatWasNotKnown(t *testing.T) {
	f := newFarm()
	text := f.random.Uint64()
	f.add("http://original.test/", text)
	for n := range 10 {
		f.add(fmt.Sprintf("http://mirror.test/%d", n), f.random.Uint64())
	}
	before := f.turns
	f.add("http://mirror.test/", text)
	if took := before - f.turns; took < 9 {
		t.Errorf("eleven copies took %.2f turns", took)
	}
}

// TestTheLeastSuspectSitesGoFirst once sites above suspicion have no links.
func TestTheLeastSuspectSitesGoFirst(t *testing.T) {
	var turns copyTurns
	now := time.Unix(1e9, 0)
	turns.take(0, 0, now)
	for n := range uint64(30) {
		now = now.Add(time.Second)
		if went := turns.take(n, 0.1, now); went != (n >= 9) {
			t.Fatalf("second %d: a site that hardly is one of copies goes: %v", n+1, went)
		}
		turns.endTurn(n, true)
		if turns.take(n, 1, now) {
			t.Fatal("a site of copies goes beside it")
		}
	}
	if !turns.take(0, 1, now.Add(othersGone)) {
		t.Error("a site of copies waits when no other has links")
	}
}
