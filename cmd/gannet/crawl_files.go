package main

import (
	"bytes"
	"crypto/tls"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"gannet/crawler/botauth"
	"gannet/crawler/cookies"
	"gannet/crawler/fetch"
	"gannet/internal/cli"
	"gannet/internal/weburl"
)

// readCookies reads the file of --cookies. A crawl whose cookies have all expired would be an anonymous one.
func (f *requestFlags) readCookies(o *fetch.Options) error {
	data, err := contentOf("cookies", f.cookies, "a file of cookies in Netscape's format")
	if data == nil || err != nil {
		return err
	}
	if o.Cookies, err = cookies.Read(bytes.NewReader(data)); err != nil {
		return cli.Usagef("--cookies %s: %w", f.cookies, err)
	}
	if live, all := o.Cookies.Live(time.Now()); live == 0 {
		return cli.Usagef("--cookies %s: all %d cookies have expired: log in again, and write a new file", f.cookies, all)
	} else if live < all {
		f.expired = all - live
	}
	return nil
}

// warnOfCookies warns of cookies that are not sent. The topic is known.
func (f *crawlFlags) warnOfCookies(out *reporter) {
	if n := f.requests.expired; n > 0 {
		out.log.Warn("cookies have expired and are not sent", "cookies", n)
	}
	if f.options.Fetch.Cookies != nil {
		cli.WarnOfReaders(f.requests.cookies, out.log)
	}
	jar, sent := f.options.Fetch.Cookies, func(seed string) bool {
		url, err := weburl.Canonical(seed)
		return err == nil && f.options.Fetch.Cookies.Header(url, time.Now()) != ""
	}
	if jar != nil && !slices.ContainsFunc(f.options.Topic.Seeds, sent) {
		out.log.Warn("no cookie is for a seed: the crawl begins without any", "cookies", f.requests.cookies)
	}
}

// readAuthorities reads the file of --ca.
func (f *requestFlags) readAuthorities(o *fetch.Options) error {
	data, err := contentOf("ca", f.ca, "a file of certificates in PEM form")
	if data == nil || err != nil {
		return err
	}
	pool, err := fetch.Authorities(data)
	if err != nil {
		return cli.Usagef("--ca %s: %w", f.ca, err)
	}
	o.TLS = &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: pool}
	return nil
}

// readKey reads the file of --sign.
func (f *requestFlags) readKey(o *fetch.Options) error {
	data, err := contentOf("sign", f.sign, "a file that `gannet key` has made")
	if data == nil || err != nil {
		return err
	}
	key, err := botauth.ParseKey(data)
	if err != nil {
		return cli.Usagef("--sign %s: %w: make one with `gannet key`", f.sign, err)
	}
	o.Sign = key.Sign
	return nil
}

// maxFile bounds the files of cookies and certificates in bytes.
const maxFile = 16 << 20

// contentOf returns the content of a flag's file, nil if there is none or if its name is the word "none".
func contentOf(flag, path, wanted string) ([]byte, error) {
	if path == "" || path == noLimit {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, cli.Usagef("--%s: %w: it is %s", flag, err, wanted)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, cli.Usagef("--%s: %w: it is %s", flag, err, wanted)
	case len(data) > maxFile:
		return nil, cli.Usagef("--%s: %s is larger than %d MiB: it is no %s", flag, path, maxFile>>20, strings.TrimPrefix(wanted, "a "))
	}
	return data, nil
}
