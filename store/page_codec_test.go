package store

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func FuzzDecodePage(f *testing.F) {
	f.Add(appendPage(nil, fullPage("http://a.test/")))
	f.Add(appendPage(nil, &Page{}))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		p, size, err := decodePage(b)
		if err != nil {
			return
		}
		p.Body = nil
		if size == 0 { // what was read can be written and read again
			again, _, err := decodePage(appendPage(nil, p))
			if err != nil || again.URL != p.URL || !again.Fetched.Equal(p.Fetched) || !reflect.DeepEqual(again.Header, p.Header) {
				t.Errorf("%+v became %+v, %v", p, again, err)
			}
		}
	})
}

func FuzzDecodeLinks(f *testing.F) {
	f.Add(appendLinks(nil, []uint64{1, 1 << 63, 7}))
	f.Add([]byte{0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) { _, _ = decodeLinks(b) })
}

func TestLinksAreASortedSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		links := rapid.SliceOf(rapid.Uint64()).Draw(t, "links")
		links = append(links, links...)
		got, err := decodeLinks(appendLinks(nil, links))
		if want := slices.Compact(slices.Sorted(slices.Values(links))); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v, %v, want %v", got, err, want)
		}
	})
}

func TestDamagedRecordsAreErrors(t *testing.T) {
	p := fullPage("http://a.test/")
	p.Header = nil // a record may end behind any header field
	whole := appendPage(nil, p)
	for n := range whole {
		if _, _, err := decodePage(whole[:n]); err == nil {
			t.Fatalf("a record cut to %d of %d bytes was read", n, len(whole))
		}
	}
	if _, err := decodeLinks([]byte{0x80}); err == nil {
		t.Error("a cut link record was read")
	}
}
