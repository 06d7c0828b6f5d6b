// Command gen learns what the package models ships, from the frozen webs and from translated manual pages, measures
// it, and writes it with its manifest. "make models" runs it.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/models"
	"gannet/topic"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("models/gen: ")
	o := options{}
	flag.StringVar(&o.data, "data", "../shared/data", "directory with webs and labels")
	flag.StringVar(&o.manuals, "manuals", "", "directory of translated manual pages (man/de/man1/...); none if empty")
	flag.StringVar(&o.out, "out", "models", "directory to write to")
	flag.Uint64Var(&o.seed, "seed", 1, "of all random choices")
	flag.Parse()
	if err := run(o, time.Now()); err != nil {
		log.Fatal(err)
	}
}

type options struct {
	data, manuals, out string
	seed               uint64
}

// webNames are the frozen webs.
var webNames = []string{"enwiki6k", "planetmath", "uci"}

func run(o options, now time.Time) error {
	var webs []*web
	for _, name := range webNames {
		w, err := readWeb(o.data, name)
		if err != nil {
			return err
		}
		log.Printf("%s: %d pages", name, len(w.pages))
		webs = append(webs, w)
	}
	manuals, err := readManuals(o.manuals, o.seed)
	if err != nil {
		return err
	}
	log.Printf("manual pages: %d", len(manuals))
	figures := map[string]float64{}
	for _, held := range webs {
		bg, err := topic.LearnBackground(documents(webs, held, manuals, o.seed), o.seed)
		if err != nil {
			return err
		}
		f, err := measure(held, bg, o.seed)
		if err != nil {
			return err
		}
		maps.Copy(figures, f)
		for _, k := range slices.Sorted(maps.Keys(f)) {
			log.Printf("%s %.3f", k, f[k])
		}
	}
	all := documents(webs, nil, manuals, o.seed)
	bg, err := topic.LearnBackground(all, o.seed)
	if err != nil {
		return err
	}
	return write(o, bg, models.Model{
		Made: now.UTC().Format(time.DateOnly), Seed: o.seed, Figures: figures, Data: sources(webs, manuals),
	})
}

// sources says what the background was learned from.
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

// write writes the background and the manifest.
func write(o options, bg *topic.Background, m models.Model) error {
	var b bytes.Buffer
	if err := bg.Write(&b); err != nil {
		return err
	}
	m.Name, m.File = "background", "background.bin"
	m.Bytes, m.Checksum = b.Len(), fmt.Sprintf("%016x", xxh3.Hash(b.Bytes()))
	m.Measured = "means over the topics of one web, learned from ten seeds, the topic's name as its keywords, and a " +
		"background without that web (seeds), and from a third of its labelled pages (labelled); AUC, and F1 at probability 0.5"
	manifest, err := json.MarshalIndent([]models.Model{m}, "", "  ")
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	log.Printf("%s: %d bytes", m.File, m.Bytes)
	return errors.Join(
		os.WriteFile(filepath.Join(o.out, m.File), b.Bytes(), 0o644),
		os.WriteFile(filepath.Join(o.out, "manifest.json"), append(manifest, '\n'), 0o644))
}
