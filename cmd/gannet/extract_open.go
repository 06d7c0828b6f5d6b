package main

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/net/html"

	"gannet/crawler/content"
	"gannet/job/extract"
)

// pageSource is one of the places that extract reads.
type pageSource struct {
	pages func(func(extract.Input) error) error
	done  func() error
}

// openAll opens all that extract reads. It returns a function that reads the pages one place after the other, and their
// number.
func (f *extractFlags) openAll(paths []string, warn func(error)) (pages func(func(extract.Input) error) error, total int, done func() error, err error) {
	if f.later {
		return oneByOne(paths, warn), 0, func() error { return nil }, nil
	}
	var sources []pageSource
	done = func() (err error) {
		for _, s := range sources {
			err = errors.Join(err, s.done())
		}
		return err
	}
	for _, path := range paths {
		stdin := path == stdinName
		if stdin {
			path, err = spoolInput()
			if err != nil {
				return nil, 0, nil, errors.Join(err, done())
			}
			sources = append(sources, pageSource{noPages, func() error { return os.Remove(path) }})
		}
		name := func(err error) error { return err }
		if stdin {
			name = func(err error) error { return ofStdin(err, path) }
		}
		pages, n, closeSource, err := openPages(path, f.url, func(err error) { warn(name(err)) })
		if err != nil {
			return nil, 0, nil, errors.Join(name(err), done())
		}
		sources, total = append(sources, pageSource{pages, closeSource}), total+n
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

// htmlFile returns the content of a file that begins as markup does, and else nil.
func htmlFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 1024)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && err != io.EOF {
		return nil, err
	}
	start := bytes.TrimSpace(bytes.TrimPrefix(head[:n], []byte("\ufeff")))
	if !bytes.HasPrefix(start, []byte("<")) {
		return nil, nil
	}
	rest, err := io.ReadAll(f)
	return append(head[:n], rest...), err
}

// htmlPage returns a function that reads one HTML page. Its URL is the given one, what the page says, or that of the file.
func htmlPage(path, url string, body []byte, at time.Time) func(func(extract.Input) error) error {
	return func(emit func(extract.Input) error) error {
		page := content.ToUTF8(body, content.Hints{})
		text, charset := page.Body, page.Encoding
		if url == "" {
			doc, err := html.Parse(bytes.NewReader(text))
			if err != nil {
				return err
			}
			url = cmp.Or(ownURL(doc), "http://localhost/"+filepath.Base(path))
		}
		return emit(extract.Input{URL: url, Body: func() ([]byte, error) { return text, nil }, Time: at, Charset: charset})
	}
}
