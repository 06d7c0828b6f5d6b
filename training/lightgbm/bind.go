package lightgbm

import (
	"errors"
	"unsafe"
)

// errStatic is the error that Open returns in a program without a dynamic linker.
var errStatic = errors.New("this build cannot load LightGBM, and no gannet-train is beside it; " +
	"use `make build` and `make lightgbm`, a package of gannet for Linux or macOS, or the learner ranksvm or ca")

// Constants of LightGBM's C API.
const (
	float32Data = 0
	int32Field  = 2
	rowMajor    = 1
	rawScore    = 1 // predictions before the objective's transformation
	gain        = 1 // importance: the summed gain of a feature's splits
)

// handle is an opaque pointer of the C library.
type handle uintptr

// api is the part of LightGBM's C API that we use. Its functions return 0 for success.
type api struct {
	lastError       func() string
	datasetFromMat  func(data unsafe.Pointer, kind, rows, columns, major int32, params string, reference handle, out *handle) int32
	datasetSetField func(d handle, field string, data unsafe.Pointer, n, kind int32) int32
	datasetNames    func(d handle, names unsafe.Pointer, n int32) int32
	datasetFree     func(d handle) int32
	boosterCreate   func(d handle, params string, out *handle) int32
	boosterLoad     func(model string, iterations *int32, out *handle) int32
	boosterAddValid func(b, d handle) int32
	boosterUpdate   func(b handle, finished *int32) int32
	boosterGet      func(b handle, data int32, n *int64, out unsafe.Pointer) int32
	boosterSave     func(b handle, start, iterations, importance int32, size int64, n *int64, out unsafe.Pointer) int32
	boosterGain     func(b handle, iterations, kind int32, out unsafe.Pointer) int32
	boosterPredict  func(b handle, data unsafe.Pointer, kind, rows, columns, major, predict, start, iterations int32, params string, n *int64, out unsafe.Pointer) int32
	boosterFree     func(b handle) int32
}
