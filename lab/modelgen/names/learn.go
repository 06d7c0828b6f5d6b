package names

import (
	_ "embed" // for what a reader marked
	"fmt"
	"strings"

	"github.com/zeebo/xxh3"

	"gannet/job/contact"
	"gannet/job/contact/persons"
)

// labels and readLabels have a line for each ad for learning and for measuring: the last 32 bits of its text's hash, and where its names are, in bytes.
var (
	//go:embed labels.txt
	labels string
	//go:embed read.txt
	readLabels string
)

const (
	copies = 3     // of an ad with names, with other names
	made   = 40000 // examples of sentences
	rounds = 6
)

// Counts are the numbers of what was learned from.
type Counts struct{ Ads, Names, Made int }

// Learn learns the model from real ads, from the same with other names, and from sentences that are made.
func Learn(ads []Ad, people People, seed uint64) (*persons.Model, Counts) {
	m := newMaker(people, seed)
	examples := labelled(ads, labels)
	n := Counts{Ads: len(examples), Made: made}
	var without []string // texts in which no name and no contact stands
	for _, e := range examples {
		n.Names += len(e.Names)
		if len(e.Names)+len(e.Contacts) == 0 {
			without = append(without, e.Text)
		}
		if len(e.Names) > 0 {
			for range copies {
				examples = append(examples, m.otherNames(e))
			}
		}
	}
	examples = append(examples, m.sentencesIn(without, made)...)
	return persons.Learn(examples, rounds, seed), n
}

// Measure counts the words of names that the model finds rightly, those it finds wrongly and those it misses in the ads for measuring.
func Measure(m *persons.Model, ads []Ad) (right, wrong, missed int) {
	for _, e := range labelled(ads, readLabels) {
		r, w, s := m.Compare(e)
		right, wrong, missed = right+r, wrong+w, missed+s
	}
	return right, wrong, missed
}

// labelled returns the examples of the ads that labels have a line for, in the order of the ads.
func labelled(ads []Ad, labels string) (examples []persons.Example) {
	spans := make(map[string]string)
	for line := range strings.Lines(labels) {
		hash, names, _ := strings.Cut(strings.TrimSpace(line), " ")
		spans[hash] = names
	}
	for _, ad := range ads {
		names, ok := spans[fmt.Sprintf("%08x", uint32(xxh3.HashString(ad.Text)))]
		if !ok {
			continue
		}
		e := persons.Example{Text: ad.Text, Contacts: contact.Reachable(ad.Text)}
		for one := range strings.FieldsSeq(names) {
			var n [2]int
			if _, err := fmt.Sscanf(one, "%d-%d", &n[0], &n[1]); err == nil {
				e.Names = append(e.Names, n)
			}
		}
		examples = append(examples, e)
	}
	return examples
}
