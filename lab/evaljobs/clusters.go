package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"time"

	"gannet/dedup"
	"gannet/dedup/ads"
	"gannet/dedup/verdict"
	"gannet/job"
	jobpairs "gannet/lab/pairs"
	"gannet/models/shipped"
)

// silverName is the file of pairs of reposts, and repostName that of their ads.
const (
	silverName = "hn_silver_pairs.jsonl"
	repostName = "hn.jsonl"
)

// clusterSection measures what clusters make of the verdicts: which reposts are found again, and how many jobs are counted.
func clusterSection(w io.Writer, o options) error {
	fmt.Fprint(w, "## Clusters\n\n"+
		"Each file of ads is clustered as `gannet dedup FILE` does it.\n\n")
	if err := writeFoundAgain(w, o); err != nil {
		return err
	}
	set, err := jobpairs.Read(o.ads, o.seed)
	if err != nil {
		return err
	}
	if err := writeKindsTogether(w, set); err != nil {
		return err
	}
	return writeVacancies(w, o, set)
}

// batch is ads that are clustered together.
type batch struct {
	ids      []string
	postings []*job.Posting
}

func readBatch(path string) (b batch, err error) {
	err = ads.EachLine(path, func(line []byte) error {
		if x, err := ads.Parse(line, time.Time{}); err == nil {
			b.ids, b.postings = append(b.ids, x.ID), append(b.postings, x.Posting)
		}
		return nil // the data have lines without an ad
	})
	return b, err
}

// clusters returns the cluster of each profile of a batch.
func clusters(o dedup.Options, profiles []*dedup.Profile) ([]uint64, error) {
	d, err := dedup.NewDeduper(o)
	if err != nil {
		return nil, err
	}
	batch, err := d.DecideBatch(dedup.ProfileList(profiles), func(int, dedup.Decision) error { return nil })
	if err != nil {
		return nil, err
	}
	of := make([]uint64, len(profiles))
	for i, number := range batch.Numbers {
		_, of[i] = d.Original(number)
	}
	return of, nil
}

// shippedOptions are those of `gannet dedup`.
func shippedOptions() (dedup.Options, error) {
	model, err := shipped.Verdict()
	if err != nil {
		return dedup.Options{}, err
	}
	return dedup.BatchOptions(model), nil
}

func prepareAll(list []*job.Posting) []*dedup.Profile {
	s := dedup.NewStudy()
	profiles := make([]*dedup.Profile, len(list))
	for i, p := range list {
		profiles[i] = s.Prepare(p)
	}
	return profiles
}

// countDistinct counts the different clusters of a list.
func countDistinct(of []uint64) int {
	list := slices.Clone(of)
	slices.Sort(list)
	return len(slices.Compact(list))
}

// silverPair is a pair of the file of reposts, by positions in the batch of ads.
type silverPair struct {
	a, b  int
	label string
}

func readSilver(path string, b *batch) (list []silverPair, err error) {
	at := map[string]int{}
	for i, id := range b.ids {
		at[id] = i
	}
	err = ads.EachLine(path, func(line []byte) error {
		var s struct{ A, B, Label string }
		if err := json.Unmarshal(line, &s); err != nil {
			return err
		}
		x, known := at[s.A]
		y, alsoKnown := at[s.B]
		if known && alsoKnown {
			list = append(list, silverPair{x, y, s.Label})
		}
		return nil
	})
	return list, err
}

// writeFoundAgain writes which reposts end in one cluster, with and without the parts of clustering.
func writeFoundAgain(w io.Writer, o options) error {
	b, err := readBatch(filepath.Join(o.ads, repostName))
	if err != nil {
		return err
	}
	silver, err := readSilver(filepath.Join(o.ads, silverName), &b)
	if err != nil {
		return err
	}
	base, err := shippedOptions()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "### Found again\n\n"+
		"%d ads of twelve years, and pairs of them that a rule has labelled. Near-identical ads of two accounts may be one job or\n"+
		"two. The last column says how many of the reposts missed are judged the same job if the two are compared.\n\n"+
		"| an ad is compared with | order | jobs | reposts in one cluster | near-identical, two accounts | missed, but judged same |\n"+
		"|---|---|---|---|---|---|\n", len(b.ids))
	study := studyOf(prepareAll(b.postings))
	for _, way := range waysToFind(base, b.postings, o.seed) {
		if err := way.write(w, silver, study); err != nil {
			return err
		}
	}
	fmt.Fprintln(w)
	return nil
}

// wayToFind is one way of clustering ads.
type wayToFind struct {
	name, order string
	o           dedup.Options
	postings    []*job.Posting
	shuffled    []int // the order of the lines; nil for that of the file
}

func waysToFind(shipped dedup.Options, list []*job.Posting, seed uint64) []wayToFind {
	alone, members := shipped, shipped
	alone.Unite, alone.MaxMembers, members.Unite = false, 0, false
	undated := withoutDates(list)
	shuffled := rand.New(rand.NewPCG(seed, 0x636c)).Perm(len(list))
	return []wayToFind{
		{"original and newest", "by month", alone, list, nil},
		{"and members that share keys", "by month", members, list, nil},
		{"and clusters are united", "by month", shipped, list, nil},
		{"original and newest", "the file's, without months", alone, undated, nil},
		{"all of these", "the file's, without months", shipped, undated, nil},
		{"original and newest", "shuffled, without months", alone, undated, shuffled},
		{"all of these", "shuffled, without months", shipped, undated, shuffled},
	}
}

func withoutDates(list []*job.Posting) []*job.Posting {
	out := make([]*job.Posting, len(list))
	for i, p := range list {
		q := *p
		q.Posted = time.Time{}
		out[i] = &q
	}
	return out
}

// measured is a study with its profiles.
type measured struct {
	*dedup.Study
	profiles []*dedup.Profile
}

func studyOf(profiles []*dedup.Profile) measured {
	m := measured{dedup.NewStudy(), profiles}
	for _, p := range profiles {
		_ = m.AddProfile(p) // an index in memory fails for no number that an ad has here
	}
	return m
}

// clusters returns the cluster of each posting.
func (x *wayToFind) clusters() ([]uint64, error) {
	profiles := prepareAll(x.postings)
	if x.shuffled == nil {
		return clusters(x.o, profiles)
	}
	mixed := make([]*dedup.Profile, len(profiles))
	for n, i := range x.shuffled {
		mixed[n] = profiles[i]
	}
	of, err := clusters(x.o, mixed)
	if err != nil {
		return nil, err
	}
	back := make([]uint64, len(of))
	for n, i := range x.shuffled {
		back[i] = of[n]
	}
	return back, nil
}

// write clusters the ads and writes what became of the pairs.
func (x *wayToFind) write(w io.Writer, silver []silverPair, study measured) error {
	of, err := x.clusters()
	if err != nil {
		return err
	}
	all, together, missedSame := map[string]int{}, map[string]int{}, 0
	for _, s := range silver {
		all[s.label]++
		if of[s.a] == of[s.b] {
			together[s.label]++
			continue
		}
		if e := study.Measure(study.profiles[s.a], study.profiles[s.b]); s.label == repostLabel && x.o.Model.Judge(&e).Label == verdict.Same {
			missedSame++
		}
	}
	share := func(label string) float64 { return float64(together[label]) / float64(max(1, all[label])) }
	missed := max(1, all[repostLabel]-together[repostLabel])
	_, err = fmt.Fprintf(w, "| %s | %s | %d | %.4f | %.4f | %.2f |\n", x.name, x.order, countDistinct(of), share(repostLabel), share(otherUserLabel),
		float64(missedSame)/float64(missed))
	return err
}

// The labels of the file of pairs.
const (
	repostLabel    = "REPOST"
	otherUserLabel = "OTHER_USER"
)
