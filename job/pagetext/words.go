package pagetext

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"

	"gannet/internal/letters"
)

// Words knows the words that texts of several employers have in common: for each, the number of employers, and how often it begins with a
// small letter. It helps to recognise names: a name usually contains a word that few employers use, and a common noun does not. In scripts
// without spaces a word is a pair of letters. A nil *Words knows no words. It is safe for concurrent use.
type Words struct {
	all  []uint32 // sorted: the first 24 bits of a hash, 4 bits of the employers' logarithm, 4 bits of the share in small letters
	from []uint32 // where those begin that have the same first bucketBits bits, and the end
}

const (
	wordLevels  = 15 // greatest level of a number of employers, and of a share
	leastOfWord = 4  // employers
	mostWords   = 1 << 17
	longestUsed = 40 // bytes
	bucketBits  = 13
)

// usage says how a word is used.
type usage struct {
	employers float64 // base-2 logarithm of their number + 1, rounded down; 0: fewer than leastOfWord
	small     float64 // the share of them that write it in small letters, in [0, 1]
}

// of returns the usage of a folded word.
func (w *Words) of(word string) usage {
	if w == nil {
		return usage{}
	}
	hash := uint32(xxh3.HashString(word)>>40) << 8
	bucket := hash >> (32 - bucketBits)
	for _, x := range w.all[w.from[bucket]:w.from[bucket+1]] {
		if x&^0xff == hash {
			return usage{float64(x >> 4 & 15), float64(x&15) / wordLevels}
		}
	}
	return usage{}
}

// index sets from.
func (w *Words) index() {
	w.from = make([]uint32, 1<<bucketBits+1)
	for _, x := range w.all {
		w.from[x>>(32-bucketBits)+1]++
	}
	for i := range w.from[1:] {
		w.from[i+1] += w.from[i]
	}
}

// commonness is the usage of a name's words: of the one that the fewest employers use, and the mean.
type commonness struct{ rarest, mean usage }

// commonness returns the usage of the rarest word of a name, and the mean of all words. Without words the numbers of employers are -1.
func (w *Words) commonness(name string) (c commonness) {
	if w == nil {
		return commonness{rarest: usage{employers: -1}, mean: usage{employers: -1}}
	}
	n := 0.
	c.rarest.employers = wordLevels
	for word := range lettersIn(name) {
		u := w.of(fold(word))
		if n++; u.employers < c.rarest.employers {
			c.rarest = u
		}
		c.mean.employers += u.employers
		c.mean.small += u.small
	}
	if n == 0 {
		return commonness{}
	}
	c.mean.employers /= n
	c.mean.small /= n
	return c
}

// lettersIn yields the words of a text: runs of letters, and in scripts without spaces pairs of letters.
func lettersIn(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		from, last := -1, -1 // where the run begins, and where the last letter of a script without spaces does
		for i, c := range s {
			switch {
			case isWide(c) && letters.IsLetter(c):
				if from >= 0 && !yield(s[from:i]) || last >= 0 && !yield(s[last:i+utf8.RuneLen(c)]) {
					return
				}
				from, last = -1, i
			case letters.IsLetter(c) || letters.IsMark(c) || from >= 0 && (c == '\'' || c == '’'):
				if last = -1; from < 0 {
					from = i
				}
			default:
				if from >= 0 && !yield(s[from:i]) {
					return
				}
				from, last = -1, -1
			}
		}
		if from >= 0 {
			yield(s[from:])
		}
	}
}

// Len returns the number of words that the Words know.
func (w *Words) Len() int { return len(w.all) }

// WordCounter counts words in the texts of employers, to make a Words.
type WordCounter struct {
	seen map[string]*wordUse
}

type wordUse struct{ employers, small int }

// Add counts the words in the texts of one employer. anonymous says that the texts contain names of employers which are not known; then
// only words in small letters count.
func (c *WordCounter) Add(texts []string, anonymous bool) {
	if c.seen == nil {
		c.seen = map[string]*wordUse{}
	}
	here := map[string]bool{} // whether in small letters
	for _, text := range texts {
		for word := range lettersIn(text) {
			first, _ := utf8.DecodeRuneInString(word)
			if small := letters.IsLower(first); len(word) <= longestUsed && (small || !anonymous || isWide(first)) {
				word = fold(word)
				here[word] = here[word] || small
			}
		}
	}
	for word, small := range here {
		u := c.seen[word]
		if u == nil {
			u = &wordUse{}
			c.seen[word] = u
		}
		u.employers++
		if small {
			u.small++
		}
	}
}

// Words returns those of the counted words that several employers use.
func (c *WordCounter) Words() *Words {
	w := &Words{}
	for word, u := range c.seen {
		if u.employers >= leastOfWord {
			level := min(wordLevels, bits.Len(uint(u.employers)))
			w.all = append(w.all, uint32(xxh3.HashString(word)>>40)<<8|uint32(level)<<4|uint32(wordLevels*u.small/u.employers))
		}
	}
	slices.Sort(w.all)
	w.all = slices.CompactFunc(w.all, func(a, b uint32) bool { return a>>8 == b>>8 })
	w.index()
	return w
}

// Write writes the words, compressed: their number, the differences between their hashes, and how common each is.
func (w *Words) Write(to io.Writer) error {
	z, err := zstd.NewWriter(to, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return fmt.Errorf("words of employers: %w", err)
	}
	b := binary.AppendUvarint(nil, uint64(len(w.all)))
	last := uint32(0)
	for _, x := range w.all {
		b = binary.AppendUvarint(b, uint64(x>>8-last))
		last = x >> 8
	}
	for _, x := range w.all {
		b = append(b, byte(x))
	}
	_, err = z.Write(b)
	return errors.Join(err, z.Close())
}

// ReadWords reads the words that the method Words.Write has written.
func ReadWords(r io.Reader) (*Words, error) {
	z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("words of employers: %w", err)
	}
	defer z.Close()
	b, err := io.ReadAll(io.LimitReader(z, 6*mostWords))
	if err != nil {
		return nil, fmt.Errorf("words of employers: %w", err)
	}
	n, size := binary.Uvarint(b)
	if size <= 0 || n > mostWords {
		return nil, fmt.Errorf("words of employers: %d words", n)
	}
	b = b[size:]
	w, last := &Words{all: make([]uint32, n)}, uint64(0)
	for i := range w.all {
		d, size := binary.Uvarint(b)
		if last += d; size <= 0 || last >= 1<<24 {
			return nil, errors.New("words of employers: the file is damaged")
		}
		b = b[size:]
		w.all[i] = uint32(last) << 8
	}
	if len(b) != len(w.all) {
		return nil, errors.New("words of employers: the file is damaged")
	}
	for i := range w.all {
		w.all[i] |= uint32(b[i])
	}
	w.index()
	return w, nil
}
