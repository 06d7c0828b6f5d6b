package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"gannet/internal/cli"
)

// write prints what a topic holds.
func (v *topicView) write(w io.Writer) error {
	t := cli.NewTable(w)
	fmt.Fprintf(t, "topic\t%s\ntitle\t%s\n", v.Name, v.Title)
	fmt.Fprintf(t, "language\t%s\n", cmp.Or(v.Language, strings.Join(v.Languages, ", "), "any"))
	if len(v.Countries) > 0 {
		fmt.Fprintf(t, "countries\t%s\n", strings.Join(v.Countries, ", "))
	}
	fmt.Fprintf(t, "keywords\t%s\n", listed(v.Keywords, maxKeywordsShown))
	fmt.Fprintf(t, "seeds\t%s\n", cli.Counted(len(v.Seeds), "URL"))
	for _, url := range v.Seeds[:min(len(v.Seeds), maxSeedsShown)] {
		fmt.Fprintf(t, "\t%s\n", url)
	}
	if v.Classifier == nil {
		fmt.Fprintf(t, "classifier\tnone: a crawl learns one from the pages of its seeds and the keywords\n")
		return t.Flush()
	}
	c := v.Classifier
	fmt.Fprintf(t, "classifier\t%s\nrelevant\tfrom probability %g\n", c.Source, c.Threshold)
	writeWords(t, "words for the topic", c.For)
	writeWords(t, "words against it", c.Against)
	return t.Flush()
}

// How much of long lists is shown; --json has all.
const (
	maxKeywordsShown = 40
	maxSeedsShown    = 3
)

// listed returns the first values of a list, separated by commas, and how many more there are.
func listed(values []string, most int) string {
	switch {
	case len(values) == 0:
		return "none"
	case len(values) <= most:
		return strings.Join(values, ", ")
	}
	return fmt.Sprintf("%s, and %d more", strings.Join(values[:most], ", "), len(values)-most)
}

// writeWords prints words with what each adds to the log-odds of a page.
func writeWords(w io.Writer, title string, words []wordWeight) {
	if len(words) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\tin titles\tin bodies\n", title)
	for _, word := range words {
		fmt.Fprintf(w, "%s\t%+.2f\t%+.2f\n", word.Word, word.Title, word.Body)
	}
}
