package occupation

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// groupsFile has a line for each group of ISCO-08, from one digit to four: its code and its names. The first line names the languages. Names in
// English, Spanish and French are those of ESCO, the classification of the European Commission. In other languages unit groups alone have
// one: a common title of their jobs.
//
//go:embed groups.tsv
var groupsFile string

var names = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string)
	for line := range strings.Lines(groupsFile) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		all[columns[0]] = columns[1:]
	}
	return all
})

// Name returns the name of an occupation group of ISCO-08 by its code of one to four digits, in the given language (ISO 639-1) or else in
// English. It returns "" if there is no such group.
func Name(code, language string) string {
	all := names()
	list, ok := all[code]
	if !ok || code == languagesLine {
		return ""
	}
	if i := slices.Index(all[languagesLine], language); i >= 0 && list[i] != "" {
		return list[i]
	}
	return list[0]
}

// languagesLine begins the line that names the languages.
const languagesLine = "code"
