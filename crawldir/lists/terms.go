package lists

import "strings"

// termWriter writes the terms of rows after the rows. FTS5 writes what it holds in memory before any other statement that may fail
// in its midst, which for each row costs as much as all the rest.
type termWriter struct {
	numbers []uint64
	lists   [][]string
}

func (w *termWriter) add(number uint64, list []string) {
	w.numbers, w.lists = append(w.numbers, number), append(w.lists, list)
}

func (w *termWriter) write(tx querier, table string) error {
	for i, number := range w.numbers {
		if _, err := tx.Exec("INSERT OR REPLACE INTO "+table+"(rowid, term) VALUES (?, ?)", number, strings.Join(w.lists[i], " ")); err != nil {
			return err
		}
	}
	w.numbers, w.lists = nil, nil
	return nil
}
