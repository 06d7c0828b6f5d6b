package letters

import "testing"

func TestFold(t *testing.T) {
	for s, want := range map[string]string{
		"": "", "Orchard Keeper": "orchard keeper", "Łódź": "lodz", "STRASSE Straße": "strasse strasse", "e\u0301te\u0301": "ete",
		"Ørsted Æther œuvre": "orsted aether oeuvre", "İstanbul ılık": "istanbul ilik", "Ёлка Йод": "елка иод", "Λόγος": "λογοσ",
		"工作地点：东京": "工作地点：东京", "ガス": "ガス", "bad\xffbyte": "bad\ufffdbyte",
	} {
		if got := Fold(s); got != want {
			t.Errorf("Fold(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestJoinVowels(t *testing.T) {
	for _, pair := range [][2]string{
		{"verkäufer", "verkaeufer"}, {"bäuerin", "baeuerin"}, {"zündung", "zuendung"}, {"köln", "koeln"}, {"århus", "aarhus"}, {"ørsted", "oersted"},
		{"neue", "neue"}, {"", ""},
	} {
		if one, other := JoinVowels(Fold(pair[0])), JoinVowels(Fold(pair[1])); one != other {
			t.Errorf("%q and %q give %q and %q", pair[0], pair[1], one, other)
		}
	}
	for word, want := range map[string]string{"bauerin": "baurin", "aaa": "aa", "erbe": "erbe", "aegean": "agean"} {
		if got := JoinVowels(word); got != want {
			t.Errorf("%q gives %q, want %q", word, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for n, want := range []string{"", "a", "a", "aé", "aé", "aé", "aé€", "aé€"} {
		if got := Cut("aé€", n); got != want {
			t.Errorf("%d bytes: %q, want %q", n, got, want)
		}
	}
}

// TestJoinVowelsCopiesOnlyWhatChanges: most words have no vowel that is written out.
func TestJoinVowelsCopiesOnlyWhatChanges(t *testing.T) {
	for word, want := range map[string]string{"": "", "a": "a", "hello": "hello", "muenchen": "munchen", "aarhus": "arhus", "koeln ae": "koln a"} {
		if got := JoinVowels(word); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
	if n := testing.AllocsPerRun(10, func() { JoinVowels("engineer") }); n != 0 {
		t.Errorf("%v allocations for a word that stays as it is", n)
	}
}
