package label

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"gannet/internal/bom"
	"gannet/internal/linefile"
)

// Verdict is a person's answer to the question whether a page is on topic.
type Verdict string

// These are the answers that a person can give about a page.
const (
	Yes Verdict = "yes" // it is on topic
	// No says that the page is not on topic.
	No Verdict = "no"
	// Skip says that the person cannot decide.
	Skip Verdict = "skip"
	// Undo takes back the person's answer before it.
	Undo Verdict = "undo"
)

// Answer is a person's answer about a page, as one line of the file of answers.
type Answer struct {
	URL     string    `json:"url"`
	Verdict Verdict   `json:"answer"`
	Time    time.Time `json:"time"`
	// HeldOut is not 0 if the page was drawn to judge the classifier, which never learns from it. It is the probability with which
	// the page was drawn, times the number of pages it was drawn from.
	HeldOut float64 `json:"held_out,omitempty"`
}

// Teaches reports whether the classifier learns from the answer. It does not learn from an answer that measures its quality (held out), nor
// from Skip.
func (a Answer) Teaches() bool { return a.HeldOut == 0 && a.Verdict != Skip }

// Valid returns nil if an answer is valid, and otherwise an error that says what is wrong with it.
func (a Answer) Valid() error {
	switch {
	case a.URL == "":
		return errors.New(`no "url"`)
	case a.Verdict != Yes && a.Verdict != No && a.Verdict != Skip && a.Verdict != Undo:
		return fmt.Errorf("the answer %q is none of yes, no, skip and undo", a.Verdict)
	case a.HeldOut < 0:
		return errors.New(`"held_out" is negative`)
	}
	return nil
}

// ErrDamaged says that a file of answers cannot be read to its end.
var ErrDamaged = errors.New("the answers are damaged")

// maxLine is how many bytes a line of a file of answers may have.
const maxLine = 64 << 10

// Append adds an answer to the file at path, and returns when it is on the disk. If a crash has cut off the last line, the answer begins a
// new one.
func Append(path string, a Answer) (err error) {
	if err := a.Valid(); err != nil {
		return err
	}
	line, err := json.Marshal(a)
	if err != nil {
		return err
	}
	f, begin, err := linefile.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := f.Write(append(append(begin, line...), '\n')); err != nil {
		return err
	}
	return f.Sync()
}

// Read calls use with each answer in a file, in their order, and damaged with the number of each line that is not an answer. If damaged is
// nil, such lines are ignored.
func Read(r io.Reader, use func(Answer), damaged func(line int, err error)) error {
	s := bufio.NewScanner(bom.NewReader(r))
	s.Buffer(nil, maxLine)
	n := 1
	for ; s.Scan(); n++ {
		text := bytes.TrimSpace(s.Bytes())
		if len(text) == 0 {
			continue
		}
		var a Answer
		err := json.Unmarshal(text, &a)
		if err == nil {
			err = a.Valid()
		}
		switch {
		case err == nil:
			use(a)
		case damaged != nil:
			damaged(n, err)
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("%w: line %d: %w", ErrDamaged, n, err)
	}
	return nil
}

// Load returns the valid answers in a file: the latest about each page, without those that were taken back, in the order in which they were
// given. If there is no file, it returns no answers. Damaged lines are ignored.
func Load(path string) ([]Answer, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []Answer
	if err := Read(f, func(a Answer) { all = append(all, a) }, nil); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return Latest(all), nil
}

// Latest returns the answers that are still valid: the latest about each page, without those that were taken back. all has every answer in
// the order in which they were given.
func Latest(all []Answer) (list []Answer) {
	last := make(map[string]int)
	for i, a := range all {
		last[a.URL] = i
	}
	for i, a := range all {
		if last[a.URL] == i && a.Verdict != Undo {
			list = append(list, a)
		}
	}
	return list
}
