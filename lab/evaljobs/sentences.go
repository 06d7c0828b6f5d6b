package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"gannet/internal/yamlfile"
	"gannet/job"
	"gannet/job/template"
	"gannet/lab/testweb/jobweb"
)

//go:embed sentences.yaml
var sentencePatterns []byte

//go:embed sentences_more.yaml
var morePatterns []byte

// writeSentences measures postings whose employer and place stand in one sentence, by halves of the patterns.
func writeSentences(w io.Writer, o options, ads []jobweb.Ad) error {
	fmt.Fprintf(w, "### Employer and place in a sentence\n\n"+
		"%d pages of each half of the sentences in `lab/evaljobs/sentences.yaml`, in six languages. A page has a title, one of these "+
		"sentences above or below a real ad, and the name of a board. If the ad has no employer or no place, both are made up and stand "+
		"with a text of ours. Rules were written while the first half was looked at. The pages of the other half were never looked at, only their figures. "+
		"One author wrote the rules first, and then both halves. The second set, `sentences_fresh.yaml`, has 217 sentences in 22 languages. "+
		"It was frozen before rules were made general, and measured afterwards; its pages were never looked at. "+
		"The third set, `sentences_more.yaml`, has 96 sentences in the first six languages, by the author of the latest rules. All of "+
		"them were written before these rules, and its second half was measured alone. But who writes both knows both. "+
		"The last rows are real ads that name their employer, with a title and nothing else. The weights of names were chosen on one half of "+
		"their employers. How far the likeliest place must be ahead of the next was chosen with the figures of both halves in sight.\n\n", halfPages)
	fmt.Fprint(w, "| sentences | company | place |\n|---|---|---|\n")
	if err := writeHalves(w, o, ads, sentencePatterns, ""); err != nil {
		return err
	}
	if err := writeHalves(w, o, ads, morePatterns, "third set, "); err != nil {
		return err
	}
	if err := writeFreshSentences(w, o, ads); err != nil {
		return err
	}
	if err := writeRealSentences(w, o, ads); err != nil {
		return err
	}
	if err := writeWrongEmployers(w, o, ads); err != nil {
		return err
	}
	fmt.Fprint(w, "\nBefore, at commit 1b056a1, with the same pages: company .878, .735, .162, .043, .130 and .140 of "+
		"the rows but the third set's. Place, recall: .900, .790, .298, .140, .156 and .177. At commit 94aac56 company, precision and recall: .917, .917; "+
		".813, .813; third set .591, .588 and .558, .558; .517, .517; .342, .342; .364, .362; .328, .326. At commit 57654dd .929, .915; .885, .820; "+
		".853, .762 and .782, .658; .777, .580; .840, .350; .437, .364; .457, .332.\n\n"+
		"**Reached where the sentence alone names the employer, not over all pages**: recall .85 at precision .95 for companies on sentences never looked at. In a "+
		"real ad's text most wrong names are those that the text gives without the sentence, too: a hospital, a client, a department. A sign for a name in one sentence with the posting's title was tried, "+
		"with three weights: it found no more and was less exact, and is left out. The author of the latest rules had read the sentences of both halves, but no page.\n\n")
	return nil
}

// writeHalves measures both halves of a set of patterns.
func writeHalves(w io.Writer, o options, ads []jobweb.Ad, data []byte, set string) error {
	var patterns map[string][]string
	if err := yamlfile.Decode(data, &patterns); err != nil {
		return err
	}
	for half, name := range []string{"looked at", "never looked at *"} {
		pages, err := halfOf(ads, patterns, half, false, o)
		if err != nil {
			return err
		}
		if err := writeSaid(w, set+name, pages); err != nil {
			return err
		}
	}
	return nil
}

// halfOf makes the pages of one half of the patterns, and without their sentences if mute is set.
func halfOf(ads []jobweb.Ad, patterns map[string][]string, half int, mute bool, o options) ([]template.Example, error) {
	f := family{write: func(p *postingPage) { sayOne(p, everySecond(patterns[p.lang], half), mute) }}
	s, err := manyPages(f, ads, o.seed+freshSeeds+uint64(len(families)+half), halfPages)
	return s.pages, err
}

// writeSaid writes a row with what pagetext finds of employers and places in pages.
func writeSaid(w io.Writer, name string, pages []template.Example) error {
	counts, err := readAlone(pages)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "| %s |", name)
	for _, field := range []job.Field{job.Company, job.Location} {
		c := counts[field]
		fmt.Fprintf(w, " %s, %s |", ratio(c.Right, c.Right+c.Wrong), ratio(c.Right, c.Right+c.Wrong+c.Missed))
	}
	fmt.Fprintln(w)
	return nil
}

// everySecond returns the even or odd patterns.
func everySecond(patterns []string, half int) (every []string) {
	for i := half; i < len(patterns); i += 2 {
		every = append(every, patterns[i])
	}
	return every
}

// halfPages is the number of pages of each half of the sentences.
const halfPages = 600

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

// plainText stands on pages whose employer and place are made up, since a real ad's text may name others.
var plainText = map[string]string{
	"en": "You plan the week with your colleagues and keep the workshop tidy.\nTwo days a week you teach beginners and answer the questions of visitors.\nYou have some years of experience and a driving licence.\nWe pay well and give thirty days of leave.",
	"de": "Sie planen die Woche mit den Kollegen und halten die Werkstatt in Ordnung.\nAn zwei Tagen zeigen Sie Anfängern die Arbeit und beantworten Fragen der Gäste.\nSie haben einige Jahre Erfahrung und einen Führerschein.\nWir zahlen gut und geben dreißig Tage Urlaub.",
	"fr": "Vous préparez la semaine avec vos collègues et rangez l'atelier.\nDeux jours par semaine, vous formez les débutants et répondez aux visiteurs.\nVous avez quelques années d'expérience et le permis de conduire.\nNous payons bien et donnons trente jours de congés.",
	"pl": "Planujesz tydzień z kolegami i dbasz o porządek w pracowni.\nDwa dni w tygodniu uczysz początkujących i odpowiadasz na pytania gości.\nMasz kilka lat doświadczenia i prawo jazdy.\nDobrze płacimy i dajemy trzydzieści dni urlopu.",
	"ru": "Вы планируете неделю вместе с коллегами и следите за порядком.\nДва дня в неделю вы учите начинающих и отвечаете на вопросы гостей.\nУ вас есть несколько лет опыта и водительские права.\nМы хорошо платим и даём тридцать дней отпуска.",
	"zh": "您与同事一起安排每周的工作，保持作坊整洁。\n每周有两天，您教初学者并回答来访者的问题。\n您有几年经验和驾驶执照。\n我们的报酬优厚，每年有三十天假期。",
}
