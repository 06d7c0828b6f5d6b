package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"gannet/internal/testdata"
)

// warcRecord is a record as text; fields are header lines beyond type, URL and length.
func warcRecord(kind, url, block string, fields ...string) string {
	lines := append([]string{"WARC/1.1", "WARC-Type: " + kind, "WARC-Target-URI: " + url}, fields...)
	lines = append(lines, fmt.Sprintf("Content-Length: %d", len(block)))
	return strings.Join(lines, "\r\n") + "\r\n\r\n" + block + "\r\n\r\n"
}

func response(url, message string) string {
	return warcRecord("response", url, message, "WARC-Date: 2020-02-03T04:05:06.789Z", "Content-Type: application/http; msgtype=response")
}

func page(url, body string) string {
	return response(url, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
}

func write(t testing.TB, name string, content []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func open(t testing.TB, o Options, records ...string) *Web {
	t.Helper()
	w, err := o.Open(write(t, "test.warc", []byte(strings.Join(records, ""))))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

func get(t testing.TB, w *Web, url string) *Record {
	t.Helper()
	r, err := w.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestKindsOfRecords(t *testing.T) {
	w := open(t, DefaultOptions(),
		warcRecord("warcinfo", "", "software: x\r\n"), page("http://a.test/1", "one"),
		warcRecord("request", "http://a.test/1", "GET /1 HTTP/1.1\r\n\r\n"), warcRecord("metadata", "http://a.test/1", "via: x\r\n"),
		warcRecord("revisit", "http://a.test/2", "HTTP/1.1 200 OK\r\n\r\n"), warcRecord("resource", "http://a.test/3", "body", "Content-Type: text/plain"),
		warcRecord("response", "dns:a.test", "a.test. 1 IN A 127.0.0.1", "Content-Type: text/dns"),
		warcRecord("response", "http://a.test/4", "HTTP/1.1 200 OK\r\n\r\nhalf", "WARC-Segment-Number: 1"),
		warcRecord("continuation", "http://a.test/4", "other half", "WARC-Segment-Number: 2"), warcRecord("response", "http://a.test/6", "<p>six"),
		page("<http://A.test:80/5#there>", "five"))
	if got, want := w.URLs(), []string{"http://a.test/1", "http://a.test/3", "http://a.test/4", "http://a.test/5"}; !slices.Equal(got, want) || w.Len() != 4 {
		t.Errorf("URLs %v, want %v", got, want)
	}
	if got, want := w.Counts(), (Counts{Records: 11, Responses: 3, Resources: 1, Revisits: 1, Others: 6, Unread: 1, Unresolved: 1}); got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
	one, three := get(t, w, "http://a.test/1"), get(t, w, "http://a.test/3")
	if one.Status != 200 || string(one.Body) != "one" || !one.Date.Equal(time.Date(2020, 2, 3, 4, 5, 6, 789e6, time.UTC)) {
		t.Errorf("response: %+v", one)
	}
	if three.Status != 200 || string(three.Body) != "body" || three.Header.Get("Content-Type") != "text/plain" {
		t.Errorf("resource: %+v", three)
	}
	if four := get(t, w, "http://a.test/4"); string(four.Body) != "half" || !four.Truncated {
		t.Errorf("the first segment of a record: %+v", four)
	}
	if r := get(t, w, "HTTP://A.test/5"); r.URL != "http://a.test/5" {
		t.Errorf("Get by another form of the URL: %+v", r)
	}
	if _, err := w.Get("http://a.test/2"); !errors.Is(err, ErrNotFound) {
		t.Errorf("a revisit record was found: %v", err)
	}
}

func TestCompressions(t *testing.T) {
	records := []string{page("http://a.test/1", strings.Repeat("one ", 5000)), page("http://a.test/2", "two"), page("http://a.test/3", "")}
	files := map[string][]byte{"plain": []byte(strings.Join(records, ""))}
	var members bytes.Buffer
	for _, r := range records {
		z := gzip.NewWriter(&members)
		if _, err := z.Write([]byte(r)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	files["gzip members"] = members.Bytes()
	encode := func(options ...zstd.EOption) func(string) []byte {
		z, err := zstd.NewWriter(nil, options...)
		if err != nil {
			t.Fatal(err)
		}
		return func(s string) []byte { return z.EncodeAll([]byte(s), nil) }
	}
	files["zstd stream"] = encode(zstd.WithWindowSize(maxWindow))(strings.Join(records, ""))
	plain := encode()
	dictionary := buildDictionary(t)
	with := encode(zstd.WithEncoderDict(dictionary))
	frames, known := []byte{}, skippable(0x5d, dictionary)
	packed := skippable(0x5d, plain(string(dictionary)))
	for _, r := range records {
		frames = append(append(frames, plain(r)...), skippable(0x50, []byte("passed over"))...)
		known, packed = append(known, with(r)...), append(packed, with(r)...)
	}
	files["zstd frames"], files["zstd dictionary"], files["packed zstd dictionary"] = frames, known, packed
	for name, content := range files {
		w, err := Open(write(t, "x", content))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if w.Len() != 3 || len(get(t, w, "http://a.test/1").Body) != 20000 || string(get(t, w, "http://a.test/2").Body) != "two" {
			t.Errorf("%s: %d pages, or wrong ones", name, w.Len())
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}

func skippable(kind byte, content []byte) []byte {
	n := len(content)
	return append([]byte{kind, 0x2a, 0x4d, 0x18, byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}, content...)
}

func buildDictionary(t *testing.T) []byte {
	t.Helper()
	var samples [][]byte
	for i := range 20 {
		samples = append(samples, []byte(page(fmt.Sprintf("http://a.test/%d", i*i), strings.Repeat(fmt.Sprint(i, " one "), 40))))
	}
	d, err := zstd.BuildDict(zstd.BuildDictOptions{ID: 7, Contents: samples, History: bytes.Join(samples[:4], nil), Offsets: [3]int{1, 4, 8}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSeveralFilesAreOneWeb(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	fmt.Fprint(z, page("http://b.test/", "zipped"))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	plain, gz := write(t, "1.warc", []byte(page("http://a.test/", "plain"))), write(t, "2.warc.gz", zipped.Bytes())
	w, err := Open(gz, plain, gz)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if !slices.Equal(w.URLs(), []string{"http://b.test/", "http://a.test/"}) || w.Counts().Repeated != 1 {
		t.Errorf("URLs %v, counts %+v", w.URLs(), w.Counts())
	}
	if string(get(t, w, "http://b.test/").Body) != "zipped" || string(get(t, w, "http://a.test/").Body) != "plain" {
		t.Error("wrong bodies")
	}
}

func TestDamagedFiles(t *testing.T) {
	whole := page("http://a.test/1", "one") + page("http://a.test/2", "two")
	half := len(page("http://a.test/1", "one"))
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	fmt.Fprint(z, whole)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		content string
		say     string // what the error has to say
		pages   int    // what can be read of it
	}{
		"cut in a block":      {whole[:len(whole)-6], fmt.Sprintf("record at byte %d", half), 1},
		"cut in a header":     {whole[:half+20], fmt.Sprintf("record at byte %d", half), 1},
		"dirt":                {whole[:half] + "dirt\n" + whole[half:], fmt.Sprintf("byte %d ", half+5), 1},
		"no length":           {whole[:half] + "WARC/1.1\r\nWARC-Type: response\r\n\r\n", "Content-Length", 1},
		"bad length":          {whole[:half] + "WARC/1.1\r\nContent-Length: -7\r\n\r\n", "Content-Length", 1},
		"huge length":         {whole[:half] + "WARC/1.1\r\nContent-Length: 4611686018427387000\r\n\r\n", "cut off", 1},
		"header without end":  {whole[:half] + "WARC/1.1\r\nX: " + strings.Repeat("x", 2<<20), "header line", 1},
		"no colon":            {whole[:half] + "WARC/1.1\r\nabc\r\n\r\n", "colon", 1},
		"empty":               {"", "empty", 0},
		"no WARC":             {"<!DOCTYPE html>\n", "no WARC record", 0},
		"no WARC, no line":    {"only words", `no WARC record begins here but "only words"`, 0},
		"cut in the version":  {whole[:half+3], fmt.Sprintf("record at byte %d", half), 1},
		"cut gzip":            {zipped.String()[:zipped.Len()-12], "cut off", -1},
		"gzip without header": {"\x1f\x8b", "EOF", 0},
		"zstd without frame":  {"\x28\xb5\x2f\xfd", "cut off", 0},
	} {
		t.Run(name, func(t *testing.T) {
			file := write(t, "bad.warc", []byte(c.content))
			_, err := Open(file)
			if err == nil || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), c.say) {
				t.Fatalf("error %q, want one line that names the file and says %q", err, c.say)
			}
			w, err := Options{Partial: true, MaxBody: 1 << 20}.Open(file)
			if err != nil || len(w.Damage()) != 1 || c.pages >= 0 && w.Len() != c.pages {
				t.Fatalf("read in part: %v, %+v", err, w)
			}
			for _, url := range w.URLs() {
				get(t, w, url)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	if _, err := Open(filepath.Join(t.TempDir(), "absent")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent file: %v", err)
	}
	if _, err := Open(); err == nil {
		t.Error("no file was opened without an error")
	}
}

// TestCutAnywhere cuts archives with one member for each record at every byte, or puts garbage from there on. The records
// before must be read.
func TestCutAnywhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cut.warc")
	for name, pack := range map[string]func(string) string{
		"plain": func(s string) string { return s },
		"gzip":  func(s string) string { return encoded(t, toGzip, s) },
		"zstd":  func(s string) string { return encoded(t, toZstd, s) },
	} {
		var file string
		var ends []int
		for i := range 3 {
			file += pack(page(fmt.Sprintf("http://a.test/%d", i), "body"))
			ends = append(ends, len(file))
		}
		for at := 0; at < len(file); at += 2 {
			whole := 0
			for whole < len(ends) && ends[whole] <= at {
				whole++
			}
			rubbish := []string{"", "\x00\x00\x00", "rubbish that goes on for long\r\n\r\n"}[at/2%3]
			if err := os.WriteFile(path, []byte(file[:at]+rubbish), 0o644); err != nil {
				t.Fatal(err)
			}
			w, err := Options{Partial: true, MaxBody: 1 << 20}.Open(path)
			if err != nil || w.Len() < whole {
				t.Fatalf("%s cut at byte %d, then %q: %v, %d pages, want %d", name, at, rubbish, err, w.Len(), whole)
			}
			if next := ends[whole]; rubbish == "" && at > next-len("body\r\n\r\n") && at < next-4 && len(w.Damage()) == 0 {
				t.Errorf("%s cut at byte %d: no word of it", name, at)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestTheTemporaryFileHasNoName(t *testing.T) {
	dir := t.TempDir()
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	fmt.Fprint(z, page("http://a.test/", "x"))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := write(t, "x.gz", zipped.Bytes())
	w, err := Options{Dir: dir, MaxBody: 1 << 20}.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("in the directory: %v, %v", left, err)
	}
	if _, err := (Options{Dir: filepath.Join(dir, "absent")}).Open(file); err == nil || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("a directory that is not there: %v", err)
	}
}

// openReal returns a real web, opened once for all tests.
var openReal = sync.OnceValues(func() (*Web, error) { return Open(filepath.Join(testdata.Find(), "webs", "uci.warc.zst")) })

func realWeb(t testing.TB) *Web {
	t.Helper()
	testdata.Dir(t)
	w, err := openReal()
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestRealWeb(t *testing.T) {
	w := realWeb(t)
	if c := w.Counts(); w.Len() < 44000 || c.Responses != w.Len()+c.Repeated || c.Revisits != 0 {
		t.Errorf("%d pages, %+v", w.Len(), c)
	}
	urls := w.URLs()
	var readers sync.WaitGroup
	for part := range 4 {
		readers.Go(func() {
			for i := part * 7; i < len(urls); i += 211 {
				r, err := w.Get(urls[i])
				if err != nil {
					t.Error(err)
					return
				}
				if r.URL != urls[i] || r.Status != http.StatusOK || r.Header.Get("Content-Length") != fmt.Sprint(len(r.Body)) || r.Truncated {
					t.Errorf("%s: %d, %v, %d bytes", r.URL, r.Status, r.Header, len(r.Body))
				}
			}
		})
	}
	readers.Wait()
}
