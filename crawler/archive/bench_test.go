package archive

import (
	"bufio"
	"io"
	"os"
	"testing"

	"github.com/nlnwa/gowarc/v3"

	"gannet/internal/testdata"
)

func BenchmarkOpen(b *testing.B) {
	for _, name := range []string{"uci", "enwiki6k", "planetmath"} {
		b.Run(name, func(b *testing.B) {
			file := testdata.Web(b, name)
			for b.Loop() {
				w, err := Open(file)
				if err != nil {
					b.Fatal(err)
				}
				if err := w.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLibrary skips all records with gowarc, without an index and a temporary file.
func BenchmarkLibrary(b *testing.B) {
	for name, option := range map[string]gowarc.WarcRecordOption{"lenient": gowarc.WithNoValidation(), "validating": gowarc.WithAddMissingDigest(true)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				passOver(b, testdata.Web(b, "uci"), gowarc.NewUnmarshaler(option))
			}
		})
	}
}

func passOver(b *testing.B, file string, library gowarc.Unmarshaler) {
	f, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	c, err := unpack(f)
	if err != nil {
		b.Fatal(err)
	}
	defer c.close()
	in := bufio.NewReaderSize(c, 1<<20)
	for {
		r, _, _, err := library.Unmarshal(in)
		if err == io.EOF {
			return
		}
		if err != nil {
			b.Fatal(err)
		}
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGet(b *testing.B) {
	w := realWeb(b)
	urls := w.URLs()
	for i := 0; b.Loop(); i++ {
		if _, err := w.Get(urls[i*7919%len(urls)]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	web := realWeb(b)
	r := get(b, web, web.URLs()[0])
	for name, c := range map[string]Compression{"plain": None, "gzip": Gzip, "zstd": Zstd} {
		b.Run(name, func(b *testing.B) {
			w, err := NewWriter(io.Discard, WriterOptions{Compression: c})
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(r.Body)))
			for b.Loop() {
				if err := w.Write(Page{URL: r.URL, Status: r.Status, Header: r.Header, Body: r.Body, Date: r.Date}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
