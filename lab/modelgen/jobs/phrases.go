package jobs

import (
	_ "embed" // for the phrases
	"fmt"
	"strings"
)

//go:embed phrases.txt
var phraseFile string

// words are the phrases of one language by their name in phrases.txt.
type words map[string][]string

// readPhrases returns the words of each language.
func readPhrases(file string) (map[string]words, error) {
	all := map[string]words{}
	var current words
	number := 0
	for line := range strings.Lines(file) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			current = words{}
			all[strings.Trim(line, "[]")] = current
			continue
		}
		name, list, ok := strings.Cut(line, ": ")
		if !ok || current == nil {
			return nil, fmt.Errorf("phrases.txt:%d: write [language] and below it lines 'name: one|another'", number)
		}
		current[name] = strings.Split(list, "|")
	}
	return all, nil
}
