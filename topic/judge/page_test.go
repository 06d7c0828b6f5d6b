package judge

import (
	"reflect"
	"testing"
)

func TestPackedPages(t *testing.T) {
	pages, _ := crawlOf(t, 20, "hive")
	for i := range pages {
		got, err := Unpack(pages[i].AppendPacked(nil))
		want := pages[i]
		want.Seed = false
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("unpacked %+v, %v, want %+v", got, err, want)
		}
	}
}

// FuzzUnpack has no bytes make Unpack panic, and all that it reads packed again the same.
func FuzzUnpack(f *testing.F) {
	pages, _ := crawlOf(f, 1, "hive")
	f.Add(pages[0].AppendPacked(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := Unpack(b)
		if err != nil {
			return
		}
		again, err := Unpack(p.AppendPacked(nil))
		if err != nil || !reflect.DeepEqual(p, again) {
			t.Errorf("%+v, again %+v, %v", p, again, err)
		}
	})
}
