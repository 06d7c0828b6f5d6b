package topic

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"gannet/internal/weburl"
	"gannet/internal/yamlfile"
)

// limits of a topic file. The largest classifier takes about 7 MB and is one value.
var limits = yamlfile.Limits{Bytes: 32 << 20, Values: 300_000}

// Load reads a topic file. An error is one line that names the path and the line, and says what to do.
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

// Read reads a topic from YAML in the format that Write writes. An unknown key is an error.
func Read(r io.Reader) (*Topic, error) {
	t := new(Topic)
	err := yamlfile.ReadMapping(r, limits, "at least 'name'", t.readers())
	if err == nil && t.Name == "" {
		err = errors.New("no name: add a line 'name: my_topic'")
	}
	if err != nil {
		return nil, fmt.Errorf("read topic: %w", err)
	}
	return t, nil
}

// readers returns the readers of a topic file's keys.
func (t *Topic) readers() map[string]yamlfile.Reader {
	return map[string]yamlfile.Reader{
		"name":     yamlfile.Name(&t.Name),
		"title":    yamlfile.Text(&t.Title),
		"language": yamlfile.Text(&t.Language),
		"keywords": listReader(&t.Keywords, &t.Groups, "words", func(g *Group) *[]string { return &g.Keywords }, keyword),
		"seeds":    listReader(&t.Seeds, &t.Groups, "urls", func(g *Group) *[]string { return &g.Seeds }, seed),
		"classifier": yamlfile.Checked(func(s string) error {
			t.Classifier = new(Classifier)
			return t.Classifier.UnmarshalText([]byte(s))
		}),
	}
}

// listReader reads a list of plain values and groups {country, language, LABEL: [values]}. It appends all values to all,
// the plain ones first, and each group to groups.
func listReader(all *[]string, groups *[]Group, label string, of func(*Group) *[]string, check func(string) (string, error)) yamlfile.Reader {
	return func(n *yamlfile.Node) error {
		var grouped []string
		err := yamlfile.Sequence(n, func(n *yamlfile.Node) error {
			if !yamlfile.IsMapping(n) {
				return yamlfile.Append(all, check)(n)
			}
			var g Group
			err := yamlfile.Mapping(n, map[string]yamlfile.Reader{
				"country": yamlfile.Text(&g.Country), "language": yamlfile.Text(&g.Language),
				label: func(n *yamlfile.Node) error { return yamlfile.Sequence(n, yamlfile.Append(of(&g), check)) },
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

func keyword(s string) (string, error) {
	if strings.TrimSpace(s) == "" {
		return "", fmt.Errorf("empty keyword: remove the entry")
	}
	return s, nil
}

// seed checks a URL, and removes a user name and password from it.
func seed(s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", fmt.Errorf("seed %q: give an absolute URL that begins with http:// or https://", weburl.Redact(s))
	}
	if u.User != nil {
		return weburl.Canonical(s) // has no user name and password
	}
	return s, nil
}

// Write writes the topic as YAML, in the format of a topic file.
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
