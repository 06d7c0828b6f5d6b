package pebblestore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/cockroachdb/pebble/v2"

	"gannet/frontier"
	"gannet/internal/pebbleguard"
)

var errValue = errors.New("a value has another format")

// Load implements frontier.Store: it passes all that is stored to a Loader.
func (d *DB) Load(l frontier.Loader) error {
	steps := []struct {
		kind byte
		load func(key, value []byte) error
	}{
		{keyHost, func(k, v []byte) error { return loadHost(l, k, v) }},
		{keyAddress, func(k, v []byte) error { return loadAddress(l, k, v) }},
		{keyMeta, d.loadMetas(l)},
		{keyRevision, func(k, v []byte) error { return loadRevision(l, k, v) }},
	}
	for _, step := range steps {
		if err := d.each(step.kind, step.load); err != nil {
			return fmt.Errorf("%s: %w", d.dir, damaged(err))
		}
	}
	return nil
}

func damaged(err error) error {
	return fmt.Errorf("%w (%s)", ErrDamaged, pebbleguard.FirstLine(err.Error()))
}

// each calls load for all keys of a kind in order, without their first byte.
func (d *DB) each(kind byte, load func(key, value []byte) error) error {
	it, err := d.db.NewIter(&pebble.IterOptions{LowerBound: []byte{kind}, UpperBound: []byte{kind + 1}})
	if err != nil {
		return err
	}
	defer it.Close()
	for ok := it.First(); ok; ok = it.Next() {
		value, err := it.ValueAndErr()
		if err != nil {
			return err
		}
		if err := load(it.Key()[1:], value); err != nil {
			return err
		}
	}
	return it.Error()
}

func loadHost(l frontier.Loader, key, value []byte) error {
	r := reader{value}
	h := frontier.HostState{
		Index: number(key), Next: int64(r.fixed64()), Delay: int64(r.uvarint()), Slow: r.float(),
		Fetched: uint32(r.uvarint()), Failures: uint32(r.uvarint()),
	}
	h.IP = string(r.bytes(r.uvarint()))
	if len(key) != 4 || len(r.rest) == 0 {
		return errValue
	}
	h.Name = string(r.rest)
	return l.Host(h)
}

func loadAddress(l frontier.Loader, key, value []byte) error {
	if len(value) != 8 {
		return errValue
	}
	return l.Address(frontier.AddressState{IP: string(key), Next: int64(binary.LittleEndian.Uint64(value))})
}

// loadMetas returns a function that decodes m keys.
func (d *DB) loadMetas(l frontier.Loader) func(key, value []byte) error {
	metas := make([]frontier.Meta, 0, group)
	return func(key, value []byte) error {
		if len(key) != 4 || len(value)%metaSize != 0 {
			return errValue
		}
		d.starts.addStart(number(key))
		metas = metas[:0]
		for ; len(value) > 0; value = value[metaSize:] {
			metas = append(metas, frontier.Meta{
				Fingerprint: binary.LittleEndian.Uint64(value),
				Host:        binary.LittleEndian.Uint32(value[8:]),
				Priority:    math.Float32frombits(binary.LittleEndian.Uint32(value[12:])),
			})
		}
		return l.Links(number(key), metas)
	}
}

func loadRevision(l frontier.Loader, key, value []byte) error {
	v, err := parseRevision(key, value)
	if err != nil {
		return err
	}
	return l.Revision(v)
}

func parseRevision(key, value []byte) (frontier.Revision, error) {
	if len(key) != 4 || len(value) == 0 {
		return frontier.Revision{}, errValue
	}
	v := frontier.Revision{Record: number(key), State: frontier.State(value[0])}
	if v.State != frontier.Queued {
		v.Data = value[1:]
		return v, nil
	}
	if len(value) < 14 {
		return v, errValue
	}
	v.Attempts = value[1]
	v.NotBefore = int64(binary.LittleEndian.Uint64(value[2:]))
	v.Priority = math.Float32frombits(binary.LittleEndian.Uint32(value[10:]))
	v.Data = value[14:]
	return v, nil
}

func number(key []byte) uint32 {
	if len(key) != 4 {
		return 0
	}
	return binary.BigEndian.Uint32(key)
}

// Read implements frontier.Store: it returns the URL and the data of a link.
func (d *DB) Read(record uint32, revised bool) (url string, data []byte, err error) {
	if err := d.fault.Err(); err != nil {
		return "", nil, fmt.Errorf("%s: %w", d.dir, err)
	}
	url, data, err = d.strings(record)
	if err == nil && revised {
		data, err = d.revisedData(record)
	}
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", d.dir, damaged(err))
	}
	return url, data, nil
}

// strings returns URL and Data of a link as they were first pushed.
func (d *DB) strings(record uint32) (string, []byte, error) {
	if g, ok := d.recent.find(record); ok {
		return d.stringsAt(g.value, record-g.first)
	}
	first, ok := d.starts.groupOf(record)
	if !ok {
		return "", nil, fmt.Errorf("link %d is missing", record)
	}
	value, closer, err := d.db.Get(numbered(keyStrings, first))
	if err != nil {
		return "", nil, fmt.Errorf("link %d: %w", record, err)
	}
	defer closer.Close()
	return d.stringsAt(value, record-first)
}

// stringsAt decodes the i-th link of an s key.
func (d *DB) stringsAt(value []byte, i uint32) (string, []byte, error) {
	r := reader{value}
	url, data, was := d.url[:0], d.data[:0], d.was
	for n := uint32(0); n <= i; n++ {
		if len(r.rest) == 0 {
			return "", nil, errValue
		}
		same := r.uvarint()
		rest := r.bytes(r.uvarint())
		if same > uint64(len(url)) {
			return "", nil, errValue
		}
		url = append(url[:same], rest...)
		same = r.uvarint()
		rest = r.bytes(r.uvarint())
		if same > uint64(len(data)) {
			return "", nil, errValue
		}
		data, was = append(append(was[:0], rest...), data[uint64(len(data))-same:]...), data
	}
	d.url, d.data, d.was = url, data, was
	if len(url) == 0 {
		return "", nil, errValue
	}
	return string(url), bytes.Clone(data), nil
}

func (d *DB) revisedData(record uint32) ([]byte, error) {
	key := numbered(keyRevision, record)
	value, closer, err := d.db.Get(key)
	if err != nil {
		return nil, fmt.Errorf("revision of link %d: %w", record, err)
	}
	defer closer.Close()
	v, err := parseRevision(key[1:], value)
	return bytes.Clone(v.Data), err
}

// reader cuts fields off the front of a value. If the value is too short, the fields are zero and nothing remains.
type reader struct{ rest []byte }

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.rest = nil
		return nil
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) uvarint() uint64 {
	x, n := binary.Uvarint(r.rest)
	r.bytes(uint64(max(n, 0)))
	if n <= 0 {
		r.rest = nil
	}
	return x
}

func (r *reader) fixed64() uint64 {
	if b := r.bytes(8); len(b) == 8 {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *reader) float() float32 {
	if b := r.bytes(4); len(b) == 4 {
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	}
	return 0
}
