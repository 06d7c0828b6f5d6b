// Command modelgen learns the models that the package models ships, measures them and writes them with their manifest. It
// learns from the frozen webs, job ads and manual pages. `make models` runs it.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/internal/testweb/jobweb"
	"gannet/job/pagetext"
	"gannet/lab/modelgen/jobs"
	"gannet/models"
	"gannet/training/eval"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("lab/modelgen: ")
	var in inputs
	var out, only string
	flag.StringVar(&in.data, "data", "../shared/data", "directory with webs and labels")
	flag.StringVar(&in.manuals, "manuals", "", "directory of manual pages (man/man1/..., man/de/man1/...); none if empty")
	flag.StringVar(&in.people, "people", ".people/people.json", "file of first and last names by locale")
	flag.StringVar(&in.ads, "ads", ".data/pack_dev", "directory of the unpacked job ads")
	flag.StringVar(&out, "out", "models", "directory to write to")
	flag.StringVar(&only, "only", "", "models to learn, separated by commas; the others stay as they are; default: all")
	flag.Uint64Var(&in.seed, "seed", 1, "of all random choices")
	flag.Parse()
	if err := run(&in, out, only, time.Now()); err != nil {
		log.Fatal(err)
	}
}

// inputs are the data that models are learned from, and results that several models share.
type inputs struct {
	data, manuals, ads, people string

	seed      uint64
	collected *eval.Collected
	study     *jobs.Study
	counted   *pagetext.Words
	posts     []jobweb.Ad
}

// makers learn the models, in the manifest's order. Each returns the model's file and its row of the manifest, without the fields that run sets.
var makers = []struct {
	name  string
	learn func(*inputs) (models.Model, []byte, error)
}{
	{"background", learnBackground},
	{"languages", learnLanguages},
	{"links", learnLinks},
	{"crawl", learnCrawl},
	{"jobs", learnJobs},
	{"kinds", learnKinds},
	{"verdict", learnVerdict},
	{"judge", learnJudge},
	{"words", learnWords},
	{"employers", learnEmployers},
	{"fields", learnFields},
	{"occupations", learnOccupations},
	{"persons", learnPersons},
}

// run learns the requested models and writes them.
func run(in *inputs, out, only string, now time.Time) error {
	before, err := models.Manifest()
	if err != nil {
		return err
	}
	var manifest []models.Model
	known := false
	for _, maker := range makers {
		if only != "" && !slices.Contains(strings.Split(only, ","), maker.name) {
			if i := slices.IndexFunc(before, func(m models.Model) bool { return m.Name == maker.name }); i >= 0 {
				manifest = append(manifest, before[i])
			}
			continue
		}
		known = true
		m, data, err := maker.learn(in)
		if err != nil {
			return fmt.Errorf("%s: %w", maker.name, err)
		}
		m.Made, m.Seed, m.Bytes = now.UTC().Format(time.DateOnly), in.seed, len(data)
		m.Checksum = fmt.Sprintf("%016x", xxh3.Hash(data))
		log.Printf("%s: %d bytes", m.File, m.Bytes)
		if err := os.WriteFile(filepath.Join(out, m.File), data, 0o644); err != nil {
			return err
		}
		manifest = append(manifest, m)
	}
	if !known {
		return fmt.Errorf("no model %q", only)
	}
	return writeManifest(out, manifest)
}

func writeManifest(out string, manifest []models.Model) error {
	data, err := json.MarshalIndent(manifest, "", "  ")
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	return os.WriteFile(filepath.Join(out, "manifest.json"), append(data, '\n'), 0o644)
}

// rounded rounds a figure to four decimals.
func rounded(x float64) float64 { return float64(int(x*10000+0.5)) / 10000 }

func sortedKeys(figures map[string]float64) []string { return slices.Sorted(maps.Keys(figures)) }
