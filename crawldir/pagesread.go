package crawldir

import (
	"os"
	"sync"

	"gannet/features"
	"gannet/internal/weburl"
)

// pagesRead keeps the pages that a run has read, packed, in a temporary file. So they need not be read again from their source to be
// judged or learned from. It is safe for concurrent use. The zero value keeps nothing.
type pagesRead struct {
	mu      sync.Mutex             // guards all below
	file    *os.File               // nil: nothing is kept
	name    string                 // to be removed at the end; "" if that is done
	places  map[uint64]packedPlace // by the fingerprint of a page's URL
	written int64                  // bytes in the file
	waiting []byte                 // that come next
}

// packedPlace is where a packed page is.
type packedPlace struct {
	at        int64
	size      int32
	showsJobs bool
}

const (
	// maxPagesRead is how many bytes pagesRead has at most: some 300,000 pages. Others are read again from their source.
	maxPagesRead = 1 << 30
	// pagesReadBuffer is how many bytes are written at once.
	pagesReadBuffer = 1 << 18
)

// open begins to keep pages in a file of a directory. The file has no name where the system allows that.
func (k *pagesRead) open(dir string) error {
	f, err := os.CreateTemp(dir, "pages-read-*.tmp")
	if err != nil {
		return err
	}
	k.file, k.places = f, make(map[uint64]packedPlace)
	if os.Remove(f.Name()) != nil {
		k.name = f.Name()
	}
	return nil
}

// close removes the file.
func (k *pagesRead) close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.file == nil {
		return nil
	}
	err := k.file.Close()
	if k.file = nil; k.name != "" {
		_ = os.Remove(k.name)
	}
	return err
}

// packed are buffers for packed pages.
var packed = sync.Pool{New: func() any { return new([]byte) }}

// remember keeps a page, unless there are too many. If it cannot be written, no more pages are kept.
func (k *pagesRead) remember(p *features.Page, showsJobs bool) {
	buffer := packed.Get().(*[]byte)
	defer packed.Put(buffer)
	*buffer = p.AppendPacked((*buffer)[:0])
	k.mu.Lock()
	defer k.mu.Unlock()
	end := k.written + int64(len(k.waiting))
	if k.file == nil || end+int64(len(*buffer)) > maxPagesRead {
		return
	}
	k.places[weburl.Fingerprint(p.URL)] = packedPlace{end, int32(len(*buffer)), showsJobs}
	if k.waiting = append(k.waiting, *buffer...); len(k.waiting) < pagesReadBuffer {
		return
	}
	if _, err := k.file.WriteAt(k.waiting, k.written); err != nil {
		k.written, k.places = maxPagesRead, nil
	} else {
		k.written += int64(len(k.waiting))
	}
	k.waiting = k.waiting[:0]
}

// of returns a page and whether it shows jobs, nil if it is not kept. It has no text.
func (k *pagesRead) of(url string) (page *features.Page, showsJobs bool) {
	p := new(features.Page)
	if showsJobs, ok := k.unpack(p, url); ok {
		return p, showsJobs
	}
	return nil, false
}

// unpacked are pages whose memory is used again.
var unpacked = sync.Pool{New: func() any { return new(features.Page) }}

// use calls use with a page, which is valid only during the call. It returns false if the page is not kept.
func (k *pagesRead) use(url string, use func(*features.Page)) bool {
	p := unpacked.Get().(*features.Page)
	defer unpacked.Put(p)
	_, ok := k.unpack(p, url)
	if ok {
		use(p)
	}
	return ok
}

// unpack reads a page into p. ok is false if it is not kept.
func (k *pagesRead) unpack(p *features.Page, url string) (showsJobs, ok bool) {
	buffer := packed.Get().(*[]byte)
	defer packed.Put(buffer)
	place, ok := k.read(url, buffer)
	return place.showsJobs, ok && p.Unpack(*buffer) == nil && p.URL == url
}

// read reads a packed page.
func (k *pagesRead) read(url string, into *[]byte) (place packedPlace, ok bool) {
	k.mu.Lock()
	place, ok = k.places[weburl.Fingerprint(url)]
	file := k.file
	if from := place.at - k.written; ok && from >= 0 {
		*into = append((*into)[:0], k.waiting[from:from+int64(place.size)]...)
		k.mu.Unlock()
		return place, true
	}
	k.mu.Unlock()
	if !ok || file == nil {
		return place, false
	}
	if cap(*into) < int(place.size) {
		*into = make([]byte, place.size)
	}
	*into = (*into)[:place.size]
	_, err := file.ReadAt(*into, place.at)
	return place, err == nil
}
