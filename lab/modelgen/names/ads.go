// Package names learns the model that finds names of persons in job ads: from real ads in which a reader marked the names, from the same ads with other names in
// their place, and from sentences made for this.
package names

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/zeebo/xxh3"
	"golang.org/x/net/html"

	"gannet/dedup/ads"
)

// files have job ads. A few of them have fields of their own kinds, which are not read.
var files = strings.Fields("nhs hn dice ambreen_indeed weiqi_global_arbeitnow fr_francetravail ma_bayt et_afriworket pl_olx2025 ru_spassk clean_tw_govjobs zh_51job_2019")

// Part is the use of an ad. All ads of one employer or author have the same one.
type Part int

// A half of the employers is for learning, a quarter for looking at faults, and a quarter for measuring what was not looked at.
const (
	Learning Part = iota
	Looking
	Measuring
)

// Ad is a job ad.
type Ad struct {
	File, ID, Text string
	Part           Part
}

// ReadAds reads the ads of the directory of the unpacked ads. No two have the same text.
func ReadAds(dir string) (all []Ad, err error) {
	seen := make(map[uint64]bool)
	for _, file := range files {
		err := ads.EachLine(filepath.Join(dir, file+".jsonl"), func(line []byte) error {
			var raw struct{ ID, Company, User, Text, HTML string }
			if json.Unmarshal(line, &raw) != nil {
				return nil
			}
			ad := Ad{File: file, ID: raw.ID, Text: raw.Text}
			if raw.Text == "" {
				ad.Text = textOf(raw.HTML)
			}
			if h := xxh3.HashString(ad.Text); len(ad.Text) < 80 || seen[h] {
				return nil
			} else {
				seen[h] = true
			}
			by := raw.Company + raw.User
			if by == "" {
				by = ad.Text[:80]
			}
			switch xxh3.HashString("names "+by) % 4 {
			case 2:
				ad.Part = Looking
			case 3:
				ad.Part = Measuring
			}
			all = append(all, ad)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

var (
	block  = regexp.MustCompile(`(?i)<(?:p|/?li|/p|/div|br|/h[1-6]|/tr)\b[^>]*>`)
	anyTag = regexp.MustCompile(`<[^>]*>`)
)

// textOf returns the text of an ad's HTML.
func textOf(source string) string {
	return html.UnescapeString(anyTag.ReplaceAllString(block.ReplaceAllString(source, "\n"), ""))
}
