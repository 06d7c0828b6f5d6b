package content

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// encode writes a body in one coding. "raw" is deflate without zlib's header.
func encode(body []byte, coding string) []byte {
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "deflate":
		w = zlib.NewWriter(&b)
	case "raw":
		w, _ = flate.NewWriter(&b, 6)
	case "br":
		w = brotli.NewWriterLevel(&b, 5)
	case "zstd":
		w, _ = zstd.NewWriter(&b, zstd.WithWindowSize(1<<20))
	default:
		return body
	}
	_, _ = w.Write(body)
	w.Close()
	return b.Bytes()
}

// encodeAll applies codings one after the other.
func encodeAll(body []byte, codings ...string) []byte {
	for _, coding := range codings {
		body = encode(body, coding)
	}
	return body
}

func unpack(t testing.TB, source io.Reader, limit int64, fields ...string) ([]byte, error) {
	t.Helper()
	r, err := NewReader(source, fields, limit)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(io.LimitReader(r, limit))
}

func page() []byte { return []byte("<p>" + strings.Repeat("words of a page ", 100)) }

// flip changes one bit, counted in bytes from the end.
func flip(b []byte, back int) []byte {
	b = bytes.Clone(b)
	b[len(b)-back] ^= 1
	return b
}

func TestCodings(t *testing.T) {
	p := page()
	gz, br, zs := encode(p, "gzip"), encode(p, "br"), encode(p, "zstd")
	var named bytes.Buffer
	w := gzip.NewWriter(&named)
	w.Name, w.Comment, w.Extra = "page.html", "a comment", []byte("extra")
	_, _ = w.Write(p)
	w.Close()
	for name, test := range map[string]struct {
		fields []string
		body   []byte
	}{
		// RFC 9110 section 8.4.1: the registered codings; their names in any case
		"no field":     {nil, p},
		"gzip":         {[]string{"gzip"}, gz},
		"x-gzip":       {[]string{" X-GZip "}, gz},
		"deflate":      {[]string{"deflate"}, encode(p, "deflate")},
		"bare deflate": {[]string{"deflate"}, encode(p, "raw")},
		"br":           {[]string{"br"}, br},
		"zstd":         {[]string{"zstd"}, zs},
		// RFC 9110 section 8.4: several codings, in one field or many, in the order of their use
		"twice":          {[]string{"gzip, gzip"}, encodeAll(p, "gzip", "gzip")},
		"two fields":     {[]string{"gzip", "br"}, encodeAll(p, "gzip", "br")},
		"three":          {[]string{"zstd,,br", "deflate"}, encodeAll(p, "zstd", "br", "deflate")},
		"with identity":  {[]string{"gzip, identity"}, gz},
		"only identity":  {[]string{"identity, identity"}, p},
		"empty elements": {[]string{"", ", ,"}, p},
		// Fetch, "handle content codings": what is not supported leaves the bytes as they are
		"none":           {[]string{"none"}, p},
		"a charset":      {[]string{"UTF-8"}, p},
		"binary":         {[]string{"binary"}, p},
		"none and gzip":  {[]string{"none, gzip"}, gz},
		"a path's chars": {[]string{"gzip;q=1"}, p},
		// a body that does not have the coding
		"plain as gzip":        {[]string{"gzip"}, p},
		"plain as deflate":     {[]string{"deflate"}, p},
		"plain as br":          {[]string{"br"}, p},
		"plain as zstd":        {[]string{"zstd"}, p},
		"once, said twice":     {[]string{"gzip", "gzip"}, gz},
		"once, said differing": {[]string{"br, gzip"}, gz},
		"line break first":     {[]string{"deflate"}, append([]byte("\n"), p...)},
		// RFC 1952 section 2.2 and 2.3: several members, a header with all its parts
		"members":      {[]string{"gzip"}, append(encode(p[:300], "gzip"), encode(p[300:], "gzip")...)},
		"empty member": {[]string{"gzip"}, append(encode(nil, "gzip"), gz...)},
		"header parts": {[]string{"gzip"}, named.Bytes()},
		// what browsers forgive
		"no trailer":          {[]string{"gzip"}, gz[:len(gz)-8]},
		"half a trailer":      {[]string{"gzip"}, gz[:len(gz)-3]},
		"wrong checksum":      {[]string{"gzip"}, flip(gz, 6)},
		"wrong size":          {[]string{"gzip"}, flip(gz, 1)},
		"zlib, no checksum":   {[]string{"deflate"}, flip(encode(p, "deflate"), 1)},
		"rubbish behind":      {[]string{"gzip"}, append(bytes.Clone(gz), "<!-- cached -->"...)},
		"zeros behind":        {[]string{"gzip"}, append(bytes.Clone(gz), make([]byte, 600)...)},
		"rubbish behind br":   {[]string{"br"}, append(bytes.Clone(br), "<!-- cached -->"...)},
		"rubbish behind zstd": {[]string{"zstd"}, append(bytes.Clone(zs), "<!-- cached -->"...)},
		"rubbish in between":  {[]string{"br, gzip"}, encode(append(bytes.Clone(br), "<!-- -->"...), "gzip")},
	} {
		want := string(p)
		if name == "line break first" {
			want = "\n" + want
		}
		for _, source := range []io.Reader{bytes.NewReader(test.body), iotest.OneByteReader(bytes.NewReader(test.body)), iotest.DataErrReader(bytes.NewReader(test.body))} {
			if got, err := unpack(t, source, 1<<20, test.fields...); err != nil || string(got) != want {
				t.Errorf("%s: %d bytes %.40q, %v", name, len(got), got, err)
			}
		}
	}
}

// TestShortBodies holds that very short streams are decoded though they may look like text, and that nothing is nothing.
func TestShortBodies(t *testing.T) {
	for _, coding := range []string{"gzip", "deflate", "raw", "br", "zstd"} {
		field := strings.Replace(coding, "raw", "deflate", 1)
		for _, text := range []string{"", "a", "User-agent: *\nDisallow:\n"} {
			if got, err := unpack(t, bytes.NewReader(encode([]byte(text), coding)), 1<<20, field); err != nil || string(got) != text {
				t.Errorf("%s of %q: %q, %v", coding, text, got, err)
			}
		}
		if got, err := unpack(t, strings.NewReader(""), 1<<20, field); err != nil || len(got) > 0 {
			t.Errorf("%s of no byte: %q, %v", coding, got, err)
		}
	}
}

// TestCutBodies cuts bodies everywhere: what came before the cut is read, and the cut is reported.
func TestCutBodies(t *testing.T) {
	text := noise(50_000)
	for _, codings := range [][]string{{"gzip"}, {"deflate"}, {"br"}, {"zstd"}, {"br", "gzip"}} {
		whole := encodeAll(text, codings...)
		for end := len(whole) - 9; end > 0; end -= 1 + len(whole)/40 {
			got, err := unpack(t, bytes.NewReader(whole[:end]), 1<<20, codings...)
			var broken *Error
			if !errors.As(err, &broken) || !bytes.HasPrefix(text, got) {
				t.Errorf("%v: the first %d of %d bytes: %d bytes, %v", codings, end, len(whole), len(got), err)
			}
			if end > len(whole)/2 && len(got) == 0 && codings[0] != "zstd" { // a zstd block of 128 kB is read whole
				t.Errorf("%v: nothing came of %d of %d bytes", codings, end, len(whole))
			}
		}
	}
}

// noise is text that compresses by half.
func noise(size int) []byte {
	text, x := make([]byte, size), uint32(1)
	for i := range text {
		x = x*1664525 + 1013904223
		text[i] = "abcdefghijklmnop"[x>>28]
	}
	return text
}

// TestSourceErrors holds that an error of the connection is returned as it is, after what came.
func TestSourceErrors(t *testing.T) {
	lost := errors.New("connection lost")
	text := noise(50_000)
	for _, codings := range [][]string{nil, {"gzip"}, {"br"}, {"gzip", "zstd"}} {
		whole := encodeAll(text, codings...)
		source := io.MultiReader(bytes.NewReader(whole[:len(whole)-100]), iotest.ErrReader(lost))
		if got, err := unpack(t, source, 1<<20, codings...); err != lost || !bytes.HasPrefix(text, got) {
			t.Errorf("%v: %d bytes, %v", codings, len(got), err)
		}
	}
}

func TestDamagedBodies(t *testing.T) {
	gz := encode(noise(50_000), "gzip")
	damaged := bytes.Clone(gz)
	copy(damaged[len(gz)/2:], bytes.Repeat([]byte{0xff}, 300))
	for name, test := range map[string]struct {
		body  []byte
		field string
	}{
		"gzip":      {damaged, "gzip"},
		"head only": {gz[:8], "gzip"},
		"zstd":      {[]byte("\x28\xb5\x2f\xfd\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "zstd"},
		"br":        {bytes.Repeat([]byte{0xff, 0}, 200), "br"},
		"too many":  {gz, strings.Repeat("gzip,", mostCodings+1)},
	} {
		var broken *Error
		if _, err := unpack(t, bytes.NewReader(test.body), 1<<20, test.field); !errors.As(err, &broken) || broken.Coding == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBombsInLayers counts what is read of a body that unfolds a thousandfold in each layer, and of one that unfolds to nothing.
func TestBombsInLayers(t *testing.T) {
	const limit = 100_000
	for name, codings := range map[string][]string{"gzip": {"gzip"}, "two": {"gzip", "gzip"}, "br": {"br"}, "zstd": {"zstd", "gzip"}} {
		bomb := encodeAll(make([]byte, 1<<20), codings...)
		if got, err := unpack(t, bytes.NewReader(bomb), limit, codings...); err != nil || len(got) != limit {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	nothing := bytes.NewReader(bytes.Repeat(encode(nil, "gzip"), 1<<14))
	size := nothing.Len()
	if got, _ := unpack(t, nothing, limit, "gzip"); len(got) > 0 || size-nothing.Len() > 2*limit {
		t.Errorf("empty members: %d bytes of %d read", len(got), size-nothing.Len())
	}
	blocks := append([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0}, bytes.Repeat([]byte{0, 0, 0, 0xff, 0xff}, limit)...)
	if got, err := unpack(t, bytes.NewReader(encode(blocks, "gzip")), limit, "gzip, gzip"); err != errLong || len(got) > 0 {
		t.Errorf("empty blocks: %d bytes, %v", len(got), err)
	}
}

// FuzzCodings applies codings that the input chooses to a text that it brings, cuts the result, and holds the reader against
// what was encoded.
func FuzzCodings(f *testing.F) {
	f.Add([]byte("<p>a page"), "gb", uint16(0))
	f.Add(page(), "zrd", uint16(3))
	f.Add([]byte{0x1f, 0x8b, 8, 0xff, 0}, "", uint16(0))
	names := map[rune]string{'g': "gzip", 'd': "deflate", 'r': "raw", 'b': "br", 'z': "zstd"}
	f.Fuzz(func(t *testing.T, text []byte, letters string, cut uint16) {
		var applied, said []string
		for _, letter := range letters {
			if name := names[letter]; name != "" && len(applied) < mostCodings {
				applied, said = append(applied, name), append(said, strings.Replace(name, "raw", "deflate", 1))
			}
		}
		whole := encodeAll(text, applied...)
		got, err := unpack(t, bytes.NewReader(whole), 1<<20, said...)
		if len(applied) > 0 && (err != nil || !bytes.Equal(got, text)) {
			t.Fatalf("%v: %q became %q, %v", applied, text, got, err)
		}
		if cut := min(int(cut), len(whole)); len(applied) == 1 && cut < len(whole) && applied[0] == "gzip" {
			if got, _ := unpack(t, bytes.NewReader(whole[:len(whole)-cut]), 1<<20, said...); len(whole)-cut > 3 && !bytes.HasPrefix(text, got) {
				t.Fatalf("cut by %d: %q is no beginning of %q", cut, got, text)
			}
		}
		_, _ = unpack(t, bytes.NewReader(text), 1<<16, said...) // whatever it is, it ends
	})
}

func BenchmarkCodings(b *testing.B) {
	text := noise(60_000)
	for _, coding := range []string{"gzip", "deflate", "br", "zstd"} {
		body := encode(text, coding)
		b.Run(coding, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, _ := NewReader(bytes.NewReader(body), []string{coding}, 1<<20)
				_, _ = io.Copy(io.Discard, r)
				r.Close()
			}
		})
	}
}
