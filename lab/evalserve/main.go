// Command evalserve measures what the web page costs a crawl that somebody looks at. It crawls a generated web in real time, with
// the usual pauses of hosts, and listens to the page's events. A profile of the process says what part of its processor time the
// page, its events and the socket of the crawl take. `make eval-serve` runs it.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"time"

	"gannet/crawldir"
	"gannet/internal/testweb"
	"gannet/web"
)

func main() {
	var o options
	flag.DurationVar(&o.time, "time", time.Minute, "of the crawl")
	flag.Uint64Var(&o.seed, "seed", 1, "of the generated web")
	flag.StringVar(&o.proxy, "proxy", "", "address of a process that gives the web; \"\": one is started")
	flag.StringVar(&o.profile, "profile", "", "file for the profile, to look at it with go tool pprof")
	child := flag.Bool("web", false, "give the generated web")
	flag.Parse()
	var err error
	if *child {
		err = give(o.seed)
	} else {
		err = o.measure()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "evalserve:", err)
		os.Exit(1)
	}
}

type options struct {
	time  time.Duration
	seed  uint64
	proxy string

	profile string
}

// generated returns the web.
func generated(seed uint64) *testweb.Web {
	return testweb.New(testweb.DefaultOptions(seed).Sized(2000, 200_000))
}

// give answers for the web until the process ends, and says where.
func give(seed uint64) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println("http://" + l.Addr().String())
	return (&http.Server{Handler: generated(seed), ReadHeaderTimeout: time.Minute}).Serve(l)
}

// measure crawls, and prints the shares.
func (o *options) measure() error {
	dir, err := os.MkdirTemp("", "evalserve")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	stop, err := o.startWeb()
	if err != nil {
		return err
	}
	defer stop()
	profile := cmp.Or(o.profile, filepath.Join(dir, "profile"))
	pages, events, err := o.crawl(filepath.Join(dir, "crawl"), profile)
	if err != nil {
		return err
	}
	return report(profile, pages, events)
}

// startWeb starts the process that gives the web, so that its work is none of this one's.
func (o *options) startWeb() (stop func(), err error) {
	if o.proxy != "" {
		return func() {}, nil
	}
	c := exec.Command(os.Args[0], "-web", "-seed", fmt.Sprint(o.seed))
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	o.proxy = strings.TrimSpace(line)
	return func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}, err
}

// crawl crawls while somebody looks at the page, and writes a profile.
func (o *options) crawl(dir, profile string) (pages int64, events int, err error) {
	c := crawldir.DefaultOptions()
	if c.Topic, err = crawldir.LoadTopic(crawldir.JobsTopic); err != nil {
		return 0, 0, err
	}
	c.Topic.Seeds = generated(o.seed).Seeds(testweb.JobsTopic, 200)
	c.Postings, c.Limits.Time, c.Limits.Workers = true, o.time, 64
	c.Fetch.Proxies = []string{o.proxy}
	crawl, err := crawldir.Open(context.Background(), dir, c)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, crawl.Close()) }()
	f, err := os.Create(profile)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	if err := pprof.StartCPUProfile(f); err != nil {
		return 0, 0, err
	}
	stop, err := look(dir)
	if err != nil {
		return 0, 0, err
	}
	err = crawl.Run(context.Background())
	pprof.StopCPUProfile()
	events = stop()
	return crawl.Progress().Pages, events, err
}

// look listens to the events of a crawl's page. The page's goroutines, and those that they begin, bear a label in the profile.
func look(dir string) (stop func() (events int), err error) {
	page, err := web.New(web.Options{Dirs: []string{dir}})
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	labelled := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		pprof.Do(r.Context(), pprof.Labels("of", "page"), func(context.Context) { page.ServeHTTP(w, r) })
	})
	server := &http.Server{Handler: labelled, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(l) }()
	url := "http://" + l.Addr().String() + "/crawl/" + filepath.Base(dir) + "/events"
	counted := make(chan int, 1)
	listen := exec.Command("curl", "--silent", "--no-buffer", url) // its work is none of this process's either
	out, err := listen.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := listen.Start(); err != nil {
		return nil, fmt.Errorf("curl listens to the page: %w", err)
	}
	go func() {
		text, _ := io.ReadAll(out)
		counted <- strings.Count(string(text), "\ndata: ") + 1
	}()
	return func() int {
		page.Close()
		events := <-counted
		_ = listen.Wait()
		_ = server.Close()
		return events
	}, nil
}
