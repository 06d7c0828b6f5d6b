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

// facts is the table of what a database records about itself.
const facts = "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"

// schemas have what belongs to each table.
var schemas = map[feed.TableName]string{
	feed.PostingsTable: postingsSchema + fullText("postings", "title", "company", "description"),
	feed.PagesTable:    pagesSchema + fullText("pages", "title", "text"),
}

const pagesSchema = `
CREATE INDEX pages_by_url ON pages(url);
CREATE VIEW links AS SELECT number AS page, value AS url, key + 1 AS position FROM pages, json_each(pages.links);`

const postingsSchema = `
CREATE TABLE places (
	posting INTEGER NOT NULL REFERENCES postings(number) ON DELETE CASCADE, position INTEGER NOT NULL,
	name TEXT, street TEXT, postcode TEXT, town TEXT, region TEXT, country TEXT, country_code TEXT,
	PRIMARY KEY (posting, position)
) WITHOUT ROWID;
CREATE INDEX places_by_town ON places(town);
CREATE INDEX postings_by_cluster ON postings(cluster);
CREATE VIEW clusters AS
	SELECT cluster AS number, max(CASE WHEN original THEN number END) AS original, max(copies) AS copies, count(*) AS postings
	FROM postings GROUP BY cluster;`

// fullText returns the statements that make the full-text index of a table. It has no copy of the texts.
func fullText(table string, columns ...string) string {
	var list, news, olds, differ []string
	for _, c := range columns {
		list, news, olds = append(list, c), append(news, "new."+c), append(olds, "old."+c)
		differ = append(differ, "old."+c+" IS NOT new."+c)
	}
	return strings.NewReplacer("TABLE_", table, "COLUMNS", strings.Join(list, ", "), "NEWS", strings.Join(news, ", "), "OLDS", strings.Join(olds, ", "),
		"DIFFER", strings.Join(differ, " OR ")).Replace(fullTextSchema)
}

const fullTextSchema = `
CREATE VIRTUAL TABLE TABLE__text USING fts5(
	COLUMNS, content='TABLE_', content_rowid='number', tokenize='unicode61 remove_diacritics 2');
CREATE TRIGGER TABLE__text_new AFTER INSERT ON TABLE_ BEGIN
	INSERT INTO TABLE__text(rowid, COLUMNS) VALUES (new.number, NEWS);
END;
CREATE TRIGGER TABLE__text_gone AFTER DELETE ON TABLE_ BEGIN
	INSERT INTO TABLE__text(TABLE__text, rowid, COLUMNS) VALUES ('delete', old.number, OLDS);
END;
CREATE TRIGGER TABLE__text_changed AFTER UPDATE ON TABLE_ WHEN DIFFER BEGIN
	INSERT INTO TABLE__text(TABLE__text, rowid, COLUMNS) VALUES ('delete', old.number, OLDS);
	INSERT INTO TABLE__text(rowid, COLUMNS) VALUES (new.number, NEWS);
END;`

// types are the types of columns. SQLite stores truth values as numbers, times as text, and lists as JSON.
var types = map[feed.Type]string{
	feed.Integer: "INTEGER", feed.Bool: "INTEGER", feed.Real: "REAL", feed.Text: "TEXT", feed.Time: "TEXT", feed.List: "TEXT",
}

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
		if err := create(tx); err != nil {
			return err
		}
	case id != applicationID || version != schemaVersion:
		return ErrForeign
	}
	var crawl string
	err := tx.QueryRow("SELECT value FROM facts WHERE name = 'crawl'").Scan(&crawl)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if crawl != t.Crawl && crawl != "" {
		return feed.ErrOtherCrawl
	}
	if err := setFact(tx, "crawl", t.Crawl); err != nil {
		return err
	}
	return addColumns(tx, t)
}

// create makes an empty database.
func create(tx *sql.Tx) error {
	for _, statement := range []string{
		fmt.Sprintf("PRAGMA application_id = %d", applicationID), fmt.Sprintf("PRAGMA user_version = %d", schemaVersion), facts,
	} {
		if _, err := tx.Exec(statement); err != nil {
			return err
		}
	}
	return nil
}

// createTable makes a table and what belongs to it.
func createTable(tx *sql.Tx, t *Table) error {
	columns := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		columns[i] = quoted(c.Name) + " " + types[c.Type]
	}
	table := fmt.Sprintf("CREATE TABLE %s (number INTEGER PRIMARY KEY, digest INTEGER NOT NULL, %s);", t.Name, strings.Join(columns, ", "))
	_, err := tx.Exec(table + schemas[t.Name])
	return err
}

func setFact(tx *sql.Tx, name string, value any) error {
	_, err := tx.Exec("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", name, value)
	return err
}

// cursorOf returns the cursor of the newest change that is in the rows. It is 0 if the rows are those of a query, or if columns are missing. The error is
// that of feed.Table.CheckRelease.
func cursorOf(tx *sql.Tx, t *Table) (uint64, error) {
	var cursor *uint64
	var release *string
	for name, to := range map[string]any{"cursor": &cursor, "release": &release} {
		if err := tx.QueryRow("SELECT value FROM facts WHERE name = ?", t.fact(name)).Scan(to); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return 0, err
		}
	}
	if cursor == nil { // no rows were written yet
		return 0, nil
	}
	return *cursor, t.CheckRelease(release)
}

// fact returns the name under which a fact about the table is kept.
func (t *Table) fact(name string) string {
	if t.Name == feed.PagesTable {
		return "pages_" + name
	}
	return name
}

// addColumns makes the table, or adds the columns that it lacks.
func addColumns(tx *sql.Tx, t *Table) error {
	rows, err := tx.Query("SELECT name FROM pragma_table_info(?)", t.Name)
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
	if len(have) == 0 {
		return createTable(tx, t)
	}
	for _, c := range t.Columns {
		if slices.Contains(have, c.Name) {
			continue
		}
		if _, err := tx.Exec("ALTER TABLE " + string(t.Name) + " ADD COLUMN " + quoted(c.Name) + " " + types[c.Type]); err != nil {
			return err
		}
		if err := setFact(tx, t.fact("cursor"), 0); err != nil {
			return err
		}
	}
	return nil
}

func quoted(name string) string { return `"` + name + `"` }
