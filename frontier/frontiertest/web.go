package frontiertest

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"gannet/frontier"
)

// Web draws the links of an endless web for benchmarks. The size of hosts is heavy-tailed: the r-th largest of n
// hosts has a share of about 1/(r ln n) of the links, 6 % the largest of 100,000.
type Web struct {
	random *rand.Rand
	hosts  []string
	known  int // links drawn so far
	page   []frontier.Link
}

// PageLinks is how many links a page of a Web has, as a page of the web has on average.
const PageLinks = 34

// NewWeb gives a web of n hosts, the same for the same seed.
func NewWeb(seed uint64, n int) *Web {
	w := &Web{random: rand.New(rand.NewPCG(seed, 1)), hosts: make([]string, n), page: make([]frontier.Link, PageLinks)}
	for i := range w.hosts {
		w.hosts[i] = fmt.Sprintf("www.site%d.example", i)
	}
	return w
}

// draw draws a host.
func (w *Web) draw() string {
	rank := math.Exp(w.random.Float64() * math.Log(float64(len(w.hosts))))
	return w.hosts[min(int(rank), len(w.hosts)-1)]
}

// Page gives the links of one page, three in four of them to its own host. The slice is overwritten by the next call.
// A share of the links, known, was given before: a URL stands for the same number on the same host.
func (w *Web) Page(known float64) []frontier.Link {
	home, topic := w.draw(), w.random.Float32()
	via := append(make([]byte, 16), w.url(home, w.known)...)
	for i := range w.page {
		host, number := home, w.known
		if w.random.IntN(4) == 0 {
			host = w.draw()
		}
		if w.known > 0 && w.random.Float64() < known {
			number = w.random.IntN(w.known)
			host = w.hosts[number%len(w.hosts)]
		} else {
			w.known++
		}
		data := append([]byte(nil), via...)
		binary.LittleEndian.PutUint32(data, uint32(i))
		binary.LittleEndian.PutUint32(data[4:], w.random.Uint32())
		w.page[i] = frontier.Link{URL: w.url(host, number), Host: host, Priority: (topic + w.random.Float32()) / 2, Data: data}
	}
	return w.page
}

func (w *Web) url(host string, number int) string {
	b := make([]byte, 0, 96)
	b = append(append(append(b, "http://"...), host...), "/section-"...)
	b = strconv.AppendInt(b, int64(number%37), 10)
	b = append(b, "/2024/words-"...)
	b = strconv.AppendUint(b, uint64(number)*0x9e3779b97f4a7c15, 36) // as good as random
	return string(append(b, ".html"...))
}
