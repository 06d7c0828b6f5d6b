package features

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// plainWords is the obvious way to cut a text: characters one by one.
func plainWords(text string) []string {
	var words, run []string // run: characters of unspaced script
	word := ""
	flush := func() {
		if word != "" {
			words = append(words, word)
		}
		if len(run) == 1 {
			words = append(words, run[0])
		}
		for i := 1; i < len(run); i++ {
			words = append(words, run[i-1]+run[i])
		}
		word, run = "", nil
	}
	for _, r := range text {
		wordRune := (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && r != unicode.ReplacementChar
		switch {
		case !wordRune:
			flush()
		case len(run) > 0 && unicode.IsMark(r):
			run[len(run)-1] += string(r)
		case isUnspaced(r):
			if word != "" {
				flush()
			}
			run = append(run, string(r))
		default:
			if len(run) > 0 {
				flush()
			}
			word += string(r)
		}
	}
	flush()
	return words
}

func checkWords(t *testing.T, text string) {
	t.Helper()
	want := plainWords(text)
	got := cutWords(nil, []byte(text), 0)
	for i := range min(len(got), len(want)) {
		w := text[got[i].Start:got[i].End]
		if w != want[i] || got[i].Hash != HashWord(w) || got[i].Hash != HashWord(lower(w)) {
			t.Fatalf("word %d is %q, want %q", i, w, want[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d words, want %d", len(got), len(want))
	}
	for i := 1; i < len(got); i++ {
		if got[i].Start <= got[i-1].Start || got[i].End <= got[i-1].End {
			t.Fatalf("word %d does not rise", i)
		}
	}
}

// lower is strings.ToLower but for characters whose lower case has more than one.
func lower(s string) string { return strings.Map(unicode.ToLower, s) }

func TestWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" , ", nil},
		{"One, two-three 4u.", []string{"one", "two", "three", "4u"}},
		{"don't", []string{"don", "t"}},
		{"ÄRGER Привет Ελλάδα", []string{"ärger", "привет", "ελλάδα"}},
		{"e\u0301te\u0301", []string{"e\u0301te\u0301"}},
		{"naïve–plan", []string{"naïve", "plan"}},
		{"软件工程师", []string{"软件", "件工", "工程", "程师"}},
		{"中", []string{"中"}},
		{"Go开发 者", []string{"go", "开发", "者"}},
		{"開発go", []string{"開発", "go"}},
		{"サーバー", []string{"サー", "ーバ", "バー"}},
		{"ที่นี่", []string{"ที่นี่"}},
		{"ที่นี่นะ", []string{"ที่นี่", "นี่น", "นะ"}},
		{"한국어 개발자", []string{"한국어", "개발자"}},
		{"a\xffb\x00c", []string{"a", "b", "c"}},
		{"x\u00a0y", []string{"x", "y"}},
	} {
		var want []uint32
		for _, w := range c.want {
			want = append(want, HashWord(w))
		}
		if got := Words(c.text); !slices.Equal(got, want) {
			t.Errorf("Words(%q) has %d words, plain ones are %q, want %q", c.text, len(got), plainWords(c.text), c.want)
		}
		checkWords(t, c.text)
	}
}

func TestHashIgnoresCase(t *testing.T) {
	if HashWord("Gannet") != HashWord("gANNET") || HashWord("ÉTÉ") != HashWord("été") {
		t.Error("hashes depend on case")
	}
	if HashWord("a") == HashWord("b") || HashWord("ab") == HashWord("ba") {
		t.Error("hashes do not tell words apart")
	}
}

func FuzzWords(f *testing.F) {
	f.Add("One two")
	f.Add("软件ที่นี่ Привет \xff e\u0301")
	f.Fuzz(checkWords)
}
