package postings

import "testing"

func TestWordsStandByThemselves(t *testing.T) {
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"java developer", "java", true}, {"javascript", "java", false}, {"use java.", "java", true}, {"a javas java", "java", true},
		{"c++, go", "c++", true}, {"ice", "c", false}, {"软件工程师", "工程", true}, {"москва", "моск", false}, {"", "a", false},
		{"aé", "a", false}, {"é a", "a", true}, {"\xffa\xff", "a", true}, {"개발자를", "개발자", true},
	} {
		if got := hasWord([]byte(c.text), []byte(c.word)); got != c.want {
			t.Errorf("hasWord(%q, %q) = %v", c.text, c.word, got)
		}
	}
}

func TestWordsAreFoundInAnySpelling(t *testing.T) {
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"Köln", "koeln", true}, {"Köln", "Koln", true}, {"Köln", "KÖLN", true}, {"Ko\u0308ln", "köln", true}, {"Köln", "Ko\u0308ln", true},
		{"Ko\u0308ln", "koeln", true}, {"Koeln", "köln", true}, {"Koln", "köln", true}, {"Koeln", "koln", false}, {"Poet", "pöt", true},
		{"Straße", "STRASSE", true}, {"Strasse", "straße", true}, {"Malmö", "malmo", true}, {"Tromsø", "tromso", true},
		{"Tromsø", "tromsoe", true}, {"Århus", "aarhus", true}, {"Łódź", "lodz", true}, {"São Paulo", "sao", true}, {"Đà Nẵng", "nang", true},
		{"Йошкар", "иошкар", false}, {"が", "か", false}, {"Αθήνα", "αθήνα", true}, {"İşçi", "isci", true}, {"blue", "blu", false}, {"du", "due", false},
	} {
		f := newFilter(&Query{})
		word := spell(string(append([]byte(nil), f.folded([]byte(c.word))...)))
		if got := len(f.missing(f.folded([]byte(c.text)), []spelled{word})) == 0; got != c.want {
			t.Errorf("%q in %q: %v", c.word, c.text, got)
		}
	}
}
