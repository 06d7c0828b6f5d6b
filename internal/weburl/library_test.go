package weburl

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"gannet/internal/testdata"

	"github.com/klauspost/compress/zstd"
)

// reference is appendURL without the short cut.
func reference(raw string, b *Base) (string, error) {
	raw = trim(raw)
	if hasOtherScheme(raw) {
		return "", ErrScheme
	}
	if len(raw) > MaxLength {
		return "", ErrLong
	}
	out, err := appendLibrary(nil, raw, b)
	if err != nil {
		return "", err
	}
	out = dropSession(out, 0)
	if len(out) > MaxLength {
		return "", ErrLong
	}
	return string(out), nil
}

// bases are pages to resolve against: each must be canonical.
var bases = []string{
	"http://example.org/",
	"http://example.org/a/b/c.html?d=e",
	"https://example.org:8080/a//b/",
	"http://127.0.0.1:9/x?y",
	"http://example.org//",
}

// checkOne fails unless the short cut gives what the library gives, and a canonical URL's canonical form is itself.
func checkOne(t *testing.T, raw string, b *Base) {
	t.Helper()
	var got string
	var err error
	from := ""
	if b == nil {
		got, err = Canonical(raw)
	} else {
		got, err = b.Resolve(raw)
		from = b.url
	}
	want, wantErr := reference(raw, b)
	if got != want || (err != nil) != (wantErr != nil) {
		t.Fatalf("%q on %q: %q, %v; library %q, %v", raw, from, got, err, want, wantErr)
	}
	if err != nil {
		return
	}
	if again, err := Canonical(got); err != nil || again != got {
		t.Fatalf("%q on %q: %q is not canonical: %q, %v", raw, from, got, again, err)
	}
	if !strings.HasPrefix(got, "http") || Origin(got)+Path(got) != got {
		t.Fatalf("%q on %q: %q does not fall into origin and path", raw, from, got)
	}
}

func checkAll(t *testing.T, raw string) {
	t.Helper()
	checkOne(t, raw, nil)
	for _, base := range bases {
		b, err := NewBase(base)
		if err != nil || b.url != base {
			t.Fatalf("base %q: %v", base, err)
		}
		checkOne(t, raw, b)
	}
}

// pieces are what random addresses are put together from.
var pieces = []string{
	"http://", "https://", "//", "/", "\\", ":", "?", "#", ".", "..", "./", "../", "%2e", "%2E%2e", "%", "%zz", "%c3", "%C3", "%7e", "%3", "7e", ";", "&", "=",
	"a", "B", "1", "0x", "-", "--", "_", "~", "@", "[", "]", "^", "|", "`", "{", "}", "<", ">", "\"", "'", "+", ",", "!", "$", "*",
	" ", "\t", "\n", "\x00", "\x7f", "ü", "中", "\xff", "example.org", "EXAMPLE.org", "xn--a", ":80", ":443", ":8080", "127.0.0.1", "[::1]",
	"PHPSESSID=1", "sid=0123456789abcdef0123456789abcdef", ";jsessionid=1", "utm_x=1", "(S(1))", "(", ")", "page.html", "mailto:", "javascript:",
}

func TestShortCutIsTheLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	n := 12_000
	if testing.Short() {
		n = 3_000
	}
	for range n {
		var raw strings.Builder
		for range 1 + random.IntN(7) {
			raw.WriteString(pieces[random.IntN(len(pieces))])
		}
		checkAll(t, raw.String())
	}
}

// TestRealAddresses checks the short cut on the values of all href attributes in the first megabytes of the webs, as
// they stand in the source.
func TestRealAddresses(t *testing.T) {
	for _, web := range []string{"uci", "enwiki6k", "planetmath"} {
		file, err := os.Open(testdata.Web(t, web))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		z, err := zstd.NewReader(file, zstd.WithDecoderMaxWindow(1<<27), zstd.WithDecoderConcurrency(1))
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		limit := 12 << 20
		if testing.Short() {
			limit = 2 << 20
		}
		data := make([]byte, limit)
		n, _ := readFull(z, data)
		checkHrefs(t, web, data[:n])
	}
}

func readFull(z *zstd.Decoder, data []byte) (n int, err error) {
	for n < len(data) && err == nil {
		var m int
		m, err = z.Read(data[n:])
		n += m
	}
	return n, err
}

func checkHrefs(t *testing.T, web string, data []byte) {
	b, err := NewBase("http://example.org/wiki/a/b")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	trapped := 0
	for {
		_, rest, ok := bytes.Cut(data, []byte(`href="`))
		if !ok {
			break
		}
		raw, after, ok := bytes.Cut(rest, []byte{'"'})
		if data = after; !ok {
			break
		}
		href := string(raw)
		if seen[href] {
			continue
		}
		seen[href] = true
		checkOne(t, href, b)
		checkOne(t, href, nil)
		if url, err := b.Resolve(href); err == nil {
			if reason, is := Trap(url); is {
				trapped++
				t.Logf("%s: %s: %s", web, shorten(url), reason)
			}
		}
	}
	t.Logf("%s: %d addresses, %d look trapped", web, len(seen), trapped)
	if len(seen) < 1000 || trapped > len(seen)/100 {
		t.Errorf("%s: %d addresses, %d look trapped", web, len(seen), trapped)
	}
}

func FuzzCanonical(f *testing.F) {
	for _, piece := range pieces {
		f.Add(piece)
		f.Add("http://example.org/" + piece + "/b")
		f.Add("http://" + piece + "/")
		f.Add("../a?" + piece)
	}
	f.Fuzz(checkAll)
}

func BenchmarkResolve(b *testing.B) {
	base, err := NewBase("http://example.org/wiki/Gannet")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, href string }{
		{"short", "/wiki/Northern_gannet_(bird)?action=edit"},
		{"library", "/wiki/./Northern_gannet_(bird)?action=edit"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := base.Resolve(c.href); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
