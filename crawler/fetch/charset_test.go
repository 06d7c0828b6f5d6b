package fetch

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// in writes a text in an encoding.
func in(t testing.TB, label, text string) []byte {
	t.Helper()
	enc, _ := charset.Lookup(label)
	out, err := enc.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(out)
}

const (
	russian  = "<p>Вакансия: сварщик на завод, оплата еженедельно, жильё предоставляется."
	chinese  = "<p>招聘焊工，每周付款，提供住宿，请联系人事部门。"
	japanese = "<p>溶接工を募集しています。週払い、寮完備。お問い合わせは人事部まで。"
	german   = "<p>Schweißer für Köln gesucht, wöchentlicher Lohn"
)

func TestCharsets(t *testing.T) {
	for _, test := range []struct {
		name, text, encoding, header, before string
	}{
		{"header", russian, "windows-1251", "text/html; charset=windows-1251", ""},
		{"header in quotes", russian, "koi8-r", `text/html; charset="KOI8-R"`, ""},
		{"sloppy header", russian, "windows-1251", "text/html; a b; charset=cp1251", ""},
		{"meta", russian, "windows-1251", "text/html", `<meta charset="cp1251">`},
		{"meta http-equiv", chinese, "gbk", "text/html", `<meta http-equiv=Content-Type content="text/html; charset=gb2312">`},
		{"header before meta", japanese, "shift_jis", "text/html; charset=Shift_JIS", "<meta charset=euc-jp>"},
		{"XML declaration", russian, "koi8-r", "application/xhtml+xml", `<?xml version="1.0" encoding="koi8-r"?>`},
		{"latin1 is windows-1252", german, "windows-1252", "text/html; charset=ISO-8859-1", ""},
		{"nothing said, Russian", strings.Repeat(russian, 3), "windows-1251", "text/html", ""},
		{"nothing said, Japanese", strings.Repeat(japanese, 3), "shift_jis", "text/html", ""},
		{"nothing said, few letters", german, "windows-1252", "", ""},
		{"utf-8 under a lying header", russian, "utf-8", "text/html; charset=windows-1251", ""},
		{"utf-8 under a lying meta", russian, "utf-8", "text/html", "<meta charset=latin1>"},
		{"lying utf-8 header, true meta", russian, "windows-1251", "text/html; charset=utf-8", "<meta charset=windows-1251>"},
		{"unknown label", russian, "windows-1251", "text/html; charset=klingon", "<meta charset=windows-1251>"},
		{"utf-16 by header", german, "utf-16le", "text/html; charset=utf-16le", ""},
		{"iso-2022-jp", japanese, "iso-2022-jp", "text/html; charset=ISO-2022-JP", ""},
		{"ASCII", "<p>plain", "utf-8", "text/html; charset=iso-8859-1", ""},
	} {
		text := test.before + test.text
		body, name := ToUTF8(in(t, test.encoding, text), test.header, false)
		if string(body) != text || name != test.encoding {
			t.Errorf("%s: %s, %.80s", test.name, name, body)
		}
	}
}

func TestByteOrderMarks(t *testing.T) {
	for mark, name := range map[string]string{"\xEF\xBB\xBF": "utf-8", "\xFE\xFF": "utf-16be", "\xFF\xFE": "utf-16le"} {
		body, got := ToUTF8(append([]byte(mark), in(t, name, german)...), "text/html; charset=windows-1251", false)
		if string(body) != german || got != name {
			t.Errorf("%s: got %s, %.40q", name, got, body)
		}
	}
}

// TestPartsOfMarks: half a mark is neither text, which would end the page's head, nor a sign of an encoding.
func TestPartsOfMarks(t *testing.T) {
	for _, part := range []string{"\xEF\xBB", "\xEF", "\xBB\xBF", "\xFE", "\xFF", "\xFF\xFE", "\xFE\xFF"} {
		for _, text := range []string{"<title>plain</title>", german} {
			if body, _ := ToUTF8([]byte(part+text), "text/html", false); string(body) != text {
				t.Errorf("%q: %q", part, body)
			}
		}
	}
	for _, name := range []string{"utf-16le", "utf-16be"} {
		mark := map[string]string{"utf-16le": "\xFF\xFE", "utf-16be": "\xFE\xFF"}[name]
		for _, cut := range []bool{false, true} {
			whole := append([]byte(mark), in(t, name, german)...)
			if body, got := ToUTF8(whole[:len(whole)-1], "text/html", cut); got != name || !strings.HasPrefix(string(body), german[:len(german)-1]) {
				t.Errorf("%s of odd length: %s, %q", name, got, body)
			}
		}
	}
	if body, name := ToUTF8(in(t, "koi8-r", "Ъю "+russian), "text/html; charset=koi8-r", false); string(body) != "Ъю "+russian {
		t.Errorf("a letter that is written as a mark: %s, %q", name, body)
	}
}

func TestBrokenUTF8(t *testing.T) {
	text := strings.Repeat(russian, 2)
	body, name := ToUTF8([]byte(text+"\xff."), "text/html; charset=windows-1251", false)
	if string(body) != text+"\uFFFD." || name != "utf-8" {
		t.Errorf("got %s, %q", name, body)
	}
	body, name = ToUTF8([]byte("<p>да")[:6], "text/html", true)
	if string(body) != "<p>д" || name != "utf-8" {
		t.Errorf("a cut character is dropped: %s, %q", name, body)
	}
}

func FuzzToUTF8(f *testing.F) {
	f.Add([]byte(russian), "text/html; charset=utf-16", true)
	f.Add([]byte("\xff\xfe\x00\xd8"), "", false)
	f.Add([]byte("<?xml encoding='gbk'?>\x81"), "text/html", false)
	f.Fuzz(func(t *testing.T, body []byte, contentType string, cut bool) {
		out, name := ToUTF8(body, contentType, cut)
		if !utf8.Valid(out) || name == "" {
			t.Errorf("%q: %q, %q", contentType, name, out)
		}
	})
}
