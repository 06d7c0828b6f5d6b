package index_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"gannet/dedup/index"
	"gannet/dedup/index/indextest"
)

// kept is a Memory that writes its snapshot when it is closed.
type kept struct {
	*index.Memory
	path string
}

func (k kept) Close() error {
	file, err := os.Create(k.path)
	if err != nil {
		return err
	}
	_, err = k.WriteTo(file)
	return errors.Join(err, file.Close())
}

func TestMemory(t *testing.T) {
	indextest.Run(t, func(dir string) (index.Index, error) {
		path := filepath.Join(dir, "snapshot")
		file, err := os.Open(path)
		if os.IsNotExist(err) {
			return kept{index.NewMemory(), path}, nil
		}
		if err != nil {
			return nil, err
		}
		defer file.Close()
		m, err := index.ReadMemory(file)
		return kept{m, path}, err
	})
}

// filled is an index of n documents with 35 keys each, every third of which repeats the keys of the one before.
func filled(t testing.TB, n int) *index.Memory {
	m := index.NewMemory()
	for doc := range n {
		if err := m.Add(uint64(doc), drawKeys(uint64(doc-doc%3/2), nil), uint64(doc%3)); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

func TestDamagedSnapshotsAreRefused(t *testing.T) {
	var whole bytes.Buffer
	if n, err := filled(t, 100).WriteTo(&whole); err != nil || int(n) != whole.Len() {
		t.Fatalf("%d bytes written, %d told, %v", whole.Len(), n, err)
	}
	for at := 0; at < whole.Len(); at += 1 + whole.Len()/500 {
		damaged := bytes.Clone(whole.Bytes())
		damaged[at] ^= 0x10
		if _, err := index.ReadMemory(bytes.NewReader(damaged)); err == nil {
			t.Fatalf("byte %d was changed and nothing said", at)
		}
		if _, err := index.ReadMemory(bytes.NewReader(whole.Bytes()[:at])); err == nil {
			t.Fatalf("cut off at byte %d and nothing said", at)
		}
	}
}

func FuzzReadMemory(f *testing.F) {
	var whole bytes.Buffer
	if _, err := filled(f, 3).WriteTo(&whole); err != nil {
		f.Fatal(err)
	}
	f.Add(whole.Bytes())
	f.Add(whole.Bytes()[:40])
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := index.ReadMemory(bytes.NewReader(file))
		if err != nil {
			return
		}
		if err := m.Add(1, []uint64{1, 2, 3}, 4); err != nil {
			t.Fatal(err)
		}
	})
}

// drawKeys appends the 35 keys of a text: 32 bands and three exact names.
func drawKeys(text uint64, keys []uint64) []uint64 {
	for i := range uint64(35) {
		h := (text*64 + i + 1) * 0x9e3779b97f4a7c15
		h ^= h >> 32
		h *= 0xd6e8feb86659fd93
		h ^= h >> 29
		keys = append(keys, h*0xbf58476d1ce4e5b9)
	}
	return keys
}
