package crawldir

import (
	"os"
	"slices"
	"sync"

	"gannet/features"
	"gannet/internal/weburl"
	"gannet/topic/judge"
)

// pagesRead keeps the pages that a run has read, packed, in a temporary file: what strategies learn from, and the counts of words that pages are
// judged by together. So they need not be read again from their source, and their words are counted once. It is safe for concurrent use. The zero value keeps nothing.
type pagesRead struct {
	mu      sync.Mutex             // guards all below
	file    *os.File               // nil: nothing is kept
	name    string                 // to be removed at the end; "" if that is done
	places  map[uint64]packedPlace // by the fingerprint of a page's URL
	written int64                  // bytes in the file
	waiting []byte                 // that come next
}

// packedPlace is where a packed page is. Its judge.Page stands right after it.
type packedPlace struct {
	at           int64
	size, judged int32 // bytes
	showsJobs    bool
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
	k.mu.Lock()
	full := k.file == nil || k.written+int64(len(k.waiting)) >= maxPagesRead
	k.mu.Unlock()
	if full {
		return
	}
	buffer := packed.Get().(*[]byte)
	defer packed.Put(buffer)
	judged := judge.NewPage(p, false)
	*buffer = p.AppendPacked((*buffer)[:0])
	size := len(*buffer)
	*buffer = judged.AppendPacked(*buffer)
	k.mu.Lock()
	defer k.mu.Unlock()
	end := k.written + int64(len(k.waiting))
	if k.file == nil || end+int64(len(*buffer)) > maxPagesRead {
		return
	}
	k.places[weburl.Fingerprint(p.URL)] = packedPlace{end, int32(size), int32(len(*buffer) - size), showsJobs}
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
	place, ok := k.place(url)
	ok = ok && k.read(place.at, place.size, buffer) && p.Unpack(*buffer) == nil && p.URL == url
	return place.showsJobs, ok
}

// judged returns what a judge knows of a page, without whether it is a seed. ok is false if the page is not kept.
func (k *pagesRead) judged(url string) (page judge.Page, ok bool) {
	buffer := packed.Get().(*[]byte)
	defer packed.Put(buffer)
	place, ok := k.place(url)
	if !ok || !k.read(place.at+int64(place.size), place.judged, buffer) {
		return page, false
	}
	page, err := judge.Unpack(*buffer)
	return page, err == nil && page.URL == weburl.Fingerprint(url)
}

func (k *pagesRead) place(url string) (place packedPlace, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	place, ok = k.places[weburl.Fingerprint(url)]
	return place, ok
}

// read reads size bytes from where they are in the file, or in what waits to be written to it.
func (k *pagesRead) read(at int64, size int32, into *[]byte) bool {
	*into = slices.Grow((*into)[:0], int(size))[:size]
	k.mu.Lock()
	file := k.file
	if from := at - k.written; from >= 0 && from+int64(size) <= int64(len(k.waiting)) {
		copy(*into, k.waiting[from:])
		k.mu.Unlock()
		return true
	}
	k.mu.Unlock()
	if file == nil {
		return false
	}
	_, err := file.ReadAt(*into, at)
	return err == nil
}
