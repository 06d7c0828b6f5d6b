package main

import (
	"fmt"
	"net/mail"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"gannet/crawldir"
	"gannet/internal/cli"
	"gannet/topic"
)

// maxWorkers is more than any crawl can use: the pauses of hosts are longer than a page takes.
const maxWorkers = 10_000

// checkEffects returns an error if a flag that was given would do nothing, or nothing of use. given reports whether a
// flag was given.
func (f *crawlFlags) checkEffects(given func(name string) bool) error {
	delay, maxDelay := f.options.Frontier.Delay, f.options.Frontier.MaxDelay
	switch {
	case given("max-delay") && maxDelay < delay:
		return cli.Usagef("--max-delay %v is below --delay %v: give a longer --max-delay or a shorter --delay", maxDelay, delay)
	case f.options.Limits.Workers > maxWorkers:
		return cli.Usagef("--workers is at most %d: more hosts are seldom free at the same time", maxWorkers)
	case f.country != "" && f.topic == "":
		return cli.Usagef("--country chooses among the seeds of a --topic: give one, or leave --country out")
	case f.options.Precise && given("threshold"):
		return cli.Usagef("--precise chooses the --threshold: leave one of them out")
	case given("timeout") && f.requests.timeout == 0:
		return cli.Usagef("--timeout 0 gives no server time to answer: give a time such as 30s")
	case len(f.webs) > 0 && f.options.Fetch.AllowPrivate:
		return cli.Usagef("--web fetches from no address: leave --allow-private out")
	case len(f.webs) > 0 && f.requests.forNetwork() != "":
		return cli.Usagef("--web asks no server: leave --%s out", f.requests.forNetwork())
	case given("keywords") && len(f.keywords) == 0:
		return cli.Usagef("--keywords has no word: give words separated by commas, or leave it out")
	case slices.ContainsFunc(f.keywords, func(word string) bool { return strings.TrimSpace(word) == "" }):
		return cli.Usagef("--keywords has an empty word: give words separated by commas")
	}
	if len(f.webs) > 0 && f.revisits.options() != nil {
		return cli.Usagef("--web never changes, so that nothing is worth asking for again: leave --fresh out")
	}
	if err := f.revisits.check(given); err != nil {
		return err
	}
	if err := checkLanguage(f.language); err != nil {
		return err
	}
	if err := checkAddress(f.metrics, "metrics"); err != nil {
		return err
	}
	if f.page.listen == "" && f.page.tokenFile != "" {
		return cli.Usagef("--token-file is the token of the web interface: give --serve, too")
	}
	if err := f.page.check("serve"); err != nil {
		return err
	}
	if err := checkContact(f.options.Fetch.Contact); err != nil {
		return err
	}
	if len(f.webs) > 0 && f.options.Fetch.Contact != "" {
		return cli.Usagef("--web asks no server, so nobody reads a contact: leave --contact out")
	}
	return nil
}

// checkContact checks that the owner of a server can use a contact. An empty one is allowed.
func checkContact(contact string) error {
	if contact == "" {
		return nil
	}
	if u, err := url.Parse(contact); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		return nil
	}
	if a, err := mail.ParseAddress(strings.TrimPrefix(contact, "mailto:")); err == nil && a.Name == "" {
		return nil
	}
	return cli.Usagef("--contact %q reaches nobody: give a mail address or a URL with http:// or https://", contact)
}

// checkLanguage checks that a language is one. An empty one is allowed.
func checkLanguage(tag string) error {
	if tag == "" {
		return nil
	}
	if _, err := language.Parse(tag); err != nil {
		return cli.Usagef("--language %q is no language: give a BCP 47 tag, such as en or pt-BR", tag)
	}
	return nil
}

// checkSelection checks that a topic has seeds of the country and the language that are asked for. A topic without
// groups can be crawled in any language, which then is that of the order of links.
func (f *crawlFlags) checkSelection(t *topic.Topic) error {
	countries, languages := groupsOf(t)
	switch chosen := t.Select(f.country, f.language); {
	case f.country != "" && len(countries) == 0:
		return cli.Usagef("topic %q does not tell countries apart: leave --country out", t.Name)
	case f.country != "" && !hasCountry(t.Select(f.country, "")):
		return cli.Usagef("topic %q has no seeds of country %q: choose of %s", t.Name, f.country, strings.Join(countries, ", "))
	case f.language != "" && len(languages) > 0 && !hasLanguage(t.Select("", f.language)):
		return cli.Usagef("topic %q has no seeds of language %q: choose of %s", t.Name, f.language, strings.Join(languages, ", "))
	case f.country != "" && f.language != "" && !hasCountry(chosen):
		return cli.Usagef("topic %q has no seeds of country %q in language %q: leave one of them out", t.Name, f.country, f.language)
	}
	return nil
}

// hasCountry reports whether a topic has seeds of one country. Groups of several countries do not count.
func hasCountry(t *topic.Topic) bool {
	countries, _ := groupsOf(t)
	return len(countries) > 0
}

// hasLanguage reports whether a topic has seeds of one language.
func hasLanguage(t *topic.Topic) bool {
	_, languages := groupsOf(t)
	return len(languages) > 0
}

// groupsOf returns the countries and languages of a topic's seeds, in lower case.
func groupsOf(t *topic.Topic) (countries, languages []string) {
	for _, g := range t.Groups {
		if len(g.Seeds) == 0 {
			continue
		}
		if g.Country != "" {
			countries = append(countries, strings.ToLower(g.Country))
		}
		if g.Language != "" {
			languages = append(languages, g.Language)
		}
	}
	slices.Sort(countries)
	slices.Sort(languages)
	return slices.Compact(countries), slices.Compact(languages)
}

// checkPostings checks that --templates has postings to read. o is complete.
func (f *crawlFlags) checkPostings(o *crawldir.Options) error {
	if f.templates != "" && !o.Postings {
		return cli.WrongUse(fmt.Errorf("--templates is for job postings, which this crawl does not look for: give --jobs too, or leave it out"))
	}
	return nil
}
