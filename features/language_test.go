package features

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gannet/models"
)

func shippedLanguages(t testing.TB) *Languages {
	t.Helper()
	l, err := ReadLanguages(models.Languages())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// spoken are sentences of ours.
var spoken = map[string]string{
	"cs": "Dnes ráno jsme šli do lesa, protože bylo hezky, a našli jsme tam košík plný hub.",
	"de": "Heute Morgen gingen wir in den Wald, weil das Wetter schön war, und fanden einen Korb voller Pilze.",
	"en": "This morning we went into the forest because the weather was fine, and found a basket full of mushrooms.",
	"es": "Esta mañana fuimos al bosque porque hacía buen tiempo y encontramos una cesta llena de setas.",
	"fr": "Ce matin nous sommes allés dans la forêt parce qu'il faisait beau, et nous avons trouvé un panier de champignons.",
	"it": "Stamattina siamo andati nel bosco perché faceva bello, e abbiamo trovato un cestino pieno di funghi.",
	"ja": "今朝は天気がよかったので森へ行って、きのこでいっぱいのかごを見つけました。",
	"nl": "Vanmorgen gingen we naar het bos omdat het mooi weer was, en we vonden een mand vol paddenstoelen.",
	"pl": "Dziś rano poszliśmy do lasu, bo była ładna pogoda, i znaleźliśmy koszyk pełen grzybów.",
	"pt": "Esta manhã fomos à floresta porque fazia bom tempo e encontrámos uma cesta cheia de cogumelos.",
	"ru": "Сегодня утром мы пошли в лес, потому что была хорошая погода, и нашли корзину, полную грибов.",
	"uk": "Сьогодні вранці ми пішли до лісу, бо була гарна погода, і знайшли кошик, повний грибів.",
	"zh": "今天早上天气很好，我们去了森林，找到了一篮子蘑菇。",
}

func TestLanguagesOfSentences(t *testing.T) {
	l := shippedLanguages(t)
	if len(l.Known()) != len(spoken) {
		t.Errorf("known are %v", l.Known())
	}
	for language, text := range spoken {
		p := read(t, "<title>The title is in English and so is this</title><p>"+text)
		sum := 0.0
		for _, code := range l.Known() {
			sum += l.Probability(code, p)
		}
		if x := l.Probability(language, p); x < 0.85 || math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: probability %.3f, of all together %.3f", language, x, sum)
		}
	}
}

func TestLanguageOfNothing(t *testing.T) {
	l := shippedLanguages(t)
	for _, p := range []*Page{{}, read(t, ""), read(t, "<p>1 2 3 ..."), {Body: Span{-1, 5}}, {Body: Span{0, 5}}} {
		if x, want := l.Probability("en", p), 1/float64(len(l.Known())); math.Abs(x-want) > 1e-9 {
			t.Errorf("%v: probability %v, want %v", p.Body, x, want)
		}
	}
	for _, unknown := range []string{"", "xx", "EN"} {
		if x := l.Probability(unknown, read(t, spoken["en"])); x != 0 {
			t.Errorf("%q has probability %v", unknown, x)
		}
	}
}

// TestRealLanguage asks for English on webs that are all English, on pages with enough words to tell.
func TestRealLanguage(t *testing.T) {
	l := shippedLanguages(t)
	least := map[string]float64{"uci": 0.98, "enwiki6k": 0.995, "planetmath": 0.995}
	for _, web := range webs {
		right, all := 0.0, 0.0
		for _, s := range samplePages(t, web, realSamples[web][0]+6, 150) {
			if p := mustRead(t, s); p.Body.Len() >= 20 {
				all++
				right += math.Round(l.Probability("en", p))
			}
		}
		if all < 40 || right/all < least[web] {
			t.Errorf("%s: %.0f of %.0f pages are English, want a share of %.3f", web, right, all, least[web])
		}
	}
}

// plainLanguage is naive Bayes as it is written down: the sum over all sequences of all words.
func plainLanguage(l *Languages, text string, index int) float64 {
	sums := make([]float64, len(l.codes))
	words := strings.FieldsFunc(text, func(r rune) bool {
		_, class := classify(r)
		return class == separator || r >= '0' && r <= '9'
	})
	for _, w := range words {
		runes := []rune(" " + lower(w) + " ")
		for n := 1; n <= 4; n++ {
			for i := 0; i+n <= len(runes); i++ {
				if sequence := runes[i : i+n]; string(sequence) != " " {
					var h uint64
					for k := n - 1; k >= 0; k-- {
						h = (h ^ uint64(sequence[k])) * sequencePrime
					}
					for c := range sums {
						sums[c] += l.scale * float64(byte(l.rows[h>>l.shift][c/8]>>(c%8*8)))
					}
				}
			}
		}
	}
	total := 0.0
	for c := range sums {
		total += math.Exp(sums[index] - sums[c])
	}
	return 1 / total
}

func TestLanguageAgainstDefinition(t *testing.T) {
	l := shippedLanguages(t)
	l.scale /= 50 // so that no answer is sure
	for _, text := range []string{
		spoken["de"], spoken["ru"], spoken["zh"], spoken["fr"], "a b2c Été-Œuvre ÀÉ x", "Ünïcödé 42 straße",
		strings.Repeat("żółw szczęście qqqq ", 18), strings.Repeat("ß", 250), "\x80abc",
	} {
		p := read(t, "<p>"+text)
		for i, code := range l.codes {
			if got, want := l.Probability(code, p), plainLanguage(l, string(p.Text[2:]), i); math.Abs(got-want) > 1e-9 {
				t.Errorf("%.20q: %s has probability %v, want %v", text, code, got, want)
			}
		}
	}
}

func TestLongPageIsReadAllOver(t *testing.T) {
	l := shippedLanguages(t)
	p := read(t, "<p>"+strings.Repeat(spoken["en"]+" ", 10)+strings.Repeat(spoken["de"]+" ", 30))
	if x := l.Probability("de", p); x < 0.9 {
		t.Errorf("three quarters German: probability %v", x)
	}
	bytes := 0
	eachStretch(p, func(text []byte) { bytes += len(text) })
	if bytes != stretches*stretchBytes {
		t.Errorf("%d bytes are read", bytes)
	}
	if n := testing.AllocsPerRun(10, func() { l.Probability("de", p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// madeTexts are texts in two languages of two letters each.
func madeTexts() []LanguageText {
	var texts []LanguageText
	for i := range 100 {
		texts = append(texts,
			LanguageText{"aa", []byte(strings.Repeat(fmt.Sprintf("ab abab%c ba ", 'a'+i%5), 20))},
			LanguageText{"bb", []byte(strings.Repeat(fmt.Sprintf("bc cbcb%c cb ", 'a'+i%5), 20))})
	}
	return texts
}

func TestLearnLanguages(t *testing.T) {
	l, err := LearnLanguages(madeTexts(), 100_000)
	if err != nil {
		t.Fatal(err)
	}
	if x, y := l.Probability("aa", read(t, "<p>abab")), l.Probability("aa", read(t, "<p>cbcb")); x < 0.9 || y > 0.1 {
		t.Errorf("probabilities %v and %v", x, y)
	}
	var b bytes.Buffer
	if err := l.Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := ReadLanguages(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(again) != fmt.Sprint(l) {
		t.Error("the model read is not the one written")
	}
	for i := 0; i < b.Len(); i += 1 + b.Len()/100 {
		broken := bytes.Clone(b.Bytes())
		broken[i] ^= 4
		if _, err := ReadLanguages(bytes.NewReader(broken)); !errors.Is(err, ErrLanguages) {
			t.Errorf("byte %d broken: %v", i, err)
		}
		if _, err := ReadLanguages(bytes.NewReader(b.Bytes()[:i])); !errors.Is(err, ErrLanguages) {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
}

func TestLearnLanguagesNeedsTexts(t *testing.T) {
	for name, texts := range map[string][]LanguageText{
		"none": nil, "one language": madeTexts()[:1], "few texts": madeTexts()[:4],
	} {
		if _, err := LearnLanguages(texts, 1000); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
