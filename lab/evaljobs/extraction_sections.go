package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gannet/job/pagetext"
)

// sides counts the words of descriptions by their section.
type sides [pagetext.Apply + 1][pagetext.Apply + 1]int // by the section that the heading names, and by the section found without it

// withoutHeadings removes the headings of ads, and counts which sections the parts are taken for by their words.
func withoutHeadings(w io.Writer, o options) error {
	fmt.Fprint(w, "### Parts without headings\n\n"+
		"The same ads, if two or more of their parts have headings, with all headings removed. The headings are the truth for "+
		"the words below them. This truth is loose: experience is asked for among duties, and employers describe themselves "+
		"among benefits. Words without a cue count as duties; before there were cues, all words did. Posting.Duties should "+
		"hold duties and requirements, Posting.Employer the employer's self-description.\n\n")
	fmt.Fprint(w, "| file | ads | employer P | R | requirements P | R | offer P | R | in Duties P | R | in Duties P, without cues |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	for _, file := range headedFiles {
		ads, s, err := unheaded(filepath.Join(o.ads, file))
		if err != nil {
			return err
		}
		if ads < 20 {
			continue
		}
		fmt.Fprintf(w, "| %s | %d |", file, ads)
		for _, section := range []pagetext.Section{pagetext.Employer, pagetext.Requirements, pagetext.Offer} {
			got, want := 0, 0
			for k := range s {
				got += s[k][section]
				want += s[section][k]
			}
			fmt.Fprintf(w, " %s | %s |", ratio(s[section][section], got), ratio(s[section][section], want))
		}
		both, got, want, all := s.work()
		fmt.Fprintf(w, " %s | %s | %s |\n", ratio(both, got), ratio(both, want), ratio(want, all))
	}
	fmt.Fprintln(w)
	return nil
}

// work counts the words in duties and requirements: rightly found, found, in truth, and the words of all sections.
func (s *sides) work() (both, got, want, all int) {
	is := func(k int) bool { return k <= int(pagetext.Requirements) }
	for truth := range s {
		for said, n := range s[truth] {
			all += n
			if is(truth) {
				want += n
			}
			if is(said) {
				got += n
				if is(truth) {
					both += n
				}
			}
		}
	}
	return both, got, want, all
}

// unheaded counts the words under headings in a file's ads.
func unheaded(path string) (ads int, s sides, err error) {
	err = eachText(path, func(text string) {
		if s.addAd(pagetext.Parts(text)) {
			ads++
		}
	})
	return ads, s, err
}

// addAd judges the lines of an ad's parts again, without their headings. It reports whether two or more kinds of parts have
// headings.
func (s *sides) addAd(parts []pagetext.Part) bool {
	known := map[pagetext.Section]bool{}
	for _, p := range parts {
		known[p.Section] = known[p.Section] || p.Headed
	}
	for section, headed := range known {
		if !headed {
			delete(known, section)
		}
	}
	if len(known) < 2 || !known[pagetext.Duties] && !known[pagetext.Requirements] {
		return false
	}
	for _, p := range parts {
		if !p.Headed {
			continue
		}
		for _, got := range pagetext.Parts(strings.Join(p.Lines, "\n")) {
			s[p.Section][got.Section] += len(textWords(strings.Join(got.Lines, " ")))
		}
	}
	return true
}
