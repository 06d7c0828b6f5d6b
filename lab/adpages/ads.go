// Package adpages makes pages of real job ads, in many ways of marking them up, whose fields are known.
package adpages

import (
	"encoding/json"
	"html"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/zeebo/xxh3"

	"gannet/dedup/ads"
	"gannet/features"
	"gannet/internal/testweb/jobweb"
	"gannet/models/shipped"
)

// adSource is a file of ads, and the number of them that are posted in the generated web.
type adSource struct {
	file  string
	langs []string // the languages its ads may be in
	most  int
}

// adSources leaves out files whose ads have no titles (Swiss ads) or no fields (monthly hiring posts).
var adSources = []adSource{
	{"nhs.jsonl", []string{"en"}, 700}, {"weiqi_global_arbeitnow.jsonl", []string{"de", "en"}, 900}, {"et_afriworket.jsonl", []string{"en"}, 300},
	{"ambreen_indeed.jsonl", []string{"en"}, 250}, {"dice.jsonl", []string{"en"}, 150}, {"ma_bayt.jsonl", []string{"fr", "en"}, 300},
	{"fr_francetravail.jsonl", []string{"fr"}, 150}, {"pl_olx2025.jsonl", []string{"pl"}, 500}, {"ru_spassk.jsonl", []string{"ru"}, 300},
	{"clean_tw_govjobs.jsonl", []string{"zh"}, 300}, {"zh_51job_2019.jsonl", []string{"zh"}, 400},
}

// Read reads the job ads that a generated web posts, from the directory of the unpacked ads. No two of them are near-duplicates. Every
// twelfth ad is not posted; if the employer describes itself in such an ad, about has its first paragraph.
func Read(dir string, seed uint64) (ads []jobweb.Ad, about map[string][]string, err error) {
	return read(dir, seed, func(s *adSource) int { return s.most })
}

// ReadMany is like Read, but reads up to most ads of each file, and no texts about employers.
func ReadMany(dir string, seed uint64, most int) ([]jobweb.Ad, error) {
	ads, _, err := read(dir, seed, func(*adSource) int { return most })
	return ads, err
}

func read(dir string, seed uint64, most func(*adSource) int) (ads []jobweb.Ad, about map[string][]string, err error) {
	known, err := shipped.Languages()
	if err != nil {
		return nil, nil, err
	}
	about = make(map[string][]string)
	near := make(nearDuplicates)
	for _, s := range adSources {
		all, err := s.read(dir, known)
		if err != nil {
			return nil, nil, err
		}
		rng := rand.New(rand.NewPCG(seed, xxh3.HashString(s.file)))
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		taken := 0
		for i, ad := range all {
			if i%12 == 0 {
				if first, rest, _ := strings.Cut(ad.Description, "\n"); aboutItself(first, rest) {
					about[ad.Language] = append(about[ad.Language], first)
				}
				continue
			}
			if taken < most(&s) && near.addNew(&ad) {
				taken++
				ads = append(ads, ad)
			}
		}
	}
	return ads, about, nil
}

// aboutItself reports whether the first paragraph of an ad is short and the rest is long. Such paragraphs are mostly an
// employer's description of itself.
func aboutItself(first, rest string) bool {
	n := len([]rune(first))
	return n >= 80 && n <= 500 && strings.Count(rest, "\n") >= 3 && len(rest) > 2*len(first)
}

// rawAd is a line of a file.
type rawAd struct {
	Title, Company, Region, Text, HTML string
	Raw                                struct {
		JobLocation struct {
			Address struct{ AddressLocality string }
		}
	}
}

func (s *adSource) read(dir string, known *features.Languages) ([]jobweb.Ad, error) {
	reader := features.NewReader()
	var found []jobweb.Ad
	err := ads.EachLine(filepath.Join(dir, s.file), func(line []byte) error {
		var raw rawAd
		if json.Unmarshal(line, &raw) != nil {
			return nil // a few lines have an object in place of a text
		}
		ad := raw.ad()
		if len([]rune(ad.Description)) < 80 || ad.Title == "" {
			return nil
		}
		var err error
		if ad.Language, err = s.language(ad.Description, reader, known); err == nil {
			found = append(found, ad)
		}
		return err
	})
	return found, err
}

// language picks the most likely of the source's languages.
func (s *adSource) language(text string, reader *features.Reader, known *features.Languages) (string, error) {
	if len(s.langs) == 1 {
		return s.langs[0], nil
	}
	page, err := reader.Read("http://ad.invalid/", []byte("<p>"+html.EscapeString(text)))
	if err != nil {
		return "", err
	}
	best := s.langs[0]
	for _, lang := range s.langs[1:] {
		if known.Probability(lang, page) > known.Probability(best, page) {
			best = lang
		}
	}
	return best, nil
}

var (
	listItem  = regexp.MustCompile(`(?i)<li[^>]*>`)
	blockEnd  = regexp.MustCompile(`(?i)<(/p|/li|/div|br|/h[1-6]|/tr)[^>]*>`)
	anyTag    = regexp.MustCompile(`<[^>]*>`)
	nameInMap = regexp.MustCompile(`'nom': ['"]([^'"]*)`)
)

// ad cleans a line. It removes quotes and brackets around values, HTML, and a place at the end of the title.
func (raw *rawAd) ad() jobweb.Ad {
	ad := jobweb.Ad{Title: bare(raw.Title), Company: bare(raw.Company), Place: bare(raw.Region)}
	if ad.Place == "" {
		ad.Place = raw.Raw.JobLocation.Address.AddressLocality
	}
	if name := nameInMap.FindStringSubmatch(ad.Company); name != nil {
		ad.Company = name[1]
	} else if strings.HasPrefix(ad.Company, "{") {
		ad.Company = ""
	}
	text := raw.Text
	if raw.HTML != "" && raw.Text == "" {
		text = html.UnescapeString(anyTag.ReplaceAllString(blockEnd.ReplaceAllString(listItem.ReplaceAllString(raw.HTML, "\n- "), "\n"), " "))
	}
	ad.Description = tidyLines(text, ad.Title)
	if at := strings.LastIndex(ad.Title, " - "); at > 0 && ad.Company == "" && ad.Place == "" && strings.Contains(ad.Title[at:], ", ") {
		ad.Title, ad.Place = ad.Title[:at], ad.Title[at+3:]
	}
	return ad
}

// tidyLines returns the lines of a text with single spaces, without the title, empty lines and rules.
func tidyLines(text, title string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.Join(strings.Fields(line), " ")
		if line != "" && line != title && strings.Trim(line, "-=_*#") != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// bare removes quotes and brackets around a value.
func bare(s string) string { return strings.TrimSpace(strings.Trim(s, `[]'" `)) }

// nearDuplicates holds the ads that have each shingle.
type nearDuplicates map[uint64][]nearAd

type nearAd struct {
	ad       int
	shingles int
}

// addNew adds an ad, unless an earlier ad has three fifths of its shingles of five words, or it has three fifths of an
// earlier ad's.
func (n nearDuplicates) addNew(ad *jobweb.Ad) bool {
	tokens := strings.Fields(strings.ToLower(ad.Description))
	if ad.Language == "zh" {
		tokens = strings.Split(ad.Description, "")
	}
	set := make(map[uint64]bool)
	for i := 5; i <= len(tokens); i++ {
		set[xxh3.HashString(strings.Join(tokens[i-5:i], " "))] = true
	}
	shared := make(map[nearAd]int)
	for s := range set {
		for _, other := range n[s] {
			shared[other]++
		}
	}
	for other, both := range shared {
		if 5*both > 3*min(len(set), other.shingles) {
			return false
		}
	}
	own := nearAd{len(n), len(set)}
	for s := range set {
		n[s] = append(n[s], own)
	}
	return true
}
