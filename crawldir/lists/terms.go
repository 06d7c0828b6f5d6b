package lists

import "strings"

// termWriter collects the terms of rows and writes them after the rows. FTS5 flushes its memory before any other statement that may fail halfway, and
// doing so for each row would double the time.
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
