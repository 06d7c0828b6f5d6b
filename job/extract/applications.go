package extract

import (
	"bytes"
	_ "embed" // for the words
	"slices"
	"strings"

	"gannet/features"
	"gannet/job/kind"
)

//go:embed closed.txt
var closedFile string

// Bounds of a line that says whether one can apply.
const (
	longestBanner = 300 // bytes
	longestButton = 40
	mostBanners   = 3 // a page with more of them lists ended advertisements
)

// phrase is a sequence of words that says something of a posting.
type phrase struct {
	words []uint32
	says  saying
}

type saying uint8

const (
	saysClosed saying = iota + 1
	saysEnded         // in a line with a subject
	saysApply         // on a button
)

// banners are the phrases by the hash of their first word, and the words that decide about them.
type banners struct {
	phrases    map[uint32][]phrase
	begins     [1 << 10]uint64 // a bit for each first word's hash, so that most words are passed over quickly
	subject    map[uint32]bool
	filler     map[uint32]bool       // words that may stand between those of a phrase
	not, later map[uint32][][]uint32 // phrases by the hash of their first word
}

var closing = readBanners(closedFile)

func readBanners(file string) *banners {
	b := &banners{phrases: map[uint32][]phrase{}, subject: map[uint32]bool{}, filler: map[uint32]bool{}, not: map[uint32][][]uint32{}, later: map[uint32][][]uint32{}}
	for line := range strings.Lines(file) {
		name, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for s := range strings.SplitSeq(list, "|") {
			switch name {
			case "closed":
				b.add(s, saysClosed)
			case "ended":
				b.add(s, saysEnded)
			case "subject":
				addWords(b.subject, s)
			case "filler":
				addWords(b.filler, s)
			case "if":
				addPhrase(b.not, s)
			case "later":
				addPhrase(b.later, s)
			}
		}
	}
	for _, s := range kind.Phrases("apply") { // last, since "apply" may begin what says that it is no longer possible
		b.add(s, saysApply)
	}
	return b
}

func (b *banners) add(s string, says saying) {
	if words := features.Words(s); len(words) > 0 {
		b.phrases[words[0]] = append(b.phrases[words[0]], phrase{words, says})
		b.begins[words[0]>>6&1023] |= 1 << (words[0] & 63)
	}
}

func addWords(to map[uint32]bool, s string) {
	for _, w := range features.Words(s) {
		to[w] = true
	}
}

func addPhrase(to map[uint32][][]uint32, s string) {
	if words := features.Words(s); len(words) > 0 {
		to[words[0]] = append(to[words[0]], words)
	}
}

// hasPhrase reports whether words begin with one of some phrases.
func hasPhrase(phrases map[uint32][][]uint32, words []features.Word) bool {
	for _, want := range phrases[words[0].Hash] {
		if features.StartWith(words, want) {
			return true
		}
	}
	return false
}

// applications reports whether a page says that one can no longer apply, and whether it has a way to apply.
func applications(p *features.Page) (closed, applies bool) {
	found := 0
	for i := p.Body.Start; i < p.Body.End; i++ {
		h := p.Words[i].Hash
		if closing.begins[h>>6&1023]&(1<<(h&63)) == 0 {
			continue
		}
		for _, ph := range closing.phrases[h] {
			n := closing.length(p.Words[i:p.Body.End], ph.words)
			if n == 0 || ph.says == saysApply && applies {
				continue
			}
			line := lineAround(p, int(i))
			switch ph.says {
			case saysApply:
				applies = line.end-line.start <= longestButton
			default:
				if closing.isBanner(p, line, int(i), n, ph.says) {
					found++
				}
			}
			break
		}
	}
	return found > 0 && found <= mostBanners, applies
}

// length returns how many words the phrase is with which a text begins, fillers included, or 0 if it begins with another.
func (b *banners) length(words []features.Word, want []uint32) int {
	at := 0
	for i := range want {
		for at < len(words) && words[at].Hash != want[i] && i > 0 && b.filler[words[at].Hash] {
			at++
		}
		if at == len(words) || words[at].Hash != want[i] {
			return 0
		}
		at++
	}
	return at
}

// textLine is a line of a page's text.
type textLine struct{ start, end int }

// lineAround returns the line of a word.
func lineAround(p *features.Page, word int) textLine {
	at := int(p.Words[word].Start)
	start := bytes.LastIndexByte(p.Text[:at], '\n') + 1
	end := bytes.IndexByte(p.Text[at:], '\n')
	if end < 0 {
		return textLine{start, len(p.Text)}
	}
	return textLine{start, at + end}
}

// isBanner reports whether the line around a phrase of n words is short and speaks of a posting, and not of what may be. A
// single word, such as "filled", ends the line.
func (b *banners) isBanner(p *features.Page, line textLine, word, n int, says saying) bool {
	if line.end-line.start > longestBanner || n == 1 && word+1 < len(p.Words) && int(p.Words[word+1].Start) < line.end {
		return false
	}
	for i := word - 1; i >= 0 && int(p.Words[i].Start) >= line.start; i-- {
		if hasPhrase(b.not, p.Words[i:]) {
			return false
		}
	}
	for i := word + n; i < len(p.Words) && int(p.Words[i].Start) < line.end && !stopBetween(p, i-1); i++ {
		if hasPhrase(b.later, p.Words[i:]) {
			return false
		}
	}
	if says == saysClosed {
		return true
	}
	first := word
	for first > 0 && int(p.Words[first-1].Start) >= line.start {
		first--
	}
	return slices.ContainsFunc(p.Words[first:], func(w features.Word) bool {
		return int(w.Start) < line.end && b.subject[w.Hash]
	})
}

// stopBetween reports whether a sentence ends between a word and the next. Words of Chinese and Japanese overlap.
func stopBetween(p *features.Page, word int) bool {
	from, to := p.Words[word].End, p.Words[word+1].Start
	return from < to && bytes.ContainsAny(p.Text[from:to], ".!?;。！？；")
}

// leastProse is the number of words of a text that an advertisement has.
const leastProse = 40

// isEnded reports whether a page is one posting that has ended, although it looks like a list: links to others surround it. Its own
// text is still there.
func isEnded(p *features.Page) bool {
	closed, _ := applications(p)
	return closed && len(p.Headings) > 0 && slices.ContainsFunc(p.Blocks[1:], func(b features.Block) bool {
		return b.Links == 0 && b.Words.Len() >= leastProse
	})
}
