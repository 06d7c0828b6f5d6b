package records

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	nethtml "golang.org/x/net/html"
)

// write writes the page of a tree: its records as JSON, then their texts and links, and a link to the next page of records.
func write(address string, tree any) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(head)
	data, err := json.Marshal(tree) // it writes < as an escape, so no text in it ends the script
	if err != nil {
		return nil, err
	}
	b.Write(data)
	b.WriteString("</script>\n<body>\n")
	writeValue(&b, "", tree, "")
	if next := nextOf(address, tree); next != "" {
		fmt.Fprintf(&b, "<a rel=next href=\"%s\">next</a>\n", html.EscapeString(next))
	}
	return b.Bytes(), nil
}

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

// LeadsAway reports whether a key names a URL that does not lead to a record: the URL of a form, a picture or a namespace.
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

// countings are names of numbers by which answers count their records or pages: the number at which this answer begins, the step to the next answer,
// and the end.
var countings = []struct{ at, step, end []string }{
	{[]string{"offset", "skip", "start", "from"}, []string{"limit", "size", "count", "pageSize", "per_page"}, []string{"total", "totalFound", "totalCount", "total_count", "totalResults"}},
	{[]string{"page", "currentPage", "current_page", "pageNumber"}, nil, []string{"totalPages", "total_pages", "pages", "pageCount", "last_page", "lastPage"}},
}

// nextOf returns the URL of the next page of records, or "". It computes the URL from the numbers of the root, or of the record that stands beside
// the list. The parameter for the position is changed in the URL of this page, or added.
func nextOf(address string, tree any) string {
	root, ok := tree.(map[string]any)
	if !ok {
		return ""
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	for _, beside := range []string{"", "meta", "pagination", "paging", "page"} {
		o := root
		if beside != "" {
			if o, ok = root[beside].(map[string]any); !ok {
				continue
			}
		}
		for _, c := range countings {
			name, at := numberOf(o, c.at)
			_, end := numberOf(o, c.end)
			step := 1
			if c.step != nil {
				_, step = numberOf(o, c.step)
			}
			last := end - 1
			if c.step == nil {
				last = end
			}
			if name == "" || step <= 0 || at < 0 || at+step > last {
				continue
			}
			q := u.Query()
			if given := givenName(q, c.at); given != "" {
				name = given
			}
			q.Set(name, strconv.Itoa(at+step))
			u.RawQuery = q.Encode()
			return u.String()
		}
	}
	return ""
}

// givenName returns the first of some names that a query has, "" if it has none.
func givenName(q url.Values, names []string) string {
	for _, name := range names {
		if q.Has(name) {
			return name
		}
	}
	return ""
}

// numberOf returns the first of some names under which a record has a whole number, and the number.
func numberOf(o map[string]any, names []string) (string, int) {
	for _, name := range names {
		if n, err := strconv.Atoi(fmt.Sprint(o[name])); err == nil && o[name] != nil {
			return name, n
		}
	}
	return "", 0
}
