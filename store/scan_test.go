package store

import (
	"bytes"
	"os"
	"testing"
)

// FuzzScan reads arbitrary bytes as a damaged file: whatever they say, it ends, and gives only what lies in them.
func FuzzScan(f *testing.F) {
	small := func() []byte {
		db := openTest(f)
		put(f, db, full("http://a.test/1"), &Page{URL: "http://a.test/2", Links: []uint64{1 << 50}})
		data, err := os.ReadFile(db.path)
		if err != nil {
			f.Fatal(err)
		}
		return data
	}()
	f.Add(small)
	f.Add(small[8192:])
	f.Add(bytes.Repeat([]byte(sealMagic), 100))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := newScan(bytes.NewReader(data), int64(len(data)))
		w := &salvage{db: &DB{}}
		pairs := 0
		use := func(p pair) error {
			w.judge(p)
			if pairs++; pairs > 8*len(data) {
				t.Fatal("more records than bytes")
			}
			return nil
		}
		if err := s.walk(use); err != nil {
			t.Fatal(err)
		}
		for _, live := range []bool{true, false} {
			err := s.eachSealed(live, func(_ byte, _, value []byte) error {
				if !bytes.Contains(data, value) {
					t.Fatal("a record that is not there")
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := s.eachStray(use); err != nil {
			t.Fatal(err)
		}
	})
}
