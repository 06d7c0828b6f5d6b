package topic

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// maxFile bounds a topic file; the largest classifier takes about 7 MB.
const maxFile = 32 << 20

// Load reads a topic file. Its errors are of one line and name the path, the line and what to do.
func Load(path string) (*Topic, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("topic file: %w", err)
	}
	defer f.Close()
	t, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Read reads a topic in the YAML that Write describes. What it does not know is an error.
func Read(r io.Reader) (*Topic, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read topic: %w", err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("read topic: more than %d bytes: give a topic file", maxFile)
	}
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, syntax(err)
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		return nil, fmt.Errorf("read topic: needs exactly one YAML document, with at least 'name'")
	}
	t := new(Topic)
	if err := t.fill(file.Docs[0].Body); err != nil {
		return nil, err
	}
	if t.Name == "" {
		return nil, fmt.Errorf("read topic: no name: add a line 'name: my_topic'")
	}
	return t, nil
}

// syntax brings the parser's error, which shows a piece of the file, to one line.
func syntax(err error) error {
	if e, ok := err.(yaml.Error); ok && e.GetToken() != nil {
		return fmt.Errorf("read topic: line %d: %s: correct the YAML there", e.GetToken().Position.Line, e.GetMessage())
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return fmt.Errorf("read topic: %s: correct the YAML there", first)
}

// fill reads the document.
func (t *Topic) fill(n ast.Node) error {
	return mapping(n, map[string]func(ast.Node) error{
		"name":     func(n ast.Node) error { return t.fillName(n) },
		"title":    text(&t.Title),
		"language": text(&t.Language),
		"keywords": list(&t.Keywords, &t.Groups, "words", func(g *Group) *[]string { return &g.Keywords }, keyword),
		"seeds":    list(&t.Seeds, &t.Groups, "urls", func(g *Group) *[]string { return &g.Seeds }, seed),
		"classifier": func(n ast.Node) error {
			var s string
			if err := text(&s)(n); err != nil {
				return err
			}
			t.Classifier = new(Classifier)
			if err := t.Classifier.UnmarshalText([]byte(s)); err != nil {
				return wrong(n, "%w", err)
			}
			return nil
		},
	})
}

var goodName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

func (t *Topic) fillName(n ast.Node) error {
	if err := text(&t.Name)(n); err != nil {
		return err
	}
	if !goodName.MatchString(t.Name) {
		return wrong(n, "name %q: use up to 64 lower-case letters, digits, '-' and '_'", t.Name)
	}
	return nil
}

// list reads a list of plain values and groups {country, language, LABEL: [values]}. All values go to all, those of
// groups to a Group too; plain values come first.
func list(all *[]string, groups *[]Group, label string, of func(*Group) *[]string, check func(string) error) func(ast.Node) error {
	return func(n ast.Node) error {
		var grouped []string
		err := sequence(n, func(n ast.Node) error {
			if _, ok := n.(ast.MapNode); !ok {
				return value(all, check)(n)
			}
			var g Group
			err := mapping(n, map[string]func(ast.Node) error{
				"country": text(&g.Country), "language": text(&g.Language),
				label: func(n ast.Node) error { return sequence(n, value(of(&g), check)) },
			})
			if len(*of(&g)) > 0 {
				grouped = append(grouped, *of(&g)...)
				*groups = append(*groups, g)
			}
			return err
		})
		*all = append(*all, grouped...)
		return err
	}
}

func keyword(s string) error {
	if strings.TrimSpace(s) == "" {
		return fmt.Errorf("empty keyword: remove the entry")
	}
	return nil
}

func seed(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return fmt.Errorf("seed %q: give an absolute URL that begins with http:// or https://", s)
	}
	return nil
}

func value(to *[]string, check func(string) error) func(ast.Node) error {
	return func(n ast.Node) error {
		var s string
		if err := text(&s)(n); err != nil {
			return err
		}
		if err := check(s); err != nil {
			return wrong(n, "%w", err)
		}
		*to = append(*to, s)
		return nil
	}
}

// Write writes the topic's file.
func (t *Topic) Write(w io.Writer) error {
	var b bytes.Buffer
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, quote(value))
		}
	}
	line("name", t.Name)
	line("title", t.Title)
	line("language", t.Language)
	t.writeList(&b, "keywords", "words", t.Keywords, func(g Group) []string { return g.Keywords })
	t.writeList(&b, "seeds", "urls", t.Seeds, func(g Group) []string { return g.Seeds })
	if t.Classifier != nil {
		text, err := t.Classifier.MarshalText()
		if err != nil {
			return fmt.Errorf("write topic %s: %w", t.Name, err)
		}
		b.WriteString("classifier: |-\n")
		for len(text) > 0 {
			n := min(100, len(text))
			fmt.Fprintf(&b, "  %s\n", text[:n])
			text = text[n:]
		}
	}
	if _, err := w.Write(b.Bytes()); err != nil {
		return fmt.Errorf("write topic %s: %w", t.Name, err)
	}
	return nil
}

func (t *Topic) writeList(b *bytes.Buffer, key, label string, all []string, of func(Group) []string) {
	if len(all) == 0 {
		return
	}
	grouped := map[string]bool{}
	for _, g := range t.Groups {
		for _, v := range of(g) {
			grouped[v] = true
		}
	}
	fmt.Fprintf(b, "%s:\n", key)
	for _, v := range all {
		if !grouped[v] {
			fmt.Fprintf(b, "  - %s\n", quote(v))
		}
	}
	for _, g := range t.Groups {
		if len(of(g)) == 0 {
			continue
		}
		fmt.Fprintf(b, "  - country: %s\n    language: %s\n    %s:\n", quote(g.Country), quote(g.Language), label)
		for _, v := range of(g) {
			fmt.Fprintf(b, "      - %s\n", quote(v))
		}
	}
}
