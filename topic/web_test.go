package topic

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gannet/features"
	"gannet/internal/testdata"

	"github.com/klauspost/compress/zstd"
)

// eachPage hands every HTML page of a frozen web to f, in the file's order.
func eachPage(t testing.TB, web string, f func(url string, body []byte) bool) {
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
	r := bufio.NewReaderSize(z, 1<<16)
	for {
		url, block, err := nextRecord(r)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		_, body, ok := bytes.Cut(block, []byte("\r\n\r\n"))
		if ok && url != "" && !f(url, body) {
			return
		}
	}
}

// nextRecord reads one WARC record: its target, empty where it is no response, and its block.
func nextRecord(r *bufio.Reader) (url string, block []byte, err error) {
	length, response := -1, false
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return "", nil, err
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" && length >= 0 {
			break
		}
		key, value, _ := strings.Cut(line, ": ")
		switch key {
		case "WARC-Type":
			response = value == "response"
		case "WARC-Target-URI":
			url = value
		case "Content-Length":
			if length, err = strconv.Atoi(value); err != nil {
				return "", nil, fmt.Errorf("record length: %w", err)
			}
		}
	}
	block = make([]byte, length)
	if _, err := io.ReadFull(r, block); err != nil {
		return "", nil, err
	}
	if !response {
		url = ""
	}
	return url, block, nil
}

// labels gives the topics of a web's pages.
func labels(t testing.TB, web string) map[string][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(testdata.Dir(t), "labels", web+".tsv"))
	if err != nil {
		t.Fatal(err)
	}
	topics := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		if url, names, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			topics[url] = strings.Split(names, "|")
		}
	}
	return topics
}

// labelled is a page counted, with its topics.
type labelled struct {
	url    string
	topics []string
	vector Vector
}

// sample reads every nth of the first pages of a web.
func sample(t testing.TB, web string, n, first int) []labelled {
	t.Helper()
	topics := labels(t, web)
	reader := features.NewReader()
	var pages []labelled
	i := 0
	eachPage(t, web, func(url string, body []byte) bool {
		if i++; i%n != 0 || i > first {
			return i <= first
		}
		p, err := reader.Read(url, body)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, labelled{url: url, topics: topics[url], vector: Vectorize(p)})
		return true
	})
	return pages
}

// examples labels pages for one topic.
func examples(pages []labelled, name string) []Example {
	out := make([]Example, len(pages))
	for i, p := range pages {
		out[i] = Example{Vector: p.vector, Positive: slices.Contains(p.topics, name)}
	}
	return out
}
