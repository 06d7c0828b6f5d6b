package scripted

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"

	"gannet/features"
)

// maxProgram bounds the bytes of a script that is searched for addresses, and mostAddresses the addresses found in one script.
const maxProgram, mostAddresses = 2 << 20, 32

// Addresses returns the addresses that a script requests, as they are written in its text. It finds the arguments of calls that make
// requests, if these are literals or are joined from literals and constants of the script. Other literals count if their path looks like
// the path of data. Addresses that are computed in other ways are not found.
func Addresses(script []byte) (found []string) {
	script = script[:min(len(script), maxProgram)]
	add := func(s string) {
		s = strings.ReplaceAll(s, `\/`, "/")
		if len(found) < mostAddresses && features.LooksLikeAddress(s) && !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	constants := sync.OnceValue(func() map[string]string { return constantsOf(script) })
	for _, end := range requests(script) {
		s, ok := sum(script[end:], constants)
		if ok && !strings.Contains(s, ":") && !features.LooksLikeAddress(s) && callsFetch(script[:end]) {
			s = "./" + s // as in fetch("jobs")
		}
		if ok {
			add(s)
		}
	}
	for _, m := range literals(script) {
		before, after := bytes.TrimRight(script[:m[0]], " \t"), bytes.TrimLeft(script[m[1]:], " \t")
		if bytes.HasSuffix(before, []byte("+")) || bytes.HasPrefix(after, []byte("+")) || bytes.HasPrefix(after, []byte(".concat")) {
			continue // a part of an address
		}
		if s := string(script[m[0]+1 : m[1]-1]); namesData(s) {
			add(s)
		}
	}
	return found
}

// sum returns the text of an expression that consists of literals and names of constants, joined by plus signs. The expression reaches to the end of
// the argument. ok is false for any other expression.
func sum(script []byte, constants func() map[string]string) (text string, ok bool) {
	for {
		script = bytes.TrimLeft(script, " \t\r\n")
		if len(script) == 0 {
			return "", false
		}
		if quote := script[0]; quote == '"' || quote == '\'' || quote == '`' {
			end := bytes.IndexByte(script[1:min(len(script), longestText)], quote)
			if end < 0 {
				return "", false
			}
			part, known := fill(string(script[1:1+end]), quote, constants)
			if !known {
				return "", false
			}
			text, script = text+part, script[end+2:]
		} else {
			end := bytes.IndexFunc(script, func(r rune) bool {
				return r != '_' && r != '$' && r != '.' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
			})
			if end <= 0 {
				return "", false
			}
			value, known := constantOf(string(script[:end]), constants)
			if !known {
				return "", false
			}
			text, script = text+value, script[end:]
		}
		script = bytes.TrimLeft(script, " \t\r\n")
		if len(script) == 0 || strings.IndexByte(",);}\n", script[0]) >= 0 {
			return text, true
		}
		if script[0] != '+' {
			return "", false
		}
		script = script[1:]
	}
}

// longestText bounds the bytes of a literal.
const longestText = 500

// fill returns the text of a literal. The names in a template literal stand for constants.
func fill(s string, quote byte, constants func() map[string]string) (string, bool) {
	if quote != '`' {
		return s, true
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "${")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		name, after, closed := strings.Cut(rest, "}")
		value, known := constantOf(strings.TrimSpace(name), constants)
		if !closed || !known {
			return "", false
		}
		b.WriteString(value)
		s = after
	}
}

// constantOf returns the value of a name. Only the part of the name behind its last dot counts.
func constantOf(name string, constants func() map[string]string) (string, bool) {
	value, known := constants()[name[strings.LastIndexByte(name, '.')+1:]]
	return value, known
}

// dataSegments are parts of paths under which servers answer programs.
var dataSegments = []string{"api", "apis", "rest", "feed", "feeds", "json", "xml", "ajax", "data", "wp-json", "odata", "v1", "v2", "v3", "v4"}

// namesData reports whether the path of an address shows that the address is one of data.
func namesData(address string) bool {
	where, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(address, `\/`, "/")), "?")
	if i := strings.Index(where, "://"); i >= 0 {
		where = where[i+3:]
	}
	switch path.Ext(where) {
	case ".json", ".xml", ".rss", ".atom", ".jsonl", ".ndjson":
		return true
	}
	segments := strings.Split(where, "/")
	last := segments[len(segments)-1]
	return last != "" && !slices.Contains(dataSegments, last) && slices.ContainsFunc(segments, func(s string) bool {
		return slices.Contains(dataSegments, s) || strings.HasPrefix(s, "api.") || strings.HasPrefix(s, "api-")
	})
}
