// Package linefile opens files to which lines are appended, such as logs.
package linefile

import (
	"errors"
	"io"
	"os"
)

// Open opens a file for appending lines, and makes it if it does not exist. begin has to be written before the next line: it is a line feed if a crash
// has cut the last line off, and empty otherwise.
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
