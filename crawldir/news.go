package crawldir

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"

	"gannet/job"
	"gannet/store"
	"gannet/store/postings"
)

// news is a message with which a machine of a cluster publishes what it has kept. It is JSON, compressed with zstd, after a byte with its version.
// Its statements stay true, so a message may arrive twice.
type news struct {
	Machine  string        `json:"machine"`
	Pages    []newsPage    `json:"pages,omitempty"`
	Postings []newsPosting `json:"postings,omitempty"` // of pages in this message or an earlier one of the machine
}

// newsPage is a page without its text, its links and its header.
type newsPage struct {
	URL       string    `json:"url"`
	Canonical string    `json:"canonical,omitempty"`
	Via       string    `json:"via,omitempty"`
	Anchor    string    `json:"anchor,omitempty"`
	Status    int       `json:"status"`
	Charset   string    `json:"charset,omitempty"`
	Fetched   time.Time `json:"fetched"`
	Score     float64   `json:"score"`
	Relevant  bool      `json:"relevant,omitempty"`
	Depth     int       `json:"depth,omitempty"`
}

// newsPosting is a posting as it was when the machine published it.
type newsPosting struct {
	Page string       `json:"page"`
	Part string       `json:"part,omitempty"`
	Job  *job.Posting `json:"job"`
}

const newsVersion = 1

// mostNews is the number of bytes of text after which nothing more is added to a message. Servers accept messages of one megabyte.
const mostNews = 256 << 10

// mostDescription limits the published part of one description.
const mostDescription = 512 << 10

func tellPage(p *store.Page) newsPage {
	return newsPage{p.URL, p.Canonical, p.Via, p.ViaAnchor, p.Status, p.Charset, p.Fetched, p.Score, p.Relevant, p.Depth}
}

// size is about how many bytes it takes in a message.
func (p *newsPage) size() int {
	return 150 + len(p.URL) + len(p.Canonical) + len(p.Via) + len(p.Anchor)
}

func (p *newsPage) page() *store.Page {
	return &store.Page{
		URL: p.URL, Canonical: p.Canonical, Via: p.Via, ViaAnchor: p.Anchor, Status: p.Status, Charset: p.Charset,
		Fetched: p.Fetched, Score: p.Score, Relevant: p.Relevant, Depth: p.Depth,
	}
}

func tellPosting(k *postings.Posting) newsPosting {
	j := *k.Job
	for _, text := range []*string{&j.Description, &j.Duties, &j.Employer} {
		*text = (*text)[:min(len(*text), mostDescription)]
	}
	return newsPosting{postings.PageOf(k.URL), j.Part, &j}
}

func (p *newsPosting) size() int {
	return 500 + len(p.Page) + len(p.Job.Description) + len(p.Job.Duties) + len(p.Job.Employer)
}

var newsEncoder = sync.OnceValues(func() (*zstd.Encoder, error) { return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1)) })

func (n *news) seal() ([]byte, error) {
	z, err := newsEncoder()
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(n)
	if err != nil {
		return nil, err
	}
	return z.EncodeAll(plain, []byte{newsVersion}), nil
}

// mostNewsBytes bounds what a message holds when it is not compressed.
const mostNewsBytes = 16 << 20

var newsDecoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostNewsBytes))
})

var errNews = errors.New("the cluster has a message of another version of gannet")

func openNews(body []byte) (n *news, err error) {
	z, err := newsDecoder()
	if err != nil {
		return nil, err
	}
	if len(body) == 0 || body[0] != newsVersion {
		return nil, errNews
	}
	plain, err := z.DecodeAll(body[1:], nil)
	if err == nil {
		err = json.Unmarshal(plain, &n)
	}
	if err != nil || n == nil {
		return nil, fmt.Errorf("%w: %w", errNews, err)
	}
	return n, nil
}
