package dataset

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"gannet/feed"
	"gannet/feed/folder"
)

// ManifestName is the name of the file that lists the files of a data set. Programs that read all files of a directory ignore names that begin with
// "_".
const ManifestName = "_manifest.json"

// format is the version of the manifest.
const format = 1

// These are the errors of data sets.
var (
	// ErrManifest says that the manifest of a data set is damaged or of another version.
	ErrManifest = errors.New("is no manifest that this version can go on with")
	// ErrDivided says that the existing data set is divided into directories in another way than the Options say.
	ErrDivided = errors.New("is divided otherwise")
)

// Manifest lists all files of a data set. It is written after the files, so a reader of the manifest sees only complete exports.
type Manifest struct {
	Format    int      `json:"format"`
	Software  string   `json:"software"`
	Crawl     string   `json:"crawl"` // tells crawls apart
	Partition []string `json:"partition"`
	Release   *string  `json:"release,omitempty"` // the flags that say what is left out; nil: not recorded
	Cursor    uint64   `json:"cursor"`            // of the last change that the files have
	Rows      int64    `json:"rows"`
	Files     []File   `json:"files"` // in the order of their exports
}

// File describes one file of a data set.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Rows   int64  `json:"rows"`
	Cursor uint64 `json:"cursor"` // the manifest's when the file was added
}

// Read reads the manifest in a folder. tag identifies the manifest's content; it is "" if there is no manifest yet.
func Read(ctx context.Context, in folder.Folder) (m *Manifest, tag string, err error) {
	data, tag, err := in.Get(ctx, ManifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return &Manifest{Format: format}, "", nil
	}
	if err != nil {
		return nil, "", err
	}
	m = &Manifest{}
	if err := json.Unmarshal(data, m); err != nil || m.Format != format {
		return nil, "", fmt.Errorf("%s/%s %w", in, ManifestName, ErrManifest)
	}
	return m, tag, nil
}

// check returns an error if the data set belongs to another crawl, is divided in another way, or has rows of which other things are left out.
func (m *Manifest) check(in folder.Folder, crawl string, o *Options) error {
	release := (&feed.Table{Release: o.Release}).CheckRelease(m.Release)
	switch {
	case m.Cursor == 0:
		return nil
	case m.Crawl != crawl:
		return fmt.Errorf("%s %w", in, feed.ErrOtherCrawl)
	case release != nil:
		return fmt.Errorf("%s %w", in, release)
	case !slices.Equal(m.Partition, o.Partition):
		return fmt.Errorf("%s %w: by %q", in, ErrDivided, m.Partition)
	}
	return nil
}

// bytes returns the manifest as it is written, one file a line.
func (m *Manifest) bytes() ([]byte, error) {
	files := m.Files
	head := *m
	head.Files = []File{}
	text, err := json.Marshal(&head)
	if err != nil {
		return nil, err
	}
	text = text[:len(text)-len("]}")]
	for i := range files {
		line, err := json.Marshal(&files[i])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(text, '\n'), line...)
	}
	return append(text, "\n]}\n"...), nil
}
