package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"gannet/features"
	"gannet/models"
)

// Sizes of the language model's material.
const (
	letters      = 400_000 // of each language; Dutch and Czech have the least text
	heldOut      = 5       // one text in five is held out to measure with
	englishPages = 400     // of the web from which English is learned
	snippets     = 40_000  // used to measure with, at most
)

// learnLanguages learns the languages of the manual pages, and English also from pages of a web. The other webs and the
// Debian FAQ in nine languages are only used to measure with.
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
		Measured: "Share of texts for which the model gives their language the highest probability. Snippets are of held-out manual " +
			"pages, by their number of bytes: the mean over languages, and the worst of them. Pages are of the Debian FAQ in nine " +
			"languages, and of two frozen webs. These webs are all English, and the model has not seen them.",
	}, b.Bytes(), err
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
