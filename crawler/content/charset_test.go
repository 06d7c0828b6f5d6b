package content

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

// toUTF8 is ToUTF8 of a page of which its header is known.
func toUTF8(body []byte, contentType string, cut bool) (text []byte, encoding string) {
	got := ToUTF8(body, Hints{Type: TypeOf([]string{contentType}), Cut: cut})
	return got.Body, got.Encoding
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
		{"ASCII", "<p>plain", "utf-8", "text/html", ""},
		{"ASCII, declared as something else", "<p>plain", "windows-1252", "text/html; charset=iso-8859-1", ""},
		{"ASCII, declared by meta", "<p>plain", "windows-1251", "text/html; charset=klingon", "<meta charset=windows-1251>"},
	} {
		text := test.before + test.text
		got := ToUTF8(in(t, test.encoding, text), Hints{Type: TypeOf([]string{test.header})})
		if string(got.Body) != text || got.Encoding != test.encoding || got.Guessed != strings.HasPrefix(test.name, "nothing said") {
			t.Errorf("%s: %s, %v, %.80s", test.name, got.Encoding, got.Guessed, got.Body)
		}
	}
}

// TestDeclarations holds the rows against HTML, "prescan a byte stream to determine its encoding" and the steps that it names.
func TestDeclarations(t *testing.T) {
	far := "<title>" + strings.Repeat("x ", 2000) + "</title><script>'<meta charset=gbk>'</script>"
	for name, test := range map[string]struct{ before, encoding string }{
		"charset":                     {"<meta charset=cp1251>", "windows-1251"},
		"behind 1,024 bytes":          {far + "<meta charset=koi8-r>", "koi8-r"},
		"pragma":                      {"<META content='text/html; CHARSET = \"koi8-r\"' HTTP-EQUIV=Content-type>", "koi8-r"},
		"without the pragma":          {"<meta content='text/html; charset=gbk'><meta charset=koi8-r>", "koi8-r"},
		"no such encoding":            {"<meta charset=klingon><meta charset=koi8-r>", "koi8-r"},
		"the first of two attributes": {"<meta charset=koi8-r charset=gbk>", "koi8-r"},
		"in a comment":                {"<!-- <meta charset=gbk> --><meta charset=koi8-r>", "koi8-r"},
		"charset said twice":          {"<meta http-equiv=content-type content='charset charset=koi8-r;x'>", "koi8-r"},
		"after the body began":        {"<body><meta charset=gbk>", "windows-1251"},
		"UTF-16 that is none":         {"<meta charset=utf-16>", "windows-1251"},
		"meta before XML":             {"<?xml version='1.0' encoding='gbk'?><meta charset=koi8-r>", "koi8-r"},
		"XML alone":                   {"<?xml version='1.0' encoding='koi8-r'?>", "koi8-r"},
		"ISO-2022-JP":                 {"<meta charset=iso-2022-jp>", "iso-2022-jp"},
		"ISO-2022-JP undeclared":      {"", "iso-2022-jp"},
	} {
		text := test.before + russian + russian
		if test.encoding == "iso-2022-jp" {
			text = test.before + japanese
		}
		if got := ToUTF8(in(t, test.encoding, text), Hints{}); string(got.Body) != text || got.Encoding != test.encoding {
			t.Errorf("%s: %s, %.80s", name, got.Encoding, got.Body)
		}
	}
	body := []byte("<meta charset=x-user-defined>\x80")
	if got := ToUTF8(body, Hints{}); got.Encoding != "windows-1252" || got.Guessed || !strings.HasSuffix(string(got.Body), "€") {
		t.Errorf("x-user-defined: %s, %q", got.Encoding, got.Body)
	}
	xml := in(t, "koi8-r", "<?xml version='1.0' encoding='koi8-r'?><meta charset='gbk'/>"+russian)
	if got := ToUTF8(xml, Hints{Type: Type{Essence: "application/xhtml+xml"}}); got.Encoding != "koi8-r" {
		t.Errorf("XML by its type: %s", got.Encoding)
	}
	wide := in(t, "utf-16le", "<?xml version='1.0'?><html>"+german)
	if got := ToUTF8(wide, Hints{}); got.Encoding != "utf-16le" || !strings.HasSuffix(string(got.Body), german) {
		t.Errorf("UTF-16 by its XML declaration: %s, %.80q", got.Encoding, got.Body)
	}
	if got := ToUTF8([]byte("<meta charset=utf-8>\x1b$B"), Hints{}); got.Encoding != "utf-8" {
		t.Errorf("an escape in UTF-8: %s", got.Encoding)
	}
}

func TestByteOrderMarks(t *testing.T) {
	for mark, name := range map[string]string{"\xEF\xBB\xBF": "utf-8", "\xFE\xFF": "utf-16be", "\xFF\xFE": "utf-16le"} {
		body, got := toUTF8(append([]byte(mark), in(t, name, german)...), "text/html; charset=windows-1251", false)
		if string(body) != german || got != name {
			t.Errorf("%s: got %s, %.40q", name, got, body)
		}
	}
}

// TestPartsOfMarks: half a mark is neither text, which would end the page's head, nor a sign of an encoding.
func TestPartsOfMarks(t *testing.T) {
	for _, part := range []string{"\xEF\xBB", "\xEF", "\xBB\xBF", "\xFE", "\xFF", "\xFF\xFE", "\xFE\xFF"} {
		for _, text := range []string{"<title>plain</title>", german} {
			if body, _ := toUTF8([]byte(part+text), "text/html", false); string(body) != text {
				t.Errorf("%q: %q", part, body)
			}
		}
	}
	for _, name := range []string{"utf-16le", "utf-16be"} {
		mark := map[string]string{"utf-16le": "\xFF\xFE", "utf-16be": "\xFE\xFF"}[name]
		for _, cut := range []bool{false, true} {
			whole := append([]byte(mark), in(t, name, german)...)
			if body, got := toUTF8(whole[:len(whole)-1], "text/html", cut); got != name || !strings.HasPrefix(string(body), german[:len(german)-1]) {
				t.Errorf("%s of odd length: %s, %q", name, got, body)
			}
		}
	}
	if body, name := toUTF8(in(t, "koi8-r", "Ъю "+russian), "text/html; charset=koi8-r", false); string(body) != "Ъю "+russian {
		t.Errorf("a letter that is written as a mark: %s, %q", name, body)
	}
}

func TestBrokenUTF8(t *testing.T) {
	text := strings.Repeat(russian, 2)
	body, name := toUTF8([]byte(text+"\xff."), "text/html; charset=windows-1251", false)
	if string(body) != text+"\uFFFD." || name != "utf-8" {
		t.Errorf("got %s, %q", name, body)
	}
	body, name = toUTF8([]byte("<p>да")[:6], "text/html", true)
	if string(body) != "<p>д" || name != "utf-8" {
		t.Errorf("a cut character is dropped: %s, %q", name, body)
	}
}

func FuzzToUTF8(f *testing.F) {
	f.Add([]byte(russian), "text/html; charset=utf-16", true)
	f.Add([]byte("\xff\xfe\x00\xd8"), "", false)
	f.Add([]byte("<?xml encoding='gbk'?>\x81"), "text/html", false)
	f.Fuzz(func(t *testing.T, body []byte, contentType string, cut bool) {
		out, name := toUTF8(body, contentType, cut)
		if !utf8.Valid(out) || name == "" {
			t.Errorf("%q: %q, %q", contentType, name, out)
		}
	})
}
