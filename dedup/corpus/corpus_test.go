package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"testing"
	"time"

	"gannet/dedup"
	"gannet/dedup/ads"
	"gannet/internal/frames"
	"gannet/internal/manyads"
	"gannet/internal/runs"
	"gannet/job"
	"gannet/models/shipped"
)

// madeProfiles returns the profiles of made ads, and of forms that many employers share: more than a bucket of the index holds.
func madeProfiles(t *testing.T, n, forms int) (ids []string, profiles dedup.ProfileList) {
	t.Helper()
	d := newBatch(t).d
	maker := manyads.Maker{Seed: 7, Ads: n}
	form := maker.Ad(1).Text
	for i := range n + forms {
		made := maker.Ad(min(i, n-1))
		if i >= n {
			made.Text, made.URL, made.Title = form, fmt.Sprintf("https://form%d.example/", i), fmt.Sprintf("Keeper %d", i%150)
		}
		made.ID = fmt.Sprint("ad", i)
		line, err := json.Marshal(made)
		if err != nil {
			t.Fatal(err)
		}
		ad, err := ads.Parse(line, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		ids, profiles = append(ids, ad.ID), append(profiles, d.Prepare(ad.Posting))
	}
	return ids, profiles
}

func newBatch(t *testing.T) *Batch {
	t.Helper()
	model, err := shipped.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(Options{Model: model, Memory: LeastMemory, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

// inMemory is what DecideBatch says of the ads.
func inMemory(t *testing.T, ids []string, profiles dedup.ProfileList) (list []Ad) {
	t.Helper()
	model, err := shipped.Verdict()
	if err != nil {
		t.Fatal(err)
	}
	d, err := dedup.NewDeduper(dedup.BatchOptions(model))
	if err != nil {
		t.Fatal(err)
	}
	list = make([]Ad, len(ids))
	batch, err := d.DecideBatch(profiles, func(i int, made dedup.Decision) error {
		list[i] = Ad{ID: ids[i], Decision: made}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		original, cluster := d.Original(batch.Numbers[i])
		list[i].OriginalID, list[i].Cluster = ids[batch.Order[original-1]], cluster
		if of := list[i].Of; of != 0 {
			list[i].OfID = ids[batch.Order[of-1]]
		}
	}
	return list
}

// sameAds compares what is printed of ads.
func sameAds(t *testing.T, name string, b *Batch, want []Ad) {
	t.Helper()
	i := 0
	if err := b.Each(func(got *Ad) error {
		w := want[i]
		if got.ID != w.ID || got.OriginalID != w.OriginalID || got.OfID != w.OfID || got.Cluster != w.Cluster || got.Verdict != w.Verdict ||
			len(got.Reasons) != len(w.Reasons) || len(w.Reasons) > 0 && !reflect.DeepEqual(got.Reasons, w.Reasons) {
			t.Errorf("%s: ad %d is %+v, want %+v", name, i, got, w)
		}
		i++
		return nil
	}); err != nil || i != len(want) {
		t.Errorf("%s: %d of %d ads, %v", name, i, len(want), err)
	}
}

// TestDecidesAsDedupDoes: with runs on disk, with the index in memory and on disk, and with forms that fill whole buckets.
func TestDecidesAsDedupDoes(t *testing.T) {
	ids, profiles := madeProfiles(t, 1200, 200)
	want := inMemory(t, ids, profiles)
	for _, onDisk := range []bool{false, true} {
		b := newBatch(t)
		b.onDisk, b.keys = onDisk, runs.New(b.o.Dir, 1<<18)
		for i, p := range profiles {
			if err := b.Add(ids[i], p); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Decide(context.Background(), func(int) {}); err != nil {
			t.Fatal(err)
		}
		sameAds(t, fmt.Sprint("index on disk ", onDisk), b, want)
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if left, err := os.ReadDir(b.o.Dir); err != nil || len(left) > 0 {
			t.Errorf("%d files are left, %v", len(left), err)
		}
	}
}

// TestKeysFitTheMask: a mask has a bit for each key.
func TestKeysFitTheMask(t *testing.T) {
	if dedup.MaxKeys > 64 {
		t.Errorf("%d keys: a mask has 64 bits", dedup.MaxKeys)
	}
	p := place{1 << 31, 63, true}
	if got := unpack(p.pack()); got != p {
		t.Errorf("%+v became %+v", p, got)
	}
}

// TestMoreAdsThanMemory: a batch ends before it takes more than it may.
func TestMoreAdsThanMemory(t *testing.T) {
	b := newBatch(t)
	b.o.Memory = need(2)
	_, profiles := madeProfiles(t, 3, 0)
	var err error
	for _, p := range profiles {
		err = errors.Join(err, b.Add("x", p))
	}
	if few, ok := errors.AsType[*MemoryError](err); !ok || few.Ads != 2 {
		t.Errorf("the error is %v", err)
	}
}

// TestAPanicLeavesOutItsAd: the line of an ad on which the reader fails gives an error frame, and the others their ads.
func TestAPanicLeavesOutItsAd(t *testing.T) {
	var in, out bytes.Buffer
	w := frames.NewWriter(&in)
	for i, title := range []string{"Weaver", "Dyer", "Spinner"} {
		line := append([]byte("\x00\x03ads"), `{"title":"`+title+`","description":"`+title+` wanted"}`...)
		if err := w.Write(frames.Frame{Kind: lineFrame, Key: uint64(i), Body: line}); err != nil {
			t.Fatal(err)
		}
	}
	prepare := func(p *job.Posting, _ string) *dedup.Profile {
		if p.Title == "Dyer" {
			panic("no such dye")
		}
		return new(dedup.Profile)
	}
	if err := errors.Join(w.Flush(), Bands(&in, &out, time.Now(), prepare)); err != nil {
		t.Fatal(err)
	}
	kinds := ""
	err := frames.NewReader(&out).Each(func(f frames.Frame) error {
		if f.Kind != keyFrame {
			kinds += string(f.Kind)
		}
		return nil
	})
	if err != nil || kinds != "AEA" {
		t.Errorf("the frames are %s, %v", kinds, err)
	}
}
