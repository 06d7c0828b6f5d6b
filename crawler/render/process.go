package render

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// programs are the names of the browsers to look for. Debian's package is chromium-headless-shell.
var programs = []string{"chromium-headless-shell", "chrome-headless-shell"}

// ErrNoBrowser says that no browser is installed.
var ErrNoBrowser = errors.New("no browser to render pages: install chromium-headless-shell (apt-get install chromium-headless-shell)")

// Find returns the path of an installed browser. The error is ErrNoBrowser if there is none.
func Find() (path string, err error) {
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNoBrowser
}

// switches are the arguments of the browser. They close all ways to the network past the interception of requests: all connections, even those to
// loopback, go to a proxy whose name does not exist, and no name is ever resolved.
func switches(profile string, o Options) []string {
	list := []string{
		"--remote-debugging-pipe", "--headless", "--user-data-dir=" + profile,
		"--proxy-server=http://refused.invalid:1", "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps", "--disable-extensions",
		"--disable-domain-reliability", "--no-first-run", "--no-pings", "--mute-audio", "--disable-gpu", "--disable-dev-shm-usage",
		"--disable-breakpad", "--disable-crash-reporter", "--disable-remote-fonts", "--blink-settings=imagesEnabled=false",
		"--disable-features=Translate,MediaRouter,OptimizationHints,NetworkPrediction,DialMediaRouteProvider",
		"--disable-web-security", // the gate sends no Origin, so answers do not say who may read them; no request has secrets of another origin
		"--disk-cache-size=1", "--media-cache-size=1", "--js-flags=--max-old-space-size=" + strconv.FormatInt(o.Memory>>21, 10),
	}
	if !Sandboxed() {
		list = append(list, "--no-sandbox")
	}
	return append(list, "about:blank")
}

// Sandboxed reports whether the browser runs in its sandbox. As root it does not, because Chromium then refuses to start with a sandbox.
func Sandboxed() bool { return os.Getuid() != 0 }

// process is a running browser.
type process struct {
	*devtools
	cmd     *exec.Cmd
	profile string
	pipes   []*os.File
	exited  chan struct{}
}

// start starts a browser. Its profile is removed when it ends.
func start(o Options, handle func(event)) (p *process, err error) {
	p = &process{exited: make(chan struct{})}
	if p.profile, err = newProfile(); err != nil {
		return nil, err
	}
	commands, toBrowser, err := os.Pipe()
	if err != nil {
		os.RemoveAll(p.profile)
		return nil, err
	}
	fromBrowser, events, err := os.Pipe()
	if err != nil {
		os.RemoveAll(p.profile)
		return nil, errors.Join(err, commands.Close(), toBrowser.Close())
	}
	p.pipes = []*os.File{toBrowser, fromBrowser}
	p.cmd = exec.Command(o.Path, switches(p.profile, o)...)
	p.cmd.ExtraFiles = []*os.File{commands, events} // file descriptors 3 and 4
	p.cmd.Env = []string{"HOME=" + p.profile, "TMPDIR=" + p.profile, "PATH=" + os.Getenv("PATH"), "LANG=en_US.UTF-8"}
	ownGroup(p.cmd)
	err = p.cmd.Start()
	commands.Close()
	events.Close()
	if err != nil {
		p.closePipes()
		os.RemoveAll(p.profile)
		return nil, err
	}
	p.devtools = newDevtools(fromBrowser, toBrowser, handle)
	go func() {
		_ = p.cmd.Wait() // how it ended is of no use: a page that is under way fails
		p.kill()         // what is left of its group
		p.closePipes()
		os.RemoveAll(p.profile)
		close(p.exited)
	}()
	return p, nil
}

func (p *process) closePipes() {
	for _, f := range p.pipes {
		f.Close()
	}
}

// kill ends the browser and all processes that it has started.
func (p *process) kill() { killGroup(p.cmd.Process) }

// stop ends the browser and waits until all its processes have ended.
func (p *process) stop() {
	p.kill()
	<-p.exited
}

// alive reports whether the browser can take commands.
func (p *process) alive() bool {
	select {
	case <-p.exited:
		return false
	case <-p.ended:
		return false
	default:
		return true
	}
}

// guard kills the browser if a page takes more memory or processor time than allowed, until done is closed. The error says which of the two it was.
// before is the processor time that the browser had taken when the page began.
func (p *process) guard(o Options, before time.Duration, done <-chan struct{}) error {
	tick := time.NewTicker(guardEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return nil
		case <-tick.C:
		}
		u, err := usageOf(p.cmd.Process.Pid), error(nil)
		switch {
		case u.memory > o.Memory:
			err = ErrMemory
		case u.processor-before > o.Processor:
			err = ErrTime
		default:
			continue
		}
		p.kill()
		return err
	}
}

// guardEvery is how often the browser's memory and processor time are measured.
const guardEvery = 200 * time.Millisecond

// usage is the memory and processor time that the processes of a browser take.
type usage struct {
	memory    int64         // bytes that no other process shares
	processor time.Duration // so far, of processes that still run
}
