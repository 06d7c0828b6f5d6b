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
