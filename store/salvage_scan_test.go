package store

import (
	"bytes"
	"os"
	"testing"

	"gannet/store/internal/boltfile"
	"gannet/store/internal/entry"
)

// FuzzScan reads arbitrary bytes as a damaged file. A scan always ends, and gives only what is in the file.
func FuzzScan(f *testing.F) {
	small := func() []byte {
		db := openTest(f)
		put(f, db, fullPage("http://a.test/1"), &Page{URL: "http://a.test/2", Links: []uint64{1 << 50}})
		data, err := os.ReadFile(db.path)
		if err != nil {
			f.Fatal(err)
		}
		return data
	}()
	f.Add(small)
	f.Add(small[8192:])
	f.Add(bytes.Repeat([]byte(entry.Magic), 100))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := boltfile.NewScan(bytes.NewReader(data), int64(len(data)))
		pairs := 0
		use := func(e boltfile.Entry) error {
			kindOfUnsealed(e)
			if pairs++; pairs > 8*len(data) {
				t.Fatal("more entries than bytes")
			}
			return nil
		}
		if err := s.Walk(use); err != nil {
			t.Fatal(err)
		}
		for _, live := range []bool{true, false} {
			err := s.EachSealed(live, func(_ entry.Kind, _, value []byte) error {
				if !bytes.Contains(data, value) {
					t.Fatal("an entry that is not there")
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := s.EachStray(use); err != nil {
			t.Fatal(err)
		}
	})
}
