package cluster

import (
	"net"
	"net/netip"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"
	"golang.org/x/net/publicsuffix"
)

// Partitions is the number of partitions into which the hosts of a crawl are divided. With at least ten for each machine, the machines get
// about equal shares.
const Partitions = 256

// PartitionOf returns the partition of a host, which may be given with its port. Hosts of one registered domain are in one partition, so
// most links of a page stay on the machine that found them.
func PartitionOf(host string) int {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]."))
	if _, err := netip.ParseAddr(host); err != nil {
		if domain, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
			host = domain
		}
	}
	return int(xxh3.HashString(host) % Partitions)
}

// mostHosts is how many hosts a partitioner remembers.
const mostHosts = 1 << 16

// partitioner remembers the partitions of hosts.
type partitioner struct {
	mu    sync.Mutex // guards hosts
	hosts map[string]int
}

func (p *partitioner) of(host string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, ok := p.hosts[host]
	if !ok {
		if p.hosts == nil || len(p.hosts) >= mostHosts {
			p.hosts = make(map[string]int)
		}
		n = PartitionOf(host)
		p.hosts[strings.Clone(host)] = n
	}
	return n
}

// preferred returns which of the machines should own a partition: the one with the highest hash of both. So every machine
// comes to the same result, and few partitions move when a machine comes or goes (rendezvous hashing).
func preferred(partition int, machines []string) (best string) {
	var most uint64
	for _, m := range machines {
		if h := xxh3.HashStringSeed(m, uint64(partition)+1); best == "" || h > most || h == most && m < best {
			best, most = m, h
		}
	}
	return best
}
