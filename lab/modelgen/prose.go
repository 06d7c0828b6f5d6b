package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gannet/features"
)

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
			continue // a link to the same page
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

// languageOf returns the language of a manual page by its directory.
func languageOf(dir, file string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(file, filepath.Clean(dir)+"/"), "/")
	if strings.HasPrefix(name, "man") {
		return "en"
	}
	return name[:2]
}

// prose returns the running text of a manual page's source, without commands, examples and untranslated paragraphs.
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

// isIn reports whether a paragraph is text in its page's language. It must have mostly letters, be in the right script, and
// have hardly any English words.
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
