package postgres

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"gannet/feed"
)

// version is the version of the schema.
const version = "1"

// schema makes the tables. TABLES stands for the name of the schema, and VERSION for its version.
//
//go:embed schema.sql
var schema string

// pages makes the table of pages, which a schema only has once pages are brought into it.
//
//go:embed pages.sql
var pages string

// types are the types of columns.
var types = map[feed.Type]string{
	feed.Integer: "bigint", feed.Real: "double precision", feed.Text: "text", feed.Bool: "boolean", feed.Time: "timestamptz",
	feed.List: "jsonb",
}

// prepare makes the tables, adds columns that an earlier version did not have, and returns the facts.
func (s *Sink) prepare(ctx context.Context) (map[string]string, error) {
	found, err := s.query(ctx, "SELECT (SELECT count(*) FROM pg_class c WHERE c.relnamespace = n.oid), "+
		"to_regclass(quote_ident($1) || '.facts') IS NOT NULL FROM pg_namespace n WHERE n.nspname = $1", s.o.Schema)
	if err != nil {
		return nil, err
	}
	if len(found) > 0 && string(found[0][0]) != "0" && string(found[0][1]) != "t" {
		return nil, fmt.Errorf("schema %s of the database %w", s.o.Schema, ErrForeign)
	}
	if len(found) == 0 {
		if err := s.run(ctx, "CREATE SCHEMA "+quoted(s.o.Schema)); err != nil {
			return nil, err
		}
	}
	if len(found) == 0 || string(found[0][0]) == "0" {
		if err := s.run(ctx, s.tables(schema)); err != nil {
			return nil, err
		}
	}
	facts, err := s.facts(ctx)
	switch {
	case err != nil:
		return nil, err
	case facts["version"] != version:
		return nil, fmt.Errorf("schema %s of the database %w", s.o.Schema, ErrForeign)
	case facts[s.fact("layout")] == s.layout():
		return facts, nil
	}
	if _, made := facts[s.fact("cursor")]; !made {
		if err := s.run(ctx, s.tables(pages)); err != nil {
			return nil, err
		}
	}
	var add strings.Builder
	for _, c := range s.o.Table.Columns {
		fmt.Fprintf(&add, "ALTER TABLE %s ADD COLUMN IF NOT EXISTS %s %s;\n", s.name(string(s.o.Table.Name)), quoted(c.Name), types[c.Type])
	}
	return facts, s.run(ctx, add.String())
}

// tables returns statements with the names of the schema.
func (s *Sink) tables(statements string) string {
	return strings.NewReplacer("TABLES", quoted(s.o.Schema), "VERSION", version).Replace(statements)
}

// layout returns the layout of the tables.
func (s *Sink) layout() string { return s.o.Table.Layout(s.o.Events) }

// facts returns what the schema records about itself, and locks these records until the transaction ends.
func (s *Sink) facts(ctx context.Context) (map[string]string, error) {
	rows, err := s.query(ctx, "SELECT name, value FROM "+s.name("facts")+" ORDER BY name FOR UPDATE")
	facts := make(map[string]string, len(rows))
	for _, row := range rows {
		facts[string(row[0])] = string(row[1])
	}
	return facts, err
}
