package features

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// TestParserShowsItsState holds what observe assumes of the parser: the names and types of its fields, and when they
// change.
func TestParserShowsItsState(t *testing.T) {
	pieces := []string{"<b i=j>", "x<br>y", "<em k l", "=m>"}
	var state parserState
	read := func(b []byte) (int, error) {
		n := 4 - len(pieces)
		switch open := *state.formatting; {
		case n > 0 && (len(open) == 0 || open[0].DataAtom != atom.B || len(open[0].Attr) != 1):
			t.Errorf("behind piece %d the formatting elements are %v", n, open)
		case n == 1 && (state.token.DataAtom != atom.B || len(state.token.Attr) != 1 || len(state.tokenizer.Raw()) != 0):
			t.Errorf("behind <b> the token is %v, of the next there is %q", state.token, state.tokenizer.Raw())
		case n == 2 && string(state.tokenizer.Raw()) != "y":
			t.Errorf("of a text there is %q", state.tokenizer.Raw())
		case n == 3 && (string(state.tokenizer.Raw()) != "<em k l" || state.attributes.Len() != 1 || len(open) != 1):
			t.Errorf("of a tag there are %q and %d attributes", state.tokenizer.Raw(), state.attributes.Len())
		case n == 4 && (len(open) != 2 || treeBytes(state.doc, *state.texts) < 7*nodeBytes):
			t.Errorf("at the end the formatting elements are %v, the tree takes %d", open, treeBytes(state.doc, *state.texts))
		}
		if n == 4 {
			return 0, io.EOF
		}
		piece := pieces[0]
		pieces = pieces[1:]
		return copy(b, piece), nil
	}
	if _, err := html.ParseWithOptions(readerFunc(read), observe(html.ParseOptionEnableScripting(true), &state)); err != nil {
		t.Error(err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// bomber writes pages that a parser may make much of: random nestings of formatting elements and of elements that end
// their scope, repeated.
type bomber struct {
	*rand.Rand
	b strings.Builder
	n int // number of the next attribute
}

var (
	formattingNames = strings.Fields("a b big code em font i nobr s small strike strong tt u b b nobr a")
	otherNames      = strings.Fields(`applet object marquee template select button table caption td th tr tbody colgroup col
		svg math form ul ol li p div h1 dl dt dd option optgroup desc foreignObject title annotation-xml mi mtext ruby rt pre
		body html head frameset span br img input hr image textarea script xmp noscript iframe p p div td table object`)
)

// bomb gives a page of about so many bytes.
func (w *bomber) bomb(size int) string {
	w.b.Reset()
	for w.b.Len() < size {
		unit := make([]func(), 1+w.IntN(8))
		for i := range unit {
			unit[i] = w.action()
		}
		most := 1 + w.IntN(size)
		for range []int{1, 3, 40, 400, size}[w.IntN(5)] {
			for _, act := range unit {
				act()
			}
			if w.b.Len() >= most {
				break
			}
		}
	}
	return w.b.String()
}

// action gives something to write, the same each time but for the numbers in it.
func (w *bomber) action() func() {
	name := formattingNames[w.IntN(len(formattingNames))]
	if w.IntN(2) == 0 {
		name = otherNames[w.IntN(len(otherNames))]
	}
	switch w.IntN(8) {
	case 0, 1:
		text := []string{"x", " ", "x y ", "\x00", "<", "&lt;", "<!-- x > -->", "</x>"}[w.IntN(8)]
		return func() { w.b.WriteString(text) }
	case 2, 3, 4:
		return func() { w.b.WriteString("</" + name + ">") }
	}
	attributes := []int{0, 0, 0, 1, 1, 2, 20, 500}[w.IntN(8)]
	numbered := w.IntN(2) == 0
	return func() {
		w.b.WriteString("<" + name)
		for i := range attributes {
			w.b.WriteString(" a" + strconv.Itoa(i))
			if numbered && i == 0 {
				w.b.WriteString("=" + strconv.Itoa(w.n))
				w.n++
			}
		}
		w.b.WriteString([]string{">", ">", ">", "/>"}[w.n%4])
	}
}

// eachBomb calls try with n bombs of up to most bytes, each drawn from its own seed. They are the same every time, and too small to do
// harm. With GANNET_BOMBS=1h it draws new ones for an hour, up to 1000 times as large. No page is printed: seed and number tell which it was.
func eachBomb(t *testing.T, n, most int, try func(r *rand.Rand, name, body string)) {
	t.Helper()
	begin, long, seed := time.Now(), time.Duration(0), uint64(1)
	if value := os.Getenv("GANNET_BOMBS"); value != "" {
		var err error
		if long, err = time.ParseDuration(value); err != nil {
			t.Fatal(err)
		}
		seed, most = uint64(begin.Unix()), 1000*most
	}
	for i := 0; i < n || time.Since(begin) < long; i++ {
		w := bomber{Rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		size := int(math.Exp(w.Float64() * math.Log(float64(most))))
		body := w.bomb(size)
		try(w.Rand, fmt.Sprintf("bomb %d of seed %d, %d bytes", i, seed, len(body)), body)
	}
}

// TestTreesKeepWithinTheirLimit holds that what the parser makes of a bomb is never more than it was allowed.
func TestTreesKeepWithinTheirLimit(t *testing.T) {
	var m meter
	outcomes := map[string]int{}
	eachBomb(t, 3000, 2000, func(r *rand.Rand, name, body string) {
		limit := 1000 << r.IntN(9)
		doc, err := m.parse([]byte(body), limit)
		switch {
		case errors.Is(err, errHeavy):
			outcomes["too heavy"]++
		case err != nil:
			outcomes["too deep"]++
		default:
			outcomes["parsed"]++
			if got := treeBytes(doc, nil); got > limit {
				t.Errorf("%s: a tree of %d bytes, %d were allowed", name, got, limit)
			}
		}
	})
	t.Log(outcomes)
	if outcomes["parsed"] < 500 || outcomes["too heavy"] < 500 {
		t.Errorf("the bombs ended as %v", outcomes)
	}
}

// TestBombs reads bombs and holds that none takes more than Memory, garbage included: the heap is watched meanwhile, with
// the collector's default setting. It takes bombs of a size that only a long search draws.
func TestBombs(t *testing.T) {
	if os.Getenv("GANNET_BOMBS") == "" {
		t.Skip("GANNET_BOMBS=1h looks for pages that take more memory than they may, for an hour")
	}
	read, flattened, worst := 0, 0, 0.0
	eachBomb(t, 150, 4000, func(_ *rand.Rand, name, body string) {
		peak, page := peakOfReading(t, []byte(body))
		checkPage(t, page)
		read++
		if page.Flattened {
			flattened++
		}
		share := float64(peak) / float64(Memory(len(body)))
		if worst = max(worst, share); share > 1 {
			t.Errorf("%s took %d bytes", name, peak)
		}
	})
	t.Logf("%d bombs, %d flattened; the worst took %.2f of what it may", read, flattened, worst)
	if flattened < read/20 {
		t.Error("hardly any of them was one")
	}
}

// peakOfReading gives by how much the heap grew at most while a page was read.
func peakOfReading(t *testing.T, body []byte) (peak uint64, p *Page) {
	t.Helper()
	runtime.GC()
	before := heap()
	done, highest := make(chan struct{}), make(chan uint64)
	go func() {
		most := before
		for tick := time.NewTicker(200 * time.Microsecond); ; {
			select {
			case <-done:
				tick.Stop()
				highest <- max(most, heap()) - before
				return
			case <-tick.C:
				most = max(most, heap())
			}
		}
	}()
	p, err := NewReader().Read("http://example.org/", body)
	close(done)
	if peak = <-highest; err != nil {
		t.Fatal(err)
	}
	return peak, p
}

// heap gives the bytes of objects in the heap, garbage that was not swept included.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
