package robots

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestCrawlDelay(t *testing.T) {
	for file, want := range map[string]time.Duration{
		"User-agent: *\nCrawl-delay: 2.5":                                                   2500 * time.Millisecond,
		"User-agent: *\nCrawl-delay: 10 # seconds":                                          10 * time.Second,
		"User-agent: *\nCrawl-delay: 1e300":                                                 MaxCrawlDelay,
		"User-agent: *\nCrawl-delay: Inf":                                                   MaxCrawlDelay,
		"User-agent: *\nCrawl-delay: NaN":                                                   0,
		"User-agent: *\nCrawl-delay: -1":                                                    0,
		"User-agent: *\nCrawl-delay: 5s":                                                    0,
		"Crawl-delay: 5":                                                                    0,
		"User-agent: *\nCrawl-delay: 3\nCrawl-delay: 1":                                     3 * time.Second,
		"User-agent: *\nCrawl-delay: 3\n\nUser-agent: gannet\nDisallow:":                    0, // said before gannet was named
		"User-agent: *\nCrawl-delay: 3\nDisallow: /x\n\nUser-agent: gannet\nDisallow:":      0,
		"User-agent: *\nDisallow: /x\n\nUser-agent: gannet\nDisallow: /y\nCrawl-delay: 7\n": 7 * time.Second,
	} {
		if got := Parse([]byte(file), "gannet", "").CrawlDelay; got != want {
			t.Errorf("%q: %v, want %v", file, got, want)
		}
	}
}

func TestSitemaps(t *testing.T) {
	var file strings.Builder
	file.WriteString("Sitemap: HTTP://A.Example/one.xml\nUser-agent: *\nDisallow: /\nsitemap:/two.xml\nSitemap:\n" +
		"Sitemap: http://a.example/one.xml\nSitemap: ftp://a.example/\nSitemap: https://cdn.example/three.xml\n")
	got := Parse([]byte(file.String()), "gannet", "https://a.example/robots.txt").Sitemaps
	if fmt.Sprint(got) != "[http://a.example/one.xml https://a.example/two.xml https://cdn.example/three.xml]" {
		t.Errorf("got %v", got)
	}
	for i := range 1000 {
		fmt.Fprintf(&file, "Sitemap: http://a.example/%d.xml\n", i)
	}
	if got := Parse([]byte(file.String()), "gannet", "").Sitemaps; len(got) != MaxSitemaps {
		t.Errorf("%d sitemaps", len(got))
	}
}

func TestRulesSayWhy(t *testing.T) {
	rules := Parse([]byte("# hello\nUser-agent: *\nDisallow: /a\nAllow: /a/b\n"), "gannet/0.1 (+me)", "")
	for url, want := range map[string]string{
		"http://a.example/a/x": "robots.txt line 3: Disallow: /a",
		"http://a.example/a/b": "robots.txt line 4: Allow: /a/b",
		"http://a.example/":    "no rule matches",
	} {
		if _, why := rules.Explain(url); why != want {
			t.Errorf("%s: %s", url, why)
		}
	}
	if rules.Reason != "robots.txt has 2 rules for *" {
		t.Error(rules.Reason)
	}
}

func TestOnlySoMuchIsRead(t *testing.T) {
	comment := "# " + strings.Repeat("x", 98) + "\n"
	at := func(size int) bool {
		file := strings.Repeat(comment, size/len(comment)) + "User-agent: *\nDisallow: /\n"
		return Parse([]byte(file), "gannet", "").Allowed("http://a.example/")
	}
	if at(MaxBytes-1000) || !at(MaxBytes+1000) {
		t.Error("the first 500 KiB count, and no more")
	}
}

// TestALineThatIsCutIsNoRule: no rule of a file over the limit becomes broader.
func TestALineThatIsCutIsNoRule(t *testing.T) {
	head, last := "User-agent: *\nDisallow: /a\n#", "\nDisallow: /private/secret"
	for length := len(last) - 12; length <= len(last)+1; length++ { // how much of the last line lies before the limit
		file := head + strings.Repeat("x", MaxBytes-len(head)-length) + last
		rules := Parse([]byte(file+"\nAllow: /a\n"), "gannet", "")
		whole := length >= len(last)
		if rules.Allowed("http://a.example/private/") != true || rules.Allowed("http://a.example/private/secret") == whole || rules.Allowed("http://a.example/a") {
			t.Errorf("%d of %d bytes before the limit: %+v", length, len(last), rules.rules)
		}
	}
	if file := []byte("User-agent: *\nDisallow: /private"); Parse(file, "gannet", "").Allowed("http://a.example/private") {
		t.Error("a file within the limit need not end in a newline")
	}
}

func TestByteOrderMarks(t *testing.T) {
	utf16 := []byte{0xFF, 0xFE}
	for _, c := range "User-agent: *\r\nDisallow: /" {
		utf16 = append(utf16, byte(c), 0)
	}
	for _, file := range []string{"\xEF\xBB\xBF", "\xEF\xBB", "\xEF", "\xBB\xBF", "\xFE", "\xFF\xFE", "\u00EF\u00BB\u00BF", "\xEF\xBB\xBF\xEF\xBB\xBF"} {
		if Parse([]byte(file+"User-agent: *\nDisallow: /"), "gannet", "").Allowed("http://a.example/") {
			t.Errorf("%q before the first line makes it another", file)
		}
	}
	if Parse([]byte("User-agent: a\nDisallow:\n\uFEFFUser-agent: *\nDisallow: /"), "gannet", "").Allowed("http://a.example/") {
		t.Error("a mark within the file makes its line another")
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte("User-agent: *\nDisallow: /\n"))
	w.Close()
	if Parse(packed.Bytes(), "gannet", "").Allowed("http://a.example/") {
		t.Error("gzip is not read")
	}
	if Parse(utf16, "gannet", "").Allowed("http://a.example/") {
		t.Error("UTF-16 is not read")
	}
}

// TestMatchesLikeRegexp compares the matching with the obvious regular expression.
func TestMatchesLikeRegexp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pattern := "/" + rapid.StringMatching(`[ab/*]{0,8}\$?`).Draw(t, "pattern")
		path := "/" + rapid.StringMatching(`[ab/]{0,10}`).Draw(t, "path")
		quoted := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `.*`)
		if strings.HasSuffix(quoted, `\$`) {
			quoted = strings.TrimSuffix(quoted, `\$`) + "$"
		}
		want := regexp.MustCompile("^" + quoted).MatchString(path)
		r := rule{pattern: normal(pattern, asPattern)}
		if got := r.matches(normalPath(path)); got != want {
			t.Fatalf("%s on %s: %v, want %v", pattern, path, got, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, test := range rfcCases {
		f.Add([]byte(test.file), test.path)
	}
	f.Add([]byte("User-agent:*\nDisallow:/%2*%$\n"), "/%%2")
	f.Fuzz(func(t *testing.T, file []byte, path string) {
		rules := Parse(file, "gannet", "http://a.example/robots.txt")
		allowed, why := rules.Explain("http://a.example/" + path)
		if allowed != rules.Allowed("http://a.example/"+path) || why == "" {
			t.Error("no reason, or two opinions")
		}
		if len(rules.Sitemaps) > MaxSitemaps || rules.CrawlDelay < 0 || rules.CrawlDelay > MaxCrawlDelay {
			t.Errorf("out of bounds: %+v", rules)
		}
		if once := normalPath(path); normalPath(once) != once && !strings.Contains(once, "%") {
			t.Errorf("%q is not normal", once)
		}
	})
}
