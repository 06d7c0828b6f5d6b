package archive

import (
	"archive/zip"
	"fmt"
	"os"
	"strings"
)

// isZip reports whether a file begins as a zip file does. A WACZ file is one.
func isZip(f *os.File) bool {
	var magic [4]byte
	_, err := f.ReadAt(magic[:], 0)
	return err == nil && string(magic[:]) == "PK\x03\x04"
}

// loadWACZ reads the WARC files of a WACZ file, which are in its folder archive.
func (l *loader) loadWACZ(path string, f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("open archive: %w", err)
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return fmt.Errorf("open archive %s: %w (%w): copy it again", path, err, errDamaged)
	}
	found := false
	for _, file := range z.File {
		if strings.HasPrefix(file.Name, "archive/") && strings.Contains(file.Name, ".warc") {
			found = true
			if err := l.loadZipped(path+" "+file.Name, file); err != nil {
				return err
			}
		}
	}
	if !found {
		return fmt.Errorf("open archive %s: a zip file without WARC files (%w): name a WARC or WACZ file", path, errDamaged)
	}
	return nil
}

func (l *loader) loadZipped(path string, file *zip.File) error {
	in, err := file.Open()
	if err != nil {
		return fmt.Errorf("open archive %s: %w (%w)", path, err, errDamaged)
	}
	defer in.Close()
	c, err := unpack(in)
	if err != nil {
		return fmt.Errorf("open archive %s: byte 0: %w (%w)", path, err, errDamaged)
	}
	defer c.close()
	return l.scanSpooled(path, c)
}
