package main

import (
	"bytes"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/features"
	"gannet/models"
)

// Sizes of the language model's material.
const (
	letters      = 400_000 // of each language; the least is there of Dutch and Czech
	heldOut      = 5       // one text in so many is held out to measure with
	englishPages = 400     // of the one web whose English is learned
	snippets     = 40_000  // measured with, at most
)

// learnLanguages learns to tell the languages of the manual pages, and English from pages of a web besides. The other
// webs and the Debian FAQ in nine languages are measured with alone.
func learnLanguages(in *inputs) (models.Model, []byte, error) {
	texts, err := manualTexts(in.manuals)
	if err != nil {
		return models.Model{}, nil, err
	}
	random := rand.New(rand.NewPCG(in.seed, 0x6c61))
	random.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	held := slices.Clone(texts[:len(texts)/heldOut])
	english, err := webTexts(in, "enwiki6k", random)
	if err != nil {
		return models.Model{}, nil, err
	}
	texts = append(texts[len(texts)/heldOut:], english...)
	random.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
	l, err := features.LearnLanguages(texts, letters)
	if err != nil {
		return models.Model{}, nil, err
	}
	var b bytes.Buffer
	if err := l.Write(&b); err != nil {
		return models.Model{}, nil, err
	}
	figures, err := measureLanguages(in, l, held)
	return models.Model{
		Name: "languages", File: "languages.bin", Figures: figures,
		Data: []string{"translated and English manual pages of Debian, 13 languages", fmt.Sprintf("frozen web enwiki6k, %d pages", len(english))},
		Measured: "share of texts to whose language the model gives the highest probability: snippets of so many bytes of held-out " +
			"manual pages (mean over languages, and the worst of them), pages of the Debian FAQ in nine languages, and the " +
			"pages of two frozen webs, all English, which it has not seen",
	}, b.Bytes(), err
}

// manualTexts reads the running text of manual pages, translated (DIR/LANGUAGE/man*/*.gz) and English (DIR/man*/*.gz).
func manualTexts(dir string) ([]features.LanguageText, error) {
	if dir == "" {
		return nil, fmt.Errorf("languages are learned from manual pages: say where they are with -manuals, or use 'make models'")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "man*", "*.gz"))
	if err != nil {
		return nil, fmt.Errorf("manual pages: %w", err)
	}
	english, err := filepath.Glob(filepath.Join(dir, "man*", "*.gz"))
	if err != nil {
		return nil, fmt.Errorf("manual pages: %w", err)
	}
	var texts []features.LanguageText
	for _, f := range append(files, english...) {
		if info, err := os.Lstat(f); err != nil || !info.Mode().IsRegular() {
			continue // another name of the same page
		}
		source, err := readGzip(f)
		if err != nil {
			return nil, err
		}
		if language := languageOf(dir, f); language != "" {
			texts = append(texts, features.LanguageText{Language: language, Text: []byte(prose(source, language))})
		}
	}
	return texts, nil
}

// languageOf gives the language of a manual page by its directory.
func languageOf(dir, file string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(file, filepath.Clean(dir)+"/"), "/")
	if strings.HasPrefix(name, "man") {
		return "en"
	}
	return name[:2]
}

// prose takes the running text out of a manual page's source: no commands, no examples, and none of the paragraphs
// that nobody has translated.
func prose(source, language string) string {
	var out, paragraph strings.Builder
	end := func() {
		if text := paragraph.String(); isIn(text, language) {
			out.WriteString(text)
		}
		paragraph.Reset()
	}
	literal := false
	for line := range strings.Lines(source) {
		if line[0] != '.' && line[0] != '\'' {
			if !literal {
				paragraph.WriteString(strings.ReplaceAll(escape.ReplaceAllString(line, ""), `\`, ""))
			}
			continue
		}
		switch request, _, _ := strings.Cut(strings.TrimSpace(line[1:]), " "); request {
		case "nf", "EX", "Bd":
			literal = true
		case "fi", "EE", "Ed":
			literal = false
		case "B", "I", "BR", "BI", "RB", "IR", "IB", "RI":
			continue // a few words of the same paragraph
		}
		end()
	}
	end()
	return out.String()
}

// englishWords are frequent in English and rare in the other languages.
var englishWords = strings.Fields("the and are with this which from not you that it can will when has")

// isIn says whether a paragraph is text, and in its page's language: mostly letters, of its script, and hardly with
// English words.
func isIn(paragraph, language string) bool {
	all, own, latin := 0, 0, 0
	for _, r := range paragraph {
		switch {
		case r < utf8.RuneSelf && unicode.IsLetter(r):
			latin++
		case unicode.IsLetter(r):
			own++
		}
		if !unicode.IsSpace(r) {
			all++
		}
	}
	if 10*(own+latin) < 7*all {
		return false
	}
	switch language {
	case "en":
		return true
	case "ja", "ru", "uk", "zh":
		return own > latin
	}
	words := features.Spell(paragraph)
	english := 0
	for _, w := range words {
		if slices.Contains(englishWords, w) {
			english++
		}
	}
	return english < 2 || 20*english < len(words)
}

// webTexts draws English pages of a web.
func webTexts(in *inputs, name string, random *rand.Rand) ([]features.LanguageText, error) {
	w, err := openWeb(in.data, name)
	if err != nil {
		return nil, err
	}
	urls := w.bodies.URLs()
	var texts []features.LanguageText
	for _, i := range random.Perm(len(urls)) {
		if p, err := w.read(urls[i]); err == nil && len(texts) < englishPages {
			texts = append(texts, features.LanguageText{Language: "en", Text: []byte(p.TextOf(p.Main))})
		}
	}
	return texts, nil
}

// measureLanguages gives the figures of learnLanguages.
func measureLanguages(in *inputs, l *features.Languages, held []features.LanguageText) (map[string]float64, error) {
	figures := map[string]float64{}
	for _, size := range []int{50, 100, 200} {
		measureSnippets(l, held, size, figures)
	}
	if err := measureFAQ(in, l, figures); err != nil {
		return nil, err
	}
	for _, name := range []string{"planetmath", "uci"} {
		w, err := openWeb(in.data, name)
		if err != nil {
			return nil, err
		}
		right, all := 0.0, 0.0
		for _, url := range w.bodies.URLs() {
			p, err := w.read(url)
			if err != nil || p.Body.Len() < leastWords {
				continue
			}
			all++
			if likeliest(l, p) == "en" {
				right++
			}
		}
		figures["pages_"+name] = rounded(right / max(1, all))
	}
	for _, k := range sortedKeys(figures) {
		log.Printf("languages: %s %.4f", k, figures[k])
	}
	return figures, nil
}

// leastWords of a page that is measured: there is nothing to tell a language by in a page of figures.
const leastWords = 20

// measureSnippets judges snippets of held-out texts.
func measureSnippets(l *features.Languages, held []features.LanguageText, size int, figures map[string]float64) {
	right, all := map[string]float64{}, map[string]float64{}
	n := 0
	for _, t := range held {
		for from := 0; from+size <= len(t.Text) && n < snippets; from += 5 * size {
			n++
			all[t.Language]++
			if likeliest(l, pageOf(t.Text[from:from+size])) == t.Language {
				right[t.Language]++
			}
		}
	}
	worst, mean := 1.0, 0.0
	for _, language := range sortedKeys(all) {
		share := right[language] / all[language]
		log.Printf("languages: %d bytes of %s: %.4f of %.0f", size, language, share, all[language])
		worst = min(worst, share)
		mean += share / float64(len(all))
	}
	figures[fmt.Sprintf("snippets_%d", size)] = rounded(mean)
	figures[fmt.Sprintf("snippets_%d_worst", size)] = rounded(worst)
}

// measureFAQ judges the pages of the Debian FAQ, NAME.LANGUAGE.html beside the manual pages.
func measureFAQ(in *inputs, l *features.Languages, figures map[string]float64) error {
	files, err := filepath.Glob(filepath.Join(in.manuals, "..", "doc", "debian", "FAQ", "*", "*.html"))
	if err != nil {
		return fmt.Errorf("FAQ: %w", err)
	}
	reader := features.NewReader()
	right := 0.0
	for _, f := range files {
		body, err := os.ReadFile(f)
		if err != nil {
			return fmt.Errorf("FAQ: %w", err)
		}
		p, err := reader.Read("http://faq.invalid/", body)
		if err != nil {
			return fmt.Errorf("FAQ %s: %w", f, err)
		}
		if got, want := likeliest(l, p), filepath.Base(filepath.Dir(f))[:2]; got == want {
			right++
		} else {
			log.Printf("languages: %s seems to be %s", f, got)
		}
	}
	figures["pages_faq"] = rounded(right / max(1, float64(len(files))))
	return nil
}

func pageOf(text []byte) *features.Page {
	p, err := features.NewReader().Read("http://text.invalid/", append([]byte("<p>"), text...))
	if err != nil {
		return &features.Page{}
	}
	return p
}

// likeliest gives the language to which a page most probably belongs.
func likeliest(l *features.Languages, p *features.Page) string {
	best, most := "", 0.0
	for _, code := range l.Known() {
		if x := l.Probability(code, p); x > most {
			best, most = code, x
		}
	}
	return best
}
