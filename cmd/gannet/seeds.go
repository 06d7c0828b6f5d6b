package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"gannet/internal/bom"
	"gannet/internal/cli"
	"gannet/internal/weburl"
)

// stdinName stands for standard input where a file is named.
const stdinName = "-"

// seedURLs returns the URLs that a value of --seeds stands for: itself, the lines of a file, or those of standard input.
func seedURLs(seed string, stdin io.Reader) ([]string, error) {
	if strings.Contains(seed, "://") {
		url, err := weburl.Canonical(seed)
		if err != nil {
			return nil, cli.Usagef("seeds: %s: %w", weburl.Redact(seed), err)
		}
		return []string{url}, nil
	}
	name := weburl.Redact(seed)
	if seed == stdinName {
		name = "standard input"
	} else {
		f, err := os.Open(seed)
		if err != nil {
			return nil, cli.Usagef("seeds: %s: %w: a seed is a URL with http:// or https://, or a file of such", name, cause(err))
		}
		defer f.Close()
		stdin = f
	}
	urls, err := readSeeds(stdin)
	switch {
	case err != nil:
		return nil, cli.Usagef("seeds: %s: %w", name, cause(err))
	case len(urls) == 0:
		return nil, cli.Usagef("seeds: %s has none: write a URL on each line", name)
	}
	return urls, nil
}

// canonicalURL returns the canonical form of a URL of the command line.
func canonicalURL(raw string) (string, error) {
	if !strings.Contains(raw, "://") {
		return "", cli.Usagef("%q is no URL: it begins with http:// or https://", raw)
	}
	url, err := weburl.Canonical(raw)
	if err != nil {
		return "", cli.WrongUse(err)
	}
	return url, nil
}

// readSeeds reads URLs, one a line. What follows a tab is left out: lists of Nutch and StormCrawler have key=value there. It passes over empty lines, and over comments: a # begins one at the beginning of a line and after a
// space. A line ends with LF, CR or both. An error names the line.
func readSeeds(r io.Reader) (urls []string, err error) {
	s := bufio.NewScanner(bom.NewReader(r))
	s.Split(scanLines)
	n := 1
	for ; s.Scan(); n++ {
		line, _, _ := strings.Cut(strings.TrimSpace(withoutComment(s.Text())), "\t")
		if line == "" {
			continue
		}
		if !utf8.ValidString(line) || strings.ContainsRune(line, 0) {
			return nil, fmt.Errorf("line %d is no text in UTF-8: write one URL on each line", n)
		}
		if !strings.Contains(line, "://") {
			return nil, fmt.Errorf("line %d: %q is no URL: it begins with http:// or https://", n, line)
		}
		url, err := weburl.Canonical(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		urls = append(urls, url)
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d is longer than %d characters: write one URL on each line", n, bufio.MaxScanTokenSize)
	}
	return urls, s.Err()
}

// scanLines splits a text at LF, CR or both. A CR at the end of what has been read waits for the next byte, which may be its LF.
func scanLines(data []byte, atEOF bool) (advance int, line []byte, err error) {
	at := bytes.IndexAny(data, "\r\n")
	switch {
	case at < 0 || data[at] == '\r' && at+1 == len(data) && !atEOF:
		if atEOF && len(data) > 0 {
			return len(data), data, nil
		}
		return 0, nil, nil
	case bytes.HasPrefix(data[at:], []byte("\r\n")):
		return at + 2, data[:at], nil
	}
	return at + 1, data[:at], nil
}

// withoutComment returns a line up to its comment. A # within a word is part of a URL.
func withoutComment(line string) string {
	for i, r := range line {
		if r == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			return line[:i]
		}
	}
	return line
}
