package weburl

import (
	"errors"
	"strings"
	"testing"
)

func TestCanonical(t *testing.T) {
	const session = "0123456789abcdef0123456789ABCDEF"
	for _, c := range []struct{ why, raw, want string }{
		{"already canonical", "http://example.org/a/b?c=d", "http://example.org/a/b?c=d"},
		{"scheme and host in lower case, path as it is", "HTTP://Example.ORG/A", "http://example.org/A"},
		{"a path is never empty", "https://example.org", "https://example.org/"},
		{"default port", "http://example.org:80/", "http://example.org/"},
		{"default port of https", "https://example.org:443/", "https://example.org/"},
		{"other port", "http://example.org:8080/", "http://example.org:8080/"},
		{"http on the https port is another server", "http://example.org:443/", "http://example.org:443/"},
		{"credentials", "http://ann:secret@example.org/", "http://example.org/"},
		{"fragment", "http://example.org/a#b?c", "http://example.org/a"},
		{"empty query", "http://example.org/a?", "http://example.org/a"},
		{"empty query before a fragment", "http://example.org/a?#b", "http://example.org/a"},
		{"empty query, no path", "http://example.org?", "http://example.org/"},
		{"query without path", "http://example.org?a", "http://example.org/?a"},
		{"query order is the server's business", "http://example.org/?b=1&a=2&&", "http://example.org/?b=1&a=2&&"},
		{"dot segments", "http://example.org/a/./b/../c", "http://example.org/a/c"},
		{"dot segments above the root", "http://example.org/../../a", "http://example.org/a"},
		{"encoded dot segments", "http://example.org/a/%2e%2E/b", "http://example.org/b"},
		{"names with dots stay", "http://example.org/.well-known/a..b/...", "http://example.org/.well-known/a..b/..."},
		{"tabs and newlines inside", "http://exam\tple.org/a\nb\r", "http://example.org/ab"},
		{"spaces around, space inside", "  http://example.org/a b \n", "http://example.org/a%20b"},
		{"backslashes", `http:\\example.org\a\b`, "http://example.org/a/b"},
		{"missing slashes", "http:example.org/a", "http://example.org/a"},
		{"too many slashes", "http:////example.org//a", "http://example.org//a"},
		{"international name", "http://Bücher.example/ü?ü", "http://xn--bcher-kva.example/%C3%BC?%C3%BC"},
		{"percent signs that begin no escape", "http://example.org/%za%z%?%zz%4", "http://example.org/%za%z%?%zz%4"},
		{"unreserved characters", "http://example.org/%7Ea%2D%2e%5f%41?%7e%3d%3D", "http://example.org/~a-._A?~%3D%3D"},
		{"digits of escapes", "http://example.org/caf%c3%a9%2f?q=%c3%a9", "http://example.org/caf%C3%A9%2F?q=%C3%A9"},
		{"escapes that another one would complete", "http://example.org/%%37e%2%35?%%37e%2%35", "http://example.org/%%37e%2%35?%%37e%2%35"},
		{"escaped dots", "http://example.org/a%2e%2e/%2e%2e%2e/%2ehtml/%252e", "http://example.org/a../.../.html/%252e"},
		{"characters to encode", "http://example.org/\"<>`{}^|'?\"<>`{}^|'", "http://example.org/%22%3C%3E%60%7B%7D%5E|'?%22%3C%3E`{}^|%27"},
		{"IPv4 in parts", "http://0x7f.1/", "http://127.0.0.1/"},
		{"IPv6", "http://[::0001]:80/", "http://[::1]/"},
		{"PHP session", "http://example.org/?PHPSESSID=1&a=2", "http://example.org/?a=2"},
		{"only a session", "http://example.org/?phpsessid=1", "http://example.org/"},
		{"session in the middle", "http://example.org/?a=1&JSESSIONID=1&b=2", "http://example.org/?a=1&b=2"},
		{"session behind a semicolon", "http://example.org/?a=1;PHPSESSID=1&b=2", "http://example.org/?a=1&b=2"},
		{"path session", "http://example.org/a;jsessionid=1.node?b", "http://example.org/a?b"},
		{"path session in a directory", "http://example.org/a;v=1;JSESSIONID=1;w/b", "http://example.org/a;v=1;w/b"},
		{"path session on a dot segment", "http://example.org/a/..;jsessionid=1/b", "http://example.org/a/..;jsessionid=1/b"},
		{"not a session in a query's value", "http://example.org/a?b=;c", "http://example.org/a?b=;c"},
		{"classic ASP", "http://example.org/?ASPSESSIONIDABCDEFGH=1", "http://example.org/"},
		{"campaign and clicks", "http://example.org/?utm_source=a&id=1&utm_medium=b&gclid=c&fbclid=d", "http://example.org/?id=1"},
		{"sid as a session", "http://example.org/?sid=" + session, "http://example.org/"},
		{"sid as a number", "http://example.org/?sid=1234567890123456", "http://example.org/?sid=1234567890123456"},
		{"sid as a name with a year", "http://example.org/?sid=2026-summer-school-day2-room-b1", "http://example.org/?sid=2026-summer-school-day2-room-b1"},
		{"the session of a course", "http://example.org/?session_id=1&sessionid=2&session-id=a3", "http://example.org/?session_id=1&sessionid=2&session-id=a3"},
		{"sid as a date and a number", "http://example.org/?sid=05%2F01%2F27%2F1359252", "http://example.org/?sid=05%2F01%2F27%2F1359252"},
		{"a token with escapes", "http://example.org/?sid=7f13174d-c614-4ff9%40manager14", "http://example.org/"},
		{"a UUID", "http://example.org/?session_id=550e8400-e29b-41d4-a716-446655440000&sessid=mvoa3n6nbd9k27s0u1fd5qj9c4", "http://example.org/"},
		{"ASP.NET in the path", "http://example.org/(S(lit3py55t21z5v55vlm25s55))/a/(b)?c", "http://example.org/a/(b)?c"},
		{"ASP.NET, several and last", "http://example.org/a/(X(1)F(ab-c)S(1d))?c", "http://example.org/a/?c"},
		{"ASP.NET alone", "http://example.org/(S(1a))", "http://example.org/"},
		{"parentheses are no session", "http://example.org/(a)/(S())/(S(1)/(S(1)x)/S(1)/(Q(1))/?/(S(1))/", "http://example.org/(a)/(S())/(S(1)/(S(1)x)/S(1)/(Q(1))/?/(S(1))/"},
		{"ASP.NET tries cookies", "http://example.org/a?AspxAutoDetectCookieSupport=1", "http://example.org/a"},
		{"sid as words", "http://example.org/?sid=internationalisation", "http://example.org/?sid=internationalisation"},
		{"s as a session", "http://example.org/?s=" + session, "http://example.org/"},
		{"s as a search", "http://example.org/?s=golang", "http://example.org/?s=golang"},
		{"cfid with its token", "http://example.org/?CFID=12&CFTOKEN=3-4", "http://example.org/"},
		{"a longer name is another name", "http://example.org/?phpsessid2=1&asid=2", "http://example.org/?phpsessid2=1&asid=2"},
	} {
		got, err := Canonical(c.raw)
		if err != nil || got != c.want {
			t.Errorf("%s: Canonical(%q) = %q, %v, want %q", c.why, c.raw, got, err, c.want)
		}
	}
}

func TestCanonicalRefuses(t *testing.T) {
	for _, c := range []struct {
		raw  string
		want error
	}{
		{"mailto:ann@example.org", ErrScheme},
		{"javascript:void(0)", ErrScheme},
		{"JavaScript:void(0)", ErrScheme},
		{"java\tscript:void(0)", ErrScheme},
		{"data:text/html," + strings.Repeat("a", 2*MaxLength), ErrScheme},
		{"ftp://example.org/", ErrScheme},
		{"tel:+1", ErrScheme},
		{"", ErrInvalid},
		{"a/b", ErrInvalid},
		{"//example.org/", ErrInvalid},
		{"http://", ErrInvalid},
		{"http:///", ErrInvalid},
		{"http://a b/", ErrInvalid},
		{"http://example.org:99999/", ErrInvalid},
		{"http://[::1/", ErrInvalid},
		{"http://1.2.3.4.5/", ErrInvalid},
		{"http://" + strings.Repeat("@", 300) + "example.org/", ErrInvalid},
		{"http://example.org/" + strings.Repeat("a", MaxLength), ErrLong},
		{"http://example.org/" + strings.Repeat(" a", MaxLength/3), ErrLong},
	} {
		if got, err := Canonical(c.raw); !errors.Is(err, c.want) {
			t.Errorf("Canonical(%q) = %q, %v, want %v", shorten(c.raw), got, err, c.want)
		}
	}
}

func TestResolve(t *testing.T) {
	base, err := NewBase("http://example.org/a/b/c.html?d=e")
	if err != nil {
		t.Fatal(err)
	}
	for href, want := range map[string]string{
		"":                       "http://example.org/a/b/c.html?d=e",
		"#top":                   "http://example.org/a/b/c.html?d=e",
		"?":                      "http://example.org/a/b/c.html",
		"?f=g":                   "http://example.org/a/b/c.html?f=g",
		"f.html":                 "http://example.org/a/b/f.html",
		"./f.html":               "http://example.org/a/b/f.html",
		".":                      "http://example.org/a/b/",
		"..":                     "http://example.org/a/",
		"../f":                   "http://example.org/a/f",
		"../../f":                "http://example.org/f",
		"../../../../f":          "http://example.org/f",
		"f/../g":                 "http://example.org/a/b/g",
		"/f":                     "http://example.org/f",
		"//other.example/f":      "http://other.example/f",
		"https://other.example":  "https://other.example/",
		"http:f":                 "http://example.org/a/b/f",
		"f:8":                    "",
		" f g ":                  "http://example.org/a/b/f%20g",
		"f;jsessionid=1?utm_a=1": "http://example.org/a/b/f",
		"/f#g":                   "http://example.org/f",
	} {
		got, err := base.Resolve(href)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("Resolve(%q) = %q, %v, want %q", href, got, err, want)
		}
	}
}

// TestQueriesInTheEncodingOfThePage: the page's encoding counts for queries alone.
func TestQueriesInTheEncodingOfThePage(t *testing.T) {
	for _, c := range []struct{ label, href, want string }{
		{"utf-8", "?q=ü", "?q=%C3%BC"},
		{"UTF-16LE", "?q=ü", "?q=%C3%BC"},
		{"pdf", "?q=ü", "?q=%C3%BC"},
		{"", "?q=ü", "?q=%C3%BC"},
		{"windows-1251", "/я/?q=яб+c&r=я#я?я", "/%D1%8F/?q=%FF%E1+c&r=%FF"},
		{"iso-8859-1", "?q=ü€\n'", "?q=%FC%80%27"},
		{"windows-1251", "?q=ü", "?q=%26%23252%3B"},
		{"windows-1251", "?я=я中😀я", "?%FF=%FF%26%2320013%3B%26%23128512%3B%FF"},
		{"gb2312", "3.asp?D=洪17", "/d/3.asp?D=%BA%E917"},
		{"gbk", "?q=亅€", "?q=%81|%80"},
		{"shift_jis", "//other.test?q=表", "http://other.test/?q=%95\\"},
		{"euc-kr", "HTTP:?q=한", "?q=%C7%D1"},
		{"big5", "./../?q=中", "/?q=%A4%A4"},
		{"iso-2022-jp", "?q=日本a", "?q=%1B$BF|K\\%1B(Ba"},
	} {
		b, err := NewBase("http://example.org/d/e")
		if err != nil {
			t.Fatal(err)
		}
		b.SetCharset(c.label)
		if b, err = b.At("http://example.org/d/e?x"); err != nil {
			t.Fatal(err)
		}
		want := c.want
		switch want[0] {
		case '?':
			want = "http://example.org/d/e" + want
		case '/':
			want = "http://example.org" + want
		}
		if got, err := b.Resolve(c.href); got != want {
			t.Errorf("%s in %s: %s, %v, want %s", c.href, c.label, got, err, want)
		}
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct{ url, origin, host, path string }{
		{"http://example.org/a?b", "http://example.org", "example.org", "/a?b"},
		{"https://example.org:8443/", "https://example.org:8443", "example.org:8443", "/"},
		{"http://[::1]:80/a", "http://[::1]:80", "[::1]:80", "/a"},
		{"", "", "", ""},
	} {
		if Origin(c.url) != c.origin || Host(c.url) != c.host || Path(c.url) != c.path {
			t.Errorf("parts of %q = %q, %q, %q", c.url, Origin(c.url), Host(c.url), Path(c.url))
		}
	}
	if n := testing.AllocsPerRun(10, func() { Host("http://example.org/a?b"); Path("http://example.org/a?b") }); n != 0 {
		t.Errorf("Host and Path make %v allocations, want none", n)
	}
}
