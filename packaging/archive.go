package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// archive writes a tar.gz, or a zip for Windows. Its one directory can be copied into a prefix such as /usr/local.
func (b builder) archive(all files, p platform, out string) error {
	name := "gannet_" + b.release.version + "_" + p.os + "_" + p.arch
	if p.os != "windows" {
		all = all.moved(func(f string) string {
			if strings.HasPrefix(f, "share/powershell/") {
				return ""
			}
			return name + "/" + f
		})
		return os.WriteFile(filepath.Join(out, name+".tar.gz"), gzipped(tarOf(all, b.release.time)), 0o644)
	}
	all = all.moved(func(f string) string {
		switch {
		case strings.HasPrefix(f, "share/powershell/"), strings.HasPrefix(f, "bin/"):
			return name + "/" + path.Base(f)
		case strings.HasPrefix(f, "share/"):
			return ""
		}
		return name + "/" + f
	})
	content, err := zipOf(all, b.release.time)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, name+".zip"), content, 0o644)
}

// tarOf returns files as a tar archive, owned by root.
func tarOf(all files, at time.Time) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range all {
		// A buffer takes everything, and names are short.
		_ = w.WriteHeader(&tar.Header{Name: f.name, Mode: int64(f.mode), Size: int64(len(f.content)), ModTime: at, Format: tar.FormatPAX})
		_, _ = w.Write(f.content)
	}
	_ = w.Close()
	return b.Bytes()
}

// zipOf returns files as a zip archive, in their order.
func zipOf(all files, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range all {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		header.SetMode(f.mode)
		w, err := z.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}
