package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"gannet/crawldir"
	"gannet/features"
	"gannet/features/declared"
	"gannet/internal/frames"
	"gannet/job/extract"
)

// Kinds of frames of pages. Their key is the page's number, except for pathFrame, whose key is the file's.
const (
	pathFrame     = 'F' // the path of a file
	pageFrame     = 'D' // a pageHead with its length before it, and the page in UTF-8
	postingsFrame = 'J' // the postings of a page as JSON Lines
	failedFrame   = 'E' // why a page cannot be read
	linksFrame    = 'X' // a pageLinks
	gradesFrame   = 'G' // pageGrades
)

// pageHead is what a frame says of a page beside its text.
type pageHead struct {
	URL  string    `json:"url"`
	Time time.Time `json:"time"`
	PDF  bool      `json:"pdf,omitempty"` // made of a PDF

	Charset string      `json:"charset,omitempty"` // of the source
	Header  http.Header `json:"header,omitempty"`  // what it declares about the page

	// The topic's probability of the pages that led to it. An engine that knows them adds them.
	Parent      float64 `json:"parent,omitempty"`
	Grandparent float64 `json:"grandparent,omitempty"`
}

// source returns the page as it was received.
func (h *pageHead) source(body []byte) features.Source {
	return features.Source{URL: h.URL, Header: h.Header, Body: body, Charset: h.Charset}
}

// writePage writes the frame of a page.
func writePage(w *frames.Writer, number uint64, head pageHead, body []byte) error {
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	data := append(binary.AppendUvarint(nil, uint64(len(text))), text...)
	return w.Write(frames.Frame{Kind: pageFrame, Key: number, Body: append(data, body...)})
}

// readPage reads the frame of a page. The body is a part of the frame's.
func readPage(f frames.Frame) (head pageHead, body []byte, err error) {
	size, n := binary.Uvarint(f.Body)
	if f.Kind != pageFrame || n <= 0 || size > uint64(len(f.Body)-n) {
		return head, nil, fmt.Errorf("a frame %q with key %d is no page, or cut short", f.Kind, f.Key)
	}
	err = json.Unmarshal(f.Body[n:n+int(size)], &head)
	return head, f.Body[n+int(size):], err
}

// pagesAFile is how many pages of a file have numbers of their own.
const pagesAFile = 1 << 32

func newWorkerPages() *cobra.Command {
	return &cobra.Command{
		Use:   "pages",
		Short: "Read the pages of WARC files and crawls' directories",
		Long: "Pages reads frames F, each with the path of a WARC file or of a crawl's directory. Pages writes a frame D for each\n" +
			"HTML page, in UTF-8, and for each PDF file. For a page that cannot be read it writes a frame E.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			out := frames.NewWriter(c.OutOrStdout())
			err := frames.NewReader(c.InOrStdin()).Each(func(f frames.Frame) error {
				if f.Kind != pathFrame || f.Key >= pagesAFile {
					return fmt.Errorf("a frame %q with key %d is no path of a file", f.Kind, f.Key)
				}
				return framePages(out, string(f.Body), f.Key*pagesAFile, warnOn(c.ErrOrStderr()))
			})
			return errors.Join(err, out.Flush())
		},
	}
}

// framePages writes the pages of a file. Their numbers begin with first.
func framePages(out *frames.Writer, path string, first uint64, warn func(error)) error {
	pages, _, done, err := openPages(path, "", warn, warn)
	if err != nil {
		return err
	}
	number := first
	err = pages(func(in extract.Input) error {
		body, err := in.Body()
		if err != nil {
			err = out.Write(frames.Frame{Kind: failedFrame, Key: number, Body: fmt.Appendf(nil, "%s: %v", in.URL, err)})
		} else {
			err = writePage(out, number, pageHead{
				URL: in.URL, Time: in.Time, PDF: in.PDF, Charset: in.Charset, Header: declared.Headers(in.Header),
			}, body)
		}
		number++
		return err
	})
	return errors.Join(err, done())
}

func newWorkerExtract() *cobra.Command {
	templates := ""
	c := &cobra.Command{
		Use:   "extract",
		Short: "Extract the job postings of pages",
		Long: "Extract reads frames D, which are pages. For each page with postings, extract writes a frame J with the JSON Lines\n" +
			"that `gannet extract` writes for this page. Frames E (errors) are copied to the output.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			site, err := templatesIn(templates)
			if err != nil {
				return err
			}
			e, err := crawldir.NewExtractor(site)
			if err != nil {
				return err
			}
			return extractFrames(c.Context(), c.InOrStdin(), c.OutOrStdout(), c.ErrOrStderr(), e)
		},
	}
	c.Flags().StringVar(&templates, "templates", "", "directory of site templates")
	return c
}

// extractFrames extracts in one goroutine: engines start a process for each core.
func extractFrames(ctx context.Context, in io.Reader, out, warn io.Writer, e *extract.Extractor) error {
	w := frames.NewWriter(out)
	var failed failedPages
	var lines bytes.Buffer
	write, err := postingLines(&lines)
	if err != nil {
		return err
	}
	err = frames.NewReader(in).Each(func(f frames.Frame) error {
		if f.Kind == failedFrame {
			return w.Write(f)
		}
		head, body, err := readPage(f)
		if err != nil {
			return err
		}
		page := extract.Input{URL: head.URL, Body: func() ([]byte, error) { return body, nil }, Time: head.Time, PDF: head.PDF, Header: head.Header, Charset: head.Charset}
		return e.Run(ctx, 1, func(emit func(extract.Input) error) error { return emit(page) }, func(r extract.Result) error {
			if r.Err != nil {
				failed.add(r.URL, r.Err, warn)
				return w.Write(frames.Frame{Kind: failedFrame, Key: f.Key, Body: fmt.Appendf(nil, "%s: %v", r.URL, r.Err)})
			}
			lines.Reset()
			for _, p := range r.Postings {
				if err := write(p, r.Time); err != nil {
					return err
				}
			}
			if lines.Len() == 0 {
				return nil
			}
			return w.Write(frames.Frame{Kind: postingsFrame, Key: f.Key, Body: lines.Bytes()})
		})
	})
	return errors.Join(err, w.Flush())
}
