package template

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/PuerkitoBio/goquery"
	"github.com/andybalholm/cascadia"

	"gannet/internal/lazyregexp"
	"gannet/internal/yamlfile"
	"gannet/job"
)

// Bounds of a template file. Selectors and patterns are parsed recursively, so their length is bounded, too.
var limits = yamlfile.Limits{Bytes: 1 << 20, Values: 50_000}

const (
	maxPattern = 2000 // bytes
	maxRules   = 200
)

// Read reads a template from YAML of the form that Write documents. Unknown keys are errors. Errors have one line, which names the
// line of the file and what to do.
func Read(r io.Reader) (*Template, error) {
	t, err := parse(r)
	if err != nil {
		return nil, fmt.Errorf("read template: %w", err)
	}
	return t, nil
}

func parse(r io.Reader) (*Template, error) {
	t := &Template{Fields: map[job.Field][]Rule{}}
	if err := yamlfile.ReadMapping(r, limits, "name, hosts and fields", t.readers()); err != nil {
		return nil, err
	}
	switch {
	case t.Name == "":
		return nil, fmt.Errorf("no name: add a line 'name: my_site'")
	case len(t.Hosts) == 0:
		return nil, fmt.Errorf("no hosts: add a line 'hosts: [example.org]'")
	case len(t.Fields) == 0 && len(t.Detail) == 0 && len(t.Listing) == 0 && len(t.Other) == 0:
		return nil, fmt.Errorf("neither fields nor kinds: add 'fields:' with a line such as 'title: h1'")
	}
	if t.RecordURL != nil && t.Records == nil {
		return nil, fmt.Errorf("url is for answers in JSON or XML: remove it, or add 'records:' with a pointer to their postings")
	}
	t.listRules()
	if len(t.rules) > maxRules {
		return nil, fmt.Errorf("%d rules: keep at most %d", len(t.rules), maxRules)
	}
	for _, r := range t.rules {
		switch {
		case t.Records == nil && isPointer(r.Select):
			return nil, fmt.Errorf("%s: %q is for answers in JSON or XML: add 'records:' with a pointer to their postings, such as /jobs/*", r.field, r.Select)
		case t.Records != nil && r.Select != "" && !isPointer(r.Select):
			return nil, fmt.Errorf("%s: %q is for pages: remove 'records', or write a pointer such as /title", r.field, r.Select)
		}
	}
	return t, nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// readers returns a reader for each key of a template file.
func (t *Template) readers() map[string]yamlfile.Reader {
	fields := map[string]yamlfile.Reader{}
	for _, f := range job.Fields() {
		fields[string(f)] = yamlfile.OneOrMore(func(n *yamlfile.Node) error {
			r, err := readRule(n)
			t.Fields[f] = append(t.Fields[f], r)
			return err
		})
	}
	return map[string]yamlfile.Reader{
		"name":     yamlfile.Name(&t.Name),
		"hosts":    yamlfile.OneOrMore(yamlfile.Checked(t.addHost)),
		"language": yamlfile.Checked(t.setLanguage),
		"records": yamlfile.Checked(func(s string) (err error) {
			t.Records, err = parsePointer(s)
			return err
		}),
		"url": yamlfile.Checked(func(s string) (err error) {
			t.RecordURL, err = parseRecordURL(s)
			return err
		}),
		"kinds": func(n *yamlfile.Node) error {
			return yamlfile.Mapping(n, map[string]yamlfile.Reader{
				"detail": patterns(&t.Detail), "listing": patterns(&t.Listing), "other": patterns(&t.Other),
			})
		},
		"fields": func(n *yamlfile.Node) error { return yamlfile.Mapping(n, fields) },
	}
}

var goodHost = lazyregexp.New(`^(\*|(\*\.)?[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*)$`)

func (t *Template) addHost(s string) error {
	s = strings.ToLower(s)
	if !goodHost.MatchString(s) {
		return fmt.Errorf("host %q: write a host name such as jobs.example.org, or *.example.org", s)
	}
	if !slices.Contains(t.Hosts, s) {
		t.Hosts = append(t.Hosts, s)
	}
	return nil
}

func (t *Template) setLanguage(s string) error {
	if len(s) != 2 || !languageTag.MatchString(s) {
		return fmt.Errorf("language %q: write two letters of ISO 639-1, such as en", s)
	}
	t.Language = strings.ToLower(s)
	return nil
}

func patterns(to *[]*regexp.Regexp) yamlfile.Reader {
	return yamlfile.OneOrMore(yamlfile.Append(to, compile))
}

func compile(s string) (*regexp.Regexp, error) {
	if s == "" || len(s) > maxPattern {
		return nil, fmt.Errorf("pattern of %d bytes: write a regular expression of 1 to %d", len(s), maxPattern)
	}
	p, err := regexp.Compile(s)
	if err != nil {
		return nil, fmt.Errorf("pattern %q: %s: correct it (RE2 syntax)", s, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return p, nil
}

// readRule reads a rule. It is written as "SELECTOR", "SELECTOR @ATTRIBUTE" or a mapping.
func readRule(n *yamlfile.Node) (Rule, error) {
	var r Rule
	selector := yamlfile.Checked(r.setSelector)
	if !yamlfile.IsMapping(n) {
		return r, selector(n)
	}
	err := yamlfile.Mapping(n, map[string]yamlfile.Reader{
		"select":    selector,
		"attribute": yamlfile.Checked(r.setAttribute),
		"value":     yamlfile.Text(&r.Value),
		"join":      yamlfile.Text(&r.Join),
		"all": yamlfile.Checked(func(s string) (err error) {
			if r.All, err = strconv.ParseBool(s); err != nil {
				err = fmt.Errorf("all: %q: write true or false", s)
			}
			return err
		}),
		"post": yamlfile.OneOrMore(func(n *yamlfile.Node) error {
			s, err := readStep(n)
			r.Post = append(r.Post, s)
			return err
		}),
	})
	if err == nil && (r.matcher == nil) == (r.Value == "") {
		err = yamlfile.Wrong(n, "needs either 'select', a CSS selector, or 'value', a constant")
	}
	return r, err
}

var withAttribute = lazyregexp.New(`^(.*\S)\s+@([^\s"'\])]+)\s*$`)

func (r *Rule) setSelector(s string) error {
	if m := withAttribute.FindStringSubmatch(s); m != nil && !isPointer(s) {
		s = m[1]
		if err := r.setAttribute(m[2]); err != nil {
			return err
		}
	}
	if s == "" || len(s) > maxPattern {
		return fmt.Errorf("selector of %d bytes: write a CSS selector of 1 to %d", len(s), maxPattern)
	}
	var err error
	if r.Select, r.matcher, err = s, nil, nil; err == nil {
		r.matcher, err = selector(s)
	}
	return err
}

// isPointer reports whether a selector is a Pointer.
func isPointer(selector string) bool { return strings.HasPrefix(selector, "/") }

// selector compiles a CSS selector or a Pointer. goquery itself compiles with cascadia, but hides its errors. A panic of the library is
// an error, too.
func selector(s string) (m goquery.Matcher, err error) {
	if isPointer(s) {
		p, err := parsePointer(s)
		return p.matcher(), err
	}
	defer func() {
		if p := recover(); p != nil {
			m, err = nil, fmt.Errorf("selector %q: not understood: write it more simply", s)
		}
	}()
	group, err := cascadia.ParseGroup(s)
	if err != nil {
		return nil, fmt.Errorf("selector %q: %s: correct it (CSS 3)", s, oneLine(err.Error()))
	}
	if len(group) == 1 {
		return cascadia.Selector(group[0].Match), nil
	}
	return cascadia.Selector(group.Match), nil
}

func (r *Rule) setAttribute(s string) error {
	s = strings.ToLower(strings.TrimPrefix(s, "@"))
	if s == "" || strings.ContainsAny(s, " \t\"'<>/=") {
		return fmt.Errorf("attribute %q: write its name, such as content", s)
	}
	r.Attribute = s
	return nil
}
