package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	nethtml "golang.org/x/net/html"
)

// write writes the page of a tree, which is a part of a response: its records as JSON, then their texts and links, and a link to the next page of records.
func write(address string, part Part, tree any) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(head + html.EscapeString(strings.TrimPrefix(part.scriptType(), Type)) + "\">")
	var data bytes.Buffer
	to := json.NewEncoder(&data)
	to.SetEscapeHTML(false)
	if err := to.Encode(tree); err != nil {
		return nil, err
	}
	b.WriteString(scriptEscapes.Replace(data.String()))
	b.WriteString("</script>\n<body>\n")
	writeValue(&b, "", tree, "")
	if next := nextOf(address, tree); next != "" {
		fmt.Fprintf(&b, "<a rel=next href=\"%s\">next</a>\n", html.EscapeString(next))
	}
	return b.Bytes(), nil
}

// scriptEscapes escapes in JSON what would end a script, or begin a comment in one (HTML, section 4.12.1.3). To escape every "<" would make answers with HTML
// much longer.
var scriptEscapes = strings.NewReplacer("</", `<\/`, "<!--", `\u003c!--`, "<script", `\u003cscript`)

// nameKeys are keys under which a record has its name.
var nameKeys = []string{"title", "name", "text", "label", "displayName", "PositionTitle"}

// writeValue writes a value that stands under a key. name is the name of the record that contains the value; it becomes the anchor of the record's
// links.
func writeValue(b *bytes.Buffer, key string, v any, name string) {
	switch v := v.(type) {
	case string:
		writeText(b, key, v, name)
	case []any:
		b.WriteString("<ul>\n")
		for _, inner := range v {
			b.WriteString("<li>")
			writeValue(b, key, inner, name)
			b.WriteString("</li>\n")
		}
		b.WriteString("</ul>\n")
	case map[string]any:
		for _, k := range nameKeys {
			if s, ok := v[k].(string); ok && s != "" && len(s) <= maxName {
				name = s
				break
			}
		}
		for _, k := range slices.Sorted(maps.Keys(v)) {
			writeValue(b, k, v[k], name)
		}
	}
}

// maxName bounds the bytes of a record's name.
const maxName = 200

// writeText writes a text as a link if it is a URL, and as a paragraph if it has words.
func writeText(b *bytes.Buffer, key, s, name string) {
	switch {
	case isURL(key, s):
		if !LeadsAway(key) {
			rel := ""
			if strings.HasPrefix(strings.ToLower(key), "next") {
				rel = " rel=next"
			}
			fmt.Fprintf(b, "<a%s href=\"%s\">%s</a>\n", rel, html.EscapeString(s), html.EscapeString(name))
		}
	case strings.ContainsAny(s, " \n") || strings.EqualFold(s, name):
		fmt.Fprintf(b, "<p>%s</p>\n", html.EscapeString(plain(s)))
	}
}

// isURL reports whether a text is a URL: an absolute one, or a path under a key that names one.
func isURL(key, s string) bool {
	if len(s) > 2000 || strings.ContainsAny(s, " \t\r\n<>\"") {
		return false
	}
	if strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
		return true
	}
	if !strings.HasPrefix(s, "/") || len(s) == 1 {
		return false
	}
	key = strings.ToLower(key)
	return slices.ContainsFunc([]string{"url", "path", "link", "href", "uri", "next"}, func(w string) bool { return strings.HasSuffix(key, w) || strings.HasPrefix(key, w) })
}

// LeadsAway reports whether the URL under a key of a record leads to something else than the record, such as an application form, a picture
// or a namespace.
func LeadsAway(key string) bool {
	key = strings.ToLower(key)
	return slices.ContainsFunc([]string{"apply", "application", "logo", "image", "icon", "photo", "avatar", "picture", "schema", "context"}, func(w string) bool { return strings.Contains(key, w) })
}

// plain returns the words of a text that may be HTML, or HTML whose signs are escaped.
func plain(s string) string {
	if !strings.Contains(s, "<") && strings.Contains(s, "&lt;") {
		s = html.UnescapeString(s)
	}
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	var b strings.Builder
	for z := nethtml.NewTokenizer(strings.NewReader(s)); ; {
		switch z.Next() {
		case nethtml.ErrorToken:
			return b.String()
		case nethtml.TextToken:
			b.Write(z.Text())
			b.WriteByte(' ')
		}
	}
}
