package corpus

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"gannet/dedup"
	"gannet/dedup/ads"
	"gannet/dedup/index"
	"gannet/dedup/sketch"
	"gannet/internal/frames"
	"gannet/internal/pageguard"
	"gannet/job"
)

// Kinds of frames of ads. The key of a frame is the ad's number, except for keyFrame.
const (
	lineFrame   = 'L' // the length of the line's name in 2 bytes, the name, and the line
	adFrame     = 'A' // the length of the ad's id as a varint, the id, and the profile
	errorFrame  = 'E' // why the line is no ad
	keyFrame    = 'K' // the key is one of an ad's keys; the body is its place
	sharedFrame = 'S' // the place of a key among the ad's keys, which other ads have, too
)

// maxNumber is the greatest number of an ad that fits into a place.
const maxNumber = 1<<57 - 1

// Bands is the first step of deduplication on several machines. It reads lines of ads in frames (see package frames). For each line it
// writes a frame with the ad's profile and one for each of the profile's keys, or a frame that says why the line is not an ad. Relative
// dates, such as "2 days ago", are relative to now.
func Bands(in io.Reader, out io.Writer, now time.Time, prepare func(p *job.Posting, list string) *dedup.Profile) error {
	w := frames.NewWriter(out)
	var body []byte
	var keys []uint64
	err := frames.NewReader(in).Each(func(f frames.Frame) error {
		name, line, err := cutLine(f)
		if err != nil || len(bytes.TrimSpace(line)) == 0 {
			return err
		}
		ad, p, err := Read(line, now, prepare)
		if err != nil {
			return w.Write(frames.Frame{Kind: errorFrame, Key: f.Key, Body: fmt.Appendf(nil, "%s: %v", name, err)})
		}
		id := cmp.Or(ad.ID, ad.Posting.URL, string(name))
		body = append(binary.AppendUvarint(body[:0], uint64(len(id))), id...)
		if err := w.Write(frames.Frame{Kind: adFrame, Key: f.Key, Body: p.AppendBinary(body)}); err != nil {
			return err
		}
		var filed int
		keys, filed = p.AppendKeys(keys[:0], sketch.DefaultLayout)
		for i, key := range keys {
			packed := binary.BigEndian.AppendUint64(nil, place{f.Key, i, i < filed}.pack())
			if err := w.Write(frames.Frame{Kind: keyFrame, Key: index.Prefix(key), Body: packed}); err != nil {
				return err
			}
		}
		return nil
	})
	return errors.Join(err, w.Flush())
}

// Read parses a line of JSON with an ad, and makes the ad's profile by prepare. Days such as "3 days ago" count from now. prepare gets the
// posting and the URL of the list that linked to it, which may be empty. The error is a *pageguard.Panic if the ad made the parser panic.
func Read(line []byte, now time.Time, prepare func(p *job.Posting, list string) *dedup.Profile) (ad ads.Ad, p *dedup.Profile, err error) {
	err = pageguard.Do(func() (err error) {
		if ad, err = ads.Parse(line, now); err == nil {
			p = prepare(ad.Posting, ad.List)
		}
		return err
	})
	return ad, p, err
}

// cutLine splits a frame into the name of its line, such as "ads.jsonl:7", and the line itself.
func cutLine(f frames.Frame) (name, line []byte, err error) {
	if f.Kind != lineFrame || len(f.Body) < 2 {
		return nil, nil, fmt.Errorf("corpus: a frame %q is none of a line", f.Kind)
	}
	n := int(binary.BigEndian.Uint16(f.Body))
	if len(f.Body) < 2+n || f.Key > maxNumber {
		return nil, nil, fmt.Errorf("corpus: the frame of line %d is cut short, or its number is over %d", f.Key, maxNumber)
	}
	return f.Body[2 : 2+n], f.Body[2+n:], nil
}

// Pairs is the second step of deduplication on several machines. It reads the frames of keys that Bands has written, sorted, and writes
// which ads share a key with another ad. It copies frames of other kinds.
func Pairs(in io.Reader, out io.Writer) error {
	w := frames.NewWriter(out)
	var group []place
	last := uint64(0)
	err := frames.NewReader(in).Each(func(f frames.Frame) error {
		switch {
		case f.Kind != keyFrame:
			return w.Write(f)
		case len(f.Body) != 8:
			return fmt.Errorf("corpus: the frame of key %x has %d bytes", f.Key, len(f.Body))
		case f.Key < last:
			return fmt.Errorf("corpus: keys are not sorted: %x comes after %x", f.Key, last)
		case f.Key != last:
			if err := writeShared(w, group); err != nil {
				return err
			}
			group, last = group[:0], f.Key
		}
		group = append(group, unpack(binary.BigEndian.Uint64(f.Body)))
		return nil
	})
	return errors.Join(err, writeShared(w, group), w.Flush())
}

// writeShared writes a frame for each ad of a group that shares a key, if one of the ads can be filed under the key and another one looks it up.
func writeShared(w *frames.Writer, group []place) error {
	if len(group) < 2 || !slices.ContainsFunc(group, func(p place) bool { return p.filed }) {
		return nil
	}
	for _, p := range group {
		if err := w.Write(frames.Frame{Kind: sharedFrame, Key: p.ad, Body: []byte{byte(p.key)}}); err != nil {
			return err
		}
	}
	return nil
}

// ErrOrder says that the frames given to AddFrames are not sorted, or that a frame occurs twice.
var ErrOrder = errors.New("corpus: the frames are not sorted by kind and number, or are there twice")

// AddFrames adds ads from sorted frames: those that Pairs wrote, and those that Bands wrote, except for the frames of keys. It calls bad
// for each line that is not an ad. The batch must be empty before; call Decide afterwards.
func (b *Batch) AddFrames(in io.Reader, bad func(number uint64, why string)) error {
	err := errors.Join(b.keys.Close(), b.started())
	b.keys = nil
	if err != nil {
		return err
	}
	var numbers []uint64 // of the ads, ascending
	var last frames.Frame
	return frames.NewReader(in).Each(func(f frames.Frame) error {
		if c := cmp.Or(cmp.Compare(f.Kind, last.Kind), cmp.Compare(f.Key, last.Key)); c < 0 || c == 0 && f.Kind != sharedFrame {
			return fmt.Errorf("%w: %c %d comes after %c %d", ErrOrder, f.Kind, f.Key, last.Kind, last.Key)
		}
		last = frames.Frame{Kind: f.Kind, Key: f.Key}
		switch f.Kind {
		case adFrame:
			numbers = append(numbers, f.Key)
			return b.addFrame(f)
		case errorFrame:
			bad(f.Key, string(f.Body))
			return nil
		case sharedFrame:
			return b.share(numbers, f)
		}
		return fmt.Errorf("corpus: a frame %q is none of an ad", f.Kind)
	})
}

// started returns an error if any ads have been added.
func (b *Batch) started() error {
	if b.Len() > 0 {
		return errors.New("corpus: AddFrames is for an empty batch")
	}
	return nil
}

// addFrame adds the ad of a frame.
func (b *Batch) addFrame(f frames.Frame) error {
	size, n := binary.Uvarint(f.Body)
	if n <= 0 || size > uint64(len(f.Body)-n) {
		return fmt.Errorf("corpus: the frame of ad %d is cut short", f.Key)
	}
	id, p := f.Body[n:n+int(size)], &dedup.Profile{}
	if err := p.UnmarshalBinary(f.Body[n+int(size):]); err != nil {
		return fmt.Errorf("corpus: ad %d: %w", f.Key, err)
	}
	if err := b.add(string(id), p); err != nil {
		return err
	}
	b.masks = append(b.masks, mask{})
	return nil
}

// share marks a key of an ad as shared. If the ad is then filed under the key although no other looks it up, or looks it up in vain, no decision
// changes.
func (b *Batch) share(numbers []uint64, f frames.Frame) error {
	at, ok := slices.BinarySearch(numbers, f.Key)
	if !ok || len(f.Body) != 1 || f.Body[0] > 63 {
		return fmt.Errorf("corpus: a shared key of ad %d, which is not there", f.Key)
	}
	b.masks[at].asked |= 1 << f.Body[0]
	b.masks[at].filed |= 1 << f.Body[0]
	return nil
}
