package training

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// fixture has values that a format could lose: several lists of a topic, notes with signs, zeros, unusual floats.
func fixture() *Set {
	return &Set{Schema: "links/1", Names: []string{"depth", "cosine", "unused"}, Lists: []List{
		{Topic: "bee keeping", Rows: []Row{
			{Grade: 3, X: []float32{1, 0.1, 0}, Note: "http://a.test/#top: 1:2"},
			{Grade: 0, X: []float32{0, 0, 0}},
		}},
		{Topic: "bee keeping", Rows: []Row{{Grade: 1, X: []float32{-1e-30, 3.4e38, 0}, Note: " spaces "}}},
		{Topic: "trains", Rows: []Row{{Grade: 2, X: []float32{0.33333334, 16777216, 0}, Note: "http://b.test/ü"}}},
	}}
}

func TestFormatsKeepEverything(t *testing.T) {
	for _, s := range []*Set{fixture(), synthetic(1, 2, 100, 1, true)} {
		var text, binary bytes.Buffer
		if err := WriteLETOR(&text, s); err != nil {
			t.Fatal(err)
		}
		if err := WriteBinary(&binary, s); err != nil {
			t.Fatal(err)
		}
		fromText, err := ReadLETOR(&text)
		if err != nil {
			t.Fatal(err)
		}
		fromBinary, err := ReadBinary(&binary)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(fromText, s) {
			t.Errorf("text gives %+v", fromText)
		}
		if !reflect.DeepEqual(fromBinary, s) {
			t.Errorf("binary gives %+v", fromBinary)
		}
		if fromText.Checksum() != fromBinary.Checksum() {
			t.Error("one set has two checksums")
		}
	}
}

func TestTextIsSVMrank(t *testing.T) {
	var b bytes.Buffer
	if err := WriteLETOR(&b, fixture()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "\n3 qid:1 1:1 2:0.1 # http://a.test/#top: 1:2\n0 qid:1\n1 qid:2 ") {
		t.Errorf("text is\n%s", &b)
	}
	foreign := "2 qid:10 1:0.5 3:1 #docid = G1\n0 qid:10 2:-1\n\n1 qid:7 1:1\r\n"
	s, err := ReadLETOR(strings.NewReader(foreign))
	if err != nil {
		t.Fatal(err)
	}
	want := &Set{Names: []string{"f1", "f2", "f3"}, Lists: []List{
		{Topic: "10", Rows: []Row{{2, []float32{0.5, 0, 1}, "docid = G1"}, {0, []float32{0, -1, 0}, ""}}},
		{Topic: "7", Rows: []Row{{1, []float32{1, 0, 0}, ""}}},
	}}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got %+v", s)
	}
}

// TestListsOfOthers: a comment line stands first alone, and grades may be 4 or written as numbers with a point. A file of an earlier version
// has a comment line for each name.
func TestListsOfOthers(t *testing.T) {
	var b bytes.Buffer
	if err := WriteLETOR(&b, fixture()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count("\n"+b.String(), "\n#"); n != 1 || b.String()[0] != '#' {
		t.Errorf("%d comment lines in %q, want the first line alone", n, b.String())
	}
	s, err := ReadLETOR(strings.NewReader("4 qid:7 1:1 # doc\n1.0 qid:7 1:2\n0 qid:8 1:3\n"))
	if err != nil || s.Lists[0].Rows[0].Grade != 4 || s.Lists[0].Rows[1].Grade != 1 || s.Lists[1].Topic != "8" {
		t.Errorf("%+v, %v", s, err)
	}
	s, err = ReadLETOR(strings.NewReader("# schema: links/1\n# feature 1: depth\n# topic 1: bees\n3 qid:1 1:1\n"))
	if err != nil || s.Schema != "links/1" || s.Names[0] != "depth" || s.Lists[0].Topic != "bees" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestReadErrorsNameTheLine(t *testing.T) {
	for bad, want := range map[string]string{
		"1 qid:1 1:1\n5 qid:1 1:1\n":               "line 2: grade",
		"1.5 qid:1 1:1\n":                          "line 1: grade",
		"# gannet {\n":                             "line 1: the comment",
		"# gannet {\"topics\":[{\"lists\":-1}]}\n": "line 1: topic",
		"x qid:1 1:1\n":                            "line 1: grade",
		"1 1:1 2:2\n":                              "line 1: no row",
		"1\n":                                      "line 1: no row",
		"1 qid:1 1:1 1:2\n":                        "line 1: feature 1",
		"1 qid:1 0:1\n":                            "line 1: feature 0",
		"1 qid:1 99999999:1\n":                     "line 1: feature 99999999",
		"1 qid:1 1:NaN\n":                          "no finite number",
		"1 qid:1 1:1e39\n":                         "no finite number",
		"1 qid:1 1\n":                              "not number:value",
		"1 qid:1 1:1\n1 qid:2 1:1\n1 qid:1 1:1":    "line 3: qid:1 again",
		"# feature 2: b\n":                         "line 1: feature",
		"# topic 1: a\n# topic 1: b\n":             "line 2: topic",
		"# feature 1: a\n1 qid:1 1:1 2:1\n":        "feature 2, but 1 are named",
		"# feature 1: a\n# feature 2: a\n":         "names differ",
		"1 qid:1 1:" + strings.Repeat("1", 2<<20):  "line 1",
	} {
		if _, err := ReadLETOR(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, without %q", bad, err, want)
		}
	}
}

func TestReadBinaryRefusesWhatIsCutOffOrChanged(t *testing.T) {
	var b bytes.Buffer
	if err := WriteBinary(&b, fixture()); err != nil {
		t.Fatal(err)
	}
	for n := range b.Len() {
		if _, err := ReadBinary(bytes.NewReader(b.Bytes()[:n])); err == nil {
			t.Errorf("%d of %d bytes pass as a whole", n, b.Len())
		}
	}
	if _, err := ReadBinary(strings.NewReader("1 qid:1 1:1\n")); err == nil {
		t.Error("text passes as binary")
	}
}

func TestWritersRefuseWhatNoReaderTakes(t *testing.T) {
	for name, spoil := range map[string]func(*Set){
		"grade":   func(s *Set) { s.Lists[0].Rows[0].Grade = MaxGrade + 1 },
		"length":  func(s *Set) { s.Lists[0].Rows[0].X = s.Lists[0].Rows[0].X[:2] },
		"note":    func(s *Set) { s.Lists[0].Rows[0].Note = "two\nlines" },
		"topic":   func(s *Set) { s.Lists[0].Topic = "two\nlines" },
		"name":    func(s *Set) { s.Names[0] = s.Names[1] },
		"no name": func(s *Set) { s.Names[0] = "" },
		"UTF-8":   func(s *Set) { s.Lists[0].Topic = "\xff" },
		"schema":  func(s *Set) { s.Schema = "a\r" },
		"NaN":     func(s *Set) { s.Lists[0].Rows[0].X[0] = float32(math.NaN()) },
	} {
		s := fixture()
		spoil(s)
		if WriteLETOR(&bytes.Buffer{}, s) == nil || WriteBinary(&bytes.Buffer{}, s) == nil {
			t.Errorf("%s: written", name)
		}
	}
}

func TestReadDirMergesFilesOfOneSchema(t *testing.T) {
	dir := t.TempDir()
	s := fixture()
	if err := WriteDir(filepath.Join(dir, "a"), "one", s); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := WriteLETOR(&text, s); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{"two.letor": text.String(), "README": "not lists"} {
		if err := os.WriteFile(filepath.Join(dir, "a", name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := ReadDir(filepath.Join(dir, "a"), filepath.Join(dir, "a", "two.letor"))
	if err != nil {
		t.Fatal(err)
	}
	if want := slices.Concat(s.Lists, s.Lists, s.Lists); !reflect.DeepEqual(got.Lists, want) {
		t.Errorf("%d lists, not three times %d", len(got.Lists), len(s.Lists))
	}
	other := fixture()
	other.Names[0] = "height"
	if err := WriteDir(dir, "other", other); err != nil {
		t.Fatal(err)
	}
	for _, dirs := range [][]string{{filepath.Join(dir, "a"), dir}, {t.TempDir()}, {filepath.Join(dir, "missing")}, {filepath.Join(dir, "a", "README")}, {}} {
		if _, err := ReadDir(dirs...); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", dirs, err)
		}
	}
}

func TestCutKeepsEveryRowInListsOfTheRightLength(t *testing.T) {
	s := synthetic(1, 3, 5, 1, false)
	s.Lists[1] = synthetic(2, 1, 2345, 1, false).Lists[0]
	cut := s.Cut(1)
	lengths, notes := map[int]int{}, []string{}
	for _, list := range cut.Lists {
		lengths[len(list.Rows)]++
		for _, row := range list.Rows {
			notes = append(notes, row.Note)
		}
	}
	if !reflect.DeepEqual(lengths, map[int]int{5: 2, 781: 1, 782: 2}) {
		t.Errorf("lengths %v", lengths)
	}
	var want []string
	for _, list := range s.Lists {
		for _, row := range list.Rows {
			want = append(want, row.Note)
		}
	}
	slices.Sort(notes)
	slices.Sort(want)
	if !slices.Equal(notes, want) {
		t.Error("rows were lost or doubled")
	}
	if !reflect.DeepEqual(cut, s.Cut(1)) || reflect.DeepEqual(cut, s.Cut(2)) {
		t.Error("the seed does not decide the cut")
	}
}

func TestVariantsLeaveTheSetAlone(t *testing.T) {
	s := fixture()
	sum := s.Checksum()
	binary := s.Binary()
	if got := []uint8{binary.Lists[0].Rows[0].Grade, binary.Lists[1].Rows[0].Grade, binary.Lists[2].Rows[0].Grade}; !slices.Equal(got, []uint8{2, 0, 2}) {
		t.Errorf("grades 3, 1 and 2 become %v", got)
	}
	part := s.Without(func(name string) bool { return name == "cosine" })
	if !slices.Equal(part.Names, []string{"depth", "unused"}) || part.Lists[0].Rows[0].X[0] != 1 || len(part.Lists[0].Rows[0].X) != 2 {
		t.Errorf("without cosine: %+v", part)
	}
	if s.Checksum() != sum {
		t.Error("the set was changed")
	}
	big := synthetic(1, 3, 400, 1, false)
	if n := big.Sample(150, 1).Rows(); n != 150 {
		t.Errorf("a sample of 150 has %d rows", n)
	}
	if !reflect.DeepEqual(s.Topics(), []string{"bee keeping", "trains"}) || s.Only([]string{"bee keeping"}).Rows() != 3 {
		t.Error("topics")
	}
}

func FuzzReadLETOR(f *testing.F) {
	var b bytes.Buffer
	if err := WriteLETOR(&b, fixture()); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("2 qid:10 1:0.5 3:1 #docid\n# topic 11: x\n0 qid:11 2:-0\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := ReadLETOR(bytes.NewReader(data)); err == nil {
			readsBack(t, s)
		}
	})
}

func FuzzReadBinary(f *testing.F) {
	var b bytes.Buffer
	if err := WriteBinary(&b, fixture()); err != nil {
		f.Fatal(err)
	}
	var raw bytes.Buffer
	if err := fixture().encode(&raw); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes(), false)
	f.Add(raw.Bytes(), true)
	z, err := zstd.NewWriter(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, compress bool) {
		if compress {
			data = z.EncodeAll(data, nil)
		}
		if s, err := ReadBinary(bytes.NewReader(data)); err == nil {
			readsBack(t, s)
		}
	})
}

// readsBack checks that a set that was read survives both formats.
func readsBack(t *testing.T, s *Set) {
	t.Helper()
	var text, binary bytes.Buffer
	if err := WriteLETOR(&text, s); err != nil {
		t.Fatal(err)
	}
	if err := WriteBinary(&binary, s); err != nil {
		t.Fatal(err)
	}
	again, err := ReadBinary(&binary)
	if err != nil || again.Checksum() != s.Checksum() {
		t.Fatalf("binary: %v", err)
	}
	if _, err := ReadLETOR(&text); err != nil {
		t.Fatalf("text: %v", err)
	}
}

func TestListsInBothFormatsAreReadOnce(t *testing.T) {
	dir := t.TempDir()
	s := &Set{Schema: "links/1", Names: []string{"depth"}, Lists: []List{{Topic: "a", Rows: []Row{{Grade: 2, X: []float32{1}, Note: "http://a.test/"}}}}}
	other := &Set{Schema: s.Schema, Names: s.Names, Lists: []List{{Topic: "b", Rows: []Row{{Grade: 1, X: []float32{2}}, {X: []float32{3}}}}}}
	if err := errors.Join(WriteDir(dir, "a", s), WriteTextDir(dir, "a", s), WriteTextDir(dir, "b", other)); err != nil {
		t.Fatal(err)
	}
	got, err := ReadDir(dir)
	if err != nil || len(got.Lists) != 2 || got.Rows() != 3 {
		t.Errorf("read %+v, %v", got, err)
	}
}

func TestBalanceKeepsAllThatItCan(t *testing.T) {
	s := &Set{Lists: []List{{Topic: "few"}, {Topic: "many"}, {Topic: "none"}, {Topic: "only"}}}
	for i, relevant := range []int{10, 90, 0, 100} {
		for j := range 100 {
			row := Row{Grade: Tunnel, Note: fmt.Sprintf("%03d", j)}
			if j*7%100 < relevant {
				row.Grade = Hub
			}
			s.Lists[i].Rows = append(s.Lists[i].Rows, row)
		}
	}
	if got := s.Share(); got != 0.5 {
		t.Errorf("share %v", got)
	}
	for share, want := range map[float64][2]int{0.5: {20, 20}, 0.25: {40, 13}, 0.75: {13, 40}} {
		part := s.Balance(share, 1)
		if len(part.Lists) != 2 || part.Lists[0].Topic != "few" || part.Lists[1].Topic != "many" {
			t.Fatalf("share %v: %d lists", share, len(part.Lists))
		}
		for i, list := range part.Lists {
			one := Set{Lists: part.Lists[i : i+1]}
			if len(list.Rows) != want[i] || math.Abs(one.Share()-share) > 0.03 {
				t.Errorf("share %v: list %d has %d rows, %.2f of them relevant", share, i, len(list.Rows), one.Share())
			}
			if !slices.IsSortedFunc(list.Rows, func(a, b Row) int { return strings.Compare(a.Note, b.Note) }) {
				t.Error("the crawl's order is lost")
			}
		}
	}
	if reflect.DeepEqual(s.Balance(0.5, 1), s.Balance(0.5, 2)) || !reflect.DeepEqual(s.Balance(0.5, 1), s.Balance(0.5, 1)) {
		t.Error("what stays does not follow the seed")
	}
}
