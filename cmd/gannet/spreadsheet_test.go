package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestCellsThatSpreadsheetsRun(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+1+1": "'+1+1", "-1+cmd|' /C calc'!A0": "'-1+cmd|' /C calc'!A0", "@SUM(A1)": "'@SUM(A1)",
		"\t=1": "'\t=1", "\rx": "'\rx", "\nx": "'\nx", " =1": "' =1", "\u00A0=1": "'\u00A0=1", "\uFEFF=1": "'\uFEFF=1", "＝1": "'＝1",
		"=HYPERLINK(\"http://a.example/\")": "'=HYPERLINK(\"http://a.example/\")", "+49 30 123": "'+49 30 123", "- item": "'- item",
		"-5": "-5", "+5": "+5", "-5.25": "-5.25", "-1,000.5": "-1,000.5", "-.5": "-.5", "1e-5": "1e-5", "-1E+5": "-1E+5", "-12%": "-12%",
		"": "", "a=b": "a=b", "'=1": "'=1", "http://a.example/?a=b": "http://a.example/?a=b", "2026-05-04": "2026-05-04",
	} {
		if got := guarded(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}

func TestGuardedCSV(t *testing.T) {
	rows := [][]string{{"title", "place"}, {"=cmd", "a;=cmd\t=cmd"}, {"say \"=a\"", "line\n=two"}, {"-5", ""}}
	write := func(w io.Writer) error {
		out := csv.NewWriter(w)
		return out.WriteAll(rows)
	}
	guard, err := forSpreadsheet(true, "csv", write)
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := guard(&got); err != nil {
		t.Fatal(err)
	}
	const want = "\uFEFF\"title\",\"place\"\n\"'=cmd\",\"a;=cmd\t=cmd\"\n\"say \"\"=a\"\"\",\"line\n=two\"\n\"-5\",\"\"\n"
	if got.String() != want {
		t.Errorf("got %q, want %q", got.String(), want)
	}
	if _, err := forSpreadsheet(true, "jsonl", write); err == nil {
		t.Error("JSON Lines are for no spreadsheet")
	}
}

// broken fails, to write or to be written to.
type broken struct{ error }

func (b broken) Write([]byte) (int, error) { return 0, b.error }

func TestErrorsOfGuardedCSV(t *testing.T) {
	bad := errors.New("no room")
	guard, err := forSpreadsheet(true, "csv", func(w io.Writer) error {
		_, err := io.WriteString(w, strings.Repeat("a,b\n", 100_000))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := guard(broken{bad}); !errors.Is(err, bad) {
		t.Errorf("written to: %v", err)
	}
	guard, _ = forSpreadsheet(true, "csv", func(io.Writer) error { return bad })
	if err := guard(io.Discard); !errors.Is(err, bad) {
		t.Errorf("writing: %v", err)
	}
}
