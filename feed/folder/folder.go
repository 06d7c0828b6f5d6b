// Package folder has the places to which an export writes its files: a directory, or a prefix of a bucket that speaks S3.
package folder

import (
	"context"
	"errors"
	"io"
)

// ErrChanged says that another process has replaced a file since it was read.
var ErrChanged = errors.New("was changed by another export meanwhile")

// ErrInUse says that another process is writing to the directory.
var ErrInUse = errors.New("another export writes into it")

// A Folder stores files, in a local directory or in an S3 bucket. Names are relative and use slashes. A reader never finds an incomplete
// file.
type Folder interface {
	// Get reads a small file. The tag identifies its content. The error is fs.ErrNotExist if there is no such file.
	Get(ctx context.Context, name string) (data []byte, tag string, err error)
	// Put writes a file of a known size.
	Put(ctx context.Context, name string, from io.Reader, size int64) error
	// Swap replaces a small file that has the tag, or makes one if the tag is "". The error is ErrChanged if the file has another tag.
	Swap(ctx context.Context, name string, data []byte, tag string) error
	// Each calls use for the names of all files, including files that a crash left half written.
	Each(ctx context.Context, use func(name string) error) error
	// Remove removes a file.
	Remove(ctx context.Context, name string) error
	// String returns the folder as the user named it.
	String() string
	// Close ends the use of the folder, so that others can write to it.
	Close() error
}
