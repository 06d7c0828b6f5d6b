package sqlite

import (
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"gannet/feed"
	"gannet/job"
)

// writer writes the rows of one update.
type writer struct {
	digest, put, remove, clear, place *sql.Stmt
	seen                              []uint64
	n                                 Changes
}

// write writes all rows of a table and removes the others.
func write(tx *sql.Tx, t *Table) (Changes, error) {
	w, err := newWriter(tx, t)
	if err != nil {
		return Changes{}, err
	}
	if err := t.Each(w.row); err != nil {
		return w.n, err
	}
	if t.update != nil && !t.update.Whole {
		return w.n, nil
	}
	return w.n, w.removeOthers(tx, t.Name)
}

func newWriter(tx *sql.Tx, t *Table) (*writer, error) {
	names, updates := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = quoted(c.Name)
		updates[i] = quoted(c.Name) + " = excluded." + quoted(c.Name)
	}
	w, table := &writer{}, string(t.Name)
	statements := map[string]**sql.Stmt{
		"SELECT digest FROM " + table + " WHERE number = ?": &w.digest,
		"INSERT INTO " + table + " (number, digest, " + strings.Join(names, ", ") + ") VALUES (?, ?" + strings.Repeat(", ?", len(t.Columns)) +
			") ON CONFLICT (number) DO UPDATE SET digest = excluded.digest, " + strings.Join(updates, ", "): &w.put,
		"DELETE FROM " + table + " WHERE number = ?": &w.remove,
	}
	if t.Name == feed.PostingsTable {
		statements["DELETE FROM places WHERE posting = ?"] = &w.clear
		statements["INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"] = &w.place
	}
	for statement, to := range statements {
		var err error
		if *to, err = tx.Prepare(statement); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// row writes a row, unless the database already has the same row.
func (w *writer) row(r feed.Row) error {
	if r.Values == nil {
		_, err := w.remove.Exec(r.Number)
		return err
	}
	w.seen = append(w.seen, r.Number)
	values, err := valuesOf(r.Values)
	if err != nil {
		return err
	}
	digest, err := digestOf(values, r.Places)
	if err != nil {
		return err
	}
	var old int64
	switch err := w.digest.QueryRow(r.Number).Scan(&old); {
	case err == sql.ErrNoRows:
		w.n.New++
	case err != nil:
		return err
	case old == digest:
		w.n.Unchanged++
		return nil
	default:
		w.n.Changed++
	}
	if _, err := w.put.Exec(append([]any{r.Number, digest}, values...)...); err != nil {
		return err
	}
	if w.place == nil {
		return nil
	}
	return w.places(r.Number, r.Places)
}

func (w *writer) places(number uint64, places []job.Place) error {
	if _, err := w.clear.Exec(number); err != nil {
		return err
	}
	for i, p := range places {
		_, err := w.place.Exec(number, i+1, null(p.Name), null(p.Street), null(p.Postcode), null(p.Town), null(p.Region), null(p.Country),
			null(p.CountryCode))
		if err != nil {
			return err
		}
	}
	return nil
}

// null returns nil for an empty text.
func null(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// valuesOf returns values in the types of SQLite. A time becomes a text that SQLite's functions can read, and a list becomes JSON.
func valuesOf(values []any) ([]any, error) {
	list := slices.Clone(values)
	for i, v := range list {
		switch v := v.(type) {
		case time.Time:
			list[i] = v.UTC().Format(time.RFC3339)
		case []string:
			text, err := json.Marshal(v)
			if err != nil {
				return nil, err
			}
			list[i] = string(text)
		}
	}
	return list, nil
}

// digestOf returns a hash of the whole content of a row.
func digestOf(values []any, places []job.Place) (int64, error) {
	text, err := json.Marshal([]any{values, places})
	return int64(xxh3.Hash(text)), err
}

// removeOthers removes the rows that the table should not have.
func (w *writer) removeOthers(tx *sql.Tx, table feed.TableName) error {
	slices.Sort(w.seen)
	others, err := w.others(tx, table)
	if err != nil {
		return err
	}
	for _, number := range others {
		if _, err := w.remove.Exec(number); err != nil {
			return err
		}
	}
	w.n.Removed = len(others)
	return nil
}

func (w *writer) others(tx *sql.Tx, table feed.TableName) (others []uint64, err error) {
	rows, err := tx.Query("SELECT number FROM " + string(table))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var number uint64
		if err := rows.Scan(&number); err != nil {
			return nil, err
		}
		if _, seen := slices.BinarySearch(w.seen, number); !seen {
			others = append(others, number)
		}
	}
	return others, rows.Err()
}
