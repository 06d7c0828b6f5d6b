package pebblestore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/cockroachdb/pebble/v2"

	"gannet/frontier"
)

// The first byte of a key is its kind.
const (
	keyAddress  = 'i'
	keyHost     = 'h'
	keyMeta     = 'm'
	keyRevision = 'r'
	keyStrings  = 's'
	keyVersion  = 'v'
)

const (
	group    = 64 // links of one key at most, so that to read one link of a sitemap is not to decode them all
	metaSize = 16 // bytes of one link in an m key
)

// numbered returns the key of a host or record.
func numbered(kind byte, n uint32) []byte {
	return binary.BigEndian.AppendUint32([]byte{kind}, n)
}

// Append implements frontier.Store: it writes a batch of changes.
func (d *DB) Append(b *frontier.Batch) error {
	w := d.db.NewBatch()
	if err := d.fill(w, b); err != nil {
		return fmt.Errorf("%s: %w", d.dir, errors.Join(err, w.Close()))
	}
	d.log.mu.Lock()
	defer d.log.mu.Unlock()
	if err := d.fault.Do(func() error { return errors.Join(w.Commit(pebble.NoSync), w.Close()) }); err != nil {
		return fmt.Errorf("%s: %w", d.dir, err)
	}
	d.flushSoon()
	return nil
}

func (d *DB) fill(w *pebble.Batch, b *frontier.Batch) error {
	for i := range b.Hosts {
		d.buf = appendHost(d.buf[:0], &b.Hosts[i])
		if err := w.Set(numbered(keyHost, b.Hosts[i].Index), d.buf, nil); err != nil {
			return err
		}
	}
	for i := range b.Addresses {
		d.buf = binary.LittleEndian.AppendUint64(d.buf[:0], uint64(b.Addresses[i].Next))
		if err := w.Set(append([]byte{keyAddress}, b.Addresses[i].IP...), d.buf, nil); err != nil {
			return err
		}
	}
	for i := 0; i < len(b.Links); i += group {
		links := b.Links[i:min(i+group, len(b.Links))]
		d.buf = appendMetas(d.buf[:0], links)
		if err := w.Set(numbered(keyMeta, b.First+uint32(i)), d.buf, nil); err != nil {
			return err
		}
		d.buf = appendStrings(d.buf[:0], links)
		if err := w.Set(numbered(keyStrings, b.First+uint32(i)), d.buf, nil); err != nil {
			return err
		}
		d.starts.addStart(b.First + uint32(i))
		d.recent.addGroup(b.First+uint32(i), uint32(len(links)), d.buf)
	}
	for i := range b.Revisions {
		d.buf = appendRevision(d.buf[:0], &b.Revisions[i])
		if err := w.Set(numbered(keyRevision, b.Revisions[i].Record), d.buf, nil); err != nil {
			return err
		}
	}
	return nil
}

func appendHost(buf []byte, h *frontier.HostState) []byte {
	buf = binary.LittleEndian.AppendUint64(buf, uint64(h.Next))
	buf = binary.AppendUvarint(buf, uint64(h.Delay))
	buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(h.Slow))
	buf = binary.AppendUvarint(buf, uint64(h.Fetched))
	buf = binary.AppendUvarint(buf, uint64(h.Failures))
	buf = binary.AppendUvarint(buf, uint64(len(h.IP)))
	buf = append(buf, h.IP...)
	return append(buf, h.Name...)
}

func appendMetas(buf []byte, links []frontier.NewLink) []byte {
	for i := range links {
		buf = binary.LittleEndian.AppendUint64(buf, links[i].Fingerprint)
		buf = binary.LittleEndian.AppendUint32(buf, links[i].Host)
		buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(links[i].Priority))
	}
	return buf
}

func appendStrings(buf []byte, links []frontier.NewLink) []byte {
	var url string
	var data []byte
	for i := range links {
		l := &links[i]
		same := samePrefix(url, l.URL)
		buf = binary.AppendUvarint(buf, uint64(same))
		buf = binary.AppendUvarint(buf, uint64(len(l.URL)-same))
		buf = append(buf, l.URL[same:]...)
		same = sameSuffix(data, l.Data)
		buf = binary.AppendUvarint(buf, uint64(same))
		buf = binary.AppendUvarint(buf, uint64(len(l.Data)-same))
		buf = append(buf, l.Data[:len(l.Data)-same]...)
		url, data = l.URL, l.Data
	}
	return buf
}

func samePrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func sameSuffix(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

func appendRevision(buf []byte, r *frontier.Revision) []byte {
	buf = append(buf, byte(r.State))
	if r.State != frontier.Queued {
		return append(buf, r.Data...)
	}
	buf = append(buf, r.Attempts)
	buf = binary.LittleEndian.AppendUint64(buf, uint64(r.NotBefore))
	buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(r.Priority))
	return append(buf, r.Data...)
}
