package main

import (
	"errors"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/pflag"

	"gannet/crawler/scope"
	"gannet/internal/cli"
)

// scopeFlags are the flags that say which links a crawl follows. Those that are not given are as in the last run.
type scopeFlags struct {
	include, exclude []string
	block            []string
	stay, hosts      string
	depth            *int
}

// register adds the flags.
func (f *scopeFlags) register(s *pflag.FlagSet) {
	s.StringArrayVar(&f.include, "include", nil,
		"follow links that match a pattern: */jobs/*, example.org/*, /jobs/* or re:EXPRESSION; may be repeated; none: all")
	s.StringArrayVar(&f.exclude, "exclude", nil, "do not follow links that match a pattern, whatever --include says; may be repeated; none: no pattern")
	s.StringVar(&f.stay, "stay", "", "host: follow only links to the hosts of the seeds; domain: only links into their registered domains; none: follow all links")
	s.StringVar(&f.hosts, "hosts", "", "follow only links to the hosts in this file, one on each line, and to their subdomains; none: all hosts")
	s.StringSliceVar(&f.block, "block", nil, "send no requests to these hosts and their subdomains; their links stay queued until the hosts are unblocked; none: no host")
	s.Var(depthLimit{&f.depth}, "depth", "largest number of links between a seed and a page; 0: only the seeds; none: no limit")
}

// rules returns the rules that the flags stand for.
func (f *scopeFlags) rules() (r scope.Rules, err error) {
	r = scope.Rules{Stay: scope.Stay(f.stay), Depth: f.depth}
	if r.Include, err = patterns("include", f.include); err != nil {
		return r, err
	}
	if r.Exclude, err = patterns("exclude", f.exclude); err != nil {
		return r, err
	}
	if r.Block, err = patterns("block", f.block); err != nil {
		return r, err
	}
	if r.Hosts, err = hostsIn(f.hosts); err != nil {
		return r, err
	}
	if _, err := scope.New(r); err != nil { // its errors begin with the name of the flag
		return r, cli.Usagef("--%w", err)
	}
	return r, nil
}

// patterns returns the values of a flag, or an empty list for the word "none".
func patterns(flag string, values []string) ([]string, error) {
	switch {
	case !slices.Contains(values, noLimit):
		return values, nil
	case len(values) > 1:
		return nil, cli.Usagef("--%s none stands alone: leave it out, or the patterns", flag)
	}
	return []string{}, nil
}

// hostsIn reads the file of --hosts. No file is nil, and the word "none" is an empty list.
func hostsIn(path string) ([]string, error) {
	switch path {
	case "":
		return nil, nil
	case noLimit:
		return []string{}, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, cli.Usagef("--hosts: %w: it is a file of hosts, one a line", err)
	}
	defer f.Close()
	hosts, err := scope.ReadHosts(f)
	if err != nil {
		return nil, cli.Usagef("--hosts: %s: %w", path, err)
	}
	return hosts, nil
}

// depthLimit is the value of --depth. It stays nil if the flag is not given, because 0 is a depth.
type depthLimit struct{ value **int }

// Set implements pflag.Value: it parses the greatest number of links from a seed, or "none".
func (l depthLimit) Set(text string) error {
	n, err := strconv.Atoi(text)
	switch {
	case text == noLimit:
		n = scope.NoLimit
	case err != nil || n < 0:
		return errors.New("give a number of links such as 3, or " + noLimit)
	}
	*l.value = &n
	return nil
}

// String implements pflag.Value: it returns the depth as text, or "" if the flag was not given.
func (l depthLimit) String() string {
	switch {
	case l.value == nil || *l.value == nil:
		return ""
	case **l.value == scope.NoLimit:
		return noLimit
	}
	return strconv.Itoa(**l.value)
}

// Type implements pflag.Value: it returns the name of this type of flag in the help.
func (depthLimit) Type() string { return "int" }
