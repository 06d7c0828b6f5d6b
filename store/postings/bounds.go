package postings

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gannet/internal/share"
)

// ErrLong says that the text of a search is longer than permitted: it has too many words or bytes.
var ErrLong = errors.New("a search may not be so long")

// Bounds of each text of a query. In scripts without blanks between words every letter is a word.
const (
	mostWords = 64
	mostBytes = 1024
)

// Check checks a query. The error is ErrLong if a text of the query is too long. Other errors say that the query's occupation or region does
// not exist.
func (q *Query) Check() error {
	for name, text := range map[string]string{
		"the text": q.Text, "the company": q.Company, "the place": q.Location, "the language": q.Language, "the host": q.Host, "the state": string(q.State),
	} {
		if err := CheckLength(name, text); err != nil {
			return err
		}
	}
	return q.checkDetails()
}

// CheckLength returns ErrLong if a search text has too many words or bytes. name is the name of the text in the message.
func CheckLength(name, text string) error {
	if len(text) > mostBytes {
		return fmt.Errorf("%w: %s has %d bytes: give at most %d", ErrLong, name, len(text), mostBytes)
	}
	if n := max(len(strings.Fields(text)), len(splitWords([]byte(text)))); n > mostWords {
		return fmt.Errorf("%w: %s has %d words: give at most %d", ErrLong, name, n, mostWords)
	}
	return nil
}

// transactionTime is how long a transaction reads at most; only a single entry may take longer. A crawl may have to wait for the end of all
// transactions that read before it can write. It is a variable so that tests can change it.
var transactionTime = 2 * time.Millisecond

// In returns a Finder with two restrictions: no transaction begins after ctx has ended, and each transaction waits until turns lets it begin.
// If turns is nil, no transaction has to wait.
func (r *Reader) In(ctx context.Context, turns *share.Share) Finder {
	return NewReader(func(read func(*Buckets) error) error {
		return turns.Do(ctx, func() error { return r.view(read) })
	})
}
