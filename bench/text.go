package bench

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gannet/internal/testdata"
)

// TextSize is the length in bytes of each text that Texts returns.
const TextSize = 3000

// Texts returns n texts of TextSize bytes for benchmarks. If the set of job ads is there, the texts are cut from English ads, and source is
// "ads". Otherwise they consist of invented words with the frequencies of a natural language, and source is "made up".
func Texts(n int) (texts []string, source string, err error) {
	if dir := testdata.FindJobs(); dir != "" {
		texts, err = fromAds(filepath.Join(dir, "hn.jsonl"), n)
		return texts, "ads", err
	}
	rng := rand.New(rand.NewPCG(1, 1))
	words := rand.NewZipf(rng, 1.1, 3, 50_000)
	for range n {
		var b strings.Builder
		for b.Len() < TextSize {
			fmt.Fprintf(&b, "%s ", word(words.Uint64()))
		}
		texts = append(texts, b.String()[:TextSize])
	}
	return texts, "made up", nil
}

// word spells a number as an invented word. Frequent words are short.
func word(n uint64) string {
	var b []byte
	for n += 20; n > 0; n /= 20 {
		b = append(b, "bcdfghklmnprstvwzjxq"[n%20], "aeiou"[n%5])
	}
	return string(b)
}

var tag = regexp.MustCompile(`<[^>]*>`)

func fromAds(file string, n int) (texts []string, err error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	rest := ""
	for lines.Scan() && len(texts) < n {
		var ad struct{ HTML string }
		if json.Unmarshal(lines.Bytes(), &ad) != nil {
			continue
		}
		rest += " " + html.UnescapeString(tag.ReplaceAllString(ad.HTML, " "))
		for len(rest) >= TextSize && len(texts) < n {
			texts = append(texts, strings.ToValidUTF8(rest[:TextSize], ""))
			rest = rest[TextSize:]
		}
	}
	return texts, lines.Err()
}
