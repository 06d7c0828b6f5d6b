package lightgbm

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unsafe"
)

// Params are LightGBM's parameters, by name.
type Params map[string]string

// String returns the parameters in LightGBM's syntax, sorted by name.
func (p Params) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(p)) {
		fmt.Fprintf(&b, "%s=%s ", name, p[name])
	}
	return b.String()
}

// Table has the values, grades and groups from which a Dataset is made.
type Table struct {
	Values []float32 // row-major, len(Labels) × len(Names)
	Names  []string  // of the columns; no white space, no JSON punctuation
	Labels []float32
	Groups []int32 // rows of each list, in order; nil without lists
}

// Dataset is a table in LightGBM's memory, with its values sorted into bins.
type Dataset struct {
	l    *Library
	h    handle
	rows int
}

// NewDataset copies a table into LightGBM's memory. For a validation set, reference is the training set; otherwise it is nil.
func (l *Library) NewDataset(t Table, p Params, reference *Dataset) (*Dataset, error) {
	if len(t.Labels) == 0 || len(t.Names) == 0 || len(t.Values) != len(t.Labels)*len(t.Names) {
		return nil, fmt.Errorf("a table of %d rows and %d columns has %d values", len(t.Labels), len(t.Names), len(t.Values))
	}
	d := &Dataset{l: l, rows: len(t.Labels)}
	var like handle
	if reference != nil {
		like = reference.h
	}
	err := l.check("read the table", func() int32 {
		return l.api.datasetFromMat(unsafe.Pointer(&t.Values[0]), float32Data, int32(len(t.Labels)),
			int32(len(t.Names)), rowMajor, p.String(), like, &d.h)
	})
	if err != nil {
		return nil, err
	}
	if err := l.Do(func() error { return d.describe(t) }); err != nil {
		d.Free()
		return nil, err
	}
	return d, nil
}

// describe sets the names, labels and lists of the data set.
func (d *Dataset) describe(t Table) error {
	names := make([][]byte, len(t.Names))
	pointers := make([]unsafe.Pointer, len(t.Names))
	for i, name := range t.Names {
		names[i] = append([]byte(name), 0)
		pointers[i] = unsafe.Pointer(&names[i][0])
	}
	err := d.l.check("take the names of the features", func() int32 {
		return d.l.api.datasetNames(d.h, unsafe.Pointer(&pointers[0]), int32(len(pointers)))
	})
	if err != nil {
		return err
	}
	err = d.l.check("take the labels", func() int32 {
		return d.l.api.datasetSetField(d.h, "label", unsafe.Pointer(&t.Labels[0]), int32(len(t.Labels)), float32Data)
	})
	if err != nil || len(t.Groups) == 0 {
		return err
	}
	return d.l.check("take the lists", func() int32 {
		return d.l.api.datasetSetField(d.h, "group", unsafe.Pointer(&t.Groups[0]), int32(len(t.Groups)), int32Field)
	})
}

// Rows returns the number of rows.
func (d *Dataset) Rows() int { return d.rows }

// Free frees the data set's memory. A second call does nothing. Boosters that use the data set must be freed before.
func (d *Dataset) Free() {
	if d.h != 0 {
		d.l.api.datasetFree(d.h)
		d.h = 0
	}
}
