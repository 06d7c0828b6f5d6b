package scope_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gannet/crawler/scope"
	"gannet/internal/weburl"
)

func newScope(t testing.TB, r scope.Rules) *scope.Scope {
	t.Helper()
	s, err := scope.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPatterns holds what each form of pattern matches.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, url string
		want         bool
	}{
		{"*/jobs/*", "https://example.org/jobs/1", true},
		{"*/jobs/*", "https://example.org/jobs", false},
		{"*.pdf", "https://example.org/a.pdf", true},
		{"*.pdf", "https://example.org/a.pdf?x=1", false},
		{"*a*a*", "https://b.test/a", false},
		{"*a*a*", "https://b.test/aa", true},
		{"/jobs/*", "http://example.org/jobs/1", true},
		{"/jobs/*", "http://example.org/en/jobs/1", false},
		{"/", "http://example.org/", true},
		{"/?page=*", "http://example.org/?page=2", true},
		{"/?page=*", "http://example.org/x?page=2", false},
		{"example.org/*", "https://example.org/", true},
		{"example.org/*", "http://example.org/a/b?c", true},
		{"example.org/*", "http://www.example.org/", false},
		{"example.org/*", "http://other.test/example.org/", false},
		{"EXAMPLE.org/A*", "http://example.org/Ab", true},
		{"EXAMPLE.org/A*", "http://example.org/ab", false},
		{"bücher.test/*", "http://xn--bcher-kva.test/", true},
		{"/müll/*", "http://example.org/m%C3%BCll/1", true},
		{"/m%c3%bcll/%7e*", "http://example.org/m%C3%BCll/~1", true},
		{"*/müll/*", "http://example.org/m%C3%BCll/1", true},
		{"*?q=müll zeit*", "http://example.org/?q=m%C3%BCll%20zeit", true},
		{"re:/m(ü|%c3%a4|[öß-])ll?/", "http://example.org/m%C3%BCl/", true},
		{"re:/m(ü|%c3%a4|[öß-])ll?/", "http://example.org/m%C3%A4ll/", true},
		{"re:/m(ü|%c3%a4|[öß-])ll?/", "http://example.org/m%C3%9Fll/", true},
		{"re:/m(ü|%c3%a4|[öß-])ll?/", "http://example.org/m-ll/", true},
		{"re:/m(ü|%c3%a4|[öß-])ll?/", "http://example.org/mll/", false},
		{"re:(?i)/mü+ll/", "http://example.org/M%C3%9C%C3%BCLL/", true},
		{"re:^[^ü]*$", "http://example.org/%C3%BC", true},
		{"https://Example.org/*", "https://example.org/x", true},
		{"https://example.org/*", "http://example.org/x", false},
		{"https://*.example.org/*", "https://a.example.org/x", true},
		{"/ab*ba", "http://a.test/aba", false},
		{"/ab*ba", "http://a.test/abba", true},
		{"re:/20[0-9][0-9]/", "http://example.org/2026/x", true},
		{"re:/20[0-9][0-9]/", "http://example.org/206/x", false},
		{"re:^https:", "http://example.org/https:", false},
	} {
		s := newScope(t, scope.Rules{Exclude: []string{c.pattern}})
		if rule := s.Page(c.url, 1); (rule != "") != c.want || c.want && rule != "out of scope: exclude "+c.pattern {
			t.Errorf("%s on %s: %q, want a match: %v", c.pattern, c.url, rule, c.want)
		}
	}
}

// TestRules holds which rule is named, and that exclude wins.
func TestRules(t *testing.T) {
	two := 2
	s := newScope(t, scope.Rules{Include: []string{"*/jobs/*", "*/karriere/*"}, Exclude: []string{"*/jobs/old/*"}, Depth: &two})
	for _, c := range []struct {
		url   string
		depth int
		want  string
	}{
		{"http://a.test/jobs/1", 1, ""},
		{"http://a.test/karriere/1", 2, ""},
		{"http://a.test/jobs/old/1", 1, "out of scope: exclude */jobs/old/*"},
		{"http://a.test/jobs/old/1", 0, "out of scope: exclude */jobs/old/*"},
		{"http://a.test/", 1, "out of scope: no include matches"},
		{"http://a.test/", 0, ""},
		{"http://a.test/jobs/1", 3, "out of scope: depth 2"},
	} {
		if rule := s.Page(c.url, c.depth); rule != c.want {
			t.Errorf("%s at depth %d: %q, want %q", c.url, c.depth, rule, c.want)
		}
	}
	if rule := s.Sitemap("http://a.test/sitemap.xml"); rule != "" {
		t.Errorf("a sitemap is left out by include or depth: %q", rule)
	}
	if rule := s.Sitemap("http://a.test/jobs/old/sitemap.xml"); rule == "" {
		t.Error("a sitemap is asked for although it is excluded")
	}
}

// TestStay holds which hosts are those of the seeds.
func TestStay(t *testing.T) {
	seeds := []string{"example.org", "www.firm.co.uk", "me.github.io", "intranet:8080", "192.0.2.1", "[2001:db8::1]:81"}
	byHost := newScope(t, scope.Rules{Stay: scope.StayHost, Seeds: seeds})
	byDomain := newScope(t, scope.Rules{Stay: scope.StayDomain, Seeds: seeds})
	for _, c := range []struct {
		host         string
		same, domain bool
	}{
		{"example.org", true, true},
		{"www.example.org", true, true},
		{"jobs.example.org", false, true},
		{"example.org:8080", false, true},
		{"notexample.org", false, false},
		{"firm.co.uk", true, true},
		{"other.co.uk", false, false},
		{"co.uk", false, false},
		{"you.github.io", false, false},
		{"a.me.github.io", false, true},
		{"intranet:8080", true, true},
		{"intranet", false, true},
		{"192.0.2.1", true, true},
		{"2.192.0.2.1", false, false},
		{"[2001:db8::1]:81", true, true},
		{"[2001:db8::1]", false, true},
		{"[2001:db8::2]", false, false},
	} {
		url := "http://" + c.host + "/"
		if got := byHost.Page(url, 1); (got == "") != c.same {
			t.Errorf("stay host: %s: %q", c.host, got)
		}
		if got := byDomain.Page(url, 1); (got == "") != c.domain {
			t.Errorf("stay domain: %s: %q", c.host, got)
		}
	}
}

// TestHosts holds that a host allows those below it.
func TestHosts(t *testing.T) {
	hosts, err := scope.ReadHosts(strings.NewReader("\ufeff# ours\nExample.ORG\n\n  *.firm.test \nport.test:81\nbücher.test\n"))
	if err != nil || !slices.Equal(hosts, []string{"example.org", "firm.test", "port.test:81", "xn--bcher-kva.test"}) {
		t.Fatal(hosts, err)
	}
	s := newScope(t, scope.Rules{Hosts: hosts})
	for host, want := range map[string]bool{
		"example.org": true, "a.b.example.org": true, "example.org:8080": true, "badexample.org": false, "org": false,
		"firm.test": true, "port.test:81": true, "port.test": false, "x.port.test:81": true, "xn--bcher-kva.test": true,
	} {
		if rule := s.Page("https://"+host+"/x", 0); (rule == "") != want {
			t.Errorf("%s: %q", host, rule)
		}
	}
}

// TestErrorsNameTheRemedy has every mistake in rules.
func TestErrorsNameTheRemedy(t *testing.T) {
	minus := -2
	for want, r := range map[string]scope.Rules{
		`include "re:(": missing closing ) in "(": what follows re: is a regular expression in the syntax of RE2`: {Include: []string{"re:("}},
		`exclude "": give a pattern such as */jobs/* or re:/jobs/[0-9]+`:                                          {Exclude: []string{""}},
		`exclude "re:": give a pattern such as */jobs/* or re:/jobs/[0-9]+`:                                       {Exclude: []string{"re:"}},
		`exclude "logout": matches no URL: write logout/* for a host, *logout* for a word in URLs`:                {Exclude: []string{"logout"}},
		`include "ftp://a.test/*": only http:// and https:// are crawled`:                                         {Include: []string{"ftp://a.test/*"}},
		`include "a b/*": a b is no host: begin a path with a slash`:                                              {Include: []string{"a b/*"}},
		`stay "site": give host, domain or none`:                                                                  {Stay: "site"},
		`depth -2: give a number of links such as 3, or none`:                                                     {Depth: &minus},
		`hosts: "a b" is no host: write a name such as example.org`:                                               {Hosts: []string{"a b"}},
	} {
		if _, err := scope.New(r); err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %s", r, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                             "has no host: write one on each line",
		"# none\n":                     "has no host: write one on each line",
		"a.test\nhttps://u:p@b.test/x": "line 2: a URL and no host: write the name alone, such as example.org",
		"a.test/x":                     `line 1: "a.test/x" is no host: write a name such as example.org`,
		strings.Repeat("a", 1<<17):     "a line is too long for a host: write one on each line",
	} {
		if _, err := scope.ReadHosts(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// TestOver holds that what is set wins over the earlier run, and that an empty list is set.
func TestOver(t *testing.T) {
	one, none := 1, scope.NoLimit
	earlier := scope.Rules{Include: []string{"*a*"}, Exclude: []string{"*b*"}, Stay: scope.StayHost, Hosts: []string{"c.test"}, Depth: &one, Seeds: []string{"s.test"}}
	same := scope.Rules{Seeds: []string{"t.test", "s.test"}}.Over(earlier)
	if same.String() != "include *a*, exclude *b*, stay host, hosts (1), depth 1" || !slices.Equal(same.Seeds, []string{"s.test", "t.test"}) {
		t.Errorf("%+v", same)
	}
	other := scope.Rules{Include: []string{}, Exclude: []string{"*x*"}, Stay: scope.StayNowhere, Hosts: []string{}, Depth: &none}.Over(earlier)
	if other.String() != "exclude *x*" {
		t.Errorf("%+v", other)
	}
	if !(scope.Rules{Seeds: []string{"s.test"}}).Empty() || other.Empty() {
		t.Error("Empty is wrong")
	}
}

// FuzzPattern has patterns that compile or are refused, and match without a panic.
func FuzzPattern(f *testing.F) {
	for _, s := range []string{"*", "**", "/", "a/*", "re:.", "\n", "https://*/*", "a*", "[::1]/*"} {
		f.Add(s, "http://a.test/b?c")
	}
	f.Fuzz(func(t *testing.T, pattern, url string) {
		if s, err := scope.New(scope.Rules{Include: []string{pattern}}); err == nil {
			s.Page("http://"+url, 1)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("an error of several lines: %q", err)
		}
	})
}

// Words that are searched first change no decision.
func TestRegularExpressionsMatchAsTheyAre(t *testing.T) {
	urls := []string{
		"https://a.test/", "http://a.test/LOGIN", "http://a.test/login?x=1", "http://a.test/x.PDF", "http://a.test/x.pdf", "http://a.test/logo",
		"http://a.test/2026/11/22", "http://a.test/?sort=up", "http://a.test/?a=1&filter=b", "http://a.test/aab", "http://a.test/tag/7",
	}
	for _, text := range []string{
		`login|logout|signup`, `(?i)login`, `\.(jpg|pdf)$`, `(?i)\.(jpg|pdf)$`, `[?&](sort|filter)=`, `/20[0-9]{2}/`, `(tag)?/7`, `(tag/)+7`,
		`x{0}/2026`, `(log){1,2}o`, `^https`, `a|`, `(a|tag)/`, `.`, `()`, `[a-z]{30}`, `(?:lo(?:gin|go))`, `K`, `(?i)k`, `(?s)t.t`,
	} {
		s := newScope(t, scope.Rules{Exclude: []string{"re:" + text}})
		for _, url := range urls {
			if got, want := s.Page(url, 1) != "", regexp.MustCompile(text).MatchString(url); got != want {
				t.Errorf("%s matches %s: %v, want %v", text, url, got, want)
			}
		}
	}
}

// FuzzRegularExpression is TestRegularExpressionsMatchAsTheyAre for any expression.
func FuzzRegularExpression(f *testing.F) {
	f.Add(`(log|sign)(in|out)+`, "signin")
	f.Add(`(?i)print.{2,}x`, "PRINT--x")
	f.Fuzz(func(t *testing.T, text, path string) {
		url, err := weburl.Canonical("http://a.test/" + path)
		re, wrong := regexp.Compile(text)
		s, refused := scope.New(scope.Rules{Exclude: []string{"re:" + text}})
		if err == nil && wrong == nil && refused == nil && (s.Page(url, 1) != "") != re.MatchString(url) {
			t.Errorf("%q does not decide %q alone", text, url)
		}
	})
}

// BenchmarkPage asks for links of every kind under all rules at once.
func BenchmarkPage(b *testing.B) {
	r := scope.Rules{Stay: scope.StayDomain, Include: []string{"re:/20[0-9][0-9]/", "*/nothing/*"}}
	for i := range 10_000 {
		r.Hosts = append(r.Hosts, fmt.Sprintf("host%d.test", i))
		r.Seeds = append(r.Seeds, fmt.Sprintf("www.host%d.test", i))
	}
	for i := range 10 {
		r.Include = append(r.Include, fmt.Sprintf("*/section%d/*", i))
		r.Exclude = append(r.Exclude, fmt.Sprintf("*/tag%d/*print*", i))
	}
	r.Exclude = append(r.Exclude, `re:\.(jpg|png|gif|pdf)$`, `re:[?&](sort|filter)=`, `re:(?i)print`, `re:login|logout|signup`)
	depth := 5
	r.Depth = &depth
	s := newScope(b, r)
	urls := []string{
		"https://news.host77.test/some/long/path/to/an/article/section9/with-a-title-of-many-words-in-it.html?id=123456",
		"https://www.host9999.test/some/long/path/to/an/article/in/no/section/with-a-title-of-many-words-in-it.html",
		"https://elsewhere.example.org/section1/", "https://host5.test/tag9/print.html",
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Page(urls[i%len(urls)], 3)
	}
}
