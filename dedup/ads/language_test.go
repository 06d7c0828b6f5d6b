package ads

import (
	"strings"
	"testing"
)

func TestCommonWordsOfLanguages(t *testing.T) {
	for word, language := range common {
		for _, written := range []string{word, strings.ToUpper(word)} {
			if got, ok := languageOf(written); !ok || got != language {
				t.Errorf("%q: %d, %t, want %d", written, got, ok, language)
			}
		}
		if _, known := common[word+"x"]; !known {
			if got, ok := languageOf(word + "x"); ok {
				t.Errorf("%qx is of language %s", word, languages[got])
			}
		}
	}
	for _, word := range []string{"\x00", "\x00the", "qzx", "de"} {
		if got, ok := languageOf(word); ok {
			t.Errorf("%q is of language %s", word, languages[got])
		}
	}
}
