package embedded

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"gannet/features"
	"gannet/job/schemaorg"
)

// source is a text of a page that may hold data.
type source struct {
	text    string
	named   bool // its name in the page speaks of jobs
	isJSON  bool // the whole text is; otherwise it is a program with data in it
	isPiece bool // the program pushes a part of a text
}

// sources returns the texts of a page that may hold a posting, without those that are too short or that name nothing like one.
// Pieces of one text count together.
func sources(data []features.Datum) (all []source) {
	left, pieces := maxBytes, 0
	speaks := false // a piece speaks of jobs
	for _, d := range data {
		s := source{named: namesJob(d.Name), isJSON: !d.Script || strings.Contains(strings.ToLower(d.Type), "json")}
		holds := mayHold(d.Text)
		if s.isPiece = !s.isJSON && isPiece(d.Text); s.isPiece {
			pieces++
			speaks = speaks || holds
		}
		if (holds || s.isPiece) && len(d.Text) <= left {
			left -= len(d.Text)
			s.text = string(d.Text)
			all = append(all, s)
		}
	}
	if pieces > 0 && !speaks {
		all = slices.DeleteFunc(all, func(s source) bool { return s.isPiece })
	}
	return all
}

// isPiece reports whether a script pushes a part of a text.
func isPiece(text []byte) bool {
	return bytes.Contains(text, []byte(".push([")) || bytes.Contains(text, []byte(".enqueue("))
}

// speaking are parts of the names and texts that a posting has, in several languages.
var speaking = bytes.Fields([]byte(
	`job Job vaca Vaca osition mplo mple ompan alar tell fert ffre irma vaga raco hir "who" "what" eyJ W3si`,
))

// mayHold reports whether a text may contain a posting. It is called for every script of every page, so it has to be quick.
func mayHold(text []byte) bool {
	if len(text) < leastSource {
		return false
	}
	for _, s := range speaking {
		if bytes.Contains(text, s) {
			return true
		}
	}
	return namesEmployer(text)
}

// namesEmployer reports whether a name in data stands for an employer, or is not in English letters.
func namesEmployer(text []byte) bool {
	var name [maxKey]byte
	for {
		end := bytes.Index(text, []byte(`":`))
		if end < 0 {
			return false
		}
		key := text[bytes.LastIndexByte(text[:end], '"')+1 : end]
		text = text[end+2:]
		n := 0
		for i := 0; i < len(key) && len(key) <= maxKey; i++ {
			switch c := key[i] | 0x20; {
			case key[i] >= utf8.RuneSelf, key[i] == '\\' && i+1 < len(key) && key[i+1] == 'u':
				return true
			case c >= 'a' && c <= 'z':
				name[n] = c
				n++
			}
		}
		if known.meanings[string(name[:n])].role == company {
			return true
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// named is a value of a page's data, and whether the page names it with a word for jobs.
type named struct {
	value any
	job   bool
}

// values returns the data of all sources, those first that are nothing else. What scripts push piece by piece is put together.
func (f *finder) values(all []source) (values []named) {
	var pushed strings.Builder
	slices.SortStableFunc(all, func(a, b source) int { return cmp.Compare(btoi(b.isJSON), btoi(a.isJSON)) })
	for _, s := range all {
		if strings.Contains(s.text, "&q;") {
			s.text = strings.NewReplacer("&q;", `"`, "&a;", "&", "&s;", "'", "&l;", "<", "&g;", ">").Replace(s.text)
		}
		var found []any
		if s.isJSON {
			found = schemaorg.ParseJSON(decoded(s.text), &f.left)
		} else {
			found = f.literals(s.text, &pushed)
		}
		for _, v := range found {
			values = append(values, named{f.unpack(v), s.named})
		}
	}
	if pushed.Len() > 0 {
		for _, v := range f.rows(pushed.String()) {
			values = append(values, named{f.unpack(v), false})
		}
	}
	return values
}

// literals returns the objects, arrays and texts of data in a program. Texts that it pushes are added to pushed.
func (f *finder) literals(text string, pushed *strings.Builder) (values []any) {
	for at := 0; at < len(text) && f.left > 0; {
		i := strings.IndexAny(text[at:], "{[\"'")
		if i < 0 {
			break
		}
		at += i
		before := strings.TrimRight(text[:at], " \t\r\n")
		switch c := text[at]; {
		case c == '"' || c == '\'':
			s, n, ok := schemaorg.Unquote(text[at:])
			at += n
			if !ok || len(s) < leastSource || !strings.HasSuffix(before, "(") {
				continue
			}
			if strings.HasSuffix(before, "enqueue(") || strings.HasSuffix(before, "push(") {
				pushed.WriteString(s)
			} else {
				values = append(values, s)
			}
		case strings.HasSuffix(before, "push("):
			v, n := schemaorg.ParseValue(text[at:], &f.left)
			at += max(n, 1)
			if list, ok := v.([]any); ok && len(list) == 2 {
				if s, ok := list[1].(string); ok {
					pushed.WriteString(s)
					continue
				}
			}
			values = append(values, v)
		case opensData(before) && startsData(text[at+1:]):
			v, n := schemaorg.ParseValue(text[at:], &f.left)
			at += max(n, 1)
			values = append(values, f.applied(v, text[:at], text[at:]))
		default:
			at++
		}
	}
	return values
}

// opensData reports whether a value may follow a text of a program.
func opensData(before string) bool {
	return before == "" || strings.HasSuffix(before, "=") || strings.HasSuffix(before, "(") || strings.HasSuffix(before, ",") ||
		strings.HasSuffix(before, "return") || strings.HasSuffix(before, ":")
}

// startsData reports whether the text after a bracket begins as data does: with a name or a value.
func startsData(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	if text == "" {
		return false
	}
	if strings.IndexByte("\"'{[", text[0]) >= 0 {
		return true
	}
	end := 0
	for end < len(text) && end < 60 && (text[end] == '_' || text[end] == '$' || text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z' || text[end] >= '0' && text[end] <= '9') {
		end++
	}
	return end > 0 && end < len(text) && (text[end] == ':' || text[end] == ',')
}

// applied replaces the parameters of a function by what it is called with: (function(a,b){return {title:a}}("Baker",1)).
func (f *finder) applied(v any, before, after string) any {
	if !strings.HasPrefix(strings.TrimLeft(after[:min(len(after), 20)], "; \n"), "}(") {
		return v
	}
	if f.calls++; f.calls > maxCalls {
		return v
	}
	from := strings.LastIndex(before, "function(")
	if from < 0 {
		return v
	}
	params, _, ok := strings.Cut(before[from+len("function("):], ")")
	call := strings.Index(after, "}(")
	if !ok || call < 0 || len(params) > 20_000 {
		return v
	}
	parsed, _ := schemaorg.ParseValue("["+strings.TrimRight(after[call+2:], ") ;\n")+"]", &f.left)
	args, _ := parsed.([]any)
	with := map[string]any{}
	for i, name := range strings.Split(params, ",") {
		if i < len(args) {
			with[strings.TrimSpace(name)] = args[i]
		}
	}
	return f.replaced(v, with, 0)
}

// maxCalls bounds the calls of functions that are looked at.
const maxCalls = 50

// replaced returns v with the texts that are names in with replaced by their values.
func (f *finder) replaced(v any, with map[string]any, depth int) any {
	if depth > maxDepth {
		return nil
	}
	switch v := v.(type) {
	case string:
		if to, ok := with[v]; ok {
			return to
		}
	case []any:
		for i := range v {
			v[i] = f.replaced(v[i], with, depth+1)
		}
	case map[string]any:
		for key := range v {
			v[key] = f.replaced(v[key], with, depth+1)
		}
	}
	return v
}

// parsedText returns what a text holds if it is data: JSON, or JSON escaped as in a URL.
func (f *finder) parsedText(s string) any {
	s = strings.TrimSpace(decoded(s))
	if len(s) < leastSource || s[0] != '{' && s[0] != '[' {
		return nil
	}
	if values := schemaorg.ParseJSON(s, &f.left); len(values) > 0 {
		return f.unpack(values[0])
	}
	return nil
}

// decoded returns JSON that is escaped as in a URL or in base64 as it was before. Other texts stay.
func decoded(s string) string {
	switch features.EncodingOf(s) {
	case features.PercentJSON:
		if text, err := url.PathUnescape(s); err == nil {
			return text
		}
	case features.Base64JSON:
		text, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.TrimSpace(s), "="))
		if err == nil && utf8.Valid(text) {
			return string(text)
		}
	}
	return s
}
