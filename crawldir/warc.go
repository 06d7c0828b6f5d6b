package crawldir

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gannet/crawler"
	"gannet/crawler/archive"
	"gannet/crawler/fetch"
)

// openSuffix ends the name of a WARC file that is not whole yet.
const openSuffix = ".open"

// warcSize is the size in bytes from which a run begins another WARC file: 1 GB, as archives are used to.
const warcSize = 1_000_000_000

// warcFiles are the WARC files of one run, one after the other. A nil one has none.
type warcFiles struct {
	dir     string
	options archive.WriterOptions
	most    int64 // bytes of a file

	mu   sync.Mutex // guards the fields below
	path string     // of the current file, without openSuffix
	file *os.File
	w    *archive.Writer
	used bool  // the file has more than its warcinfo record
	err  error // the first failure
}

// createWARC begins the files of a run. again says that it requests pages again.
func createWARC(dir string, o fetch.Options, again bool) (*warcFiles, error) {
	f := &warcFiles{dir: dir, most: warcSize, options: archive.WriterOptions{
		Software: "gannet/" + fetch.Version, Operator: o.Contact, UserAgent: o.Identity(), Robots: "obey", Temporary: dir,
	}}
	if again {
		f.options.Payloads = new(archive.Payloads)
	}
	return f, f.create()
}

// create begins a file, named by the time.
func (f *warcFiles) create() error {
	for {
		now := time.Now()
		stamp := strings.Replace(now.UTC().Format("20060102150405.000"), ".", "", 1)
		f.path = filepath.Join(f.dir, "gannet-"+stamp+".warc.gz")
		_, err := os.Lstat(f.path)
		if err == nil {
			time.Sleep(time.Millisecond)
			continue
		}
		file, err := os.OpenFile(f.path+openSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		f.options.Name, f.options.Date = filepath.Base(f.path), now
		w, err := archive.NewWriter(file, f.options)
		if err != nil {
			return fmt.Errorf("%s: %w", f.path, errors.Join(err, file.Close()))
		}
		f.file, f.w, f.used = file, w, false
		return nil
	}
}

// Archive implements fetch.Archive: it writes a request and its answer to the WARC file. If that fails, the next Flush returns the error,
// which ends the crawl.
func (f *warcFiles) Archive(e *fetch.Exchange) (record string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return ""
	}
	if record, f.err = f.write(e); f.err != nil {
		return ""
	}
	return record
}

func (f *warcFiles) write(e *fetch.Exchange) (record string, err error) {
	if e.Err != nil {
		return "", fmt.Errorf("archive %s: %w", e.URL, e.Err)
	}
	if f.used && f.w.Size() >= f.most {
		if err := f.end(); err != nil {
			return "", err
		}
		if err := f.create(); err != nil {
			return "", err
		}
	}
	f.used = true
	record, err = f.w.WriteExchange(&archive.Exchange{
		URL: e.URL, Date: e.Time, Addr: e.Addr, Protocols: e.Protocols, Request: e.Request, Response: e.Answer, Truncated: e.Truncated,
		NotModified: e.Status == http.StatusNotModified,
	})
	if err != nil {
		return "", err
	}
	return record, f.w.Flush()
}

// Spool implements fetch.Archive: it returns a temporary file in which a large response is buffered.
func (f *warcFiles) Spool() (*os.File, error) { return archive.NewTemporary(f.dir) }

// WriteMetadata implements crawler.Archive: it writes facts about an archived page.
func (f *warcFiles) WriteMetadata(id, url string, at time.Time, fields []archive.Field) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = f.w.WriteMetadata(id, url, at, fields)
	}
	return f.err
}

// WriteConversion implements crawler.Archive: it writes what a browser made of an archived page.
func (f *warcFiles) WriteConversion(id, url string, at time.Time, document []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = f.w.WriteConversion(id, url, at, document)
	}
	return f.err
}

// Flush implements crawler.Archive: it writes out everything that is buffered.
func (f *warcFiles) Flush() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = f.w.Flush()
	}
	return f.err
}

// metadata returns the files as a keeper uses them.
func (f *warcFiles) metadata() crawler.Archive {
	if f == nil {
		return nil
	}
	return f
}

func (f *warcFiles) close() error {
	if f == nil || f.w == nil {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return errors.Join(f.err, f.file.Close())
	}
	return f.end()
}

// end ends the current file. One without an exchange is removed.
func (f *warcFiles) end() error {
	if err := errors.Join(f.w.Close(), f.file.Sync(), f.file.Close()); err != nil {
		return err
	}
	if !f.used {
		return os.Remove(f.path + openSuffix)
	}
	return os.Rename(f.path+openSuffix, f.path)
}

// mendWARCs ends the WARC files of runs that did not come to end them. One with damage that no crash explains is left.
func mendWARCs(dir string, log *slog.Logger) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		whole, open := strings.CutSuffix(e.Name(), openSuffix)
		if !open || !strings.HasPrefix(whole, "gannet-") {
			continue
		}
		path := filepath.Join(dir, e.Name())
		records, cut, err := archive.Mend(path)
		if err != nil {
			log.Warn("the archive of a run that did not end cannot be mended: it is left as it is", "err", err)
			continue
		}
		if records == 0 {
			err = os.Remove(path)
		} else {
			err = os.Rename(path, filepath.Join(dir, whole))
			log.Info("the archive of a run that did not end is whole now", "file", whole, "records", records, "bytes cut", cut)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
