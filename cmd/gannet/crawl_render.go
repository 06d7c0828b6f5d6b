package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"gannet/crawler"
	"gannet/crawler/render"
	"gannet/internal/cli"
)

// The values of --render.
const renderNever, renderAuto, renderAlways = "never", "auto", "always"

// defaultRenderShare is the part of the crawl's time that a browser may take.
const defaultRenderShare = 0.1

// renderFlags are the flags that say which pages a browser makes.
type renderFlags struct {
	mode  string
	share timeShare
}

func (f *renderFlags) register(s *pflag.FlagSet) {
	f.share = defaultRenderShare
	s.StringVar(&f.mode, "render", renderNever, "let a browser run the scripts of pages: never, always, or auto (pages whose content scripts insert, if they are likely to be worth the time); needs chromium-headless-shell")
	s.Var(&f.share, "render-share", "with --render auto: how much processor time the browser may take, as a share of the crawl's time, such as 10%")
}

// rendering returns what renders the pages of a crawl, nil if nothing does. It warns of a browser without a sandbox.
func (f *renderFlags) rendering(userAgent string, out *reporter) (*crawler.Rendering, error) {
	switch f.mode {
	case renderNever, "": // flags that no command line has filled in
		return nil, nil
	case renderAuto, renderAlways:
	default:
		return nil, cli.Usagef("--render is %s, %s or %s, not %q", renderNever, renderAuto, renderAlways, f.mode)
	}
	path, err := render.Find()
	if err != nil {
		return nil, cli.Usagef("--render: %w", err)
	}
	if !render.Sandboxed() {
		out.log.Warn("--render as root starts the browser without its sandbox: run gannet as an ordinary user")
	}
	o := render.DefaultOptions(path)
	o.UserAgent = userAgent
	return &crawler.Rendering{Renderer: render.New(o), Always: f.mode == renderAlways, Share: float64(f.share)}, nil
}

// timeShare is a flag that is a part of the whole, as a percentage or as a number up to 1.
type timeShare float64

// Set implements pflag.Value: it parses a share, such as 10% or 0.1.
func (s *timeShare) Set(text string) error {
	number, percent := strings.CutSuffix(text, "%")
	n, err := strconv.ParseFloat(number, 64)
	if percent {
		n /= 100
	}
	if err != nil || !(n >= 0 && n <= 1) {
		return errors.New("give a share from 0% to 100%, such as 10%")
	}
	*s = timeShare(n)
	return nil
}

// String implements pflag.Value: it returns the share as a percentage.
func (s *timeShare) String() string { return strconv.FormatFloat(float64(*s)*100, 'g', 4, 64) + "%" }

// Type implements pflag.Value: it returns the name of this type of flag in the help.
func (s *timeShare) Type() string { return "share" }
