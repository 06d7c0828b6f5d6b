package crawldir

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gannet/crawler/archive"
	"gannet/crawler/fetch"
)

// openSuffix ends the name of a WARC file that is not whole yet.
const openSuffix = ".open"

// warcFile is the WARC file of one run. A nil one is none.
type warcFile struct {
	path string // without openSuffix
	file *os.File
	w    *archive.Writer
}

func createWARC(dir string, now time.Time) (*warcFile, error) {
	stamp := strings.Replace(now.UTC().Format("20060102150405.000"), ".", "", 1)
	path := filepath.Join(dir, "gannet-"+stamp+".warc.gz")
	f, err := os.OpenFile(path+openSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, err
	}
	w, err := archive.NewWriter(f, archive.WriterOptions{Name: filepath.Base(path), Software: "gannet/" + fetch.Version})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Join(err, f.Close()))
	}
	return &warcFile{path: path, file: f, w: w}, nil
}

func (f *warcFile) writer() *archive.Writer {
	if f == nil {
		return nil
	}
	return f.w
}

func (f *warcFile) close() error {
	if f == nil {
		return nil
	}
	if err := errors.Join(f.w.Close(), f.file.Sync(), f.file.Close()); err != nil {
		return err
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
