package main

import (
	"bytes"
	"fmt"
	"log"
	"maps"

	"gannet/models"
	"gannet/topic"
)

// webNames are the frozen webs.
var webNames = []string{"enwiki6k", "planetmath", "uci"}

// learnBackground learns the background from all webs and manual pages. Its quality is measured on each web with a
// background learned without this web.
func learnBackground(in *inputs) (models.Model, []byte, error) {
	var webs []*web
	for _, name := range webNames {
		w, err := readWeb(in.data, name)
		if err != nil {
			return models.Model{}, nil, err
		}
		log.Printf("%s: %d pages", name, len(w.pages))
		webs = append(webs, w)
	}
	manuals, err := readManuals(in.manuals, in.seed)
	if err != nil {
		return models.Model{}, nil, err
	}
	log.Printf("manual pages: %d", len(manuals))
	figures, err := measureBackground(webs, manuals, in.seed)
	if err != nil {
		return models.Model{}, nil, err
	}
	bg, err := topic.LearnBackground(documents(webs, nil, manuals, in.seed), in.seed)
	if err != nil {
		return models.Model{}, nil, err
	}
	var b bytes.Buffer
	err = bg.Write(&b)
	return models.Model{
		Name: "background", File: "background.bin", Figures: figures, Data: sources(webs, manuals),
		Measured: "AUC, and F1 at probability 0.5, as means over the topics of one web. (seeds): learned from ten seeds, the topic's " +
			"name as its keyword, and a background without that web. (labelled): learned from a third of its labelled pages.",
	}, b.Bytes(), err
}

func measureBackground(webs []*web, manuals []topic.Vector, seed uint64) (map[string]float64, error) {
	figures := map[string]float64{}
	for _, held := range webs {
		bg, err := topic.LearnBackground(documents(webs, held, manuals, seed), seed)
		if err != nil {
			return nil, err
		}
		f, err := measure(held, bg, seed)
		if err != nil {
			return nil, err
		}
		maps.Copy(figures, f)
		for _, k := range sortedKeys(f) {
			log.Printf("%s %.3f", k, f[k])
		}
	}
	return figures, nil
}

// sources describes the data of the background.
func sources(webs []*web, manuals []topic.Vector) []string {
	var data []string
	for _, w := range webs {
		data = append(data, fmt.Sprintf("frozen web %s, %d of %d pages", w.name, min(perWeb, len(w.pages)), len(w.pages)))
	}
	if len(manuals) > 0 {
		data = append(data, fmt.Sprintf("translated manual pages of Debian, %d", len(manuals)))
	}
	return data
}
