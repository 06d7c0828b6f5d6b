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
		if got := hasWord([]byte(c.text), c.word); got != c.want {
			t.Errorf("hasWord(%q, %q) = %v", c.text, c.word, got)
		}
	}
}
