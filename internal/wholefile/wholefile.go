// Package wholefile writes files that are complete at every moment: a crash leaves the old content or the new one.
package wholefile

import (
	"errors"
	"os"
)

// Write replaces the content of the file at path atomically, and returns when the new content is on the disk.
func Write(path string, data []byte) error {
	f, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync() // or a crash of the machine may leave the new name without the new content
	}
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(path + ".new") // the disk may be full
		return err
	}
	return os.Rename(path+".new", path)
}
