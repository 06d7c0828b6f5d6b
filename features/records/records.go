// Package records owns pages that are made of JSON and XML answers, such as programs and feed readers request. Both become one tree of records. The
// tree becomes an HTML page with the records as data in a script, and with their texts and links as the body.
package records

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"strings"

	"gannet/features"
)

// These are the bounds of one response.
const (
	// MaxBytes is the longest body in JSON or XML, in bytes, of which a page is made.
	MaxBytes  = 4 << 20
	maxDepth  = 40
	maxValues = 100_000
)

// These errors of Page and Pages say why no page can be made of a response in JSON or XML.
var (
	ErrTooLarge = errors.New("the answer has too many bytes, values or levels")
	ErrBroken   = errors.New("the answer is neither whole JSON nor whole XML")
	ErrEmpty    = errors.New("the answer has no records")
)

// Type is the type of the script element that holds the records of a response, as JSON, in a page that the functions Page and Pages make.
const Type = "application/answer+json"

const head = "<!DOCTYPE html><script type=\"" + Type

// IsMade reports whether a body is an HTML page that the functions Page or Pages have made.
func IsMade(body []byte) bool { return bytes.HasPrefix(body, []byte(head)) }

// Of returns the JSON of the records in a page that the functions Page or Pages have made. ok is false for any other page.
func Of(p *features.Page) (text string, ok bool) {
	if len(p.Data) == 0 || p.Data[0].Type != Type && PartOf(p) == (Part{}) {
		return "", false
	}
	return string(p.Data[0].Text), true
}

// IsJSON reports whether a MIME type is a JSON type (MIME Sniffing section 4.6) or one of JSON in lines.
func IsJSON(essence string) bool {
	switch essence {
	case "application/json", "text/json", "application/x-ndjson", "application/jsonl", "application/json-lines":
		return true
	}
	return strings.HasSuffix(essence, "+json")
}

// IsScript reports whether a MIME type is a JavaScript type (MIME Sniffing section 4.6).
func IsScript(essence string) bool {
	return strings.HasSuffix(essence, "/javascript") || strings.HasSuffix(essence, "/x-javascript") || strings.HasSuffix(essence, "/ecmascript")
}

// ScriptPage returns an HTML page that stands for a script: it has a link to each address that the script requests, and no records.
func ScriptPage(addresses []string) []byte {
	b := bytes.NewBufferString(scriptHead)
	for _, a := range addresses {
		fmt.Fprintf(b, "<a href=\"%s\"></a>\n", html.EscapeString(a))
	}
	return b.Bytes()
}

const scriptHead = head + "\">null</script>\n<body data-of=script>\n"

// IsOfScript reports whether a body is a page that ScriptPage has made.
func IsOfScript(body []byte) bool { return bytes.HasPrefix(body, []byte(scriptHead)) }

// Looks reports whether a body may be JSON, or XML that is neither a web page nor a picture. start has the first bytes of the body, and
// root returns the name of the first XML element.
func Looks(start []byte, root func([]byte) string) bool {
	start = trimStart(start)
	switch {
	case len(start) == 0:
		return false
	case start[0] == '{' || start[0] == '[':
		return true
	case start[0] != '<':
		return false
	}
	switch strings.ToLower(root(start)) {
	case "", "html", "svg", "stylesheet", "transform", "schema", "urlset", "sitemapindex":
		return false
	}
	return true
}

// Page converts a response in JSON or XML, in UTF-8, to an HTML page with its records. url is the response's URL, from which the URLs of
// further result pages are derived. The time is linear in the length of the body, and XML entities of a document type are not expanded. The
// error is ErrTooLarge, ErrBroken or ErrEmpty.
func Page(url string, body []byte) ([]byte, error) {
	if len(body) > MaxBytes {
		return nil, ErrTooLarge
	}
	body = trimStart(body)
	read := readJSON
	if bytes.HasPrefix(body, []byte("<")) {
		read = readXML
	}
	tree, err := read(body)
	if err != nil {
		return nil, err
	}
	page, err := write(url, Part{}, withRecords(tree))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return page, nil
}

// trimStart returns a body without a byte order mark and white space before it.
func trimStart(body []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")), " \t\r\n")
}
