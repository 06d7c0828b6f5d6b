// Package jobs learns the topic jobs and the kinds of pages, from real and rendered pages whose kind is known. For the
// figures, every page is judged by models that have not seen its source.
package jobs

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"gannet/job"
)

// Page is a page whose true kind is known.
type Page struct {
	Source    string // the data set or site it is from
	Language  string // of a rendered page
	Kind      job.Kind
	Real      bool     // as it was on the web; otherwise in a layout of ours
	Generated bool     // a site made for exercises
	Vague     bool     // not to learn the topic from
	Corrected bool     // the manifest says posting, its canonical URL says list
	Titles    []string // of the postings that a rendered page has
	URL       string
	Body      []byte
}

// Inputs says where the training pages are found.
type Inputs struct {
	Ads       string             // directory of the unpacked job ads
	Materials string             // directory with usr/share/man, usr/share/games/fortunes and pages: texts that are no ads
	Webs      map[string]Archive // by name
	Seed      uint64
}

// Sizes of the sample.
const (
	detailsPerSource  = 500
	listingsPerSource = 160
	detailsInPhrases  = 80
	listingsInPhrases = 30
	pagesPerWeb       = 800
	servicePages      = 60 // of each half of a language
	directories       = 500
)

// Read returns all pages for training and for measuring. The same inputs give the same pages.
func Read(in Inputs) ([]Page, error) {
	phrases, err := readPhrases(phraseFile)
	if err != nil {
		return nil, err
	}
	for _, part := range []string{"usr/share/man", "usr/share/games/fortunes", "pages"} {
		if _, err := os.Stat(filepath.Join(in.Materials, part)); err != nil {
			return nil, fmt.Errorf("texts that are no ads: %w: make models fetches them", err)
		}
	}
	s := &sampler{in: in, phrases: phrases, random: rand.New(rand.NewPCG(in.Seed, 0x6a6f6273))}
	for _, step := range []func() error{s.real, s.ads, s.phrasedAds, s.others, s.service} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s.pages, nil
}

// sampler collects pages.
type sampler struct {
	in      Inputs
	phrases map[string]words
	random  *rand.Rand
	pages   []Page
	real0   int // number of real pages, which come first
}

// add adds a rendered page.
func (s *sampler) add(source, language string, kind job.Kind, body string, postings ...item) {
	var titles []string
	for _, p := range postings {
		titles = append(titles, p.title)
	}
	switch source {
	case "manuals", "sayings":
		source += "-" + language // each language is a source
	}
	s.pages = append(s.pages, Page{
		Source: source, Language: language, Kind: kind, Titles: titles, Body: []byte(body),
		URL: fmt.Sprintf("http://www.page%d.example/p/%d", len(s.pages), s.random.IntN(1e6)),
	})
}

// writer returns a writer in a language, or sometimes in English, as on real sites.
func (s *sampler) writer(language string, board float64) *writer {
	w := s.phrases[language]
	if w == nil || s.random.Float64() < .1 {
		w = s.phrases["en"]
	}
	return newWriter(s.random, w, s.random.Float64() < board)
}

// real reads the real pages.
func (s *sampler) real() error {
	var err error
	if s.pages, err = readManifest(s.in.Ads); err != nil {
		return err
	}
	articles, err := readPages(filepath.Join(s.in.Materials, "pages"))
	if err != nil {
		return err
	}
	s.pages = append(s.pages, articles...)
	for _, name := range sortedKeys(s.in.Webs) {
		s.pages = append(s.pages, readWeb(name, s.in.Webs[name], pagesPerWeb, s.random)...)
	}
	s.real0 = len(s.pages)
	return nil
}

// ads renders ads one by one and in lists.
func (s *sampler) ads() error {
	for _, file := range adFiles {
		ads, err := readAds(s.in.Ads, file.file, file.language)
		if err != nil {
			return err
		}
		s.random.Shuffle(len(ads), func(i, j int) { ads[i], ads[j] = ads[j], ads[i] })
		s.render(ads, detailsPerSource, listingsPerSource)
	}
	return nil
}

// leastText is the least length in bytes of an ad that is shown by itself.
const leastText = 120

func (s *sampler) render(ads []item, details, listings int) {
	var titled []item
	for _, ad := range ads {
		if ad.title != "" {
			titled = append(titled, ad)
		}
	}
	n := 0
	for _, ad := range ads {
		if n == details {
			break
		}
		if len(ad.text) >= leastText {
			n++
			ad = s.sometimesShort(ad)
			s.add(ad.source, ad.language, job.Detail, s.writer(ad.language, .6).detail(ad, s.draw(titled, ad.language, 36)), ad)
		}
	}
	for n := 0; n < listings && len(titled) > 40; n++ {
		language := titled[s.random.IntN(len(titled))].language
		if some := s.draw(titled, language, 4+s.random.IntN(40)); len(some) > 3 {
			s.add(some[0].source, language, job.Listing, s.writer(language, .6).listing(some), some...)
		}
	}
}

// sometimesShort returns one text in seven as a few of its sentences, the last among them: small employers advertise so, and a short text is no evidence
// against a posting.
func (s *sampler) sometimesShort(it item) item {
	const share, most = .15, 4
	if s.random.Float64() >= share {
		return it
	}
	sentences := sentence.Split(strings.TrimSpace(it.text), -1)
	if first := 1 + s.random.IntN(most); first+1 < len(sentences) {
		it.text = strings.Join(append(sentences[:first:first], sentences[len(sentences)-1]), ".\n")
	}
	return it
}

// sentence matches what stands between two sentences.
var sentence = regexp.MustCompile(`\n+|\.\s+|。`)

// draw returns up to n items of a language.
func (s *sampler) draw(items []item, language string, n int) []item {
	var some []item
	for range 4 * n {
		if it := items; len(it) > 0 && len(some) < n {
			if one := it[s.random.IntN(len(it))]; one.language == language {
				some = append(some, one)
			}
		}
	}
	return some
}

// halves returns the words of a language twice, each time with another half of the sentences. So there are two sources in one language that share no
// texts.
func halves(w words) [2]words {
	var two [2]words
	for h := range two {
		two[h] = maps.Clone(w)
		for _, name := range []string{"ad", "work", "advice", "about", "news"} {
			var half []string
			for i := h; i < len(w[name]); i += 2 {
				half = append(half, w[name][i])
			}
			two[h][name] = half
		}
	}
	return two
}

// phrasedAds renders ads made of phrases.
func (s *sampler) phrasedAds() error {
	for _, language := range sortedKeys(s.phrases) {
		for h, w := range halves(s.phrases[language]) {
			var ads []item
			for range detailsInPhrases {
				draw := newWriter(s.random, w, false)
				text := ""
				for _, sentence := range draw.some("ad", draw.between(3, 14)) {
					text += sentence + ".\n"
				}
				ads = append(ads, item{
					source: "phrases-" + language + "-" + string(rune('a'+h)), language: language,
					title: draw.pick("work"), text: text, place: draw.pick("nav"), company: draw.pick("foot"),
				})
			}
			s.render(ads, detailsInPhrases, listingsInPhrases)
		}
	}
	return nil
}

// others renders texts that are no ads in the layouts of ads.
func (s *sampler) others() error {
	languages := map[string]bool{}
	for l := range s.phrases {
		languages[l] = true
	}
	manuals, err := readManuals(filepath.Join(s.in.Materials, "usr", "share", "man"), s.random)
	if err != nil {
		return err
	}
	sayings, err := readSayings(filepath.Join(s.in.Materials, "usr", "share", "games", "fortunes"), s.random)
	if err != nil {
		return err
	}
	var negatives []Page
	for _, p := range s.pages[:s.real0] {
		if p.Kind == job.Other && !p.Vague {
			negatives = append(negatives, p)
		}
	}
	s.random.Shuffle(len(negatives), func(i, j int) { negatives[i], negatives[j] = negatives[j], negatives[i] })
	again, err := texts(negatives, 800, languages)
	if err != nil {
		return err
	}
	for _, group := range [][]item{manuals, sayings, again} {
		s.renderOthers(group)
	}
	return nil
}

func (s *sampler) renderOthers(group []item) {
	if len(group) == 0 {
		return
	}
	bySource := map[string][]item{}
	for i, it := range group {
		bySource[it.source] = append(bySource[it.source], it)
		if i%2 == 0 {
			it = s.sometimesShort(it)
			s.add(it.source, it.language, job.Other, s.writer(it.language, .25).article(it, s.draw(group, it.language, 8)))
		}
		if i%6 == 1 {
			s.add(it.source, it.language, job.Other, s.writer(it.language, .25).record(it, s.draw(group, it.language, 8)))
		}
	}
	for _, source := range sortedKeys(bySource) {
		items := bySource[source]
		for range min(len(items)/4, directories) {
			language := items[s.random.IntN(len(items))].language
			if some := s.draw(items, language, 5+s.random.IntN(40)); len(some) > 3 {
				s.add(source, language, job.Other, s.writer(language, .25).directory(some))
			}
		}
	}
}

// service renders pages of boards and employers that are no postings.
func (s *sampler) service() error {
	for _, language := range sortedKeys(s.phrases) {
		for h, w := range halves(s.phrases[language]) {
			for range servicePages {
				page := newWriter(s.random, w, s.random.Float64() < .7)
				s.add("service-"+language+"-"+string(rune('a'+h)), language, job.Other, page.service())
			}
		}
	}
	return nil
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }
