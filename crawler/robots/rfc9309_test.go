package robots

import (
	"strings"
	"testing"

	"github.com/temoto/robotstxt"
)

// rfcCase asks whether gannet may fetch a path. temoto is set if that library answers differently.
type rfcCase struct {
	name, file, path string
	allowed          bool
	temoto           string
}

// rfcCases follow the sections of RFC 9309 that they name.
var rfcCases = []rfcCase{
	// 2.2.1 user-agent lines
	{"2.2.1 own group before *", "User-agent: *\nDisallow: /\nUser-agent: gannet\nDisallow: /x\n", "/y", true, ""},
	{"2.2.1 any case", "USER-AGENT: GanNet\nDisallow: /\n", "/y", false, ""},
	{"2.2.1 no group", "User-agent: otherbot\nDisallow: /\n", "/y", true, ""},
	{"2.2.1 groups of one name count together", "User-agent: gannet\nDisallow: /a\n\nUser-agent: otherbot\nDisallow: /\n\nUser-agent: gannet\nDisallow: /b\n", "/b", false, ""},
	{"2.2.1 several names", "User-agent: otherbot\nUser-agent: gannet\nDisallow: /\n", "/y", false, ""},
	{"2.2.1 a group without rules allows all", "User-agent: *\nDisallow: /\n\nUser-agent: gannet\n\n", "/y", true, "a name without rules makes no group"},
	{"2.2.1 an empty Disallow allows all", "User-agent: *\nDisallow: /\n\nUser-agent: gannet\nDisallow:\n", "/y", true, ""},
	{"2.2.1 the beginning of the name is another name", "User-agent: gan\nDisallow: /\n", "/y", true, "any beginning of the name matches"},
	{"2.2.1 a longer name is another name", "User-agent: gannet-news\nDisallow: /\n", "/y", true, ""},
	{"2.2.1 a version does not count", "User-agent: gannet/2.0\nDisallow: /\n", "/y", false, "the version is part of the name"},
	{"2.2.1 rules before a name are nobody's", "Disallow: /\nUser-agent: otherbot\nDisallow: /x\n", "/y", true, "the file is refused"},
	{"2.2.1 such rules spoil nothing", "Disallow: /\nUser-agent: *\nDisallow: /x\n", "/x", false, "the file is refused"},

	// 2.2.2 allow and disallow lines
	{"2.2.2 longest match", "User-agent: *\nDisallow: /a\nAllow: /a/b\n", "/a/b/c", true, ""},
	{"2.2.2 longest match, other order", "User-agent: *\nAllow: /a/b\nDisallow: /a\nDisallow: /a/b/c\n", "/a/b/c", false, ""},
	{"2.2.2 allow wins a tie", "User-agent: *\nDisallow: /a\nAllow: /a\n", "/a", true, "the first of equal rules wins"},
	{"2.2.2 paths have case", "User-agent: *\nDisallow: /A\n", "/a", true, ""},
	{"2.2.2 robots.txt is allowed", "User-agent: *\nDisallow: /\n", "/robots.txt", true, "no exception"},
	{"2.2.2 query", "User-agent: *\nDisallow: /foo/bar?baz=quz\n", "/foo/bar?baz=quz", false, ""},
	{"2.2.2 query is not sorted", "User-agent: *\nDisallow: /f?b=1&a=2\n", "/f?b=1&a=2", false, ""},
	{"2.2.2 reserved in query, path encoded", "User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar\n", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", false, "no encodings compared"},
	{"2.2.2 reserved in query, rule encoded", "User-agent: *\nDisallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar\n", "/foo/bar?baz=https://foo.bar", false, "no encodings compared"},
	{"2.2.2 letters beyond ASCII", "User-agent: *\nDisallow: /foo/bar/ツ\n", "/foo/bar/%E3%83%84", false, "no encodings compared"},
	{"2.2.2 the same, encoded", "User-agent: *\nDisallow: /foo/bar/%e3%83%84\n", "/foo/bar/%E3%83%84", false, "no encodings compared"},
	{"2.2.2 encoded unreserved", "User-agent: *\nDisallow: /foo/bar/%62%61%7A\n", "/foo/bar/baz", false, "no encodings compared"},
	{"2.2.2 encoded unreserved in the path", "User-agent: *\nDisallow: /foo/bar/baz\n", "/foo/bar/%62%61%7A", false, "no encodings compared"},
	{"2.2.2 an encoded slash is no slash", "User-agent: *\nDisallow: /a/b\n", "/a%2Fb", true, ""},
	{"2.2.2 octets count, not their escapes", "User-agent: *\nDisallow: /.........*\nAllow: /.........x\n", "/.........x", true, ""},

	// 2.2.3 special characters
	{"2.2.3 comment", "User-agent: * # all\nDisallow: /a # not /b\n", "/b", true, ""},
	{"2.2.3 wildcard", "User-agent: *\nDisallow: /*.gif\n", "/a/b.gif?c", false, ""},
	{"2.2.3 wildcard from the start", "User-agent: *\nDisallow: /a*b\n", "/x/a/b", true, "matches anywhere"},
	{"2.2.3 end", "User-agent: *\nDisallow: /this/path/exactly$\n", "/this/path/exactly", false, ""},
	{"2.2.3 not the end", "User-agent: *\nDisallow: /this/path/exactly$\n", "/this/path/exactly/2", true, ""},
	{"2.2.3 the end from the start", "User-agent: *\nDisallow: /$\n", "/a/", true, "matches anywhere"},
	{"2.2.3 wildcard and end", "User-agent: *\nDisallow: /*.php$\n", "/a.php?b", true, ""},
	{"2.2.3 the last of several", "User-agent: *\nDisallow: /*.php$\n", "/a.php/b.php", false, ""},
	{"2.2.3 only a wildcard", "User-agent: *\nDisallow: *\n", "/a", false, "matches nothing"},
	{"2.2.3 a dollar inside is a dollar", "User-agent: *\nDisallow: /a$b\n", "/a$b", false, "the end inside"},
	{"2.2.3 literal star", "User-agent: *\nDisallow: /path/file-with-a-%2A.html\n", "/path/file-with-a-*.html", false, "no encodings compared"},
	{"2.2.3 literal star only", "User-agent: *\nDisallow: /path/file-with-a-%2A.html\n", "/path/file-with-a-x.html", true, ""},
	{"2.2.3 literal dollar", "User-agent: *\nDisallow: /path/foo-%24\n", "/path/foo-$", false, "no encodings compared"},
	{"2.2.3 a longer wildcard decides", "User-agent: *\nAllow: /p\nDisallow: /*.html\n", "/page.html", false, ""},
	{"2.2.3 a shorter wildcard does not", "User-agent: *\nAllow: /page\nDisallow: /*.ht\n", "/page.html", true, "escapes count as length"},

	// 2.2.4 other records, 2.3.1.5 parsing errors
	{"2.2.4 Sitemap ends no group", "User-agent: gannet\nSitemap: http://a.example/s.xml\nUser-agent: otherbot\nDisallow: /\n", "/y", false, ""},
	{"2.2.4 Crawl-delay ends no group", "User-agent: gannet\nCrawl-delay: 5\nUser-agent: otherbot\nDisallow: /\n", "/y", false, "Crawl-delay ends it"},
	{"2.2.4 unknown records", "User-agent: *\nRequest-rate: 1/5\nNoindex: /b\nDisallow: /a\n", "/a", false, ""},
	{"2.3.1.5 a bad line spoils nothing", "User-agent: *\nCrawl-delay: soon\nDisallow: /a\n", "/a", false, "the file is refused"},
	{"2.3.1.5 rubbish", "<html><body>no such page: sorry</body></html>", "/a", true, ""},
	{"2.2 byte order mark", "\uFEFFUser-agent: *\nDisallow: /\n", "/a", false, ""},
	{"2.2 CR", "User-agent: *\rDisallow: /\r", "/a", false, ""},
	{"2.2 CRLF and spaces", " User-agent : *\r\n\tDisallow :\t/a  \r\n", "/a", false, "no space before the colon"},
	{"2.2 blank lines end no group", "User-agent: *\n\n\nDisallow: /\n", "/a", false, ""},
	{"2.2 no newline at the end", "User-agent: *\nDisallow: /", "/a", false, ""},
	{"no slash", "User-agent: *\nDisallow: cgi-bin\n", "/cgi-bin/x", false, ""},
	{"no colon", "User-agent *\nDisallow /a\n", "/a", false, ""},

	// 5.1 and 5.2, the simple example and the longest match
	{"5.1 *, no rule", simple, "/publications/x", true, ""},
	{"5.1 foobot stays out of nothing of ours", simple, "/example/allowed.gif", true, ""},
	{"5.1 *.gif", simple, "/x.gif", false, ""},
	{"5.1 /example/", simple, "/example/x", false, ""},
	{"5.2 longest", longest, "/example/page/disallowed.gif", false, ""},
	{"5.2 the page", longest, "/example/page/x", true, ""},
}

const (
	simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/
Allow: /example/allowed.gif

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif
`
	longest = `User-Agent: foobot
User-Agent: gannet
Allow: /example/page/
Disallow: /example/page/disallowed.gif
`
)

func TestRFC9309(t *testing.T) {
	for _, test := range rfcCases {
		rules := Parse([]byte(test.file), "gannet", "")
		allowed, why := rules.Explain("http://a.example" + test.path)
		if allowed != test.allowed {
			t.Errorf("%s: %s: allowed %v, because of %q", test.name, test.path, allowed, why)
		}
	}
}

// TestOracle checks in which cases temoto/robotstxt decides as the RFC does. If a later version passes all of them, it can
// replace our own matching.
func TestOracle(t *testing.T) {
	otherwise := 0
	for _, test := range rfcCases {
		allowed, refused := oracle(test.file, test.path)
		differs := refused || allowed != test.allowed
		if differs {
			otherwise++
		}
		if differs != (test.temoto != "") {
			t.Errorf("%s: temoto allows %v, refuses the file %v; expected difference: %q", test.name, allowed, refused, test.temoto)
		}
	}
	t.Logf("temoto answers %d of %d cases otherwise", otherwise, len(rfcCases))
}

func oracle(file, path string) (allowed, refused bool) {
	data, err := robotstxt.FromString(file)
	if err != nil {
		return false, true
	}
	return data.TestAgent(path, "gannet"), false
}

// TestPlainRulesLikeOracle compares with temoto on all small files of plain rules. Both must agree there.
func TestPlainRulesLikeOracle(t *testing.T) {
	patterns := []string{"/", "/a", "/a/", "/a/b", "/ab", "/b"}
	paths := []string{"/", "/a", "/a/", "/a/b/c", "/abc", "/b", "/c", "/a?b"}
	n := 0
	for mask := range 1 << (2 * len(patterns)) {
		var file strings.Builder
		file.WriteString("User-agent: gannet\n")
		tie := false
		for i, p := range patterns {
			switch mask >> (2 * i) & 3 {
			case 1:
				file.WriteString("Allow: " + p + "\n")
			case 2:
				file.WriteString("Disallow: " + p + "\n")
			case 3:
				tie = true
			}
		}
		if tie {
			continue
		}
		data, err := robotstxt.FromString(file.String())
		if err != nil {
			t.Fatal(err)
		}
		rules := Parse([]byte(file.String()), "gannet", "")
		group := data.FindGroup("gannet")
		for _, path := range paths {
			n++
			if got, want := rules.Allowed("http://a.example"+path), group.Test(path); got != want {
				t.Fatalf("%s\n%s: allowed %v, temoto %v", file.String(), path, got, want)
			}
		}
	}
	t.Logf("%d questions", n)
}
