package cluster_test

import (
	"context"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gannet/cluster"
	"gannet/cluster/clustertest"
	"gannet/frontier"
)

// isCompaction reports whether a change is a step of a compaction: a message that is appended, or messages that are removed.
func isCompaction(what clustertest.Change) bool {
	return what.Purge > 0 || cluster.IsRepeated(what.Body)
}

// checkPurges has every removal of messages compared with the log as it would be without any.
func checkPurges(t *testing.T, net *clustertest.Net, purges *atomic.Int64, also func(machine string, what clustertest.Change)) {
	net.Watch(func(machine string, what clustertest.Change) {
		if what.Purge > 0 && what.Done {
			purges.Add(1)
			now, ever := net.Bodies(what.Partition)
			if got, want := cluster.Known(now), cluster.Known(ever); !maps.Equal(got, want) {
				t.Errorf("%s has removed messages of partition %d: the log knows %d facts of %d", machine, what.Partition, len(got), len(want))
			}
		}
		also(machine, what)
	})
}

// TestKilledCompactions kills a machine at every step of a compaction: before and after each of its messages is safe, and before and after older ones are removed.
func TestKilledCompactions(t *testing.T) {
	for step := 1; step <= 6; step++ {
		t.Run(fmt.Sprint(step), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := &crawl{seed: uint64(step), net: clustertest.New(uint64(step), ttl, clustertest.Faults{}), servers: newServers(), began: time.Now()}
				died := make(chan bool, 1)
				var steps, purges atomic.Int64
				checkPurges(t, c.net, &purges, func(name string, what clustertest.Change) {
					if name != "m0" || !isCompaction(what) || time.Since(c.began) < 10*time.Second {
						return
					}
					if steps.Add(1) == int64(step) {
						c.cut(name, true)
						c.machine(0).kill()
						died <- true
					}
				})
				for range 3 {
					c.join(t)
				}
				<-died
				time.Sleep(3 * time.Second)
				c.join(t)
				c.finish(t, trouble{})
				if n := purges.Load(); n < 10 {
					t.Errorf("messages were removed only %d times", n)
				}
			})
		})
	}
}

// TestCompactionByALateOwner: a machine is without network in the middle of a compaction. It goes on when another machine owns the partition and is
// reading its messages. Those must stay until the machine has joined again, unless all that they say was repeated before.
func TestCompactionByALateOwner(t *testing.T) {
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			c := &crawl{seed: seed, net: clustertest.New(seed, ttl, clustertest.Faults{Idle: .9}), servers: newServers(), began: time.Now()}
			var late, claimed, joined atomic.Bool
			var purges, marks atomic.Int64
			repeated := seed >= 2 // when the machine loses its network
			checkPurges(t, c.net, &purges, func(name string, what clustertest.Change) {
				switch {
				case name == "m0" && claimed.Load() && cluster.IsMark(what.Body):
					joined.Store(true)
				case name == "m0" && claimed.Load() && what.Purge > 0 && !joined.Load() && !repeated:
					t.Errorf("seed %d: a machine that owns nothing removes messages of partition %d", seed, what.Partition)
				case late.Load() && name != "m0" && what.Done && cluster.IsMark(what.Body):
					claimed.Store(marks.Add(1) > int64(seed%2))
				case name == "m0" && isCompaction(what) && (what.Purge > 0) == repeated && time.Since(c.began) > 15*time.Second && !late.Swap(true):
					c.cut(name, true)
					for !claimed.Load() {
						time.Sleep(10 * time.Millisecond)
					}
					c.cut(name, false)
				}
			})
			for range 3 {
				c.join(t)
			}
			c.finish(t, trouble{faults: clustertest.Faults{Idle: .9}})
			if !claimed.Load() || purges.Load() < 10 {
				t.Errorf("seed %d: another machine owned the partition: %v; messages were removed %d times", seed, claimed.Load(), purges.Load())
			}
		})
	}
}

// TestLogStaysShort: two machines tell each other of the same links again and again, each time with a higher priority.
func TestLogStaysShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &crawl{net: clustertest.New(1, ttl, clustertest.Faults{}), servers: newServers()}
		var machines []*machine
		for n := range 2 {
			m := &machine{name: fmt.Sprintf("m%d", n)}
			m.ctx, m.kill = context.WithCancel(t.Context())
			m.join(t, c.net)
			machines = append(machines, m)
		}
		for round := range 150 {
			for _, m := range machines {
				for host := range webHosts {
					if _, err := m.links.Push(time.Now(), []frontier.Link{linkTo(host, 0, float32(round)/1000)}); err != nil {
						t.Fatal(err)
					}
				}
			}
			time.Sleep(2 * time.Second)
		}
		time.Sleep(2 * ttl)
		now, ever := 0, 0
		for p := range cluster.Partitions {
			stored, all := c.net.Bodies(p)
			now, ever = now+len(stored), ever+len(all)
		}
		if t.Logf("the log has %d messages of %d", now, ever); now > webHosts*10 || ever < webHosts*60 {
			t.Errorf("the log has %d messages of %d", now, ever)
		}
		for _, m := range machines {
			if err := m.node.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}
