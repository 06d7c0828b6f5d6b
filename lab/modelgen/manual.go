package main

import (
	"compress/gzip"
	"fmt"
	"html"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gannet/features"
	"gannet/topic"
)

// perLanguage is the number of manual pages of one language in the background. It is enough to know the language's common
// words.
const perLanguage = 250

// readManuals counts the words of translated manual pages, DIR/LANGUAGE/man*/*.gz.
func readManuals(dir string, seed uint64) ([]topic.Vector, error) {
	if dir == "" {
		return nil, nil
	}
	languages, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("manual pages: %w", err)
	}
	reader := features.NewReader()
	var all []topic.Vector
	for _, l := range languages {
		files, err := filepath.Glob(filepath.Join(dir, l.Name(), "man*", "*.gz"))
		if err != nil {
			return nil, fmt.Errorf("manual pages: %w", err)
		}
		random := rand.New(rand.NewPCG(seed, 0x6d616e))
		random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		for _, f := range files[:min(perLanguage, len(files))] {
			v, err := readManual(reader, f)
			if err != nil {
				return nil, err
			}
			all = append(all, v)
		}
	}
	return all, nil
}

func readManual(reader *features.Reader, path string) (topic.Vector, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Type() != 0 && info.Mode().Type() != fs.ModeSymlink {
		return topic.Vector{}, fmt.Errorf("manual page %s: %w", path, err)
	}
	source, err := readGzip(path)
	if err != nil {
		return topic.Vector{}, err
	}
	p, err := reader.Read("http://manual.invalid/", []byte("<p>"+html.EscapeString(plain(source))))
	if err != nil {
		return topic.Vector{}, fmt.Errorf("manual page %s: %w", path, err)
	}
	return topic.Vectorize(p), nil
}

// readGzip reads a manual page's source.
func readGzip(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("manual page: %w", err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", fmt.Errorf("manual page %s: %w", path, err)
	}
	source, err := io.ReadAll(z)
	if err != nil {
		return "", fmt.Errorf("manual page %s: %w", path, err)
	}
	return string(source), nil
}

var (
	comment = regexp.MustCompile(`(?m)^['.]\\".*$`)
	request = regexp.MustCompile(`(?m)^['.][A-Za-z]+`)
	escape  = regexp.MustCompile(`\\(f(\[[^]]*\]|\(..|.)|[*n](\[[^]]*\]|\(..|.)|\[[^]]*\]|\(..|s[-+]?\d+|[a-zA-Z&%|^:])`)
)

// plain removes the commands from a manual page's source.
func plain(source string) string {
	source = comment.ReplaceAllString(source, "")
	source = request.ReplaceAllString(source, "")
	source = escape.ReplaceAllString(source, "")
	return strings.ReplaceAll(source, `\`, "")
}
