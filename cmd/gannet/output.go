package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"gannet/lab/training"
	"gannet/ranker/linear"
)

// checkOutput returns an error if no file can be written at a path. Commands that compute for long call it first.
func checkOutput(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return usagef("-o: %s is a directory: name a file in it", path)
	case err == nil && !info.Mode().IsRegular():
		return usagef("-o: %s is no regular file: name another", path)
	}
	if _, err := os.Stat(filepath.Dir(path)); errors.Is(err, fs.ErrNotExist) {
		return usagef("-o: there is no directory %s: make it first, or name another place", filepath.Dir(path))
	}
	part := path + ".new" // as wholefile writes it
	f, err := os.Create(part)
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	return errors.Join(f.Close(), os.Remove(part))
}

// checkModelOutput is checkOutput for a model of `gannet train` and the card beside it. Only a model and a card are replaced.
func checkModelOutput(path string) error {
	card := path + ".json"
	for _, p := range []string{path, card} {
		if err := checkOutput(p); err != nil {
			return err
		}
	}
	switch {
	case !mayReplace(path, isRankingModel):
		return usagef("-o: %s is there already and is no model: name another file", path)
	case !mayReplace(card, isCard):
		return usagef("-o: %s, the place of the model's card, is there already and is no card: name another file", card)
	}
	return nil
}

// headBytes of a file show whether it is a model of trees.
const headBytes = 512

// mayReplace reports whether there is no file at a path, or one that fits. An empty file fits.
func mayReplace(path string, fits func(io.Reader) bool) bool {
	f, err := os.Open(path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	info, err := f.Stat()
	return err == nil && (info.Size() == 0 || fits(f))
}

func isRankingModel(r io.Reader) bool {
	head, err := io.ReadAll(io.LimitReader(r, headBytes))
	if err != nil {
		return false
	}
	if bytes.HasPrefix(head, []byte("tree\n")) {
		return true
	}
	_, err = linear.Read(io.MultiReader(bytes.NewReader(head), r))
	return err == nil
}

func isCard(r io.Reader) bool {
	var card training.Card
	return json.NewDecoder(r).Decode(&card) == nil && card.Format == training.CardFormat
}
