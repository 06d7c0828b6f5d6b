// Package testbrowser lets tests see a web page as a browser shows it: a Chromium without a window.
package testbrowser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// programs are the browsers that are looked for. Debian's package is chromium-headless-shell.
var programs = []string{"chromium-headless-shell", "chrome-headless-shell", "chromium"}

// patience bounds one step of a test, on a machine that has much else to do.
const patience = time.Minute

// Browser is a headless browser for tests, with one page.
type Browser struct {
	t      testing.TB
	ctx    context.Context
	server string

	mu     sync.Mutex // guards errors
	errors []string
}

// Open starts a browser, which ends with the test. server is the URL prefix that the page may request; other requests are faults. If no
// browser is installed, the test is skipped.
func Open(t testing.TB, server string) *Browser {
	t.Helper()
	path := ""
	for _, name := range programs {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Skip("no browser: apt-get install chromium-headless-shell")
	}
	options := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	options = append(options, chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.WSURLReadTimeout(patience))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocated, release := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocated)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits for the browser's end
		end()
		release()
	})
	b := &Browser{t: t, ctx: ctx, server: server}
	if err := chromedp.Listen(ctx, b.listen); err != nil { // starts the browser
		t.Fatal(err)
	}
	for _, enable := range []cdp.Command[cdp.Empty, cdp.Empty]{runtime.Enable, cdplog.Enable} {
		call(b, enable, cdp.Empty{})
	}
	call(b, network.Enable, network.EnableParams{})
	return b
}

// listen records errors on a page.
func (b *Browser) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.errors = append(b.errors, fmt.Sprintf("script: %s %+v", e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			b.errors = append(b.errors, fmt.Sprintf("console: %+v", e.Args))
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError || e.Entry.Level == cdplog.EntryLevelWarning {
			b.errors = append(b.errors, e.Entry.Text)
		}
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, b.server) && !strings.HasPrefix(url, "about:") && !strings.HasPrefix(url, "data:") {
			b.errors = append(b.errors, "the page asks for "+url)
		}
	}
}

// Faults returns the errors of scripts and the requests to other servers since the last call.
func (b *Browser) Faults() (list []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	list, b.errors = b.errors, nil
	return list
}

// do performs a step, and fails the test if the step does not succeed.
func do[T any](b *Browser, step chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, step)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// call sends the browser a command.
func call[P, R any](b *Browser, command cdp.Command[P, R], p P) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if _, err := chromedp.Call(ctx, command, p); err != nil {
		b.t.Fatal(err)
	}
}

// Look sets the width of the window in pixels, and whether the system prefers a dark theme.
func (b *Browser) Look(width int64, dark bool) {
	b.t.Helper()
	theme := "light"
	if dark {
		theme = "dark"
	}
	scheme := &emulation.MediaFeature{Name: "prefers-color-scheme", Value: theme}
	do(b, chromedp.EmulateViewport(width, 800))
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{scheme}})
}

// Go makes the browser load a URL.
func (b *Browser) Go(url string) {
	b.t.Helper()
	do(b, chromedp.Navigate(url))
}

// Value evaluates a script in the page and returns its value. If that is a promise, Value waits for its result.
func Value[T any](b *Browser, script string) T {
	b.t.Helper()
	return do(b, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
}

// Run runs a script in the page, and ignores its value.
func (b *Browser) Run(script string) {
	b.t.Helper()
	do(b, chromedp.Evaluate[chromedp.Void](script))
}

// Until waits until a condition, which is a script, is true in the page. Meanwhile the browser may load another page.
func (b *Browser) Until(condition string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		if met, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+condition+")")); met && err == nil {
			return
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			b.t.Fatalf("never true: %s", condition)
		}
	}
}

// Keys types a sequence of keys into the page.
func (b *Browser) Keys(keys string) {
	b.t.Helper()
	do(b, chromedp.KeyEvent(keys))
}

// Screenshot returns a picture of the whole page in PNG format.
func (b *Browser) Screenshot() (png []byte) {
	b.t.Helper()
	return do(b, chromedp.FullScreenshot(100))
}
