package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"gannet/crawler"
	"gannet/internal/cli"
)

// progressCollector reports the counts of a crawl to Prometheus.
type progressCollector struct {
	progress func() crawler.Progress
}

var (
	fetchedDesc  = prometheus.NewDesc("gannet_fetches_total", "Requests for pages, and revisits of pages, sitemaps and feeds.", nil, nil)
	pagesDesc    = prometheus.NewDesc("gannet_pages_total", "Pages kept by this run.", nil, nil)
	relevantDesc = prometheus.NewDesc("gannet_relevant_pages_total", "Pages kept by this run that are on topic.", nil, nil)
	postingsDesc = prometheus.NewDesc("gannet_postings_total", "Job postings that this run found and that were not known before.", nil, nil)
	jobsDesc     = prometheus.NewDesc("gannet_jobs_total", "Jobs that this run found: new postings that are not copies of known postings.", nil, nil)
	errorsDesc   = prometheus.NewDesc("gannet_errors_total", "Requests that failed and may be tried again.", nil, nil)
	reasonDesc   = prometheus.NewDesc("gannet_refusals_total", "Links and pages that were refused or treated in a special way, by reason.", []string{"reason"}, nil)
	linksDesc    = prometheus.NewDesc("gannet_frontier_links", "Links in the frontier (the queue and all links taken from it), by state.", []string{"state"}, nil)
	hostsDesc    = prometheus.NewDesc("gannet_frontier_hosts", "Hosts in the frontier.", nil, nil)
	doubtedDesc  = prometheus.NewDesc("gannet_doubted_hosts", "Hosts about which there is an alert, because they no longer serve what they served before.", nil, nil)
	openDesc     = prometheus.NewDesc("gannet_open_postings", "Open postings, by when they were last confirmed by a listing or their page: within --fresh, or earlier.", []string{"shown"}, nil)
	againDesc    = prometheus.NewDesc("gannet_revisits_total", "Requests for known pages (revisits), by result: same is a full response with the same text and links.", []string{"found"}, nil)
)

// Describe implements prometheus.Collector: it sends the descriptions of the metrics.
func (progressCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{fetchedDesc, pagesDesc, relevantDesc, postingsDesc, jobsDesc, errorsDesc, reasonDesc, linksDesc, hostsDesc, againDesc, openDesc, doubtedDesc} {
		ch <- d
	}
}

// Collect implements prometheus.Collector: it sends the present counts of the crawl.
func (c progressCollector) Collect(ch chan<- prometheus.Metric) {
	p := c.progress()
	send := func(d *prometheus.Desc, kind prometheus.ValueType, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, kind, v, labels...)
	}
	requests := p.Fetched
	if p.Revisits != nil {
		requests += p.Revisits.Made
	}
	send(fetchedDesc, prometheus.CounterValue, float64(requests))
	send(pagesDesc, prometheus.CounterValue, float64(p.Pages+p.Replaced)) // a counter never falls
	send(relevantDesc, prometheus.CounterValue, float64(p.Relevant))
	send(postingsDesc, prometheus.CounterValue, float64(p.Postings))
	send(jobsDesc, prometheus.CounterValue, float64(p.Jobs))
	send(errorsDesc, prometheus.CounterValue, float64(p.Errors))
	for reason, n := range p.Reasons {
		send(reasonDesc, prometheus.CounterValue, float64(n), reason)
	}
	for state, n := range map[string]int{
		"queued": int(p.Frontier.Queued), "leased": int(p.Frontier.Leased),
		"fetched": int(p.Frontier.Fetched), "dropped": int(p.Frontier.Dropped),
	} {
		send(linksDesc, prometheus.GaugeValue, float64(n), state)
	}
	send(hostsDesc, prometheus.GaugeValue, float64(p.Frontier.Hosts))
	if r := p.Revisits; r != nil {
		send(doubtedDesc, prometheus.GaugeValue, float64(len(r.Alarms)))
		send(openDesc, prometheus.GaugeValue, float64(r.Shown.Fresh), "within")
		send(openDesc, prometheus.GaugeValue, float64(r.Shown.Of-r.Shown.Fresh), "earlier")
		for found, n := range map[string]int64{"not_modified": r.Unchanged, "same": r.Same, "changed": r.Changed, "gone": r.Gone, "failed": r.Failed} {
			send(againDesc, prometheus.CounterValue, float64(n), found)
		}
	}
}

// listenForMetrics takes an address before the crawl begins. Without an address it returns nil.
func listenForMetrics(address string) (net.Listener, error) {
	if address == "" {
		return nil, nil
	}
	return listenOn(address, "metrics")
}

// listenOn takes the address that a flag names.
func listenOn(address, flag string) (net.Listener, error) {
	if err := checkAddress(address, flag); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--%s %s: %w: choose another address", flag, address, err)
	}
	return l, nil
}

// checkAddress checks that the value of a flag has the form of an address to listen on. An empty one is allowed.
func checkAddress(address, flag string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if address == "" || err == nil {
		return nil
	}
	return cli.Usagef("--%s %q is no address: give a host and a port, such as 127.0.0.1:9090, or port 0 for a free one", flag, address)
}

// newRegistry returns all metrics: those of the crawl, of Go and of the process.
func newRegistry(progress func() crawler.Progress) *prometheus.Registry {
	registry := prometheus.NewRegistry()
	registry.MustRegister(progressCollector{progress},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return registry
}

// serveMetrics answers requests for /metrics until the returned function is called. Without a listener it does nothing.
func serveMetrics(l net.Listener, progress func() crawler.Progress, log *slog.Logger) (stop func()) {
	if l == nil {
		return func() {}
	}
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(newRegistry(progress), promhttp.HandlerOpts{}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Warn("metrics ended", "err", err)
		}
	}()
	log.Info("metrics", "url", "http://"+l.Addr().String()+"/metrics")
	return func() { _ = server.Close() }
}
