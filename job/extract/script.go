package extract

import (
	"unicode"
	"unicode/utf8"

	"gannet/features"
)

// Bounds of byScript.
const (
	scriptBytes   = 16 << 10 // of a text
	leastLetters  = 20
	lettersOfSign = 3  // a sign of East Asia stands for about as many letters of an alphabet
	kanaShare     = 20 // one sign in so many is kana, even in a formal Japanese text
)

// alone are scripts that one language writes today.
var alone = []struct {
	script *unicode.RangeTable
	lang   string
}{{unicode.Hangul, "ko"}, {unicode.Thai, "th"}, {unicode.Greek, "el"}, {unicode.Hebrew, "he"}, {unicode.Georgian, "ka"}, {unicode.Armenian, "hy"}}

// byScript returns the language that most letters of a text belong to, if their script tells it, and "" otherwise. Kana
// is written in Japanese alone. Han without kana is Chinese.
func byScript(text []byte) string {
	kana, han, other, of := countScripts(text[:min(len(text), scriptBytes)])
	east := kana + han
	if of[arabic] >= leastLetters && of[arabic] > other+lettersOfSign*east {
		return arabicLanguage(text[:min(len(text), scriptBytes)], of[arabic])
	}
	for i, a := range alone {
		n := of[i]
		if a.lang == "ko" {
			n *= lettersOfSign
		}
		if n >= leastLetters && n > other+lettersOfSign*east {
			return a.lang
		}
	}
	switch {
	case east < leastLetters || lettersOfSign*east <= other:
		return ""
	case kana*kanaShare >= east:
		return "ja"
	}
	return "zh"
}

func bodyText(p *features.Page) []byte {
	s := p.Body
	if s.Start < 0 || s.End > int32(len(p.Words)) || s.Start >= s.End {
		return nil
	}
	from, to := int(p.Words[s.Start].Start), int(p.Words[s.End-1].End)
	return p.Text[from:to]
}

// countScripts counts the letters of a text by their scripts.
func countScripts(text []byte) (kana, han, other int, of [arabic + 1]int) {
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if 'a' <= c|0x20 && c|0x20 <= 'z' {
				other++
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		i += size
		switch {
		case r < 0x370 || 0x400 <= r && r < 0x530: // Latin and Cyrillic, whose languages are told by their words
			other++
		case 0x3041 <= r && r <= 0x30ff:
			kana++
		case 0x3400 <= r && r <= 0x9fff:
			han++
		default:
			for k := range alone {
				if unicode.Is(alone[k].script, r) {
					of[k]++
				}
			}
			if unicode.Is(unicode.Arabic, r) {
				of[arabic]++
			}
		}
	}
	return kana, han, other, of
}

// arabic is the index of the Arabic script in what countScripts counts, behind those of alone.
const arabic = 6

// ownLetters is the share, one in so many, that the letters of Persian or Urdu which Arabic lacks have in their texts.
const ownLetters = 100

// arabicLanguage returns the language of a text with so many letters of the Arabic script.
func arabicLanguage(text []byte, letters int) string {
	persian, urdu := 0, 0
	for _, r := range string(text) {
		switch r {
		case 'ٹ', 'ڈ', 'ڑ', 'ں', 'ے':
			urdu++
		case 'پ', 'چ', 'ژ', 'گ':
			persian++
		}
	}
	switch {
	case urdu*ownLetters >= letters:
		return "ur"
	case persian*ownLetters >= letters:
		return "fa"
	}
	return "ar"
}
