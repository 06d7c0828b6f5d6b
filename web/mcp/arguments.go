package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// argumentsOf reads the arguments of a call. An error names the arguments that there are: the reader is a program that tries again.
func argumentsOf[In any](text json.RawMessage) (in In, err error) {
	if len(text) == 0 {
		return in, nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err = d.Decode(&in)
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
		return in, nil
	case errors.As(err, &kind):
		return in, fmt.Errorf("the argument %s is %s, and %s was given", kind.Field, kindOf(kind.Type), kind.Value)
	}
	return in, fmt.Errorf("%s; the arguments are: %s", strings.Replace(err.Error(), "json: unknown field", "there is no argument", 1), names[In]())
}

// kindOf says in words what an argument is.
func kindOf(t reflect.Type) string {
	if t.Kind() == reflect.String {
		return "a text"
	}
	return "a number"
}

// names returns the names of the arguments.
func names[In any]() string {
	var list []string
	for f := range reflect.TypeFor[In]().Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		list = append(list, name)
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}
