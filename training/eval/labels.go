package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gannet/internal/bom"
	"gannet/internal/weburl"
)

// Labels say which pages of a web are about which topics.
type Labels struct {
	pages map[string]map[string]bool // topic → canonical URL
}

// ReadLabels reads labels: on each line a URL, a tab, and topics separated by "|".
func ReadLabels(r io.Reader) (*Labels, error) {
	l := &Labels{pages: make(map[string]map[string]bool)}
	lines := bufio.NewScanner(bom.NewReader(r))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if lines.Text() == "" {
			continue
		}
		raw, topics, ok := strings.Cut(lines.Text(), "\t")
		if !ok {
			return nil, fmt.Errorf("labels, line %d: want a URL, a tab and topics separated by |", n)
		}
		url, err := weburl.Canonical(raw)
		if err != nil {
			return nil, fmt.Errorf("labels, line %d: %w", n, err)
		}
		for t := range strings.SplitSeq(topics, "|") {
			l.Add(t, url)
		}
	}
	return l, lines.Err()
}

// Add labels a page, by its canonical URL, with a topic.
func (l *Labels) Add(topic, url string) {
	if l.pages == nil {
		l.pages = make(map[string]map[string]bool)
	}
	if l.pages[topic] == nil {
		l.pages[topic] = make(map[string]bool)
	}
	l.pages[topic][url] = true
}

// Topics returns the names of all topics, sorted.
func (l *Labels) Topics() []string {
	names := make([]string, 0, len(l.pages))
	for t := range l.pages {
		names = append(names, t)
	}
	slices.Sort(names)
	return names
}

// Has reports whether a page, by its canonical URL, is about a topic.
func (l *Labels) Has(topic, url string) bool { return l.pages[topic][url] }

// Count returns how many pages are labelled with a topic.
func (l *Labels) Count(topic string) int { return len(l.pages[topic]) }

// LoadLabels reads the labels in a file.
func LoadLabels(path string) (*Labels, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := ReadLabels(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return l, nil
}

// Split returns the topics of a web that belong to a split, such as "test". The file at path is JSON of the form {web: [{name, split}]}.
func Split(path, web, split string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var webs map[string][]struct{ Name, Split string }
	if err := json.Unmarshal(data, &webs); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var names []string
	for _, t := range webs[web] {
		if t.Split == split {
			names = append(names, t.Name)
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no topic of %q in split %q", path, web, split)
	}
	return names, nil
}
