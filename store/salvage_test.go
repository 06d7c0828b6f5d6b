package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"

	"gannet/internal/testdata"
	"gannet/store/internal/entry"
	"gannet/store/postings"
)

// salvagePages are pages as a crawl keeps them: of many sizes, some waiting for a canonical page, some with a posting.
func salvagePages(n int) (pages []*Page) {
	rng := rand.New(rand.NewPCG(7, 7))
	for i := range n {
		p := fullPage(fmt.Sprintf("http://h%d.test/%d", i%7, i))
		body := make([]byte, rng.IntN(400)<<(rng.IntN(6)))
		for j := range body {
			body[j] = byte(rng.Uint32()) // what does not compress, so that records have their size
		}
		p.Body, p.Links = body, []uint64{rng.Uint64(), rng.Uint64(), rng.Uint64()}
		switch {
		case i%11 == 3:
			p.Canonical = fmt.Sprintf("http://h%d.test/%d", (i+20)%7, i+20)
		case i%4 == 0:
			p.Postings = jobPage(p.URL, i, newJob(fmt.Sprintf("Welder %d", i), "Iron", "Oslo", fmt.Sprintf("Weld %d.", i))).Postings
			p.Postings[0].Profile = profile("record")
		}
		pages = append(pages, p)
	}
	return pages
}

// damagedFile is the bytes of a store, with the positions of each page in them.
type damagedFile struct {
	data  []byte
	pages map[uint64]*Page
	at    map[uint64][2][][2]int // of a page's entry and of its body: every position
}

// newDamagedFile writes pages in many transactions.
func newDamagedFile(t *testing.T, n int) *damagedFile {
	t.Helper()
	db := openTest(t)
	if err := db.SetMeta("fact", []int{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	for batch := range slices.Chunk(salvagePages(n), 9) {
		put(t, db, batch...)
	}
	return readDamagedFile(t, db)
}

func readDamagedFile(t *testing.T, db *DB) *damagedFile {
	t.Helper()
	f := &damagedFile{pages: make(map[uint64]*Page), at: make(map[uint64][2][][2]int)}
	err := errors.Join(db.bolt.Sync(), db.Each(func(p *Page) error { f.pages[p.Seq] = p; return nil }))
	if err != nil {
		t.Fatal(err)
	}
	if f.data, err = os.ReadFile(db.path); err != nil {
		t.Fatal(err)
	}
	err = db.bolt.View(func(tx *bolt.Tx) error {
		for seq := range f.pages {
			var places [2][][2]int
			for i, name := range []string{"pages", "bodies"} {
				places[i] = everywhere(f.data, tx.Bucket([]byte(name)).Get(entry.Key(seq)))
			}
			f.at[seq] = places
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// everywhere returns all positions of a value in a file.
func everywhere(data, value []byte) (places [][2]int) {
	for from := 0; ; {
		i := bytes.Index(data[from:], value)
		if i < 0 {
			return places
		}
		places = append(places, [2]int{from + i, from + i + len(value)})
		from += i + 1
	}
}

// whole returns the pages whose entry and body are still somewhere in a damaged copy, unchanged.
func (f *damagedFile) whole(damaged []byte) (pages []*Page) {
	for seq, places := range f.at {
		stands := func(places [][2]int) bool {
			return slices.ContainsFunc(places, func(p [2]int) bool {
				return p[1] <= len(damaged) && bytes.Equal(f.data[p[0]:p[1]], damaged[p[0]:p[1]])
			})
		}
		if stands(places[0]) && stands(places[1]) {
			pages = append(pages, f.pages[seq])
		}
	}
	return pages
}

// spoil returns a copy with a random kind of damage.
func spoil(rng *rand.Rand, data []byte) (name string, damaged []byte) {
	damaged = slices.Clone(data)
	page := os.Getpagesize()
	at := rng.IntN(len(data))
	switch rng.IntN(7) {
	case 0:
		for range 100 {
			damaged[rng.IntN(len(data))] ^= 1 << rng.IntN(8)
		}
		return "100 bits flipped", damaged
	case 1:
		return fmt.Sprintf("cut at %d", at), damaged[:at]
	case 2:
		clear(damaged[at/page*page:][:page])
		return fmt.Sprintf("page %d zeroed", at/page), damaged
	case 3:
		for range 20 {
			damaged[rng.IntN(len(data))/page*page+rng.IntN(48)] ^= 1 << rng.IntN(8)
		}
		return "the heads of pages hit", damaged
	case 4:
		clear(damaged[:2*page])
		return "both headers zeroed", damaged
	case 5:
		end := min(len(data), at+rng.IntN(20*page))
		for i := at; i < end; i++ {
			damaged[i] = byte(rng.Uint32())
		}
		return fmt.Sprintf("noise from %d to %d", at, end), damaged
	}
	for range 3 {
		clear(damaged[rng.IntN(len(data))/page*page:][:page])
	}
	return "three pages zeroed", damaged
}

// TestDamageSalvage damages a store in random ways. Every page that is still in the file comes out unchanged. The new
// store is in order and can be written to.
func TestDamageSalvage(t *testing.T) {
	good := newDamagedFile(t, 200)
	for seed := range testdata.Damages(t, 12) {
		name, damaged := spoil(rand.New(rand.NewPCG(uint64(seed), 3)), good.data)
		t.Run(fmt.Sprint(seed, " ", name), func(t *testing.T) { checkSalvage(t, good, damaged) })
	}
}

func checkSalvage(t *testing.T, good *damagedFile, damaged []byte) {
	t.Helper()
	dir := t.TempDir()
	from, to := filepath.Join(dir, "damaged.db"), filepath.Join(dir, "new.db")
	if err := os.WriteFile(from, damaged, 0o644); err != nil {
		t.Fatal(err)
	}
	want := good.whole(damaged)
	s, err := Salvage(from, to)
	if err != nil {
		if len(want) > 0 || !errors.Is(err, ErrNothing) {
			t.Fatalf("%d pages are whole: %v", len(want), err)
		}
		return
	}
	db, err := Options{NoSync: true}.Open(to)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if problems := checked(t, db); len(problems) > 0 {
		t.Errorf("what was got out is not in order: %q", problems[:min(3, len(problems))])
	}
	missing := 0
	for _, p := range want {
		got, err := db.Get(p.URL)
		if err != nil || !bytes.Equal(got.Body, p.Body) || got.Seq != p.Seq || got.Score != p.Score {
			missing++
		}
	}
	if missing > 0 {
		t.Errorf("%d of %d whole pages did not come out", missing, len(want))
	}
	if s.Pages < len(want) || s.Pages > len(want)+len(good.pages) {
		t.Errorf("%+v, and %d pages are whole", s, len(want))
	}
	put(t, db, fullPage("http://new.test/"))
	t.Logf("%d of %d pages, %d postings, %d lost", s.Pages, len(good.pages), s.Postings, s.Lost)
}

// TestSalvageOfWholeFile: of a file without damage nothing is lost or changed, and no page that was taken out comes back.
func TestSalvageOfWholeFile(t *testing.T) {
	good := newDamagedFile(t, 120)
	from, to := filepath.Join(t.TempDir(), "good.db"), filepath.Join(t.TempDir(), "new.db")
	if err := os.WriteFile(from, good.data, 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Salvage(from, to)
	if err != nil || s.Lost != 0 || s.Pages != len(good.pages) {
		t.Fatalf("%+v, %v, want %d pages", s, err, len(good.pages))
	}
	if _, err := Salvage(from, to); err == nil {
		t.Error("a file was written over")
	}
	same(t, from, to)
}

// same compares everything that two stores return.
func same(t *testing.T, a, b string) {
	t.Helper()
	var told [2]strings.Builder
	for i, file := range []string{a, b} {
		db, err := OpenReadOnly(file)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		s, err := db.Stats()
		s.Open, s.Suspected, s.Closed, s.Unknown = 0, 0, 0, 0 // earlier formats have no lives
		s.FileBytes, s.MeanScore, s.First, s.Last = 0, 0, time.Time{}, time.Time{} // they include pages that are gone
		fmt.Fprintf(&told[i], "%+v %v\n", s, err)
		if err := ExportJSONL(&told[i], db, ExportOptions{Body: true}); err != nil {
			t.Fatal(err)
		}
		err = db.Postings().Each(func(k *postings.Posting) error {
			versions, err := db.Postings().Versions(k.Number)
			members, other := db.Postings().Members(k.Cluster)
			k.Job.State, k.Job.StateReason = "", "" // earlier formats have no lives
			fmt.Fprintf(&told[i], "%+v %+v %d %+v\n", *k.Job, k.URL, len(versions), members)
			return errors.Join(err, other)
		})
		var fact any
		_, other := db.Meta("fact", &fact)
		if fmt.Fprintln(&told[i], fact); errors.Join(err, other) != nil {
			t.Fatal(err, other)
		}
	}
	if told[0].String() != told[1].String() {
		t.Errorf("two stores differ:\n%.2000s\n%.2000s", told[0].String(), told[1].String())
	}
}

// frozen is a file of a format. It is fullStore, as the first program with this format wrote it.
func frozen(t *testing.T, format int) string {
	t.Helper()
	packed, err := os.ReadFile(fmt.Sprintf("testdata/format%d.db.zst", format))
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	data, err := z.DecodeAll(packed, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "frozen.db")
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestFormats opens a file of every format. It reads as the same pages stored today, it can be written to, and
// everything comes out of it when it is damaged.
func TestFormats(t *testing.T) {
	for format := 1; format <= Version; format++ {
		t.Run(fmt.Sprint(format), func(t *testing.T) { checkFormat(t, format) })
	}
}

func checkFormat(t *testing.T, format int) {
	t.Helper()
	today := fullStore(t)
	if err := errors.Join(today.SetMeta("fact", map[string]int{"n": 1}), today.bolt.Sync()); err != nil {
		t.Fatal(err)
	}
	if err := today.Close(); err != nil {
		t.Fatal(err)
	}
	old := frozen(t, format)
	same(t, today.path, old)
	out := filepath.Join(t.TempDir(), "out.db")
	if _, err := Salvage(old, out); err != nil {
		t.Fatal(err)
	}
	same(t, old, out)
	db, err := Open(old)
	if err != nil {
		t.Fatal(err)
	}
	put(t, db, fullPage("http://new.test/"))
	if problems := checked(t, db); len(problems) > 0 {
		t.Errorf("written to it is not in order: %q", problems)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	clear(data[:2*os.Getpagesize()]) // the tree is gone
	if err := os.WriteFile(old, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if s, err := Salvage(old, filepath.Join(t.TempDir(), "again.db")); err != nil || s.Pages < 13 {
		t.Errorf("without its headers: %+v, %v", s, err)
	}
}
