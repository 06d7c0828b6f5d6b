package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gannet/feed"
)

// The header of a database says what it is: "gnnt", and the version of the schema.
const (
	applicationID = 0x676e6e74
	schemaVersion = 1
)

// schema is everything in a database except the table of postings. The full-text index has no copy of the texts.
const schema = `
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE places (
	posting INTEGER NOT NULL REFERENCES postings(number) ON DELETE CASCADE, position INTEGER NOT NULL,
	name TEXT, street TEXT, postcode TEXT, town TEXT, region TEXT, country TEXT, country_code TEXT,
	PRIMARY KEY (posting, position)
) WITHOUT ROWID;
CREATE INDEX places_by_town ON places(town);
CREATE INDEX postings_by_cluster ON postings(cluster);
CREATE VIEW clusters AS
	SELECT cluster AS number, max(CASE WHEN original THEN number END) AS original, max(copies) AS copies, count(*) AS postings
	FROM postings GROUP BY cluster;
CREATE VIRTUAL TABLE postings_text USING fts5(
	title, company, description, content='postings', content_rowid='number', tokenize='unicode61 remove_diacritics 2');
CREATE TRIGGER postings_text_new AFTER INSERT ON postings BEGIN
	INSERT INTO postings_text(rowid, title, company, description) VALUES (new.number, new.title, new.company, new.description);
END;
CREATE TRIGGER postings_text_gone AFTER DELETE ON postings BEGIN
	INSERT INTO postings_text(postings_text, rowid, title, company, description)
	VALUES ('delete', old.number, old.title, old.company, old.description);
END;
CREATE TRIGGER postings_text_changed AFTER UPDATE ON postings
WHEN old.title IS NOT new.title OR old.company IS NOT new.company OR old.description IS NOT new.description BEGIN
	INSERT INTO postings_text(postings_text, rowid, title, company, description)
	VALUES ('delete', old.number, old.title, old.company, old.description);
	INSERT INTO postings_text(rowid, title, company, description) VALUES (new.number, new.title, new.company, new.description);
END;`

// types are the types of columns. SQLite stores truth values as numbers, and times as text.
var types = map[feed.Type]string{feed.Integer: "INTEGER", feed.Bool: "INTEGER", feed.Real: "REAL", feed.Text: "TEXT", feed.Time: "TEXT"}

// prepare makes the schema in an empty database, and adds columns that a database of another version does not have.
func prepare(tx *sql.Tx, t *Table) error {
	var id, version, tables int
	for query, to := range map[string]*int{
		"PRAGMA application_id": &id, "PRAGMA user_version": &version, "SELECT count(*) FROM sqlite_master": &tables,
	} {
		if err := tx.QueryRow(query).Scan(to); err != nil {
			return err
		}
	}
	switch {
	case id == 0 && tables == 0:
		return create(tx, t)
	case id != applicationID || version != schemaVersion:
		return ErrForeign
	}
	var crawl string
	if err := tx.QueryRow("SELECT value FROM facts WHERE name = 'crawl'").Scan(&crawl); err != nil {
		return err
	}
	if crawl != t.Crawl && crawl != "" {
		return feed.ErrOtherCrawl
	}
	if err := setFact(tx, "crawl", t.Crawl); err != nil {
		return err
	}
	return addColumns(tx, t.Columns)
}

func create(tx *sql.Tx, t *Table) error {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = quoted(c.Name) + " " + types[c.Type]
	}
	for _, statement := range []string{
		fmt.Sprintf("PRAGMA application_id = %d", applicationID), fmt.Sprintf("PRAGMA user_version = %d", schemaVersion),
		"CREATE TABLE postings (number INTEGER PRIMARY KEY, digest INTEGER NOT NULL, " + strings.Join(columns, ", ") + ")", schema,
	} {
		if _, err := tx.Exec(statement); err != nil {
			return err
		}
	}
	return setFact(tx, "crawl", t.Crawl)
}

func setFact(tx *sql.Tx, name string, value any) error {
	_, err := tx.Exec("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value)
	return err
}

// cursorOf returns the cursor of the newest change that is in the rows. It is 0 if the rows are those of a query, or if columns are missing.
func cursorOf(tx *sql.Tx) (cursor uint64, err error) {
	err = tx.QueryRow("SELECT CAST(value AS INTEGER) FROM facts WHERE name = 'cursor'").Scan(&cursor)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return cursor, err
}

func addColumns(tx *sql.Tx, columns []feed.Column) error {
	rows, err := tx.Query("SELECT name FROM pragma_table_info('postings')")
	if err != nil {
		return err
	}
	defer rows.Close()
	var have []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return err
		}
		have = append(have, name)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, c := range columns {
		if slices.Contains(have, c.Name) {
			continue
		}
		if _, err := tx.Exec("ALTER TABLE postings ADD COLUMN " + quoted(c.Name) + " " + types[c.Type]); err != nil {
			return err
		}
		if err := setFact(tx, "cursor", 0); err != nil {
			return err
		}
	}
	return nil
}

func quoted(name string) string { return `"` + name + `"` }
