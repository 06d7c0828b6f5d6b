package jobs

import (
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// This file reads texts that are no ads, in the languages of the phrases. They are rendered like the ads, so that neither
// a layout nor a language is evidence for jobs.

// manualLanguages are the directories of translated manual pages.
var manualLanguages = map[string]string{
	"de": "de", "es": "es", "fr": "fr", "it": "it", "nl": "nl", "pl": "pl", "ru": "ru", "pt_BR": "pt", "cs": "cs",
	"zh_CN": "zh", "zh_TW": "zh-Hant", "ja": "ja", "uk": "uk",
}

// sayingFiles are the files of sayings for each language. A directory stands for all files in it.
var sayingFiles = map[string]string{
	"de": "de", "cs": "cs", "es": "es", "pl": "pl", "ru": "ru", "it": "it", "italia": "it", "brasil": "pt", "chinese": "zh",
}

// perLanguage is the largest number of texts of one language and kind.
const perLanguage = 250

var (
	comment = regexp.MustCompile(`(?m)^['.]\\".*$`)
	request = regexp.MustCompile(`(?m)^['.][A-Za-z]+`)
	escape  = regexp.MustCompile(`\\(f(\[[^]]*\]|\(..|.)|[*n](\[[^]]*\]|\(..|.)|\[[^]]*\]|\(..|s[-+]?\d+|[a-zA-Z&%|^:])|\\`)
	control = regexp.MustCompile(`\x1b\[[0-9;]*m`)
)

// readManuals reads translated manual pages, DIR/LANGUAGE/man*/*.gz; none if the directory is missing.
func readManuals(dir string, random *rand.Rand) ([]item, error) {
	var all []item
	for _, name := range sortedKeys(manualLanguages) {
		files, err := filepath.Glob(filepath.Join(dir, name, "man*", "*.gz"))
		if err != nil {
			return nil, fmt.Errorf("manual pages: %w", err)
		}
		random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		for _, f := range files[:min(perLanguage, len(files))] {
			source, err := readGzip(f)
			if err != nil {
				continue // a link to a missing page
			}
			text := escape.ReplaceAllString(request.ReplaceAllString(comment.ReplaceAllString(source, ""), ""), "")
			all = append(all, item{source: "manuals", language: manualLanguages[name], text: text, title: opening(text)})
		}
	}
	return all, nil
}

func readGzip(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(io.LimitReader(z, 1<<20))
	return string(data), err
}

// readSayings reads files of sayings, which are separated by lines of "%". A text consists of several sayings.
func readSayings(dir string, random *rand.Rand) ([]item, error) {
	var all []item
	for _, name := range sortedKeys(sayingFiles) {
		sayings, err := sayingsOf(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		random.Shuffle(len(sayings), func(i, j int) { sayings[i], sayings[j] = sayings[j], sayings[i] })
		for n := 0; n < perLanguage && len(sayings) > 12; n++ {
			some := 2 + random.IntN(10)
			text := strings.Join(sayings[:some], "\n\n")
			sayings = sayings[some:]
			all = append(all, item{source: "sayings", language: sayingFiles[name], text: text, title: opening(text)})
		}
	}
	return all, nil
}

func sayingsOf(path string) ([]string, error) {
	var sayings []string
	err := filepath.WalkDir(path, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !d.Type().IsRegular() || strings.HasSuffix(path, ".dat") {
			return nil //nolint:nilerr // a missing file gives no sayings
		}
		data, err := os.ReadFile(path)
		if err != nil || !utf8.Valid(data) {
			return err
		}
		for s := range strings.SplitSeq(control.ReplaceAllString(string(data), ""), "\n%\n") {
			if s = strings.TrimSpace(s); len(s) > 30 {
				sayings = append(sayings, s)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("sayings: %w", err)
	}
	return sayings, nil
}

// opening returns the first words of a text, as a title.
func opening(text string) string {
	words := strings.Fields(text)
	title := []rune(strings.Join(words[:min(len(words), 7)], " "))
	return string(title[:min(len(title), 60)])
}
