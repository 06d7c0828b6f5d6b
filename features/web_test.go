package features

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"gannet/internal/testdata"

	"github.com/klauspost/compress/zstd"
)

// webs are the frozen webs that tests read pages of.
var webs = []string{"uci", "enwiki6k", "planetmath"}

// source is a page of a frozen web.
type source struct {
	url  string
	body []byte
}

// samplePages reads every nth page of a frozen web, at most limit of them.
func samplePages(t testing.TB, web string, nth, limit int) []source {
	t.Helper()
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
	var pages []source
	in := bufio.NewReaderSize(z, 1<<16)
	for i := 0; len(pages) < limit; {
		header, length, err := recordHeader(in)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if header["warc-type"] != "response" || i%nth != 0 {
			if header["warc-type"] == "response" {
				i++
			}
			if _, err := in.Discard(length); err != nil {
				t.Fatal(err)
			}
			continue
		}
		i++
		block := make([]byte, length)
		if _, err := io.ReadFull(in, block); err != nil {
			t.Fatal(err)
		}
		_, body, _ := bytes.Cut(block, []byte("\r\n\r\n"))
		pages = append(pages, source{header["warc-target-uri"], body})
	}
	if len(pages) == 0 {
		t.Fatalf("no pages in %s", web)
	}
	return pages
}

// recordHeader reads the header of a WARC record.
func recordHeader(in *bufio.Reader) (header map[string]string, length int, err error) {
	header = map[string]string{}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, 0, err
		}
		line = strings.TrimSpace(line)
		if line == "" && len(header) > 0 {
			length, err = strconv.Atoi(header["content-length"])
			return header, length, err
		}
		if name, value, ok := strings.Cut(line, ":"); ok {
			header[strings.ToLower(name)] = strings.TrimSpace(value)
		}
	}
}

// spread is how many pages of a web lie between two that benchmarks read.
var spread = map[string]int{"uci": 145, "enwiki6k": 20, "planetmath": 27}
