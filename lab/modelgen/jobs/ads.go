package jobs

import (
	"encoding/json"
	"html"
	"path/filepath"
	"regexp"
	"strings"

	"gannet/dedup/ads"
	"gannet/features"
)

// item is the content of a page: a posting, or for other pages an article, a thing or a person.
type item struct {
	source, language, title, company, place, text string
}

// adFiles are the files of ads, each with the language of its ads. The language is "" if it is guessed for each ad.
var adFiles = []struct{ file, language string }{
	{"ambreen_indeed", "en"}, {"clean_tw_govjobs", "zh-Hant"}, {"de_swiss", "de"}, {"dice", "en"},
	{"et_afriworket", "en"}, {"fr_francetravail", "fr"}, {"hn", "en"}, {"ma_bayt", ""}, {"nhs", "en"},
	{"pl_olx2025", "pl"}, {"ru_spassk", "ru"}, {"weiqi_global_arbeitnow", ""}, {"zh_51job_2019", "zh"},
}

// readAds reads a file of ads.
func readAds(dir, name, language string) ([]item, error) {
	var found []item
	err := ads.EachLine(filepath.Join(dir, name+".jsonl"), func(line []byte) error {
		var ad struct{ Title, Company, Region, Text, HTML string }
		if err := json.Unmarshal(line, &ad); err != nil {
			return err
		}
		if ad.Text == "" {
			ad.Text = withoutTags(ad.HTML)
		}
		it := item{source: name, language: language, title: one(ad.Title), company: one(ad.Company), place: one(ad.Region), text: ad.Text}
		if it.language == "" {
			it.language = guess(ad.Text)
		}
		found = append(found, it)
		return nil
	})
	return found, err
}

// one removes the brackets and quotes of a Python list around a value.
func one(s string) string {
	return strings.Join(strings.Fields(strings.Trim(s, "[]'\" ")), " ")
}

var (
	breaks = regexp.MustCompile(`(?i)<(br|p|li|/p|/li|h\d|/h\d|div|/div)\b[^>]*>`)
	tag    = regexp.MustCompile(`<[^>]*>`)
)

// withoutTags returns the text of a fragment of HTML, which may be escaped as a whole.
func withoutTags(s string) string {
	if strings.Contains(s, "&lt;") && !strings.Contains(s, "<") {
		s = html.UnescapeString(s)
	}
	return html.UnescapeString(tag.ReplaceAllString(breaks.ReplaceAllString(s, "\n"), ""))
}

// common are frequent words of the three languages of mixed files.
var common = map[string]string{
	"und": "de", "der": "de", "die": "de", "mit": "de", "für": "de", "and": "en", "the": "en", "with": "en", "you": "en",
	"et": "fr", "les": "fr", "des": "fr", "pour": "fr", "vous": "fr",
}

// guess guesses whether a text is in German, French or English.
func guess(text string) string {
	count := map[string]int{}
	for _, w := range features.Spell(text) {
		count[common[w]]++
	}
	best := "en"
	for _, language := range []string{"de", "fr"} {
		if count[language] > count[best] {
			best = language
		}
	}
	return best
}
