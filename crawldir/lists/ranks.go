package lists

import (
	"cmp"
	"database/sql"
	"sort"
	"strings"
)

// An order of rows is divided into parts of about the same size. The rank of a row is the number of its part, a byte. So a search for
// matches in an order leaves out the parts that have none.
const (
	ranks       = 256
	rowsInBlock = 4096 // whose ranks stand in one blob
)

// leastRanked is from how many rows on they have ranks. It is a variable for tests.
var leastRanked = 20_000

// bounds are the first rows of the parts of an order, from the second part on.
type bounds []position

// rank returns the part of a position.
func (b bounds) rank(at position) int {
	return sort.Search(len(b), func(i int) bool { return at.compare(b[i]) < 0 })
}

// compare orders positions as SQLite does.
func (p position) compare(other position) int {
	a, isText := p.key.(string)
	b, _ := other.key.(string)
	order := strings.Compare(a, b)
	if !isText {
		order = cmp.Compare(numberOf(p.key), numberOf(other.key))
	}
	return cmp.Or(order, cmp.Compare(p.number, other.number))
}

func numberOf(key any) float64 {
	switch n := key.(type) {
	case int64:
		return float64(n)
	case int:
		return float64(n)
	case float64:
		return n
	}
	return 0
}

// readBounds returns the bounds of an order, none if its rows have no ranks yet.
func readBounds(q querier, list, column string) (b bounds, err error) {
	rows, err := q.Query("SELECT key, number FROM bounds WHERE list = ? AND sort = ? ORDER BY rank", list, column)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p position
		if err := rows.Scan(&p.key, &p.number); err != nil {
			return nil, err
		}
		b = append(b, p)
	}
	return b, rows.Err()
}

// rankWriter writes the ranks of rows. It does nothing for orders that are not divided yet.
type rankWriter struct {
	tx     querier
	list   string
	bounds map[string]bounds // by column
	blocks map[blockKey][]byte
}

// blockKey names the ranks of some rows in an order.
type blockKey struct {
	column string
	block  uint64
}

func newRankWriter(tx querier, list string, columns []string) (w *rankWriter, err error) {
	w = &rankWriter{tx, list, map[string]bounds{}, map[blockKey][]byte{}}
	for _, column := range columns {
		if w.bounds[column], err = readBounds(tx, list, column); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// setAll notes the ranks of a row in the orders of some columns.
func (w *rankWriter) setAll(number uint64, columns []string, keys []any) error {
	for i, column := range columns {
		if err := w.set(column, position{keys[i], number}); err != nil {
			return err
		}
	}
	return nil
}

// set notes the rank of a row.
func (w *rankWriter) set(column string, at position) error {
	b := w.bounds[column]
	if len(b) == 0 {
		return nil
	}
	key := blockKey{column, at.number / rowsInBlock}
	block, ok := w.blocks[key]
	if !ok {
		block = make([]byte, rowsInBlock)
		var known []byte
		row := w.tx.QueryRow("SELECT ranks FROM ranks WHERE list = ? AND sort = ? AND block = ?", w.list, column, key.block)
		if err := row.Scan(&known); err != nil && err != sql.ErrNoRows {
			return err
		}
		copy(block, known)
		w.blocks[key] = block
	}
	block[at.number%rowsInBlock] = byte(b.rank(at))
	return nil
}

// write writes what was noted.
func (w *rankWriter) write() error {
	for key, block := range w.blocks {
		if _, err := w.tx.Exec("INSERT OR REPLACE INTO ranks VALUES (?, ?, ?, ?)", w.list, key.column, key.block, block); err != nil {
			return err
		}
	}
	clear(w.blocks)
	return nil
}
