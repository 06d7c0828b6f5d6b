package content

import (
	"net/http"
	"testing"
)

// TestTypes holds the rows against Fetch, "extract a MIME type", and MIME Sniffing section 4.4.
func TestTypes(t *testing.T) {
	for _, test := range []struct {
		fields           []string
		essence, charset string
	}{
		{nil, "", ""},
		{[]string{"text/html"}, "text/html", ""},
		{[]string{" Text/HTML ; Charset=UTF-8 "}, "text/html", "UTF-8"},
		{[]string{"text/html;charset=a;charset=b"}, "text/html", "a"}, // the first of equal parameters
		{[]string{`text/html; x="a,b;c"; charset="gbk"`}, "text/html", "gbk"},
		{[]string{`text/html; charset="g\bk`}, "text/html", "gbk"}, // no closing mark
		{[]string{`text/html; charset="gbk" more; x=y`}, "text/html", "gbk"},
		{[]string{"text/html;;charset;=x; charset=gbk"}, "text/html", "gbk"},
		{[]string{"text/html; charset =gbk"}, "text/html", ""}, // the name has a space
		{[]string{"text/html;charset="}, "text/html", ""},
		// no MIME types
		{[]string{"html"}, "", ""}, {[]string{"; charset=utf-8"}, "", ""}, {[]string{"text/"}, "", ""}, {[]string{"/html"}, "", ""},
		{[]string{"text/html charset=utf-8"}, "", ""}, {[]string{"text/html/x"}, "", ""}, {[]string{""}, "", ""}, {[]string{"té/xt"}, "", ""},
		// several values: the last valid one
		{[]string{"text/plain", "text/html"}, "text/html", ""},
		{[]string{"text/html, text/plain"}, "text/plain", ""},
		{[]string{"text/html;charset=gbk, text/html"}, "text/html", "gbk"},
		{[]string{"text/html;charset=gbk", "text/plain", "text/html"}, "text/html", ""},
		{[]string{"text/html;charset=gbk,text/html;x=y;charset=big5"}, "text/html", "big5"},
		{[]string{"text/html;charset=gbk", "*/*"}, "text/html", "gbk"},
		{[]string{"text/html", "html, ,"}, "text/html", ""},
		{[]string{`text/html;x=",text/plain`}, "text/html", ""}, // a comma within a quoted string
		{[]string{"*/*"}, "", ""},
	} {
		if got := TypeOf(test.fields); got != (Type{test.essence, test.charset}) {
			t.Errorf("%q: %q", test.fields, got)
		}
	}
}

// TestSniff holds the rows against MIME Sniffing sections 7 and 7.1, and what counts as a page.
func TestSniff(t *testing.T) {
	const page, xhtml = "\n<!-- c --><!DOCTYPE html><p>", `<?xml version="1.0"?><!-- <x> --><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">`
	for _, test := range []struct {
		field, start string
		noSniff      bool
		want         string
		page         bool
	}{
		{"", page, false, "text/html", true},
		{"unknown/unknown", page, false, "text/html", true},
		{"application/unknown", page, false, "text/html", true},
		{"*/*", page, false, "text/html", true},
		{"html", page, false, "text/html", true},
		{"", page, true, "text/plain", false}, // sniff-scriptable flag
		{"", "some text", false, "text/plain", false},
		{"", "%PDF-1.7", false, "application/pdf", false},
		{"", "%PDF-1.7", true, "text/plain", false},
		{"", "\x00\x01", false, "application/octet-stream", false},
		{"", xhtml, false, "text/xml", true},
		{"", "<?xml version='1.0'?><rss>", false, "text/xml", false},
		// a type that says something is believed
		{"text/html", "%PDF-1.7", false, "text/html", true},
		{"text/html", "BMW", false, "text/html", true},
		{"text/html", "words\x02 and words, with one sign that is none of text, and with many words before and after it", false, "text/html", true},
		{"text/html", "\x00<\x00p\x00>\x04\x16\x04\x17\x04\x18\x00<", false, "text/html", true}, // UTF-16 without a mark
		// but what is no text is no page
		{"text/html", "\x89PNG\r\n\x1a\n\x00\x00", false, "text/html", false},
		{"text/html", "\x1f\x8b\x08\x00\x01", false, "text/html", false},
		{"text/html", "x\x01\x9c\x02U\x93A<p>", false, "text/html", false},
		{"text/plain", page, false, "text/plain", false},
		{"application/octet-stream", page, false, "application/octet-stream", false},
		{"application/xhtml+xml", "<x>", false, "application/xhtml+xml", true},
		// XML: its root decides
		{"text/xml", xhtml, false, "text/xml", true},
		{"application/xml", "<h:html xmlns:h='http://www.w3.org/1999/xhtml'>", false, "application/xml", true},
		{"application/vnd.wap.xhtml+xml", "<html/>", false, "application/vnd.wap.xhtml+xml", true},
		{"text/xml", "<rss><html>", false, "text/xml", false},
		{"text/xml", "<!-- <html> ", false, "text/xml", false},
		{"text/xml", "", false, "text/xml", false},
		{"image/svg+xml", "<svg>", false, "image/svg+xml", false},
	} {
		got := TypeOf([]string{test.field}).Sniff([]byte(test.start), test.noSniff)
		if got != test.want || IsPage(got, []byte(test.start)) != test.page {
			t.Errorf("%q of %q: %s", test.start, test.field, got)
		}
	}
	for value, want := range map[string]bool{"": false, "NoSniff ": true, "nosniff, x": true, "x, nosniff": false} {
		if NoSniff(http.Header{"X-Content-Type-Options": {value}}) != want {
			t.Errorf("%q", value)
		}
	}
}
