package scope

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"

	"gannet/internal/weburl"
)

// regexPrefix begins a pattern that is a regular expression.
const regexPrefix = "re:"

// pattern is a compiled pattern. There are four forms. The star stands for any characters, slashes and none included; every
// other character stands for itself, the question mark too.
//
//	https://example.org/jobs/*   the whole URL, as does a pattern that begins with a star
//	/jobs/*                      path and query on any host
//	example.org/jobs/*           host, path and query, with http or https
//	re:/20[0-9][0-9]/            a regular expression (RE2), found anywhere in the URL
//
// URLs are matched in their canonical form: without a fragment, hosts in lower case and in ASCII, paths percent-encoded. Patterns are brought into
// the same form, so letters beyond ASCII and escapes may be written in any way.
type pattern struct {
	rule  string // its name in counts and messages
	part  func(url string) string
	parts []string // what stands between the stars of a glob
	regex *regexp.Regexp
	words []string // see literals
}

// compile compiles the patterns of a rule.
func compile(rule string, texts []string) ([]pattern, error) {
	list := make([]pattern, 0, len(texts))
	for _, text := range texts {
		p, err := newPattern(text)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", rule, text, err)
		}
		p.rule = outOf + rule + " " + text
		list = append(list, p)
	}
	return list, nil
}

func newPattern(text string) (p pattern, err error) {
	expression, isRegex := strings.CutPrefix(text, regexPrefix)
	switch {
	case strings.ContainsFunc(text, unicode.IsControl):
		return p, errors.New("no URL has control characters: take them out")
	case expression == "":
		return p, errors.New("give a pattern such as */jobs/* or re:/jobs/[0-9]+")
	case isRegex:
		if p.regex, p.words, err = compileRegex(expression); err != nil {
			return p, regexError(err)
		}
		return p, nil
	case strings.HasPrefix(text, "*"):
		p.part = wholeURL
	case strings.HasPrefix(text, "/"):
		p.part = weburl.Path
	case strings.HasPrefix(text, "http://"), strings.HasPrefix(text, "https://"):
		p.part = wholeURL
		scheme, rest, _ := strings.Cut(text, "://")
		if rest, err = canonicalGlob(rest); err != nil {
			return p, err
		}
		text = scheme + "://" + rest
	case strings.Contains(text, "://"):
		return p, errors.New("only http:// and https:// are crawled")
	default:
		p.part = withoutScheme
		if text, err = canonicalGlob(text); err != nil {
			return p, err
		}
	}
	p.parts = strings.Split(weburl.Escape(text), "*")
	return p, nil
}

// regexError says in one line why a regular expression is wrong.
func regexError(err error) error {
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		err = fmt.Errorf("%s in %q", wrong.Code, wrong.Expr)
	}
	return fmt.Errorf("%w: what follows re: is a regular expression in the syntax of RE2", err)
}

// canonicalGlob brings the host at the beginning of a glob into its canonical form, unless it contains a star.
func canonicalGlob(text string) (string, error) {
	host, path, hasPath := strings.Cut(text, "/")
	if strings.Contains(host, "*") {
		return strings.ToLower(host) + text[len(host):], nil
	}
	if !hasPath {
		return "", fmt.Errorf("matches no URL: write %s/* for a host, *%s* for a word in URLs", text, text)
	}
	url, err := weburl.Canonical("http://" + host + "/")
	if err != nil {
		return "", fmt.Errorf("%s is no host: begin a path with a slash", host)
	}
	return weburl.Host(url) + "/" + path, nil
}

// matches reports whether the pattern matches a canonical URL.
func (p *pattern) matches(url string) bool {
	if p.regex != nil {
		return mayMatch(p.words, url) && p.regex.MatchString(url)
	}
	text, last := p.part(url), len(p.parts)-1
	if last == 0 {
		return text == p.parts[0]
	}
	if !strings.HasPrefix(text, p.parts[0]) {
		return false
	}
	text = text[len(p.parts[0]):]
	for _, part := range p.parts[1:last] {
		at := strings.Index(text, part)
		if at < 0 {
			return false
		}
		text = text[at+len(part):]
	}
	return strings.HasSuffix(text, p.parts[last])
}

func wholeURL(url string) string { return url }

func withoutScheme(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	return rest
}
