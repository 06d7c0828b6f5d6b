package contact

import "testing"

func TestSearchFindsOtherSpellings(t *testing.T) {
	for _, test := range []struct {
		who, text string
		want      bool
	}{
		{"Jörg Müller", "ask <b>JORG</b>\n muller, please", true},
		{"Jörg Müller", "<p>J&ouml;rg&nbsp;M&uuml;ller", true},
		{"Jörg Müller", "Jörg Müllerson", false},
		{"Jörg Müller", "Jörg and Ms Müller", false},
		{"jane@example.org", "Jane (at) example (dot) org", true},
		{"jane@example.org", `<a href="mailto:JANE%40example.org">write</a>`, true},
		{"jane@example.org", "mary.jane@example.org", false},
		{"+49 30 123 45 67", "Tel. 030/1234567", true},
		{"030 1234567", `<a href="tel:+49301234567">call</a>`, true},
		{"030 1234567", "030 1234568", false},
		{"jane@example.org", `{"description":"Kontakt:\njane@example.org"}`, true},
		{"Jörg Müller", `{"description":"\u003cp\u003eJ\u00f6rg M\u00fcller\u003c/p\u003e"}`, true},
		{"李小龙先生", "请联系 李小龙先生 谢谢", true},
	} {
		s, err := NewSearch([]string{test.who})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.In([]byte(test.text)); got != test.want {
			t.Errorf("%s in %q: %v", test.who, test.text, got)
		}
	}
	for _, short := range []string{" an ", "----", "a - b"} {
		if _, err := NewSearch([]string{short}); err == nil {
			t.Errorf("%q is accepted", short)
		}
	}
}
