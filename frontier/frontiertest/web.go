package frontiertest

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gannet/frontier"
)

// Web generates the links of an endless web for benchmarks. Hosts differ much in size: the r-th largest of n hosts has about 1/(r ln n) of
// the links, so that the largest of 100,000 hosts has 6 %. Links are numbered.
type Web struct {
	random *rand.Rand
	hosts  []string
	known  int // links drawn so far
	page   []frontier.Link
}

// PageLinks is how many links a page of a Web has, which is the average of real pages.
const PageLinks = 34

// NewWeb returns a web of n hosts. The same seed gives the same web.
func NewWeb(seed uint64, n int) *Web {
	w := &Web{random: rand.New(rand.NewPCG(seed, 1)), hosts: make([]string, n), page: make([]frontier.Link, PageLinks)}
	for i := range w.hosts {
		w.hosts[i] = fmt.Sprintf("www.site%d.example", i)
	}
	return w
}

// Page returns the links of one page. Three in four of them lead to one host. known is the share of links that earlier pages had, too. The
// next call overwrites the returned slice.
func (w *Web) Page(known float64) []frontier.Link {
	topic := w.random.Float32()
	via := append(make([]byte, 16), w.url(w.known)...)
	for i := range w.page {
		number := w.known
		if w.known > 0 && w.random.Float64() < known {
			number = w.random.IntN(w.known)
		} else {
			w.known++
		}
		data := append([]byte(nil), via...)
		binary.LittleEndian.PutUint32(data, uint32(i))
		binary.LittleEndian.PutUint32(data[4:], w.random.Uint32())
		w.page[i] = frontier.Link{
			URL: w.url(number), Host: w.host(number), Priority: (topic + w.random.Float32()) / 2, Data: data,
		}
	}
	return w.page
}

// host returns the host of a link, which is the host of the page for three links in four.
func (w *Web) host(number int) string {
	draw := scatter(number)
	if draw%4 > 0 {
		draw = scatter(-number / PageLinks)
	}
	rank := math.Exp(float64(draw>>11) / (1 << 53) * math.Log(float64(len(w.hosts))))
	return w.hosts[min(int(rank), len(w.hosts))-1]
}

func (w *Web) url(number int) string {
	b := make([]byte, 0, 96)
	b = append(append(append(b, "http://"...), w.host(number)...), "/section-"...)
	b = strconv.AppendInt(b, int64(number%37), 10)
	b = append(b, "/2024/words-"...)
	b = strconv.AppendUint(b, scatter(number), 36)
	return string(append(b, ".html"...))
}

// scatter returns a number that looks random and differs for every n.
func scatter(n int) uint64 {
	x := uint64(n) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
