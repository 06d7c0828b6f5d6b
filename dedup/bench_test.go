package dedup_test

import (
	"bufio"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gannet/dedup"
	"gannet/dedup/ads"
	"gannet/internal/testdata"
	"gannet/job"
)

// BenchmarkDecide files postings of which most are copies, as inline dedup does.
func BenchmarkDecide(b *testing.B) {
	d, postings := newDeduper(b), mixed(500)
	var profiles []*dedup.Profile
	for _, p := range postings {
		profiles = append(profiles, d.Prepare(p))
	}
	b.ReportAllocs()
	n := uint64(0)
	for b.Loop() {
		n++
		if _, err := d.Decide(n, profiles[n%uint64(len(profiles))]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPrepare(b *testing.B) {
	d, postings := newDeduper(b), mixed(500)
	b.ReportAllocs()
	bytes := 0
	for i := 0; b.Loop(); i++ {
		p := postings[i%len(postings)]
		bytes += len(p.Description)
		d.Prepare(p)
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "text-B/op")
}

func BenchmarkRecord(b *testing.B) {
	d := newDeduper(b)
	r := d.Prepare(samples[0].posting())
	data := r.AppendBinary(nil)
	b.ReportAllocs()
	for b.Loop() {
		var back dedup.Profile
		if err := back.UnmarshalBinary(r.AppendBinary(data[:0])); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(data)), "record-B")
}

// realAds reads n real ads.
func realAds(b *testing.B, file string, n int) []*job.Posting {
	b.Helper()
	f, err := os.Open(filepath.Join(testdata.Jobs(b), file))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	var list []*job.Posting
	for in.Scan() && len(list) < n {
		if ad, err := ads.Parse(in.Bytes(), time.Now()); err == nil {
			list = append(list, ad.Posting)
		}
	}
	return list
}

// BenchmarkDecideReal files real ads in their order, many of which were posted before.
func BenchmarkDecideReal(b *testing.B) {
	d := newDeduper(b)
	var profiles []*dedup.Profile
	for _, p := range realAds(b, "hn.jsonl", 40_000) {
		profiles = append(profiles, d.Prepare(p))
	}
	b.ReportAllocs()
	n := uint64(0)
	for b.Loop() {
		if n++; n%uint64(len(profiles)) == 0 {
			b.StopTimer()
			d, n = newDeduper(b), 1
			b.StartTimer()
		}
		if _, err := d.Decide(n, profiles[n%uint64(len(profiles))]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPrepareReal(b *testing.B) {
	d, postings := newDeduper(b), realAds(b, "nhs.jsonl", 2000)
	b.ReportAllocs()
	bytes := 0
	for i := 0; b.Loop(); i++ {
		p := postings[i%len(postings)]
		bytes += len(p.Description)
		d.Prepare(p)
	}
	b.ReportMetric(float64(bytes)/float64(b.N), "text-B/op")
}
