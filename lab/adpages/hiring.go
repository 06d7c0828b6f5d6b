package adpages

import (
	"encoding/json"
	"html"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"strings"

	"gannet/dedup/ads"
	"gannet/internal/testweb/jobweb"
)

// hiringFile has monthly posts of employers of all kinds of software, in English.
const hiringFile = "hn.jsonl"

var (
	hiringBreak = regexp.MustCompile(`(?i)<p>|<br>`)
	hiringAside = regexp.MustCompile(`\s*(\(.*?\)|\[.*?\]|https?://\S+|www\.\S+)`)
	hiringRole  = regexp.MustCompile(`(?i)\b(engineer|developer|scientist|designer|manager|analyst|architect|administrator|researcher|programmer)`)
)

// Hiring reads posts whose first line names the employer and a role between bars, such as "Acme | Data engineer | Leeds". The description
// is the text after that line. There is at most one post of each employer, and none whose description does not name the employer.
func Hiring(dir string, seed uint64) (posts []jobweb.Ad, err error) {
	var all []jobweb.Ad
	err = ads.EachLine(filepath.Join(dir, hiringFile), func(line []byte) error {
		var raw rawAd
		if json.Unmarshal(line, &raw) != nil {
			return nil
		}
		head, text, _ := strings.Cut(html.UnescapeString(anyTag.ReplaceAllString(hiringBreak.ReplaceAllString(raw.HTML, "\n"), "")), "\n")
		name, parts, ok := strings.Cut(head, "|")
		ad := jobweb.Ad{Language: "en", Company: strings.Trim(hiringAside.ReplaceAllString(name, ""), " -:,")}
		for part := range strings.SplitSeq(parts, "|") {
			if ad.Title == "" && hiringRole.MatchString(part) {
				ad.Title = strings.TrimSpace(hiringAside.ReplaceAllString(part, ""))
			}
		}
		ad.Description = tidyLines(text, ad.Title)
		if ok && ad.Title != "" && len(ad.Company) > 1 && strings.Count(ad.Company, " ") < 5 && len(ad.Description) >= 200 && namesWord(ad.Description, ad.Company) {
			all = append(all, ad)
		}
		return nil
	})
	taken := map[string]bool{}
	for _, i := range rand.New(rand.NewPCG(seed, 0x6869)).Perm(len(all)) {
		if key := strings.ToLower(all[i].Company); !taken[key] {
			taken[key] = true
			posts = append(posts, all[i])
		}
	}
	return posts, err
}

// namesWord reports whether a text has a name as whole words.
func namesWord(text, name string) bool {
	return regexp.MustCompile(`(^|[^\pL\pN])` + regexp.QuoteMeta(name) + `($|[^\pL\pN])`).MatchString(text)
}
