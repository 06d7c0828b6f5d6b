package crawldir

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/cluster"
	"gannet/crawler"
	"gannet/crawler/fetch"
	"gannet/internal/weburl"
	"gannet/topic"
)

// Cluster are the options of a crawl that several machines share. All of them must have the same topic, model, budget and version of the
// program.
type Cluster struct {
	Engine  cluster.Engine
	TTL     time.Duration // that of Engine.Live
	Compact int           // that of cluster.Options
}

// clusterVersion is the version of the messages between machines of a cluster. Machines with different versions cannot crawl together.
const clusterVersion = 4

// machineKey is the key in the store's meta data that has the name of this machine in a cluster.
const machineKey = "machine"

// checkCluster refuses what a crawl on several machines cannot do.
func (c *Crawl) checkCluster() error {
	switch {
	case c.o.Cluster == nil:
		return nil
	case c.o.Web != nil:
		return optionErrorf("a frozen web is crawled in virtual time, which machines do not share: leave out either the web or the cluster")
	case c.o.Revisit != nil:
		return optionErrorf("machines of a cluster do not revisit pages yet: leave out either --fresh or the cluster")
	case c.o.Topic.Classifier == nil:
		return optionErrorf("topic %q has no classifier, and machines of a cluster cannot learn one together yet: take a topic file with one", c.o.Topic.Name)
	}
	return nil
}

// joinCluster makes the crawl's frontier a part of that of the cluster.
func (c *Crawl) joinCluster(ctx context.Context, t *topic.Topic) error {
	c.links = c.frontier
	if c.o.Cluster == nil {
		return nil
	}
	crawl, err := c.sameCluster(ctx)
	if err != nil {
		return err
	}
	if err := cluster.Agree(ctx, c.o.Cluster.Engine, c.terms(t)); err != nil {
		if _, differs := errors.AsType[*cluster.TermError](err); differs {
			return &OptionError{err}
		}
		return err
	}
	o := cluster.DefaultOptions()
	o.TTL, o.Log, o.Now = c.o.Cluster.TTL, c.log, c.clock.Now
	o.Compact = c.o.Cluster.Compact
	if o.Name, err = c.machine(); err != nil {
		return err
	}
	if c.node, err = cluster.Join(ctx, c.o.Cluster.Engine, c.frontier, c.scope.Blocks, o); err != nil {
		return err
	}
	if err := c.store.SetMeta(identityKey, crawl); err != nil {
		return err
	}
	c.name = o.Name
	c.tell(crawl)
	c.links, c.fetcher = c.node.Frontier(), &guardedFetcher{c.fetcher, c.node}
	return nil
}

// identityKey is the key in the store's meta data that has the identity of the crawl on the servers.
const identityKey = "cluster crawl"

// sameCluster returns the identity of the crawl on the servers. It returns an error if this machine has worked for another crawl before, because the
// other machines would not know its pages and would fetch them again.
func (c *Crawl) sameCluster(ctx context.Context) (crawl string, err error) {
	if crawl, err = cluster.Identity(ctx, c.o.Cluster.Engine); err != nil {
		return "", err
	}
	var before string
	known, err := c.store.Meta(identityKey, &before)
	switch {
	case err != nil:
		return "", err
	case known && before != crawl:
		return "", optionErrorf("%s is a part of another crawl than that on the servers, whose data were emptied or removed: start the servers with their former --out, or crawl with another --out", c.dir)
	}
	return crawl, nil
}

// machine returns the name of this machine in the cluster, which stays with the directory.
func (c *Crawl) machine() (name string, err error) {
	known, err := c.store.Meta(machineKey, &name)
	if known || err != nil {
		return name, err
	}
	b := make([]byte, 6)
	_, _ = rand.Read(b) // never fails
	name = hex.EncodeToString(b)
	return name, c.store.SetMeta(machineKey, name)
}

// PartOfCluster reports whether the directory has the pages of one machine of a cluster.
func (r *Reader) PartOfCluster() bool {
	var name string
	known, err := r.Store.Meta(machineKey, &name)
	return known && err == nil
}

// terms returns the settings that must be equal on all machines.
func (c *Crawl) terms(t *topic.Topic) cluster.Terms {
	model := c.model
	if model == nil {
		model = shippedModel(c.order.Strategy)
	}
	hash := func(n uint64) string { return strconv.FormatUint(n, 36) }
	return cluster.Terms{
		cluster.VersionTerm: strconv.Itoa(clusterVersion),
		"topic":             t.Name,
		"classifier":        hash(t.Classifier.Hash()),
		"strategy":          c.order.Strategy,
		"model":             hash(xxh3.Hash(model)),
		"budget":            limitText(c.o.Limits.Pages),
		"delay":             c.o.Frontier.Delay.String(),
		"partitions":        strconv.Itoa(cluster.Partitions),
	}
}

// shareBudget gives the crawl its first part of the cluster's page budget. kept is how many pages it has.
func (c *Crawl) shareBudget(limits *crawler.Limits, kept int) (crawler.Allowance, error) {
	if c.node == nil || limits.Pages == crawler.NoLimit {
		return nil, nil
	}
	c.budget = &cluster.Budget{State: c.o.Cluster.Engine.State, Total: limits.Pages, Wait: c.o.Cluster.TTL}
	pages, spent := c.budget.More()
	if pages == 0 && !spent {
		return nil, fmt.Errorf("the cluster's servers do not say how many pages are left")
	}
	limits.Pages = kept + pages
	return c.budget, nil
}

// leaveCluster sends what was kept since the last message and then stops sharing. It gives up the machine's hosts, and the part of its page budget
// that it has not used.
func (c *Crawl) leaveCluster() error {
	if c.node == nil {
		return nil
	}
	err := errors.Join(c.sharing.end(c.o.Cluster.TTL), c.telling.end(c.o.Cluster.TTL), c.node.Close())
	if c.budget != nil && c.crawl != nil && err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), c.o.Cluster.TTL)
		defer cancel()
		err = c.budget.Return(ctx, c.crawl.PagesLeft())
	}
	return err
}

// errNotOurs is the error of a request to a host that this machine does not own any more.
var errNotOurs = errors.New("another machine of the cluster may ask this host")

// guardedFetcher makes requests while this machine owns their host, and cancels them when it loses the host.
type guardedFetcher struct {
	crawler.Fetcher
	node *cluster.Node
}

// Fetch implements crawler.Fetcher: it requests a page.
func (f *guardedFetcher) Fetch(ctx context.Context, url string) (*fetch.Response, error) {
	return f.guard(ctx, url, f.Fetcher.Fetch)
}

// File implements crawler.Fetcher: it requests a file of any type, such as robots.txt.
func (f *guardedFetcher) File(ctx context.Context, url string, limit int64) (*fetch.Response, error) {
	return f.guard(ctx, url, func(ctx context.Context, url string) (*fetch.Response, error) { return f.Fetcher.File(ctx, url, limit) })
}

func (f *guardedFetcher) guard(ctx context.Context, url string, get func(context.Context, string) (*fetch.Response, error)) (*fetch.Response, error) {
	guarded, release, ok := f.node.Guard(ctx, weburl.Host(url))
	defer release()
	if !ok {
		return nil, &fetch.Error{Kind: fetch.Stale, URL: url, Unsent: true, Err: errNotOurs}
	}
	r, err := get(guarded, url)
	if err != nil && ctx.Err() == nil && guarded.Err() != nil {
		return nil, &fetch.Error{Kind: fetch.Stale, URL: url, Err: errNotOurs}
	}
	return r, err
}
