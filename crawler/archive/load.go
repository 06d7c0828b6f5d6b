package archive

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"gannet/crawler/content"
	"gannet/internal/lazyregexp"
)

// loader reads files into a Web.
type loader struct {
	web    *Web
	dir    string
	spool  *os.File
	number uint16 // of the spool among the sources
	end    int64  // bytes in the spool

	others   []other             // records of URLs that had one before
	notGet   map[string][]string // requests of other methods: by canonical URL, the ids of their capture events
	revisits []revisit
	made     []conversion
	pages    int    // records of pages in the current file
	derived  string // what the other records of the file are, if they were made from pages
}

func (l *loader) load(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open archive: %w", err)
	}
	if isZip(f) {
		defer f.Close()
		return l.loadWACZ(path, f)
	}
	c, err := unpack(f)
	if err != nil {
		return errors.Join(fmt.Errorf("open archive %s: byte 0: %w (%w)", path, err, errDamaged), f.Close())
	}
	defer c.close()
	if c.plain {
		l.web.sources = append(l.web.sources, f)
		return l.scan(path, c, uint16(len(l.web.sources)-1), 0)
	}
	defer f.Close()
	return l.scanSpooled(path, c)
}

// scanSpooled scans content that must be copied to the temporary file.
func (l *loader) scanSpooled(path string, c *unpacked) (err error) {
	if l.spool == nil {
		if l.spool, err = NewTemporary(l.dir); err != nil {
			return err
		}
		l.web.sources = append(l.web.sources, l.spool)
		l.number = uint16(len(l.web.sources) - 1)
	}
	s := newSpool(c, l.spool, l.end)
	err = l.scan(path, s, l.number, l.end)
	l.end = s.at
	if failed := s.finish(); failed != nil {
		return failed
	}
	return err
}

func (l *loader) scan(path string, in io.Reader, source uint16, base int64) error {
	s := &scanner{in: bufio.NewReaderSize(in, 1<<20)}
	start, _ := s.in.Peek(512)
	for _, f := range otherFormats {
		if f.begins.Match(start) {
			return fmt.Errorf("open archive %s: this is %s", path, f.what)
		}
	}
	l.pages, l.derived = 0, ""
	for {
		err := l.record(s, source, base)
		switch {
		case err == io.EOF && s.at == 0:
			return fmt.Errorf("open archive %s: the file is empty (%w): name a WARC file", path, errDamaged)
		case err == io.EOF && l.pages == 0 && l.derived != "":
			return fmt.Errorf("open archive %s: this is %s", path, l.derived)
		case err == io.EOF:
			return nil
		case errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("open archive %s: cut off in the record at byte %d of its content (%w): copy it again", path, s.start, errDamaged)
		case err != nil && s.start == 0 && errors.Is(err, errDamaged):
			return fmt.Errorf("open archive %s: %w", path, err)
		case err != nil:
			return fmt.Errorf("open archive %s: byte %d of its content: %w (%w)", path, s.at, err, errDamaged)
		}
	}
}

// otherFormats lists formats other than WARC, with the first bytes of their files.
var otherFormats = []struct {
	begins *lazyregexp.Regexp
	what   string
}{
	{lazyregexp.New(`^filedesc://`), "an ARC file, the format before WARC: make a WARC file of it with warcio recompress"},
	{lazyregexp.New(`^(\xef\xbb\xbf)?\s*\{\s*"log"\s*:`), "a HAR file of a browser: make a WARC file of it with har2warc"},
	{lazyregexp.New(`^( CDX |\S+ \d{14} [{\w])`), "an index of archives (CDX): name the WARC files that it lists"},
}

// Files of Common Crawl with data that was made from pages, but without the pages.
const (
	wet = "a WET file, which has the text of pages and not the pages: name the WARC file that it was made from"
	wat = "a WAT file, which has data about pages and not the pages: name the WARC file that it was made from"
)

// record reads one record and adds it to the index.
func (l *loader) record(s *scanner, source uint16, base int64) error {
	h, err := s.next()
	if err != nil {
		return err
	}
	e := entry{at: base + s.start, block: h.length, head: uint32(s.at - s.start), source: source}
	block, _ := s.in.Peek(int(min(h.length, mostPeeked))) // if this fails, skip fails as well
	m := parseMessageHead(block, h.length)
	if err := s.skip(h.length); err != nil {
		return err
	}
	l.add(strings.ToLower(h.get("WARC-Type")), &h, &m, e)
	return nil
}

// add adds the record of a page to the index. From other records it only remembers what they say about pages.
func (l *loader) add(kind string, h *head, m *messageHead, e entry) {
	c := &l.web.counts
	c.Records++
	url, get := targetOf(h.get("WARC-Target-URI"))
	e.rank = m.rank(url, kind)
	if h.partial() {
		e.rank = min(e.rank, part)
	}
	if get {
		e.rank |= toGet
	}
	switch {
	case url == "":
		c.Others++
	case kind == "response" && m.status >= 0:
		c.Responses++
		l.addPage(url, e)
	case kind == "resource":
		c.Resources++
		l.addPage(url, e)
	case kind == "revisit":
		c.Revisits++
		l.addRevisit(url, h, m, e)
	case kind == "conversion" && content.TypeOf([]string{h.get("Content-Type")}).Essence == "text/html":
		c.Rendered++
		l.made = append(l.made, conversion{url, h.get("WARC-Refers-To"), e})
	default:
		c.Others++
		l.addOther(kind, url, h, m)
	}
}

// addPage adds a record to the index. If its URL has a record already, it adds the new one to the others.
func (l *loader) addPage(url string, e entry) {
	l.pages++
	if i, ok := l.web.find(url); ok {
		l.web.counts.Repeated++
		l.others = append(l.others, other{i, e})
		return
	}
	l.web.addEntry(url, e)
}

// addOther remembers which requests had a method other than GET, and from which kind of file without pages a record comes.
func (l *loader) addOther(kind, url string, h *head, m *messageHead) {
	switch {
	case kind == "request" && m.method != http.MethodGet:
		l.notGet[url] = append(l.notGet[url], h.event()...)
	case kind == "response":
		l.web.counts.Unread++
	case kind == "conversion":
		l.derived = wet
	case kind == "metadata" && strings.Contains(h.get("Content-Type"), "json"):
		l.derived = wat
	}
}
