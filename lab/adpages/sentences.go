package adpages

import (
	_ "embed" // for the files below
	"html"
	"strings"

	"gannet/internal/testweb/jobweb"
	"gannet/internal/yamlfile"
	"gannet/job/template"
)

//go:embed sentences.yaml
var sentencePatterns []byte

//go:embed sentences_more.yaml
var morePatterns []byte

//go:embed sentences_taught.yaml
var taughtPatterns []byte

//go:embed sentences_nobody.yaml
var nobodyPatterns []byte

// Patterns has sentences by language that name the employer (%C), the place (%P) and perhaps the title (%T) of a posting.
type Patterns map[string][]string

// Sentences returns the first set of sentences; More returns a third one.
func Sentences() (Patterns, error) { return readPatterns(sentencePatterns) }

// More returns a set of sentences that was written by another author than that of Sentences.
func More() (Patterns, error) { return readPatterns(morePatterns) }

// Taught returns a set of sentences for training only. Nothing is measured with it.
func Taught() (Patterns, error) { return readPatterns(taughtPatterns) }

// Nobody returns a set of sentences that name neither employer nor place, for training only. Nothing is measured with it.
func Nobody() (Patterns, error) { return readPatterns(nobodyPatterns) }

func readPatterns(data []byte) (p Patterns, err error) {
	err = yamlfile.Decode(data, &p)
	return p, err
}

// Said says how to make pages that name employer and place only in one sentence.
type Said struct {
	Patterns Patterns
	Half     int      // 0 or 1: the even or the odd patterns of each language; Whole: all of them
	Mute     bool     // leaves the sentence out
	Names    []string // of employers, for ads that name none; nil: the usual ones
}

// Pages makes pages, each with a title, the text of an ad with one sentence above or below it, and the name of a job board.
func (s Said) Pages(ads []jobweb.Ad, seed uint64, number int) ([]template.Example, error) {
	names := s.Names
	if names == nil {
		names = employers
	}
	return manyPages(func(p *postingPage) { sayOne(p, everySecond(s.Patterns[p.lang], s.Half), s.Mute) }, ads, names, seed+uint64(len(Families)+s.Half), number)
}

// Whole is the value of Said.Half by which all sentences are used.
const Whole = -1

// everySecond returns the even or odd patterns, or all.
func everySecond(patterns []string, half int) (every []string) {
	if half == Whole {
		return patterns
	}
	for i := half; i < len(patterns); i += 2 {
		every = append(every, patterns[i])
	}
	return every
}

// sayOne writes a page whose employer and place stand in one sentence, or the same page without it if mute is set.
func sayOne(p *postingPage, patterns []string, mute bool) {
	n := p.rng.IntN(len(patterns))
	sentence := strings.NewReplacer("%C", p.company, "%P", p.place, "%T", p.title).Replace(patterns[n])
	p.head("%s – %s", p.title, p.site)
	p.add(`<p><a href="/">%s</a></p><h1>%s</h1>`, p.site, p.title)
	above := p.rng.IntN(2) == 0
	if above && !mute {
		p.add("<p>%s</p>", sentence)
	}
	p.paragraphs("<p>", "</p>")
	if !above && !mute {
		p.add("<p>%s</p>", sentence)
	}
	p.b.WriteString("</body></html>")
}

// HasPlainText reports whether the text of a page is one of ours, instead of that of an ad.
func HasPlainText(page string) bool {
	text := html.UnescapeString(page)
	for _, plain := range plainText {
		if line, _, _ := strings.Cut(plain, "\n"); strings.Contains(text, line) {
			return true
		}
	}
	return false
}

// plainText stands on pages whose employer and place are made up, since a real ad's text may name others.
var plainText = map[string]string{
	"en": "You plan the week with your colleagues and keep the workshop tidy.\nTwo days a week you teach beginners and answer the questions of visitors.\nYou have some years of experience and a driving licence.\nWe pay well and give thirty days of leave.",
	"de": "Sie planen die Woche mit den Kollegen und halten die Werkstatt in Ordnung.\nAn zwei Tagen zeigen Sie Anfängern die Arbeit und beantworten Fragen der Gäste.\nSie haben einige Jahre Erfahrung und einen Führerschein.\nWir zahlen gut und geben dreißig Tage Urlaub.",
	"fr": "Vous préparez la semaine avec vos collègues et rangez l'atelier.\nDeux jours par semaine, vous formez les débutants et répondez aux visiteurs.\nVous avez quelques années d'expérience et le permis de conduire.\nNous payons bien et donnons trente jours de congés.",
	"pl": "Planujesz tydzień z kolegami i dbasz o porządek w pracowni.\nDwa dni w tygodniu uczysz początkujących i odpowiadasz na pytania gości.\nMasz kilka lat doświadczenia i prawo jazdy.\nDobrze płacimy i dajemy trzydzieści dni urlopu.",
	"ru": "Вы планируете неделю вместе с коллегами и следите за порядком.\nДва дня в неделю вы учите начинающих и отвечаете на вопросы гостей.\nУ вас есть несколько лет опыта и водительские права.\nМы хорошо платим и даём тридцать дней отпуска.",
	"zh": "您与同事一起安排每周的工作，保持作坊整洁。\n每周有两天，您教初学者并回答来访者的问题。\n您有几年经验和驾驶执照。\n我们的报酬优厚，每年有三十天假期。",
}
