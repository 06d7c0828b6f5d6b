package crawldir

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/crawldir/api"
	"gannet/crawler"
	"gannet/frontier"
	"gannet/store"
)

// HostsFile is the name of the file with a table of all hosts of a crawl; docs/reference/formats/hosts.md describes it.
const HostsFile = "hosts.table"

// hostsMagic begins the file. Its last byte is the version.
const hostsMagic = "gnh\x01"

// errOtherState says that a table of hosts belongs to another state of the frontier.
var errOtherState = errors.New("is of another state of the frontier")

// errHostsOther says that a table of hosts differs from the frontier.
var errHostsOther = errors.New("is not what the frontier has")

// errHostsDamaged says that a table of hosts is not what was written.
var errHostsDamaged = errors.New("is no table of hosts, or damaged")

// hostTable has all hosts of a crawl at rest, and the error of the latest failed request of each.
type hostTable struct {
	*frontier.HostTable
	errors map[string]string
}

// list returns the hosts that are asked for.
func (t *hostTable) list(now time.Time, q frontier.HostQuery) *api.HostList {
	rows, total := t.Hosts(now, q)
	list := &api.HostList{Total: total}
	for _, h := range rows {
		list.Hosts = append(list.Hosts, crawler.HostRow{HostRow: h, Error: t.errors[h.Name]})
	}
	return list
}

// addErrors adds newer errors. Errors of hosts that no longer fail are dropped.
func (t *hostTable) addErrors(latest map[string]string) {
	counts := t.Counts()
	maps.DeleteFunc(t.errors, func(host, _ string) bool { return counts[host].Failures == 0 })
	if t.errors == nil {
		t.errors = make(map[string]string)
	}
	maps.Copy(t.errors, latest)
}

// write writes the table of a frontier in a state. It does not wait for the disk: a file that is cut off is made again.
func (t *hostTable) write(dir, state string) error {
	b := binary.LittleEndian.AppendUint64([]byte(hostsMagic), xxh3.HashString(state))
	b, err := t.AppendBinary(b)
	if err != nil {
		return err
	}
	b = binary.AppendUvarint(b, uint64(len(t.errors)))
	for host, text := range t.errors {
		for _, s := range []string{host, text} {
			b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
		}
	}
	b = binary.LittleEndian.AppendUint64(b, xxh3.Hash(b))
	path := filepath.Join(dir, HostsFile)
	if err := os.WriteFile(path+".new", b, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// readHostTable reads the table in a directory. The error is errOtherState, beside the table, if it is not of that state of the frontier.
func readHostTable(dir, state string) (*hostTable, error) {
	data, err := os.ReadFile(filepath.Join(dir, HostsFile))
	if err != nil {
		return nil, err
	}
	const head, sum = len(hostsMagic) + 8, 8
	if len(data) < head+sum || string(data[:len(hostsMagic)]) != hostsMagic {
		return nil, errHostsDamaged
	}
	body := data[:len(data)-sum]
	if binary.LittleEndian.Uint64(data[len(body):]) != xxh3.Hash(body) {
		return nil, errHostsDamaged
	}
	hosts, rest, err := frontier.ReadHostTable(body[head:])
	if err != nil {
		return nil, err
	}
	t := &hostTable{hosts, make(map[string]string)}
	n, rest := nextLength(rest)
	for range n {
		var pair [2]string
		for i := range pair {
			var length uint64
			length, rest = nextLength(rest)
			if length > uint64(len(rest)) {
				return nil, errHostsDamaged
			}
			pair[i], rest = string(rest[:length]), rest[length:]
		}
		t.errors[pair[0]] = pair[1]
	}
	if binary.LittleEndian.Uint64(data[len(hostsMagic):]) != xxh3.HashString(state) {
		return t, errOtherState
	}
	return t, nil
}

func nextLength(b []byte) (n uint64, rest []byte) {
	n, size := binary.Uvarint(b)
	return n, b[max(0, size):]
}

// frontierState names the files of the frontier, how long they are and when they were written, and the options that it is read with.
func frontierState(dir string, kept store.Reader) (string, error) {
	text := ""
	entries, err := os.ReadDir(filepath.Join(dir, FrontierDir))
	if err != nil && !os.IsNotExist(err) { // one that is missing peek reports
		return "", err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return "", err
		}
		text += fmt.Sprintln(e.Name(), info.Size(), info.ModTime().UnixNano())
	}
	rules, _ := heldRules(kept) // peek goes on without them, too
	text += fmt.Sprintln(rules)
	if settings, _ := heldSettings(kept); settings != nil {
		text += fmt.Sprintln(settings.Values["per-host"])
	}
	return text, nil
}

// readHosts opens the frontier of a crawl at rest, and stores the table of its hosts if the directory is writable. The frontier does not know why
// requests failed, so the table has no errors.
func (r *Reader) readHosts(state string) (t *hostTable, err error) {
	err = r.peek(func(f *frontier.Frontier) error {
		t = &hostTable{HostTable: f.HostTable(time.Now())}
		return nil
	})
	if err == nil {
		_ = t.write(r.Dir, state)
	}
	return t, err
}

// closeFrontier closes the frontier, and keeps the table of its hosts for those who look at the crawl while it rests. A frontier that was
// made again is then on the disk, so the mark in the store goes.
func (c *Crawl) closeFrontier() error {
	switch {
	case c.frontier == nil:
		return nil
	case c.store == nil: // of a look at one page nothing is kept
		return c.frontier.Close()
	}
	t := c.hostTable()
	if err := c.frontier.Close(); err != nil {
		return err
	}
	if state, err := frontierState(c.dir, c.store); err == nil {
		if err := t.write(c.dir, state); err != nil {
			c.log.Warn("the table of hosts is not written: it is made again when somebody looks", "error", err)
		}
	}
	if !c.rebuilt {
		return nil
	}
	return c.store.SetMeta(rebuildKey, false)
}

// hostTable returns the hosts as they are, with the errors of earlier runs, too.
func (c *Crawl) hostTable() *hostTable {
	t := &hostTable{HostTable: c.frontier.HostTable(c.clock.Now())}
	if before, err := readHostTable(c.dir, ""); before != nil && errors.Is(err, errOtherState) {
		t.errors = before.errors
	}
	if c.crawl != nil {
		t.addErrors(c.crawl.HostErrors())
	}
	return t
}
