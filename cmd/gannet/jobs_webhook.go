package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"gannet/crawler/fetch"
	"gannet/feed"
	"gannet/feed/webhook"
	"gannet/internal/cli"
)

// hookFlags are the flags of a webhook.
type hookFlags struct {
	url, secretFile string
	plain           bool
}

// secretVariable holds the secret of a webhook if no file does.
const secretVariable = "GANNET_WEBHOOK_SECRET"

// onceAttempts is how often a batch is sent without --follow.
const onceAttempts = 5

func (f *hookFlags) add(fs *pflag.FlagSet) {
	fs.StringVar(&f.url, "webhook", "", "URL to which changes are sent by POST, in signed batches of JSON Lines; see docs/guide/12-exports.md")
	fs.StringVar(&f.secretFile, "secret-file", "", "file with the secret that signs the batches of a webhook; default: the value of "+secretVariable)
	fs.BoolVar(&f.plain, "plain-http", false, "allow a webhook by http on another machine, although others may then read the changes on the network")
}

// unused returns an error if a flag has no webhook to be for.
func (f *hookFlags) unused() error {
	switch {
	case f.secretFile != "":
		return cli.Usagef("--secret-file is for --webhook: leave it out")
	case f.plain:
		return cli.Usagef("--plain-http is for --webhook: leave it out")
	}
	return nil
}

// open returns a sink that posts. With follow it never gives up.
func (f *hookFlags) open(stderr io.Writer, follow bool) (changeSink, error) {
	secret, err := f.secret()
	if err != nil {
		return nil, err
	}
	attempts := onceAttempts
	if follow {
		attempts = 0
	}
	hook, err := webhook.New(webhook.Options{
		URL: f.url, Secret: secret, Plain: f.plain, Software: "gannet/" + fetch.Version, Attempts: attempts,
		Failed: func(err error, pause time.Duration) {
			cli.PrintError(stderr, "gannet: "+oneLine(fmt.Errorf("%w: it is tried again in %s", err, pause)))
		},
	})
	switch {
	case errors.Is(err, webhook.ErrURL):
		return nil, cli.Usagef("--webhook %w: give one such as https://example.org/jobs, without user and password", err)
	case errors.Is(err, webhook.ErrPlain):
		return nil, cli.Usagef("--webhook by http %w: give an https URL, or --plain-http", err)
	case err != nil:
		return nil, cli.Usagef("%w: it has %d bytes or more, or whsec_ and base64", err, webhook.LeastSecret)
	}
	return hookSink{hook}, nil
}

// secret reads the secret. It is never printed.
func (f *hookFlags) secret() (string, error) {
	if f.secretFile == "" {
		if s := os.Getenv(secretVariable); s != "" {
			return s, nil
		}
		return "", cli.Usagef("--webhook needs a secret to sign with: give --secret-file FILE, or set %s", secretVariable)
	}
	text, err := os.ReadFile(f.secretFile)
	return strings.TrimSpace(string(text)), err
}

// hookSink posts changes to a webhook.
type hookSink struct{ hook *webhook.Hook }

// deliver names a batch after its content, so that receivers know one that comes again.
func (s hookSink) deliver(ctx context.Context, crawl string, b *feed.Batch) error {
	sum := sha256.Sum256(b.Body)
	return s.hook.Send(ctx, crawl+"-"+hex.EncodeToString(sum[:12]), b.Body)
}
