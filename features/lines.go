package features

import "bytes"

// countLines returns the number of lines of a source and the byte that ends them. Old files use carriage returns.
func countLines(source []byte) (lines int, end byte) {
	if n := bytes.Count(source, []byte{'\n'}); n > 0 {
		return n + 1, '\n'
	}
	return bytes.Count(source, []byte{'\r'}) + 1, '\r'
}
