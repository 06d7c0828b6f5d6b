package cookies

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

var now = time.Unix(1_800_000_000, 0)

func read(t *testing.T, lines ...string) *Jar {
	t.Helper()
	j, err := Read(strings.NewReader(strings.ReplaceAll(strings.Join(lines, "\n"), " ", "\t")))
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestCookiesGoToTheirHostsAlone(t *testing.T) {
	j := read(t,
		"#HttpOnly_example.org FALSE / FALSE 0 sid 1",
		".example.org TRUE /deep FALSE 1900000000 deep 2",
		"example.org FALSE / TRUE 0 safe 3",
		"shop.example.org TRUE / FALSE 0 shop",
		".co.uk TRUE / FALSE 0 many 4",
		"127.0.0.1 TRUE / FALSE 0 ip 5",
		"old.test FALSE / FALSE 1700000000 old 6",
		"BÜCHER.example FALSE / FALSE 1900000000.5 book 7",
		"# a comment", "",
	)
	for url, want := range map[string]string{
		"http://example.org/":              "sid=1",
		"https://example.org/":             "sid=1; safe=3",
		"http://example.org:8080/deep/x?y": "deep=2; sid=1",
		"http://example.org/deeper":        "sid=1",
		"http://www.example.org/deep":      "deep=2",
		"http://a.shop.example.org/":       "shop=",
		"http://badexample.org/":           "",
		"http://org/":                      "",
		"http://a.co.uk/":                  "",
		"http://127.0.0.1:81/":             "ip=5",
		"http://old.test/":                 "",
		"http://other.test/?example.org":   "",
	} {
		if got := j.Header(url, now); got != want {
			t.Errorf("%s gets %q, want %q", url, got, want)
		}
	}
	if live, all := j.Live(now); live != 7 || all != 8 {
		t.Errorf("%d of %d are live", live, all)
	}
	if got := j.Header("http://xn--bcher-kva.example/", now); got != "book=7" {
		t.Errorf("%q", got)
	}
}

// A server renews and ends the cookies that it was sent, and adds none.
func TestServersRenewWhatTheyWereSent(t *testing.T) {
	j := read(t, "example.org FALSE / FALSE 1900000000 sid 1", "example.org FALSE /a FALSE 0 other 2", "other.test FALSE / FALSE 0 sid 9")
	answer := func(url string, fields ...string) { j.Renew(url, http.Header{"Set-Cookie": fields}, now) }
	answer("http://example.org/", "sid=new; Path=/; HttpOnly", "more=1", "other=3")
	if got := j.Header("http://example.org/a", now); got != "other=2; sid=new" {
		t.Errorf("%q", got)
	}
	if got := j.Header("http://other.test/", now); got != "sid=9" {
		t.Errorf("%q", got)
	}
	answer("http://example.org/", "sid=short; Max-Age=60")
	if got := j.Header("http://example.org/", now.Add(time.Hour)); got != "" {
		t.Errorf("%q after it has expired", got)
	}
	answer("http://example.org/a", "other=; Max-Age=0")
	if got := j.Header("http://example.org/a", now); got != "sid=short" {
		t.Errorf("%q", got)
	}
	var none *Jar
	none.Renew("http://example.org/", http.Header{"Set-Cookie": {"a=b"}}, now)
	if none.Header("http://example.org/", now) != "" {
		t.Error("no jar has a cookie")
	}
}

func TestBadFilesNameTheLine(t *testing.T) {
	const good = "# Netscape HTTP Cookie File\nexample.org\tFALSE\t/\tFALSE\t0\tsid\tc2VjcmV0\n"
	for line, want := range map[string]string{
		"example.org FALSE / FALSE 0 sid c2VjcmV0":                                  "line 3: 1 fields",
		"example.org\tFALSE\t/\tFALSE\t0\tsid\tc2VjcmV0\tx":                         "line 3: 8 fields",
		"example.org\tyes\t/\tFALSE\t0\tsid\tc2VjcmV0":                              "TRUE or FALSE",
		"example.org\tFALSE\t/\tFALSE\tc2VjcmV0\tsid\tc2VjcmV0":                     "expiry",
		"example.org\tFALSE\t/\tFALSE\tNaN\tsid\tc2VjcmV0":                          "expiry",
		"ex ample/c2VjcmV0\tFALSE\t/\tFALSE\t0\tsid\tc2VjcmV0":                      "no domain",
		"\tFALSE\t/\tFALSE\t0\tsid\tc2VjcmV0":                                       "no domain",
		"example.org\tFALSE\tc2VjcmV0\tFALSE\t0\tsid\tc2VjcmV0":                     "no slash",
		"example.org\tFALSE\t/\tFALSE\t0\t\tc2VjcmV0":                               "no name",
		"example.org\tFALSE\t/\tFALSE\t0\tsid\tc2VjcmV0\x01":                        "characters",
		"example.org\tFALSE\t/\tFALSE\t0\tsid\tc2VjcmV0; other=1":                   "characters",
		"example.org\tFALSE\t/\tFALSE\t0\tsid\t" + strings.Repeat("c2VjcmV0", 9000): "longer than any cookie",
	} {
		_, err := Read(strings.NewReader(good + line + "\n"))
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "line 3") || strings.Contains(err.Error(), "c2VjcmV0") {
			t.Errorf("%.60q: %v, want %q", line, err, want)
		}
	}
	if _, err := Read(strings.NewReader("# nothing\n")); err == nil {
		t.Error("a file without cookies is taken")
	}
}
