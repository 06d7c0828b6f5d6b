// Package pairs owns pairs of postings whose verdict is known by rule, for training and evaluating the verdict: reposts
// and other ads of real employers, and copies made of real ads as boards make them. Training and test pairs never share
// an employer or poster.
package pairs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/dedup"
	"gannet/dedup/ads"
	"gannet/dedup/verdict"
	"gannet/job"
)

// Pair is two postings and the verdict on them.
type Pair struct {
	A, B     *dedup.Profile
	Label    verdict.Label
	Kind     string // how the pair came about
	Language string // of the first
	Test     bool   // else for training
	Weight   float64

	First, Second *job.Posting // as they are read, where both are
}

// Set is the pairs of a directory of ads, and all that was seen for them.
type Set struct {
	Study *dedup.Study
	Pairs []Pair
	Ads   int
}

// ad is a real ad.
type ad struct {
	id, file, group string // group is its poster, employer or else itself
	test            bool
	posting         *job.Posting
	record          *dedup.Profile
}

// testShare of the groups, in tenths, is for testing.
const testShare = 4

// Read makes the pairs of a directory as `make data` unpacks it. The choice depends on seed alone. A directory without
// the files is an error.
func Read(dir string, seed uint64) (*Set, error) {
	b, err := read(dir, seed)
	if err != nil {
		return nil, err
	}
	return b.set, nil
}

func read(dir string, seed uint64) (*builder, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	b := &builder{set: &Set{Study: dedup.NewStudy()}, rng: rand.New(rand.NewPCG(seed, 0x7061)), byID: map[string]*ad{}}
	slices.Sort(files)
	for _, file := range files {
		if filepath.Base(file) == silverFile {
			continue
		}
		if err := b.readFile(file, seed); err != nil {
			return nil, err
		}
	}
	if len(b.ads) == 0 {
		return nil, fmt.Errorf("no job ads in %s: make data unpacks them", dir)
	}
	if err := b.silver(filepath.Join(dir, silverFile)); err != nil {
		return nil, err
	}
	b.posters()
	b.employers()
	b.made()
	b.set.Ads = len(b.ads)
	return b, nil
}

// builder collects pairs.
type builder struct {
	set  *Set
	rng  *rand.Rand
	ads  []*ad
	byID map[string]*ad // of the file of silver pairs
}

// silverFile has pairs of the ads of hnFile.
const (
	silverFile = "hn_silver_pairs.jsonl"
	hnFile     = "hn.jsonl"
)

// leastText is the shortest text, in bytes, of an ad that pairs are made of.
const leastText = 200

func (b *builder) readFile(path string, seed uint64) error {
	file := filepath.Base(path)
	return ads.EachLine(path, func(line []byte) error {
		x, err := ads.Parse(line, time.Time{})
		if err != nil || len(x.Posting.Description) < leastText {
			return nil // the data have ads without text
		}
		var more struct{ User, Month string }
		_ = json.Unmarshal(line, &more)
		a := &ad{id: x.ID, file: file, posting: x.Posting}
		a.group = cmp.Or(more.User, job.NormalCompany(x.Posting.Company), x.ID)
		if file == hnFile {
			a.posting.Posted, _ = time.Parse("2006-01", more.Month)
			b.byID[a.id] = a
		}
		a.test = xxh3.HashStringSeed(a.group, seed)%10 < testShare
		a.record = b.set.Study.Prepare(a.posting)
		if a.record.Hashes.Company == 0 {
			a.record.Hashes.Company = xxh3.HashString(a.group)
			a.record.Company = []uint32{uint32(a.record.Hashes.Company)}
		}
		b.ads = append(b.ads, a)
		return b.set.Study.AddProfile(a.record)
	})
}

// add keeps a pair of real ads.
func (b *builder) add(x, y *ad, label verdict.Label, kind string, weight float64) {
	if x.test == y.test {
		first, second := *x.record, *y.record
		b.dress(&first, &second, label, kind)
		b.set.Pairs = append(b.set.Pairs, Pair{&first, &second, label, kind, x.posting.Language, x.test, weight, x.posting, y.posting})
	}
}
