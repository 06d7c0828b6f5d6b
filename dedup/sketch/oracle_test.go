package sketch

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// texts of our own, in many languages and with what is hard in them.
var texts = []struct{ lang, text string }{
	{"en", "We're looking for two experienced welders, working shifts (40 hours), at our new plant in Northport: 12.50 an hour."},
	{"de", "Für unsere Bäckerei in Südstadt suchen wir ab 1. Mai eine Verkäuferin (m/w/d), gerne auch Quereinsteiger, Größe egal."},
	{"fr", "Nous recherchons un·e infirmier·ère diplômé·e d’État, à temps plein, pour l'hôpital de Villeneuve-sur-Rive."},
	{"ru", "Требуются водители категории «С», опыт работы от трёх лет; зарплата 60 000 рублей, график сменный."},
	{"tr", "İSTANBUL'da çalışacak deneyimli aşçılar arıyoruz, iş yerinde yemek verilir."},
	{"zh", "诚聘软件工程师两名，熟悉Go语言，三年以上经验，薪资面议。ＡＢＣ１２３有限公司"},
	{"ja", "急募！ホールスタッフ、週２日から。未経験者歓迎、ｶﾀｶﾅも読めます。"},
	{"th", "รับสมัครพนักงานขาย ประสบการณ์ 2 ปี"},
	{"ar", "مطلوب محاسب ذو خبرة ثلاث سنوات للعمل في شركة تجارية"},
	{"ko", "경력직 개발자를 모집합니다 주 5일 근무"},
	{"", "a"}, {"en", ""}, {"xx", "--- ... !!!"}, {"en", "\xff\xfe broken \xe4\xb8 bytes \xc3"},
}

// naiveWords is cut character by character, without tables or a cache.
func naiveWords(text, lang string) (words []uint64) {
	f := newForms(2)
	f.setLanguage(lang)
	var word, run []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, hashWord(f.canonical(string(word))))
		}
		for i := range run {
			if i > 0 {
				words = append(words, mix(uint64(run[i-1])<<32|uint64(run[i])))
			} else if len(run) == 1 {
				words = append(words, mix(uint64(run[0])))
			}
		}
		word, run = nil, nil
	}
	for _, r := range text {
		switch {
		case r == unicode.ReplacementChar || !isWordRune(r):
			end()
		case isUnspaced(r):
			if len(word) > 0 {
				end()
			}
			run = append(run, r)
		default:
			if len(run) > 0 {
				end()
			}
			word = append(word, r)
		}
	}
	end()
	return words
}

// naiveShingles hashes each window of words from its beginning.
func naiveShingles(words []uint64) (hashes []uint64) {
	window := func(words []uint64) (h uint64) {
		for _, w := range words {
			h = h*base + w
		}
		return h
	}
	if len(words) > 0 && len(words) < ShingleWords {
		return []uint64{mix(window(words) + uint64(len(words)))}
	}
	for i := 0; i+ShingleWords <= len(words); i++ {
		hashes = append(hashes, mix(window(words[i:i+ShingleWords])))
	}
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// naiveSlots is the paper's definition: every hash in every of 2·Size rounds, the least (round, hash) of each slot.
func naiveSlots(hashes []uint64) (slots [Size]uint8) {
	for slot := range uint64(Size) {
		found := false
		for round := uint64(0); round < 2*Size && !found; round++ {
			least := ^uint64(0)
			for _, h := range hashes {
				if round > 0 {
					h = rehash(h, round)
				}
				if (round < Size && h>>slotShift == slot || round == Size+slot) && h <= least {
					least, found = h, true
				}
			}
			slots[slot] = uint8(least)
		}
	}
	return slots
}

func TestShinglesAsNaive(t *testing.T) {
	k := New(smallCache(8))
	for range 2 {
		for _, x := range texts {
			for cut := 0; cut <= len(x.text); cut += 1 + len(x.text)/7 {
				got := k.Shingles(x.text[cut:], x.lang)
				if want := naiveShingles(naiveWords(x.text[cut:], x.lang)); !slices.Equal(got, want) {
					t.Errorf("%s %q: %d shingles, want %d", x.lang, x.text[cut:], len(got), len(want))
				}
			}
		}
	}
}

func TestSlotsAsDefined(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 3, 6, 20, 127, 128, 400, 3000} {
		hashes := make([]uint64, n)
		for i := range hashes {
			hashes[i] = rng.Uint64()
		}
		slices.Sort(hashes)
		var got [Size]uint8
		fillSlots(&got, hashes)
		if got != naiveSlots(hashes) {
			t.Errorf("%d hashes: the slots differ from the definition's", n)
		}
	}
}

func TestClassOfEveryCharacter(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		want := letter
		switch {
		case r == unicode.ReplacementChar || !isWordRune(r):
			want = separator
		case isUnspaced(r):
			want = unspaced
		}
		if got := classify(r); got != want {
			t.Errorf("%U: class %d, want %d", r, got, want)
		}
		if h, size := decodeHan(string(r)); size > 0 && (h != r || want != unspaced) {
			t.Errorf("%U: decoded as %U of class %d", r, h, want)
		}
	}
}

func TestSortDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := rapid.SampledFrom([]int{0, 1, 20, 60}).Draw(t, "shift") // hashes that share their upper bits
		hashes := rapid.SliceOfN(rapid.Map(rapid.Uint64(), func(h uint64) uint64 { return mix(h) >> shift }), 0, 600).Draw(t, "hashes")
		k := New(smallCache(2))
		k.hashes = slices.Clone(hashes)
		got := k.sortDistinct()
		slices.Sort(hashes)
		if !slices.Equal(got, slices.Compact(hashes)) {
			t.Fatalf("%d hashes sorted wrongly", len(hashes))
		}
	})
}

func TestSketchDoesNotDependOnWhatCameBefore(t *testing.T) {
	used := New(smallCache(4))
	for range 3 {
		for _, x := range texts {
			got, want := used.Sketch(x.text, x.lang), New(DefaultOptions()).Sketch(x.text, x.lang)
			if got.Slots != want.Slots || !slices.Equal(got.Sample, want.Sample) || got.Shingles != want.Shingles {
				t.Errorf("%s: the sketch of %q depends on the texts before", x.lang, x.text)
			}
		}
	}
}

func FuzzSketch(f *testing.F) {
	for _, x := range texts {
		f.Add(x.text, x.lang)
	}
	f.Add(strings.Repeat("ab ", 1000), "en")
	used := New(smallCache(64))
	f.Fuzz(func(t *testing.T, text, lang string) {
		s := used.Sketch(text, lang)
		if want := naiveShingles(naiveWords(text, lang)); s.Shingles != len(want) || s.Shingles > 0 && s.Slots != naiveSlots(want) {
			t.Fatalf("%q in %q: %d shingles, want %d, or other slots", text, lang, s.Shingles, len(want))
		}
		if j := s.Jaccard(&s); s.Shingles > 0 && j != 1 {
			t.Fatalf("similarity with itself %v", j)
		}
	})
}
