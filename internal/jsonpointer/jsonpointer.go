// Package jsonpointer writes and reads JSON Pointers (RFC 6901), which say where a value lies in a JSON text.
package jsonpointer

import "strings"

var (
	escapes   = strings.NewReplacer("~", "~0", "/", "~1")
	unescapes = strings.NewReplacer("~1", "/", "~0", "~")
)

// Format returns the JSON Pointer (RFC 6901) to the value that one reaches by the keys and item numbers in path. For an empty path, which
// means the whole text, it returns "".
func Format(path []string) string {
	var b strings.Builder
	for _, key := range path {
		b.WriteString("/" + escapes.Replace(key))
	}
	return b.String()
}

// Parse returns the keys and item numbers of which a JSON Pointer (RFC 6901) consists. For the pointer to the whole text, path is empty but
// not nil. ok is false if the pointer neither is empty nor begins with a slash.
func Parse(pointer string) (path []string, ok bool) {
	first, rest, isPath := strings.Cut(pointer, "/")
	if !isPath {
		return []string{}, pointer == ""
	}
	path = strings.Split(rest, "/")
	for i := range path {
		path[i] = unescapes.Replace(path[i])
	}
	return path, first == ""
}
