// Package pairs owns pairs of postings whose verdict is known by rule. They serve to train and to evaluate the verdict. Some
// are real ads: reposts, and other ads of an employer. Others are copies made of real ads, as boards make them. Training
// and test pairs never share an employer or poster.
package pairs

import (
	"cmp"
	"encoding/json"
	"errors"
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

// Pair is two postings with the true verdict on them.
type Pair struct {
	A, B     *dedup.Profile
	Label    verdict.Label
	Kind     string // how the pair was found or made
	Language string // of the first
	Test     bool   // else for training
	Weight   float64

	First, Second *job.Posting // as read; nil if a copy was made
}

// Set has the labelled pairs made from one directory of ads, and the dedup.Study that has read all of its ads.
type Set struct {
	Study  *dedup.Study
	Pairs  []Pair
	Hard   []Pair // judged by reading; not among Pairs
	Taught []Pair // changed in one way, for training alone
	Ads    int
}

// ad is a real ad.
type ad struct {
	line            int    // in its file, from 1
	id, file, group string // group is its poster, else its employer, else itself
	test            bool
	posting         *job.Posting
	record          *dedup.Profile
}

// testShare of the groups, in tenths, is for testing.
const testShare = 4

// ErrNoAds means that a directory has no files of job ads.
var ErrNoAds = errors.New("no job ads")

// Read makes the pairs of a directory with files of ads in JSON Lines. The same seed gives the same pairs. The error is
// ErrNoAds if there are no ads.
func Read(dir string, seed uint64) (*Set, error) {
	b, err := read(dir, seed)
	if err != nil {
		return nil, err
	}
	return b.set, nil
}

func read(dir string, seed uint64) (*builder, error) {
	b := newBuilder(seed)
	if err := b.readFiles(dir, seed); err != nil {
		return nil, err
	}
	if err := b.addSilverPairs(filepath.Join(dir, silverFile)); err != nil {
		return nil, err
	}
	b.addPosterPairs()
	b.addEmployerPairs()
	b.addMadePairs()
	if err := b.addBoardPairs(); err != nil {
		return nil, err
	}
	if err := b.addHardPairs(); err != nil {
		return nil, err
	}
	b.addTaughtChanges()
	b.set.Ads = len(b.ads)
	return b, nil
}

// builder collects pairs.
type builder struct {
	set  *Set
	rng  *rand.Rand
	ads  []*ad
	byID map[string]*ad // ads that silver pairs refer to
}

func newBuilder(seed uint64) *builder {
	return &builder{set: &Set{Study: dedup.NewStudy()}, rng: rand.New(rand.NewPCG(seed, 0x7061)), byID: map[string]*ad{}}
}

// readFiles reads all files of ads in a directory. The error is ErrNoAds if there are no ads.
func (b *builder) readFiles(dir string, seed uint64) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, file := range files {
		if filepath.Base(file) == silverFile {
			continue
		}
		if err := b.readFile(file, seed); err != nil {
			return err
		}
	}
	if len(b.ads) == 0 {
		return fmt.Errorf("%w in %s", ErrNoAds, dir)
	}
	return nil
}

// silverFile has pairs of the ads of hnFile.
const (
	silverFile = "hn_silver_pairs.jsonl"
	hnFile     = "hn.jsonl"
)

// minText is the shortest text, in bytes, of an ad in a pair.
const minText = 200

func (b *builder) readFile(path string, seed uint64) error {
	file, number := filepath.Base(path), 0
	return ads.EachLine(path, func(line []byte) error {
		number++
		x, err := ads.Parse(line, time.Time{})
		if err != nil || len(x.Posting.Description) < minText {
			return nil // the data have ads without text
		}
		var more struct{ User, Month string }
		_ = json.Unmarshal(line, &more)
		a := &ad{line: number, id: x.ID, file: file, posting: x.Posting}
		a.group = cmp.Or(more.User, job.NormalCompany(x.Posting.Company), x.ID)
		if file == hnFile {
			a.posting.Posted, _ = time.Parse("2006-01", more.Month)
			b.byID[a.id] = a
		}
		a.test = xxh3.HashStringSeed(a.group, seed)%10 < testShare
		a.record = b.set.Study.Prepare(a.posting)
		if a.record.Hashes.Company == 0 && a.posting.Company == "" {
			a.record.Hashes.Company = xxh3.HashString(a.group)
			a.record.Company = []uint32{uint32(a.record.Hashes.Company)}
		}
		b.ads = append(b.ads, a)
		return b.set.Study.AddProfile(a.record)
	})
}

// addPair adds a pair of real ads.
func (b *builder) addPair(x, y *ad, label verdict.Label, kind string, weight float64) {
	if x.test == y.test {
		first, second := *x.record, *y.record
		b.vary(&first, &second, label, kind)
		b.set.Pairs = append(b.set.Pairs, Pair{&first, &second, label, kind, x.posting.Language, x.test, weight, x.posting, y.posting})
	}
}
