// Package linefile opens files to which lines are appended, such as logs.
package linefile

import (
	"errors"
	"io"
	"os"
)

// Open opens a file to which lines are appended, and creates it if it does not exist. The caller must write begin before the first line: it
// is a line feed if a crash has cut off the last line, otherwise empty.
func Open(path string) (f *os.File, begin []byte, err error) {
	f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, err
	}
	end, err := f.Seek(0, io.SeekEnd)
	last := []byte{'\n'}
	if err == nil && end > 0 {
		_, err = f.ReadAt(last, end-1)
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	if last[0] != '\n' {
		begin = []byte{'\n'}
	}
	return f, begin, nil
}
