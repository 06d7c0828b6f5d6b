package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gannet/crawler/content"
	"gannet/features/records"
	"gannet/internal/pageguard"
	"gannet/job/extract"
	"gannet/job/pdftext"
)

// pageSource is one of the places that extract reads.
type pageSource struct {
	pages func(func(extract.Input) error) error
	done  func() error
}

// openAll opens all that extract reads. It returns a function that reads the pages one place after the other, and their
// number. A place that cannot be opened is added to left; if there is no other, it is the error.
func (f *extractFlags) openAll(paths []string, left *unread) (pages func(func(extract.Input) error) error, total int, done func() error, err error) {
	if f.later {
		return oneByOne(paths, left), 0, func() error { return nil }, nil
	}
	var sources []pageSource
	done = func() (err error) {
		for _, s := range sources {
			err = errors.Join(err, s.done())
		}
		return err
	}
	opened := 0
	for _, path := range paths {
		name := func(err error) error { return err }
		if path == stdinName {
			copied, err := spoolInput()
			if err != nil {
				return nil, 0, nil, errors.Join(err, done())
			}
			sources = append(sources, pageSource{noPages, func() error { return os.Remove(copied) }})
			path, name = copied, func(err error) error { return ofStdin(err, copied) }
		}
		pages, n, closeSource, err := openPages(path, f.url, func(err error) { left.warn(name(err)) }, func(err error) { left.add(name(err)) })
		if err != nil {
			left.add(name(err))
			continue
		}
		sources, total, opened = append(sources, pageSource{pages, closeSource}), total+n, opened+1
	}
	if opened == 0 {
		return nil, 0, nil, errors.Join(left.err(), done())
	}
	return func(emit func(extract.Input) error) error {
		for _, s := range sources {
			if err := s.pages(emit); err != nil {
				return err
			}
		}
		return nil
	}, total, done, nil
}

func noPages(func(extract.Input) error) error { return nil }

// spoolInput copies standard input to a temporary file, since an archive is read in any order.
func spoolInput() (path string, err error) {
	f, err := os.CreateTemp("", "gannet-stdin-*")
	if err != nil {
		return "", err
	}
	_, err = io.Copy(f, os.Stdin)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// ofStdin returns an error about the copy of standard input without the name of the copy, which is gone by then.
func ofStdin(err error, path string) error {
	text := strings.ReplaceAll(err.Error(), "open archive "+path+": ", "")
	return errors.New("standard input: " + strings.ReplaceAll(text, path, "its copy"))
}

// maxPageFile bounds a file of one page, unpacked.
const maxPageFile = 64 << 20

// maxAnswerFile bounds a file of one response in JSON or XML, unpacked. It is read bit by bit.
const maxAnswerFile = 16 << 30

// unpackedFile is an open file, which is unpacked as it is read if it is packed by gzip.
type unpackedFile struct {
	path     string
	file     *os.File
	unpacked *content.Reader
	in       *bufio.Reader
	start    []byte // at most 64 KiB, unpacked
	short    error  // why the start has no more bytes
}

// openUnpacked opens a file and reads its start.
func openUnpacked(path string) (*unpackedFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	f := &unpackedFile{path: path, file: file}
	if f.unpacked, err = content.NewReader(file, []string{"gzip"}, maxAnswerFile); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	const start = 1 << 16
	f.in = bufio.NewReaderSize(f.unpacked, start)
	f.start, f.short = f.in.Peek(start)
	return f, nil
}

// Close closes the file and the reader that unpacks it.
func (f *unpackedFile) Close() error { return errors.Join(f.unpacked.Close(), f.file.Close()) }

// holdsAnswer reports whether the file holds one response in JSON or XML.
func (f *unpackedFile) holdsAnswer() bool {
	return len(f.start) > 0 && isPageFile(f.path, f.start) && holdsData(nil, content.ToUTF8(f.start, content.Hints{Cut: true}).Body)
}

// answerPages returns a function that reads the pages of the response that the file holds. leave is called if it cannot be read to its end.
func (f *unpackedFile) answerPages(url string, at time.Time, leave func(error)) func(func(extract.Input) error) error {
	return func(emit func(extract.Input) error) error {
		text, charset := content.Decoded(f.in, content.Hints{})
		return emitAnswer(extract.Input{URL: url, Time: at, Charset: charset}, text, emit, func(err error) {
			leave(fmt.Errorf("%s is left out, or what follows its first records: %w", f.path, err))
		})
	}
}

// page returns the content of a file that holds one HTML page or one PDF, and nil for any other file.
func (f *unpackedFile) page() ([]byte, error) {
	switch {
	case len(f.start) == 0 && isPageName(f.path) && f.short == io.EOF:
		return nil, fmt.Errorf("%s: the file is empty: leave it out", f.path)
	case len(f.start) == 0 && isPageName(f.path):
		return nil, fmt.Errorf("%s: %w: copy it again", f.path, f.short)
	case len(f.start) == 0 || !isPageFile(f.path, f.start):
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(f.in, maxPageFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w: copy it again", f.path, err)
	case len(body) > maxPageFile:
		return nil, fmt.Errorf("%s: a page of more than %d MiB: leave it out", f.path, maxPageFile>>20)
	}
	return body, nil
}

// isPageFile reports whether a file that begins with start holds one HTML page or one PDF. Browsers know local HTML by its name. A file of
// another name is HTML if it begins with markup. Bytes that show another format go before the name.
func isPageFile(path string, start []byte) bool {
	if pdftext.Is(start) || bytes.HasPrefix(start, []byte("WARC/")) {
		return pdftext.Is(start)
	}
	kind, _, _ := strings.Cut(content.Type{}.Sniff(start[:min(len(start), content.StartLength)], false), "/")
	switch {
	case kind == "text" && isPageName(path):
		return true
	case kind != "text" && kind != "application":
		return false
	}
	text := bytes.TrimSpace(content.ToUTF8(start, content.Hints{}).Body)
	if kind == "application" && bytes.ContainsFunc(text, isBinary) {
		return false
	}
	return bytes.HasPrefix(text, []byte("<")) || isDataName(path) && records.Looks(text, content.Root)
}

// isBinary reports whether a character occurs in binary files only (the binary data bytes of WHATWG's MIME Sniffing, section 3).
func isBinary(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\f' && r != '\r' && r != '\x1b'
}

// isDataName reports whether a file's name is that of JSON, perhaps packed. XML begins with markup.
func isDataName(path string) bool {
	return strings.EqualFold(filepath.Ext(strings.TrimSuffix(path, ".gz")), ".json")
}

// isPageName reports whether a file's name is that of an HTML page, perhaps packed.
func isPageName(path string) bool {
	switch strings.ToLower(filepath.Ext(strings.TrimSuffix(path, ".gz"))) {
	case ".html", ".htm", ".shtml", ".xhtml", ".xht":
		return true
	}
	return false
}

// onePageOf returns a function that reads the page of a file. Its URL is the given one, what the page says, or that of the file. leave is called
// if the page cannot be read.
func onePageOf(path, url string, body []byte, at time.Time, leave func(error)) func(func(extract.Input) error) error {
	return func(emit func(extract.Input) error) error {
		in := pageInput(cmp.Or(url, "http://localhost/"+filepath.Base(path)), body, nil, at)
		read := in.Body
		in.Body = func() ([]byte, error) {
			text, err := read()
			if err != nil && pageguard.Of(err) == nil {
				leave(fmt.Errorf("%s is left out: %w", path, err))
			}
			return text, err
		}
		if url == "" && !in.PDF {
			in.URL = cmp.Or(urlIn(read), in.URL)
		}
		return emit(in)
	}
}

// urlIn returns the URL that a page names itself, "" if there is none. The extractor reads the page as well and reports a failure.
func urlIn(read func() ([]byte, error)) string {
	text, err := read()
	if err != nil {
		return ""
	}
	doc, err := treeOf(text)
	if err != nil {
		return ""
	}
	return ownURL(doc)
}
