package cluster

import (
	"encoding/binary"
	"errors"
	"math"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"gannet/frontier"
	"gannet/internal/weburl"
)

// A message holds facts about one partition. It begins with its version and the session that wrote it. The rest is compressed
// with zstd: one fact after the other.
const (
	recordVersion = 1
	appliedFlag   = 0x80 // beside the version, as repeatedFlag
	repeatedFlag  = 0x40
)

// header is what a message says of itself.
type header struct {
	session  string // that wrote it
	applied  bool   // the writer's own frontier has the facts already
	repeated bool   // older messages had the facts already: see compaction
}

// kind says what a fact is.
type kind byte

const (
	factLink    kind = iota + 1 // a link was found
	factFetched                 // a link is done; its page is kept
	factDropped                 // a link will not be fetched
	factDelay                   // a host wants pauses of this length
	factMark                    // nothing: shows how far a reader has come
	factSize                    // the facts that were repeated before this one take so many bytes
	factNoPage                  // a link is done, and gave no page that is kept
)

var errRecord = errors.New("cluster: the log has a message of another version of gannet")

// maxBody bounds what a message holds when it is not compressed.
const maxBody = 16 << 20

var zstdWriter = sync.OnceValue(func() *zstd.Encoder {
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(2), zstd.WithWindowSize(128<<10))
	if err != nil {
		panic(err) // the options are constants
	}
	return w
})

var zstdReader = sync.OnceValue(func() *zstd.Decoder {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecoderMaxMemory(maxBody))
	if err != nil {
		panic(err) // the options are constants
	}
	return r
})

func appendText[T string | []byte](b []byte, s T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendURL appends a URL and its host, which is left out if the URL has it.
func appendURL(b []byte, url, host string) []byte {
	b = appendText(b, url)
	if host == weburl.Host(url) {
		host = ""
	}
	return appendText(b, host)
}

func appendLink(b []byte, l *frontier.Link) []byte {
	b = appendURL(append(b, byte(factLink)), l.URL, l.Host)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(l.Priority))
	return appendText(b, l.Data)
}

func appendEnd(b []byte, e *frontier.Ended) []byte {
	what := factFetched
	switch {
	case e.State == frontier.Dropped:
		what = factDropped
	case e.NoPage:
		what = factNoPage
	}
	return appendURL(append(b, byte(what)), e.URL, e.Host)
}

func appendDelay(b []byte, host string, d time.Duration) []byte {
	return binary.AppendVarint(appendText(append(b, byte(factDelay)), host), int64(d))
}

func appendSize(b []byte, size uint64) []byte {
	return binary.AppendUvarint(append(b, byte(factSize)), size)
}

// seal makes a message of facts.
func seal(h header, facts []byte) []byte {
	version := byte(recordVersion)
	if h.applied {
		version |= appliedFlag
	}
	if h.repeated {
		version |= repeatedFlag
	}
	return zstdWriter().EncodeAll(facts, appendText([]byte{version}, h.session))
}

// facts is what a message says.
type facts struct {
	links  []frontier.Link
	ended  []frontier.Ended
	delays map[string]time.Duration
	size   uint64 // of all that was repeated last
}

// headerOf returns the header of a message. rest are the facts, compressed.
func headerOf(body []byte) (h header, rest []byte, err error) {
	if len(body) == 0 || body[0]&^(appliedFlag|repeatedFlag) != recordVersion {
		return h, nil, errRecord
	}
	r := reader{rest: body[1:]}
	h = header{session: string(r.text()), applied: body[0]&appliedFlag != 0, repeated: body[0]&repeatedFlag != 0}
	return h, r.rest, r.err()
}

// decode reads facts.
func decode(compressed []byte) (f facts, err error) {
	plain, err := zstdReader().DecodeAll(compressed, nil)
	if err != nil {
		return f, errors.Join(errRecord, err)
	}
	r := reader{rest: plain}
	for len(r.rest) > 0 && !r.failed {
		r.fact(&f)
	}
	return f, r.err()
}

// reader reads what a message holds.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) err() error {
	if r.failed {
		return errRecord
	}
	return nil
}

func (r *reader) take(n uint64) (b []byte) {
	if r.failed || n > uint64(len(r.rest)) {
		r.failed, r.rest = true, nil
		return nil
	}
	b, r.rest = r.rest[:n:n], r.rest[n:]
	return b
}

func (r *reader) number() uint64 {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 {
		r.failed, r.rest = true, nil
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) text() []byte { return r.take(r.number()) }

func (r *reader) url() (url, host string) {
	url = string(r.text())
	if host = string(r.text()); host == "" {
		host = weburl.Host(url)
	}
	if url == "" || host == "" {
		r.failed = true
	}
	return url, host
}

func (r *reader) fact(f *facts) {
	switch what := r.take(1); kind(what[0]) {
	case factLink:
		url, host := r.url()
		bits := r.take(4)
		data := r.text()
		if !r.failed {
			f.links = append(f.links, frontier.Link{URL: url, Host: host, Priority: math.Float32frombits(binary.LittleEndian.Uint32(bits)), Data: data})
		}
	case factFetched, factDropped, factNoPage:
		e := frontier.Ended{State: frontier.Fetched, NoPage: kind(what[0]) == factNoPage}
		if kind(what[0]) == factDropped {
			e.State = frontier.Dropped
		}
		if e.URL, e.Host = r.url(); !r.failed {
			f.ended = append(f.ended, e)
		}
	case factDelay:
		host := string(r.text())
		d, size := binary.Varint(r.rest)
		if r.take(uint64(max(size, 0))); size <= 0 {
			r.failed = true
		}
		if !r.failed {
			if f.delays == nil {
				f.delays = make(map[string]time.Duration)
			}
			f.delays[host] = time.Duration(d)
		}
	case factMark:
	case factSize:
		f.size = r.number()
	default:
		r.failed = true
	}
}
