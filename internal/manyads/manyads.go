// Package manyads makes any number of job ads, of which 40 in 100 are edited copies of others. Each ad depends on its number and the seed
// alone, so that all of them need no memory.
package manyads

import (
	"bufio"
	"encoding/json"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// Ad is a generated job ad, in the form that `gannet dedup` reads. Job is the number of the ad of which it is a copy, or its own number.
type Ad struct {
	ID      string `json:"id"`
	Job     int    `json:"job"`
	Title   string `json:"title"`
	Company string `json:"company"`
	Place   string `json:"place"`
	Date    string `json:"date,omitempty"`
	URL     string `json:"url"`
	Text    string `json:"text"`
}

// Maker generates job ads for tests of large batches.
type Maker struct {
	Seed uint64
	Ads  int
}

// Write writes all ads as JSON Lines.
func (m Maker) Write(w io.Writer) error {
	out := bufio.NewWriterSize(w, 1<<16)
	lines := json.NewEncoder(out)
	for n := range m.Ads {
		if err := lines.Encode(m.Ad(n)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Shares of ads, in hundredths.
const (
	copies  = 40
	undated = 10
	moved   = 10 // of the copies
)

// Ad generates the ad with a number, which counts from 0. The same number gives the same ad.
func (m Maker) Ad(n int) Ad {
	random := rand.New(rand.NewPCG(m.Seed, uint64(n)+1<<40))
	of := n
	if n > 0 && random.IntN(100) < copies {
		of = m.original(random.IntN(n))
	}
	a := m.written(of)
	a.ID, a.Job = strconv.Itoa(n), of
	if of != n {
		m.edit(&a, random)
	}
	if random.IntN(100) < undated {
		a.Date = ""
	}
	return a
}

// original returns the ad that an ad is a copy of, or its own number.
func (m Maker) original(n int) int {
	for n > 0 {
		random := rand.New(rand.NewPCG(m.Seed, uint64(n)+1<<40))
		if random.IntN(100) >= copies {
			return n
		}
		n = random.IntN(n)
	}
	return n
}

// written makes an ad that is no copy. An employer has some twenty, with a paragraph about itself.
func (m Maker) written(n int) Ad {
	employer := n % max(1, m.Ads/20)
	own := rand.New(rand.NewPCG(m.Seed, uint64(employer)+1<<41))
	random := rand.New(rand.NewPCG(m.Seed, uint64(n)))
	company := title(word(own), word(own)) + " Ltd"
	site := "https://" + strings.ToLower(strings.Fields(company)[0]) + strconv.Itoa(employer) + ".example/"
	about := sentences(own, 3)
	return Ad{
		Title: title(word(random), trades[random.IntN(len(trades))]), Company: company, Place: places[random.IntN(len(places))],
		Date: day(random.IntN(360)), URL: site + strconv.Itoa(n), Text: sentences(random, 12+random.IntN(8)) + about,
	}
}

// edit changes a copy: single words, a sentence more, another site, and for some the place.
func (m Maker) edit(a *Ad, random *rand.Rand) {
	words := strings.Fields(a.Text)
	for range random.IntN(1 + len(words)/30) {
		words[random.IntN(len(words))] = word(random)
	}
	a.Text = strings.Join(words, " ")
	if random.IntN(2) == 0 {
		a.Text = "Apply now at our board. " + a.Text + " " + sentences(random, 1)
	}
	board := random.IntN(40)
	a.URL = "https://board" + strconv.Itoa(board) + ".example/" + strconv.FormatUint(random.Uint64(), 36)
	a.Date = day(random.IntN(360))
	if random.IntN(100) < moved {
		a.Place = places[random.IntN(len(places))]
	}
}

func day(n int) string { return time.Date(2025, 1, 1+n, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) }

var (
	trades    = strings.Fields("Keeper Smith Cooper Weaver Clerk Nurse Teacher Driver Fitter Baker Mason Joiner Sailor Porter Gardener Welder")
	places    = strings.Fields("Ludlow Truro Whitby Kendal Oakham Frome Hexham Wells Ripon Bude Settle Louth Diss Hythe Thame Calne Looe Alton Leek Rye")
	syllables = strings.Fields("ba be bi bo da de di do fa fe ga go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi za zo")
)

// word makes one of some 100,000 words, the short ones more often.
func word(random *rand.Rand) string {
	var w strings.Builder
	for range 2 + random.IntN(2) {
		w.WriteString(syllables[random.IntN(len(syllables))])
	}
	return w.String()
}

func title(words ...string) string {
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// sentences makes n sentences of 6 to 17 words.
func sentences(random *rand.Rand, n int) string {
	var text strings.Builder
	for range n {
		for i := range 6 + random.IntN(12) {
			w := word(random)
			if i == 0 {
				w = title(w)
			}
			text.WriteString(w + " ")
		}
		text.WriteString("end. ")
	}
	return text.String()
}
