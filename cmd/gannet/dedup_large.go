package main

import (
	"fmt"
	"math"
	"os"

	"gannet/dedup"
)

// profilesInMemory is how many profiles of ads are held in memory, some 190 MB. More of them go to a spareFile.
const profilesInMemory = 1 << 17

// spareFile is a temporary file that is made when it is first written to.
type spareFile struct{ file *os.File }

// Write implements io.Writer: it appends to the temporary file, which it creates at the first call.
func (s *spareFile) Write(p []byte) (n int, err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "gannet-dedup-*"); err == nil {
			_ = os.Remove(s.file.Name()) // it stays readable; where that is not possible, close removes it
		}
	}
	if err == nil {
		n, err = s.file.Write(p)
	}
	if err != nil {
		err = fmt.Errorf("%w; more than %d ads need room for temporary files, 1 kB each: set TMPDIR to a directory that has it", err, profilesInMemory)
	}
	return n, err
}

// ReadAt implements io.ReaderAt: it reads from the temporary file. It may be called only after Write.
func (s *spareFile) ReadAt(p []byte, at int64) (int, error) { return s.file.ReadAt(p, at) }

// close ends the use of the file.
func (s *spareFile) close() {
	if s.file != nil {
		_ = s.file.Close()
		_ = os.Remove(s.file.Name())
	}
}

// decisions are what is printed of the decisions on ads. Each takes some 30 bytes, because their words repeat.
type decisions struct {
	list  []decided
	words []string
	known map[string]uint32 // positions in words
}

// decided is a decision. Its words are positions from 1 on, and 0 is none.
type decided struct {
	of          uint32 // the number of an ad
	thousandths uint16 // of similarity
	verdict     uint32
	reasons     [4]uint32
}

func (d *decisions) word(s string) uint32 {
	if d.known == nil {
		d.known = map[string]uint32{}
	}
	if d.known[s] == 0 {
		d.words = append(d.words, s)
		d.known[s] = uint32(len(d.words))
	}
	return d.known[s]
}

// put keeps the decision on the ad at a position.
func (d *decisions) put(position int, made *dedup.Decision) {
	x := &d.list[position]
	x.of, x.verdict, x.thousandths = uint32(made.Of), d.word(made.Verdict), uint16(math.Round(made.Similarity*1000))
	for i, reason := range made.Reasons[:min(len(made.Reasons), len(x.reasons))] {
		x.reasons[i] = d.word(reason)
	}
}

// verdict returns the verdict on an ad.
func (d *decisions) verdict(position int) string { return d.words[d.list[position].verdict-1] }

// similarity returns how far the texts of an ad and the one it was compared with agree.
func (d *decisions) similarity(position int) float64 {
	return float64(d.list[position].thousandths) / 1000
}

// reasons returns the reasons for a verdict.
func (d *decisions) reasons(position int) []string {
	list := []string{}
	for _, word := range d.list[position].reasons {
		if word != 0 {
			list = append(list, d.words[word-1])
		}
	}
	return list
}
