package topic

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gannet/features"
	"gannet/internal/bom"
)

// Archive gives access to pages by URL.
type Archive interface {
	// Body returns the page's HTML in UTF-8.
	Body(url string) ([]byte, error)
}

// Corpus reads training pages for a topic from files. The zero Corpus reads JSON Lines and directories; for files of URLs it needs an
// Archive. It is not safe for concurrent use.
type Corpus struct {
	Archive Archive // may be nil

	reader   *features.Reader
	examples []Example
	sample   []*features.Page
	urls     map[string]bool // of the examples
}

const (
	maxLine = 64 << 20 // bytes of a line of JSON Lines
	maxPage = 16 << 20 // bytes read of a page in a directory
	// sampleSize is the number of pages that Sample keeps, which is enough to find words that a quarter of them share.
	sampleSize = 200
)

// ErrNoArchive says that a file of URLs was given, but no Archive with their pages.
var ErrNoArchive = errors.New("URLs need an archive to look them up in")

// Examples returns the labelled training pages in the order in which they were added.
func (c *Corpus) Examples() []Example { return c.examples }

// Sample returns the first 200 pages that are on topic, for KeywordsOf.
func (c *Corpus) Sample() []*features.Page { return c.sample }

// AddPages adds pages that all have the same label. The path is one of:
//   - A directory: every .html, .htm and .xhtml file below it is a page.
//   - A file of JSON Lines (.jsonl, .ndjson): objects with "html" or "text", and "url" and "title" if known.
//   - Any other file: a URL on each line. Empty lines and lines that begin with "#" are skipped.
func (c *Corpus) AddPages(path string, positive bool) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("learn topic: %w", err)
	}
	if info.IsDir() {
		return c.addDirectory(path, positive)
	}
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("learn topic: %w", err)
	}
	defer f.Close()
	addLine := c.addURL
	if ext := strings.ToLower(filepath.Ext(path)); ext == ".jsonl" || ext == ".ndjson" {
		addLine = c.addJSON
	}
	before := len(c.examples)
	if err := eachLine(f, func(line string) error { return addLine(line, positive) }); err != nil {
		return fmt.Errorf("learn topic: %s: %w", path, err)
	}
	if len(c.examples) == before {
		return fmt.Errorf("learn topic: %s: no pages in it: give URLs, one a line, or objects with \"html\" or \"text\" (.jsonl)", path)
	}
	return nil
}

// DrawNegatives adds up to n pages of the archive as pages that are not on topic. They are the first of urls that can be read and were not
// added before.
func (c *Corpus) DrawNegatives(urls []string, n int) error {
	if c.Archive == nil {
		return fmt.Errorf("learn topic: %w", ErrNoArchive)
	}
	for _, url := range urls {
		if n <= 0 {
			return nil
		}
		if c.urls[url] {
			continue
		}
		if err := c.addURL(url, false); err == nil {
			n--
		}
	}
	return nil
}

func (c *Corpus) addURL(url string, positive bool) error {
	if strings.HasPrefix(url, "#") {
		return nil
	}
	if c.Archive == nil {
		return ErrNoArchive
	}
	body, err := c.Archive.Body(url)
	if err != nil {
		return err
	}
	return c.addPage(url, body, positive)
}

func (c *Corpus) addJSON(line string, positive bool) error {
	var page struct{ URL, Title, HTML, Text string }
	if err := json.Unmarshal([]byte(line), &page); err != nil {
		return fmt.Errorf("no JSON object: %w", err)
	}
	if page.HTML == "" && page.Text == "" {
		return errors.New(`neither "html" nor "text": add one`)
	}
	body := page.HTML
	if body == "" {
		body = "<p>" + html.EscapeString(page.Text)
	}
	if page.Title != "" && !strings.Contains(strings.ToLower(body), "<title") {
		body = "<title>" + html.EscapeString(page.Title) + "</title>" + body
	}
	return c.addPage(page.URL, []byte(body), positive)
}

func (c *Corpus) addDirectory(dir string, positive bool) error {
	before := len(c.examples)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch strings.ToLower(filepath.Ext(path)) {
		case ".html", ".htm", ".xhtml":
		default:
			return nil
		}
		body, err := readUpTo(path, maxPage)
		if err != nil {
			return err
		}
		if err := c.addPage("", body, positive); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("learn topic: %w", err)
	}
	if len(c.examples) == before {
		return fmt.Errorf("learn topic: %s: no .html, .htm or .xhtml file in it", dir)
	}
	return nil
}

// addPage adds a page. A page without a URL gets one, so that its links can be resolved.
func (c *Corpus) addPage(url string, body []byte, positive bool) error {
	if c.reader == nil {
		c.reader, c.urls = features.NewReader(), make(map[string]bool)
	}
	at := url
	if at == "" {
		at = "http://page.invalid/"
	}
	page, err := c.reader.Read(at, body)
	if err != nil {
		return err
	}
	c.urls[url] = true
	if positive && len(c.sample) < sampleSize {
		c.sample = append(c.sample, page.Compact())
	}
	c.examples = append(c.examples, Example{Vector: Vectorize(page), Positive: positive})
	return nil
}

// eachLine calls f with each line that is not empty. Errors name the line.
func eachLine(r io.Reader, f func(string) error) error {
	s := bufio.NewScanner(bom.NewReader(r))
	s.Buffer(make([]byte, 1<<16), maxLine)
	number := 0
	for s.Scan() {
		number++
		if line := strings.TrimSpace(s.Text()); line != "" {
			if err := f(line); err != nil {
				return fmt.Errorf("line %d: %w", number, err)
			}
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("line %d: %w", number+1, err)
	}
	return nil
}

// readUpTo reads at most limit bytes of a file.
func readUpTo(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
