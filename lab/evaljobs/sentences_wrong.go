package main

import (
	"fmt"
	"io"
	"strings"

	"gannet/features"
	"gannet/internal/letters"
	"gannet/internal/testweb/jobweb"
	"gannet/job"
	"gannet/job/pagetext"
	"gannet/job/template"
	"gannet/lab/adpages"
	"gannet/models/shipped"
)

// wrongEmployers counts the employers that were read wrongly on pages of one kind, by cause.
type wrongEmployers struct {
	pages, read, right, missed int
	part                       int // a part of the right name, or more than it
	text                       int // the page without the sentence gives the same
	other                      int
}

// writeWrongEmployers tells the causes of wrong employers apart by rule, so that no page has to be looked at.
func writeWrongEmployers(w io.Writer, o options, ads []jobweb.Ad) error {
	fmt.Fprint(w, "\nWhy employers are wrong, counted by rule. The ad's own text often names another employer than the ad's field, or the same one in "+
		"another form. So the table divides pages with a real ad's text from those with the text of ours. The last four columns count pages. On them nothing was "+
		"read, or a part of the right name or more than it. Or the page gives the same name without the sentence. Or none of these.\n\n"+
		"| sentences | text | pages | company | missed | part or more | from the text | other |\n|---|---|---|---|---|---|---|---|\n")
	for _, set := range sentenceSets {
		for half, name := range halfNames {
			full, err := halfOf(ads, set.patterns, half, false, o)
			if err != nil {
				return err
			}
			mute, err := halfOf(ads, set.patterns, half, true, o)
			if err != nil {
				return err
			}
			if err := writeWhy(w, set.name+name, full, mute); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeWhy writes the rows of one half. mute are the same pages without their sentences.
func writeWhy(w io.Writer, name string, full, mute []template.Example) error {
	var counts [2]wrongEmployers
	words, err := shipped.PageText()
	if err != nil {
		return err
	}
	reader := features.NewReader()
	for i, e := range full {
		got, err := companyOf(words, reader, e)
		if err != nil {
			return err
		}
		without, err := companyOf(words, reader, mute[i])
		if err != nil {
			return err
		}
		of := &counts[1]
		if ours, err := hasPlainText(e); err != nil {
			return err
		} else if ours {
			of = &counts[0]
		}
		of.count(got, without, e.Want)
	}
	for i, text := range []string{"ours", "the ad's"} {
		c := counts[i]
		fmt.Fprintf(w, "| %s | %s | %d | %s, %s | %d | %d | %d | %d |\n", name, text, c.pages, ratio(c.right, c.read), ratio(c.right, c.pages), c.missed, c.part, c.text, c.other)
	}
	return nil
}

// count adds a page whose reader found a company, and without the sentence another one or none.
func (c *wrongEmployers) count(got, without string, want *job.Posting) {
	c.pages++
	if got == "" {
		c.missed++
		return
	}
	c.read++
	a, b := letters.Fold(got), letters.Fold(want.Company)
	switch {
	case template.Agree(job.Company, &job.Posting{Company: got}, want):
		c.right++
	case strings.Contains(a, b) || strings.Contains(b, a):
		c.part++
	case got == without:
		c.text++
	default:
		c.other++
	}
}

// companyOf reads a page's company by its text alone.
func companyOf(words *pagetext.Reader, reader *features.Reader, e template.Example) (string, error) {
	page, err := adpages.Page(reader, e)
	if err != nil {
		return "", err
	}
	return words.Read(page, page.Lang[:min(2, len(page.Lang))], e.Now, nil).Company, nil
}

// hasPlainText reports whether a page has a text of ours instead of an ad's.
func hasPlainText(e template.Example) (bool, error) {
	body, err := adpages.Body(e)
	return adpages.HasPlainText(string(body)), err
}
