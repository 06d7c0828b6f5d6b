package occupations

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/dedup/ads"
)

// The ads that a person has labelled. A line has the hash of the file's name, "#" and the ad's id, then a tab, then the right unit groups, the best
// first. The development set was used while the model was made, but the test set was not.
var (
	//go:embed read_dev.tsv
	readDev string
	//go:embed read_test.tsv
	readTest string
)

// sources are the files of ads whose titles name an occupation, and how many ads of each are used for training.
var sources = map[string]int{
	"nhs.jsonl": 3000, "ambreen_indeed.jsonl": 1500, "et_afriworket.jsonl": 3000, "ma_bayt.jsonl": 1000, "dice.jsonl": 700, "weiqi_global_arbeitnow.jsonl": 1300,
	"fr_francetravail.jsonl": 200, "pl_olx2025.jsonl": 1400, "ru_spassk.jsonl": 400, "clean_tw_govjobs.jsonl": 1100, "zh_51job_2019.jsonl": 1000,
}

// ad is a real job ad.
type ad struct {
	source, title, text string
	groups              []string // that are right, if it was read by eye
}

// readAds reads ads: those used for training, and those of the two labelled sets.
func readAds(dir string) (teach, dev, test []ad, err error) {
	devGroups, testGroups := groupsOf(readDev), groupsOf(readTest)
	for source, most := range sources {
		taken := 0
		err := ads.EachLine(filepath.Join(dir, source), func(line []byte) error {
			parsed, err := ads.Parse(line, time.Time{})
			if err != nil {
				return nil // an ad without text and title
			}
			a := ad{source: source, title: strings.Trim(parsed.Posting.Title, "[]'\" "), text: parsed.Posting.Description}
			key := fmt.Sprintf("%016x", xxh3.HashString(source+"#"+parsed.ID))
			if a.groups = devGroups[key]; a.groups != nil {
				dev = append(dev, a)
			} else if a.groups = testGroups[key]; a.groups != nil {
				test = append(test, a)
			} else if taken < most && a.title != "" {
				teach = append(teach, a)
				taken++
			}
			return nil
		})
		if err != nil {
			return nil, nil, nil, err
		}
	}
	return teach, dev, test, nil
}

// Read is an ad whose occupation a person has labelled.
type Read struct {
	Source string   `json:"source"`
	Title  string   `json:"title"`
	Text   string   `json:"text"`
	Groups []string `json:"groups"` // unit groups that are right, the best first
}

// ReadTest returns the ads of the test set.
func ReadTest(dir string) ([]Read, error) {
	_, _, test, err := readAds(dir)
	list := make([]Read, len(test))
	for i, a := range test {
		list[i] = Read{a.source, a.title, a.text, a.groups}
	}
	return list, err
}

// groupsOf returns the groups of ads by their hashes.
func groupsOf(lines string) map[string][]string {
	groups := make(map[string][]string)
	for line := range strings.Lines(lines) {
		key, list, _ := strings.Cut(line, "\t")
		groups[key] = strings.Fields(list)
	}
	return groups
}
