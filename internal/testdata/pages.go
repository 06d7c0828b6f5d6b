package testdata

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// window is the window size of `zstd --long=27`, with which the frozen webs are compressed.
const window = 1 << 27

// EachPage calls use for each page of a frozen web, in the file's order, until use returns false. use may keep body.
// Tests use it instead of crawler/archive, which most packages must not import.
func EachPage(t testing.TB, web string, use func(url string, body []byte) bool) {
	t.Helper()
	file, err := os.Open(Web(t, web))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := zstd.NewReader(file, zstd.WithDecoderMaxWindow(window), zstd.WithDecoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	in := bufio.NewReaderSize(z, 1<<16)
	for {
		header, err := recordHeader(in)
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", web, err)
		}
		length, err := strconv.Atoi(header["content-length"])
		if err != nil {
			t.Fatalf("%s: record length: %v", web, err)
		}
		block := make([]byte, length)
		if _, err := io.ReadFull(in, block); err != nil {
			t.Fatalf("%s: %v", web, err)
		}
		_, body, _ := bytes.Cut(block, []byte("\r\n\r\n"))
		if header["warc-type"] == "response" && !use(header["warc-target-uri"], body) {
			return
		}
	}
}

// recordHeader reads the header of a WARC record, its names in lower case.
func recordHeader(in *bufio.Reader) (map[string]string, error) {
	header := map[string]string{}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		line = strings.TrimSpace(line)
		if line == "" && len(header) > 0 {
			return header, nil
		}
		if name, value, ok := strings.Cut(line, ":"); ok {
			header[strings.ToLower(name)] = strings.TrimSpace(value)
		}
	}
}
