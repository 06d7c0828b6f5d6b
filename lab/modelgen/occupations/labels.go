// Package occupations learns and measures the model of job/occupation.
package occupations

import (
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// titles has a file of each language. A line is the code of a unit group of ISCO-08, a tab, and titles of job ads, separated by "|".
//
//go:embed titles/*.tsv
var titles embed.FS

// example is a title, or a name of occupations, whose unit group is known. It may have a text.
type example struct {
	title, text, group string
	weight             int // how often it is taught in one round
}

// adTitle is the number of ESCO names that a title from an ad counts as. ESCO's names are more than ten times as many, and more formal.
const adTitle = 8

// unitGroup matches the code of a unit group.
var unitGroup = regexp.MustCompile(`^\d{4}$`)

// readESCO reads the names of occupations and their groups that ESCO has, and its descriptions, from the archive in a directory.
func readESCO(archive string) (list []example, err error) {
	dir, err := os.MkdirTemp("", "gannet-esco-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if out, err := exec.Command("tar", "-xf", archive, "-C", dir).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", archive, err, out)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.csv"))
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		if err := eachRow(path, func(row map[string]string) { list = append(list, examplesOf(row)...) }); err != nil {
			return nil, err
		}
	}
	return once(list), nil
}

// examplesOf returns the names of a row, and its description if that is longer than a few words.
func examplesOf(row map[string]string) (list []example) {
	group := row["iscoGroup"]
	if group == "" {
		group = row["code"]
	}
	if !unitGroup.MatchString(group) {
		return nil
	}
	for _, name := range append(strings.Split(row["altLabels"], "\n"), row["preferredLabel"]) {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, example{title: name, group: group, weight: 1})
		}
	}
	if text := row["description"]; len(text) > 50 {
		list = append(list, example{row["preferredLabel"], text, group, 2})
	}
	return list
}

// readTitles reads the titles.
func readTitles() (list []example, err error) {
	files, err := fs.Glob(titles, "titles/*.tsv")
	if err != nil {
		return nil, err
	}
	for _, path := range files {
		text, err := titles.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			group, all, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if !ok || !unitGroup.MatchString(group) {
				return nil, fmt.Errorf("%s: no group and titles: %q", path, line)
			}
			for _, title := range strings.Split(all, "|") {
				list = append(list, example{title: title, group: group, weight: adTitle})
			}
		}
	}
	return list, nil
}

// once removes repeated examples.
func once(list []example) (left []example) {
	seen := make(map[example]bool)
	for _, e := range list {
		key := e
		if key.title = strings.ToLower(e.title); !seen[key] {
			seen[key] = true
			left = append(left, e)
		}
	}
	return left
}

// eachRow calls use with the rows of a CSV file by the names of its columns.
func eachRow(path string, use func(map[string]string)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := csv.NewReader(f)
	in.LazyQuotes, in.FieldsPerRecord = true, -1
	head, err := in.Read()
	for err == nil {
		var fields []string
		if fields, err = in.Read(); err != nil {
			break
		}
		row := make(map[string]string, len(head))
		for i, name := range head[:min(len(head), len(fields))] {
			row[strings.TrimPrefix(name, "\ufeff")] = fields[i]
		}
		use(row)
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}
