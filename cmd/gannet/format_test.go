package main

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2"
	"github.com/klauspost/compress/s2"
	"github.com/klauspost/compress/zstd"
	"github.com/zeebo/xxh3"
	bolt "go.etcd.io/bbolt"

	"gannet/ranker"
)

// The tests of this file decode a frozen crawl by docs/reference/formats alone. They use no code of the packages that write it.

// fields reads a value from the front.
type fields struct {
	t *testing.T
	b []byte
}

func (f *fields) take(n int) []byte {
	f.t.Helper()
	if n > len(f.b) {
		f.t.Fatalf("%d bytes are left of a value, want %d", len(f.b), n)
	}
	out := f.b[:n]
	f.b = f.b[n:]
	return out
}

func (f *fields) uvarint() int {
	v, n := binary.Uvarint(f.b)
	f.take(n)
	return int(v)
}

func (f *fields) varint() int64 {
	v, n := binary.Varint(f.b)
	f.take(n)
	return v
}

func (f *fields) string() string    { return string(f.take(f.uvarint())) }
func (f *fields) time() time.Time   { return time.Unix(f.varint(), int64(f.uvarint())).UTC() }
func (f *fields) bigFloat() float64 { return math.Float64frombits(binary.BigEndian.Uint64(f.take(8))) }
func (f *fields) float32() float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(f.take(4)))
}
func (f *fields) littleTime() int64 { return int64(binary.LittleEndian.Uint64(f.take(8))) }
func (f *fields) little32() int     { return int(binary.LittleEndian.Uint32(f.take(4))) }
func fingerprintOf(s string) []byte { return binary.BigEndian.AppendUint64(nil, xxh3.HashString(s)) }
func numberKey(n int) []byte        { return binary.BigEndian.AppendUint64(nil, uint64(n)) }
func (f *fields) end(what string)   { f.t.Helper(); f.check(len(f.b) == 0, what+" has more bytes") }
func (f *fields) check(ok bool, what string) {
	f.t.Helper()
	if !ok {
		f.t.Error(what)
	}
}

// unfrozen unpacks the newest frozen crawl.
func unfrozen(t *testing.T) string {
	dir := t.TempDir()
	unpack(t, newestFrozen, dir)
	return filepath.Join(dir, "crawl")
}

// sealed returns a value behind its header.
func sealed(t *testing.T, b *bolt.Bucket, letter byte, k []byte) *fields {
	t.Helper()
	v := b.Get(k)
	f := &fields{t, v}
	f.check(string(f.take(4)) == "\x00\x00\xc7\x5a", "the header begins otherwise")
	f.check(binary.LittleEndian.Uint64(f.take(8)) == xxh3.Hash(v[12:]), "the hash is another")
	f.check(f.take(1)[0] == letter, "the letter is another")
	length, size := int(f.take(1)[0]), f.little32()
	f.check(bytes.Equal(f.take(length), k), "the key is another")
	f.check(len(f.b) == size, "the length is another")
	return f
}

func decompress(t *testing.T, frame []byte) []byte {
	t.Helper()
	z, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	out, err := z.DecodeAll(frame, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFormatOfTheStore(t *testing.T) {
	db, err := bolt.Open(filepath.Join(unfrozen(t), "crawl.db"), 0o644, &bolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.View(func(tx *bolt.Tx) error {
		bucket := func(name string) *bolt.Bucket { return tx.Bucket([]byte(name)) }
		if got := string(bucket("system").Get([]byte("version"))); got != "2" {
			t.Errorf("version %s", got)
		}
		var totals struct{ Pages, Postings, Clusters, Versions int }
		if err := json.Unmarshal(bucket("system").Get([]byte("counters")), &totals); err != nil {
			return err
		}
		pages, versions := 0, 0
		err := bucket("pages").ForEach(func(k, _ []byte) error {
			pages++
			formatOfPage(t, tx, k)
			return nil
		})
		if err != nil {
			return err
		}
		for n := 1; n <= totals.Postings; n++ {
			versions += formatOfPosting(t, tx, numberKey(n))
		}
		if pages != totals.Pages || versions != totals.Versions {
			t.Errorf("%d pages and %d versions, want %+v", pages, versions, totals)
		}
		formatOfMeta(t, sealed(t, bucket("meta"), 'f', []byte("order")).b, sealed(t, bucket("meta"), 'f', []byte("copy of topic.yaml")).b)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func formatOfPage(t *testing.T, tx *bolt.Tx, k []byte) {
	f := sealed(t, tx.Bucket([]byte("pages")), 'p', k)
	url, via, _, _, charset := f.string(), f.string(), f.string(), f.string(), f.string()
	status, depth, size, probability := f.varint(), f.varint(), f.uvarint(), f.bigFloat()
	flags, fetched := f.take(1)[0], f.time()
	f.check(bytes.Equal(tx.Bucket([]byte("index")).Get(fingerprintOf(url)), k), url+" is not in the index")
	f.check((via == "") == (depth == 0) && status == 200 && probability >= 0 && probability <= 1 && flags <= 1 && charset == "utf-8",
		fmt.Sprint(url, " has odd fields: ", via, depth, status, probability, flags, charset))
	f.check(fetched.Year() >= 2026, "the time is odd")
	for last := ""; len(f.b) > 0; {
		name := f.string()
		f.string()
		f.check(name >= last, "headers are not sorted")
		last = name
	}
	packed := sealed(t, tx.Bucket([]byte("bodies")), 'b', k)
	f.check(packed.take(1)[0] == 'S', "the body is not of S2")
	body, err := s2.Decode(nil, packed.b)
	if err != nil {
		t.Fatal(err)
	}
	f.check(len(body) == size && bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")), "the body is another")
	formatOfChoice(t, tx, k, via)
	if tx.Bucket([]byte("links")).Get(k) == nil {
		return
	}
	links := sealed(t, tx.Bucket([]byte("links")), 'l', k)
	for first := true; len(links.b) > 0; first = false {
		difference, n := binary.Uvarint(links.b)
		links.take(n)
		links.check(first || difference > 0, "links do not ascend")
	}
}

// formatOfChoice decodes why the link of a page was taken. The frozen crawl's strategy has two terms, or one if there is
// no anchor or context to the point. They add up to the priority.
func formatOfChoice(t *testing.T, tx *bolt.Tx, k []byte, via string) {
	b := tx.Bucket([]byte("choices"))
	if via == "" {
		if b.Get(k) != nil {
			t.Error("a seed has a choice")
		}
		return
	}
	f := sealed(t, b, 'w', k)
	flags, priority := f.take(1)[0], f.float32()
	_, parent, grandparent := f.float32(), f.float32(), f.float32()
	f.check(parent >= 0 && parent <= 1 && grandparent >= 0 && grandparent <= 1, "odd probabilities")
	if flags&1 != 0 {
		f.float32()
	}
	if flags&8 != 0 {
		f.float32()
	}
	if flags&2 != 0 {
		f.string()
	}
	f.check(flags&4 != 0 || len(f.b) == 0, "terms without their flag")
	short := func() float64 {
		b := f.take(3)
		return float64(math.Float32frombits(uint32(b[0])<<8 | uint32(b[1])<<16 | uint32(b[2])<<24))
	}
	weight, sum := 1.0, 0.0
	for len(f.b) > 0 {
		head := f.uvarint()
		f.check(head>>2 == 8 || head>>2 == 9, fmt.Sprint("term ", head>>2))
		value := short()
		if head&2 != 0 {
			weight = short()
		}
		f.check(head&1 == 0, "a measured value")
		sum += value * weight
	}
	f.check(flags&4 != 0 && math.Abs(sum-float64(priority)) < 1e-3, fmt.Sprint("terms add up to ", sum, ", not ", priority))
}

// TestFormatNamesTerms: the numbers of terms in docs/reference/formats are those of the program.
func TestFormatNamesTerms(t *testing.T) {
	doc, err := os.ReadFile("../../docs/reference/formats/store.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(doc), "| number | name |")
	section, _, _ = strings.Cut(section, "\n## ")
	table, rest, _ := strings.Cut(section, "The features are")
	rest, _, _ = strings.Cut(rest, "A feature has")
	quoted := regexp.MustCompile("`([^`]+)`")
	var names, features []string
	for _, m := range quoted.FindAllStringSubmatch(rest, -1) {
		features = append(features, m[1])
	}
	head, alone, _ := strings.Cut(table, "| 66 to 87 |")
	for _, m := range quoted.FindAllStringSubmatch(head, -1) {
		if !strings.HasSuffix(m[1], ": ") {
			names = append(names, m[1])
			continue
		}
		for _, f := range features {
			names = append(names, m[1]+f)
		}
	}
	names = append(names, features...)
	for _, m := range quoted.FindAllStringSubmatch(alone, -1) {
		names = append(names, m[1])
	}
	if want := ranker.LearnedTerms(); !slices.Equal(names, want) {
		t.Errorf("docs/reference/formats/store.md lists\n%q\nthe program has\n%q", names, want)
	}
}

// formatOfPosting decodes a posting with all that belongs to it, and returns how many versions it has.
func formatOfPosting(t *testing.T, tx *bolt.Tx, k []byte) int {
	f := sealed(t, tx.Bucket([]byte("postings")), 'j', k)
	url, _, title, _, _, language := f.string(), f.string(), f.string(), f.string(), f.string(), f.string()
	_, _, first, last := f.time(), f.time(), f.time(), f.time()
	cluster, count, versions := f.uvarint(), f.uvarint(), f.uvarint()
	f.take(16)
	f.check(url != "" && title != "" && len(language) == 2 && !last.Before(first) && count >= 1, "odd fields of a posting")
	index := tx.Bucket([]byte("posting index"))
	f.check(bytes.Equal(f.b[:9], append([]byte("u"), fingerprintOf(url)...)), "the first key is another")
	for len(f.b) > 0 {
		f.check(bytes.Equal(index.Get(f.take(9)), k), "a key leads elsewhere")
	}
	for version := range versions {
		v := sealed(t, tx.Bucket([]byte("versions")), 'v', binary.BigEndian.AppendUint32(slices.Clone(k), uint32(version+1)))
		v.time()
		v.uvarint()
		v.check(v.string() != "", "a version without a URL")
		plain := &fields{t, decompress(t, v.b)}
		var rest map[string]any
		plain.check(plain.string() != "" && json.Unmarshal(plain.b, &rest) == nil, "a version cannot be read")
	}
	c := sealed(t, tx.Bucket([]byte("clusters")), 'c', numberKey(cluster))
	c.check(c.uvarint() >= cluster && c.uvarint() >= 1, "a cluster's original or members are odd")
	c.end("a cluster")
	m := sealed(t, tx.Bucket([]byte("members")), 'm', append(numberKey(cluster), k...))
	m.uvarint()
	verdict, similarity := m.string(), m.bigFloat()
	m.check(verdict != "" && similarity >= 0 && similarity <= 1, "a decision is odd")
	for len(m.b) > 0 {
		m.string()
	}
	p := sealed(t, tx.Bucket([]byte("records")), 'r', k)
	p.check(bytes.Equal(p.take(2), []byte{8, 5}), "a profile of other versions")
	return versions
}

func formatOfMeta(t *testing.T, order, topicCopy []byte) {
	var o struct{ Strategy, Language string }
	if err := json.Unmarshal(order, &o); err != nil || o.Strategy != "blend" || o.Language != "en" {
		t.Errorf("order %+v, %v", o, err)
	}
	var frame []byte
	if err := json.Unmarshal(topicCopy, &frame); err != nil || !bytes.HasPrefix(decompress(t, frame), []byte("name: ")) {
		t.Errorf("the copy of topic.yaml: %v", err)
	}
}

func TestFormatOfTheFrontier(t *testing.T) {
	db, err := pebble.Open(filepath.Join(unfrozen(t), "frontier"), &pebble.Options{FormatMajorVersion: pebble.FormatNewest, ReadOnly: true, Logger: quietPebble{}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	values := make(map[string][]byte)
	eachValue(t, db, func(k, v []byte) { values[string(k)] = slices.Clone(v) })
	if string(values["v"]) != "gannet frontier 1" {
		t.Errorf("format %q", values["v"])
	}
	links, fetched, noted := 0, 0, 0
	for k, v := range values {
		f := &fields{t, v}
		switch k[0] {
		case 'h':
			f.littleTime()
			f.check(f.uvarint() >= 0 && f.float32() >= 1 && f.uvarint() >= 0 && f.uvarint() >= 0, "odd fields of a host")
			f.take(f.uvarint())
			f.check(bytes.Contains(f.b, []byte(".")), "a host's name is odd")
		case 'i':
			f.littleTime()
			f.end("an address")
		case 'm':
			links += formatOfLinks(t, v, values["s"+k[1:]])
		case 'r':
			state := f.take(1)[0]
			f.check(state == 1 || state == 3 || state == 4, "a state is odd")
			if state == 3 {
				fetched++
			}
			f.check(state != 1 || len(f.b) > 0, "a queued link has no fields")
			if state != 1 && len(f.b) > 0 {
				formatOfNote(f)
				noted++
			}
		}
	}
	if links < 100 || fetched != 32 || noted == 0 {
		t.Errorf("%d links, %d fetched, %d noted", links, fetched, noted)
	}
}

// formatOfNote decodes why a link that is done gave no page.
func formatOfNote(f *fields) {
	requests, seconds := f.uvarint(), f.varint()
	why, _, _ := bytes.Cut(f.b, []byte{0})
	f.check(requests == 1 && time.Unix(seconds, 0).Year() >= 2026 && string(why) == "not in the archive", "a note is odd")
}

// formatOfLinks decodes the links of one key with their strings, and returns how many there are.
func formatOfLinks(t *testing.T, metas, strings []byte) (n int) {
	m, s := &fields{t, metas}, &fields{t, strings}
	var url, data []byte
	for ; len(m.b) > 0; n++ {
		fingerprint := binary.LittleEndian.Uint64(m.take(8))
		m.take(4)
		m.float32()
		same := s.uvarint()
		url = append(slices.Clone(url[:same]), s.take(s.uvarint())...)
		m.check(xxh3.Hash(url) == fingerprint, "a link's fingerprint is not that of "+string(url))
		same = s.uvarint()
		data = append(slices.Clone(s.take(s.uvarint())), data[len(data)-same:]...)
		formatOfTrail(t, data)
	}
	s.end("strings")
	return n
}

// formatOfTrail decodes the data of a link.
func formatOfTrail(t *testing.T, data []byte) {
	f := &fields{t, data}
	leadsTo, _ := f.take(1)[0], f.take(1)
	depth := binary.LittleEndian.Uint16(f.take(2))
	f.float32()
	parent, grandparent := f.float32(), f.float32()
	source := f.take(int(binary.LittleEndian.Uint16(f.take(2))))
	f.check(leadsTo&^64 <= 3 && parent >= 0 && parent <= 1 && grandparent >= 0 && grandparent <= 1, "odd fields of a link")
	f.check((len(source) == 0) == (depth == 0) && len(f.b) <= 80, "a link's source page or text is odd")
}

// quietPebble drops what Pebble logs.
type quietPebble struct{}

func (quietPebble) Infof(string, ...any)  {}
func (quietPebble) Errorf(string, ...any) {}
func (quietPebble) Fatalf(string, ...any) {}

func eachValue(t *testing.T, db *pebble.DB, use func(k, v []byte)) {
	t.Helper()
	all, err := db.NewIter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for ok := all.First(); ok; ok = all.Next() {
		use(all.Key(), all.Value())
	}
	if err := all.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestFormatOfTheIndex(t *testing.T) {
	db, err := pebble.Open(filepath.Join(unfrozen(t), "index"), &pebble.Options{FormatMajorVersion: pebble.FormatNewest, ReadOnly: true, Logger: quietPebble{}})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	buckets, last, greatest := 0, 0, 0
	eachValue(t, db, func(k, v []byte) {
		f := &fields{t, v}
		switch {
		case len(k) == 5:
			buckets++
			f.check(k[4]&15 == 0, "a key has more than 36 bits")
			for before := 0; len(f.b) > 0; {
				n := f.little32()
				f.check(n > before, "postings do not ascend")
				before, greatest = n, max(greatest, n)
			}
		case string(k[:6]) == "\xff\xff\xff\xff\xffs":
			f.check(len(k) == 10 && len(v) == 4*4096, "a page of split keys has another size")
		case string(k) == "\xff\xff\xff\xff\xffv":
			f.check(f.take(1)[0] == 1, "another version")
			last = int(f.littleTime())
			f.check(bytes.Equal(f.take(3), []byte{4, 5, 8}), "other versions of state, sketches or profiles")
			f.take(2)
			f.check(int(f.littleTime()) == last, "the digest ends with another posting")
		default:
			t.Errorf("key %x", k)
		}
	})
	if buckets < 50 || last == 0 || greatest > last {
		t.Errorf("%d keys, last posting %d, greatest %d", buckets, last, greatest)
	}
}

func TestFormatOfUnderway(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(unfrozen(t), "underway"))
	if err != nil {
		t.Fatal(err)
	}
	f := &fields{t, data}
	f.check(string(f.take(16)) == "gannet-underway1", "the file begins otherwise")
	for len(f.b) > 0 {
		f.take(8)
		state, _, zeros := f.take(1)[0], f.take(1), f.take(6)
		f.check(state == 0 && bytes.Equal(zeros, make([]byte, 6)), "a link is under way after the end")
	}
}

// TestFormatOfTheHosts also finds the hosts of the frozen web.
func TestFormatOfTheHosts(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(unfrozen(t), "hosts.table"))
	if err != nil {
		t.Fatal(err)
	}
	f := &fields{t, data}
	f.check(string(f.take(3)) == "gnh" && f.take(1)[0] == 1, "the file begins otherwise")
	f.take(8) // the state of the frontier: its files have other times by now
	f.check(f.littleTime() > 0, "the table was made before 1970")
	fetched := 0
	names, before := make(map[string]bool), ""
	for range f.uvarint() {
		name := f.string()
		f.check(name > before, "the names do not ascend")
		names[name], before = true, name
		state, flags, pauses := f.take(1)[0], f.take(1)[0], f.float32()
		f.check(state < 8 && flags < 8 && pauses >= 0, "a host is as none can be")
		for range 3 {
			f.check(f.varint() >= 0, "a time is negative")
		}
		waiting, pages, failures := f.varint(), f.varint(), f.varint()
		f.check(waiting >= 0 && failures >= 0, "a count is negative")
		fetched += int(pages)
	}
	f.check(fetched > 0 && len(names) > 0, "no host has a page")
	for range f.uvarint() {
		f.check(names[f.string()] && f.string() != "", "an error is of no host")
	}
	sum := xxh3.Hash(data[:len(data)-8])
	f.check(binary.LittleEndian.Uint64(f.take(8)) == sum, "the hash is another one")
	f.end("the file")
}
