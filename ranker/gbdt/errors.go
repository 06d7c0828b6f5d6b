package gbdt

import "fmt"

// FormatError says why a file is no model that this package can score.
type FormatError struct{ Err error }

func (e *FormatError) Error() string { return "read model: " + e.Err.Error() }

func (e *FormatError) Unwrap() error { return e.Err }

// FeatureError is the first difference between the features of a model and those of the program.
type FeatureError struct {
	Position int    // in a row, from 0
	Model    string // the model's feature there, "" if it has none
	Want     string // the program's feature there, "" if it has none
}

func (e *FeatureError) Error() string {
	switch {
	case e.Want == "":
		return fmt.Sprintf("the model has a feature %q that this program does not know", e.Model)
	case e.Model == "":
		return fmt.Sprintf("the model lacks the feature %q of this program", e.Want)
	}
	return fmt.Sprintf("the model's feature %d is %q where this program has %q", e.Position+1, e.Model, e.Want)
}
