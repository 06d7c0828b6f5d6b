package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gannet/internal/cli"
)

// proxyFlag is --proxy. Its values are not split by pflag, whose errors would quote passwords.
type proxyFlag struct{ values []string }

// register adds the flag.
func (f *proxyFlag) register(s *pflag.FlagSet) {
	s.StringArrayVar(&f.values, "proxy", nil,
		"URL of an http, https or socks5 proxy through which pages are fetched, or several separated by commas; may be repeated; none: no proxy")
}

// urls returns the URLs of the proxies.
func (f *proxyFlag) urls() (urls []string, err error) {
	for _, value := range f.values {
		for _, url := range strings.Split(value, ",") {
			urls = append(urls, strings.TrimSpace(url))
		}
	}
	switch {
	case !slices.Contains(urls, noLimit):
		return urls, nil
	case len(urls) > 1:
		return nil, cli.Usagef("--proxy none stands alone: leave it out, or the proxies")
	}
	return nil, nil
}
