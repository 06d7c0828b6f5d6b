// Package folder is where an export writes its files: a directory, or a prefix of a bucket that speaks S3.
package folder

import (
	"context"
	"errors"
	"io"
)

// ErrChanged says that another process has replaced a file meanwhile.
var ErrChanged = errors.New("was changed by another export meanwhile")

// ErrInUse says that another process writes into a directory.
var ErrInUse = errors.New("another export writes into it")

// A Folder holds files. Names are relative and have slashes. A file is whole or not there, whenever it is read.
type Folder interface {
	// Get reads a small file. The tag stands for its content. The error is fs.ErrNotExist if there is none.
	Get(ctx context.Context, name string) (data []byte, tag string, err error)
	// Put writes a file of a known size.
	Put(ctx context.Context, name string, from io.Reader, size int64) error
	// Swap replaces a small file that has the tag, or makes one if the tag is "". The error is ErrChanged if it has another.
	Swap(ctx context.Context, name string, data []byte, tag string) error
	// Each calls use for the names of all files, those of writes that a crash cut off included.
	Each(ctx context.Context, use func(name string) error) error
	// Remove removes a file.
	Remove(ctx context.Context, name string) error
	// String returns the folder as the user named it.
	String() string
	// Close lets others write.
	Close() error
}
