package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gannet/features"
)

// measureLanguages returns the figures of learnLanguages.
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

// leastWords is the least number of words of a page that is measured. Shorter pages may consist only of numbers, which have no language.
const leastWords = 20

// measureSnippets measures the judgements on snippets of held-out texts.
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

// measureFAQ measures the judgements on the pages of the Debian FAQ, NAME.LANGUAGE.html beside the manual pages.
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

// likeliest returns the most probable language of a page.
func likeliest(l *features.Languages, p *features.Page) string {
	best, most := "", 0.0
	for _, code := range l.Known() {
		if x := l.Probability(code, p); x > most {
			best, most = code, x
		}
	}
	return best
}
