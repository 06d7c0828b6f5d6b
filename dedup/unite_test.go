package dedup_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gannet/dedup"
	"gannet/dedup/sketch"
	"gannet/dedup/verdict"
	"gannet/job"
)

// newUniter makes a Deduper that unites clusters. Texts are found only if they are equal, so that the ads of one job open
// clusters of their own until an address or a number leads to both.
func newUniter(t *testing.T) *dedup.Deduper {
	t.Helper()
	o := dedup.DefaultOptions(shippedModel(t))
	o.Unite, o.Layout = true, sketch.Layout{Bands: 1, Rows: 128}
	d, err := dedup.NewDeduper(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// titles are one title with words that say nothing. So the ads have no key of the title in common.
var titles = []string{"Orchard Keeper", "The Orchard Keeper", "Orchard Keeper wanted"}

// versions returns n versions of an ad, each with a sentence less than the one before, under another name of the company.
func versions(n int) (list []*job.Posting) {
	s := samples[0]
	text := strings.SplitAfter(s.text, ". ")
	for i := range n {
		p := s.posting()
		p.URL, p.Description = "https://jobs.board.example/"+string(rune('a'+i)), strings.Join(text[i:], "")
		p.Company += strings.Repeat(" of Ludlow", min(i, 1))
		p.Title = titles[min(i, 1)]
		p.Posted = p.Posted.AddDate(0, i, 0)
		list = append(list, p)
	}
	return list
}

func TestClustersOfOneJobAreUnited(t *testing.T) {
	d := newUniter(t)
	ads := versions(2)
	ads[1].ID = "17"
	for i, p := range ads {
		if got := decide(t, d, uint64(i+1), p); got.Verdict != dedup.New {
			t.Fatalf("ad %d is found without a key: %+v", i+1, got)
		}
	}
	both := *ads[0]
	both.ID = "17" // and its address is that of the first ad
	if got := decide(t, d, 3, &both); got.Verdict != "same" || got.Cluster != 1 || got.Original {
		t.Errorf("an ad that fits both: %+v", got)
	}
	for n := range uint64(3) {
		if original, cluster := d.Original(n + 1); original != 1 || cluster != 1 {
			t.Errorf("Original(%d) = %d, %d, want 1, 1", n+1, original, cluster)
		}
	}
	if got := decide(t, d, 4, ads[1]); got.Cluster != 1 {
		t.Errorf("a copy of the second ad is in cluster %d", got.Cluster)
	}
}

func TestClustersOfTwoJobsAreNotUnited(t *testing.T) {
	d := newUniter(t)
	one, two := samples[0].posting(), samples[0].posting()
	two.Title, two.Description, two.ID, two.URL = samples[0].otherTitle, samples[0].other, "17", "https://jobs.board.example/b"
	decide(t, d, 1, one)
	decide(t, d, 2, two)
	both := *one
	both.ID = "17"
	decide(t, d, 3, &both)
	if _, cluster := d.Original(2); cluster != 2 {
		t.Errorf("two jobs became one because an ad has the address of one and the number of the other")
	}
}

func TestKeptClustersCannotBeUnited(t *testing.T) {
	o := dedup.DefaultOptions(shippedModel(t))
	o.Unite, o.LoadProfile = true, func(uint64) (*dedup.Profile, error) { return nil, nil }
	if _, err := dedup.NewDeduper(o); err == nil {
		t.Error("a Deduper that unites the clusters of a store")
	}
}

// overlapModel is a model that asks for an overlap of 0.5 and for nothing else.
func overlapModel(t *testing.T) *verdict.Model {
	t.Helper()
	data, err := json.Marshal(shippedModel(t))
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		Schema            string             `json:"schema"`
		Limits            map[string]float64 `json:"limits"`
		Text, Role, Place struct {
			Bias  float64          `json:"bias"`
			Terms []map[string]any `json:"terms"`
		}
	}
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	f.Limits = map[string]float64{"text": 0.5, "role": 0.5, "place": 0.5}
	f.Text.Bias, f.Role.Bias, f.Place.Bias = 0, 9, 9
	for _, term := range slices.Concat(f.Text.Terms, f.Role.Terms, f.Place.Terms) {
		term["mean"], term["deviation"], term["weight"], term["missing"] = 0.5, 0.1, 0.0, 0.0
	}
	f.Text.Terms[verdict.Overlap]["weight"] = 9.0
	if data, err = json.Marshal(map[string]any{"schema": f.Schema, "limits": f.Limits, "text": f.Text, "role": f.Role, "place": f.Place}); err != nil {
		t.Fatal(err)
	}
	m, err := verdict.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// phrased makes a posting whose text has the numbered parts, 40 words each.
func phrased(parts ...int) *job.Posting {
	p := samples[0].posting()
	var text []string
	for _, part := range parts {
		for i := range 40 {
			text = append(text, "w"+strconv.Itoa(part*100+i))
		}
		p.URL += "/" + strconv.Itoa(part)
	}
	p.Description = strings.Join(text, " ")
	return p
}

// TestMembersThatShareKeysAreCompared posts an ad again in a version that is like an earlier member, but neither like the
// original nor like the newest.
func TestMembersThatShareKeysAreCompared(t *testing.T) {
	ads := []*job.Posting{phrased(1, 2, 3, 4), phrased(1, 2, 3, 5), phrased(2, 3, 4, 6), phrased(1, 2, 5, 7)}
	for members, want := range []uint64{4, 1} {
		o := dedup.DefaultOptions(overlapModel(t))
		o.MaxMembers = members
		d, err := dedup.NewDeduper(o)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range ads[:3] {
			if got := decide(t, d, uint64(i+1), p); got.Cluster != 1 {
				t.Fatalf("ad %d: %+v", i+1, got)
			}
		}
		if got := decide(t, d, 4, ads[3]); got.Cluster != want {
			t.Errorf("compared with %d more members: %+v, want cluster %d", members, got, want)
		}
	}
}

// TestOriginalsDoNotChain has three ads of which the second is like the first and like the third. The first and the third
// must not be in one cluster.
func TestOriginalsDoNotChain(t *testing.T) {
	o := dedup.DefaultOptions(overlapModel(t))
	o.Unite, o.Layout = true, sketch.Layout{Bands: 1, Rows: 128}
	d, err := dedup.NewDeduper(o)
	if err != nil {
		t.Fatal(err)
	}
	ads := []*job.Posting{phrased(1, 2, 3, 4, 5, 6), phrased(2, 3, 4, 5, 6, 7), phrased(3, 4, 5, 6, 7, 8)}
	number := uint64(0)
	file := func(p *job.Posting) {
		number++
		decide(t, d, number, p)
	}
	for i, p := range ads {
		p.Company, p.ID = "Firm "+strconv.Itoa(i), strconv.Itoa(10+i)
		p.Title = titles[i]
		file(p)
	}
	for _, pair := range [][2]int{{1, 2}, {0, 1}} { // has the address of one and the number of the other
		both := *ads[pair[1]]
		both.ID = ads[pair[0]].ID
		file(&both)
	}
	for n, want := range []uint64{1, 2, 2} {
		if _, cluster := d.Original(uint64(n + 1)); cluster != want {
			t.Errorf("ad %d is in cluster %d, want %d", n+1, cluster, want)
		}
	}
}

func TestAdsWithoutADateKeepTheirOrder(t *testing.T) {
	d := newDeduper(t)
	long, short := samples[0].posting(), samples[0].posting()
	short.Description = short.Description[:len(short.Description)/2]
	long.Posted, short.Posted = time.Time{}, time.Time{}
	dated := samples[1].posting()
	batch := dedup.ProfileList{d.Prepare(short), d.Prepare(long), d.Prepare(dated)}
	got, err := d.DecideBatch(batch, ignoreDecision)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Order, []int{2, 0, 1}) || !slices.Equal(got.Numbers, []uint64{2, 3, 1}) {
		t.Errorf("the order is %v, want the ad with a date, then the others as they came", got.Order)
	}
}
