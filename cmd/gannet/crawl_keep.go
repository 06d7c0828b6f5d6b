package main

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gannet/crawldir"
	"gannet/internal/weburl"
	"gannet/seeds"
)

// unkeptFlags are not kept for the next run. The crawl's directory has its scope and its model, and the others are about one
// run's output.
var unkeptFlags = []string{
	"out", "config", "json", "quiet", "log-format", "include", "exclude", "stay", "hosts", "block", "depth", "model", "help",
}

// secretFlags have values that are secret.
var secretFlags = []string{"header", "cookies"}

// settings returns the flags that the next run goes on with.
func (f *crawlFlags) settings() *crawldir.Settings {
	s := &crawldir.Settings{Values: make(map[string][]string)}
	f.flags.VisitAll(func(flag *pflag.Flag) { // in the order of their names
		switch {
		case !flag.Changed || slices.Contains(unkeptFlags, flag.Name):
		case slices.Contains(secretFlags, flag.Name):
			if !slices.Equal(valuesOf(flag), []string{noLimit}) {
				s.Secret = append(s.Secret, flag.Name)
			}
		default:
			s.Values[flag.Name] = keptValues(flag)
			if flag.Name == "proxy" && slices.ContainsFunc(f.options.Fetch.Proxies, hasUser) {
				s.Secret = append(s.Secret, flag.Name)
			}
		}
	})
	if f.fromStdin != nil {
		s.Values["seeds"] = f.fromStdin
	}
	return s
}

// valuesOf returns the values of a flag.
func valuesOf(flag *pflag.Flag) []string {
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{flag.Value.String()}
}

// keptValues returns the values of a flag as they are kept: without passwords, and with paths that hold in every directory.
func keptValues(flag *pflag.Flag) []string {
	keep := func(value string) string { return value }
	switch flag.Name {
	case "proxy":
		keep = withoutUsers
	case "seeds":
		keep = keptSeed
	case "topic":
		keep = keptTopic
	case "templates", "employers", "web", "log", "ca", "sign", "cluster-creds", "cluster-ca":
		keep = absolute
	}
	var kept []string
	for _, value := range valuesOf(flag) {
		kept = append(kept, keep(value))
	}
	return kept
}

// keptSeed returns a seed without a user name and password, or the whole path of a file.
func keptSeed(seed string) string {
	switch {
	case seed == stdinName:
		return seed
	case !strings.Contains(seed, "://"):
		return absolute(seed)
	}
	if canonical, err := weburl.Canonical(seed); err == nil {
		return canonical
	}
	return weburl.Redact(seed)
}

// keptTopic returns the name of a built-in topic, or the whole path of a file.
func keptTopic(name string) string {
	if r, err := seeds.Open(name); err == nil {
		r.Close()
		return name
	}
	return absolute(name)
}

// absolute returns the whole path of a file.
func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil && path != "" && path != noLimit {
		return whole
	}
	return path
}

// withoutUsers returns URLs of proxies without user names and passwords.
func withoutUsers(list string) string {
	urls := strings.Split(list, ",")
	for i, text := range urls {
		text = strings.TrimSpace(text)
		if u, err := url.Parse(text); err == nil && u.User != nil {
			u.User = nil
			text = u.String()
		}
		urls[i] = weburl.Redact(text)
	}
	return strings.Join(urls, ",")
}

// hasUser reports whether the URL of a proxy has a user name.
func hasUser(text string) bool {
	u, err := url.Parse(text)
	return err != nil || u.User != nil
}
