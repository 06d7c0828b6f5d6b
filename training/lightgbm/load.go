//go:build !static && (darwin || (linux && (amd64 || arm64)))

package lightgbm

import (
	"fmt"
	"path/filepath"

	"github.com/ebitengine/purego"
)

// Available says whether this build of the program can load a library.
const Available = true

// load opens the library and binds every symbol, so that a missing one is found at once.
func load(path string) (*Library, error) {
	lib, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, loadError(path, err)
	}
	l := &Library{path: path}
	for name, function := range l.api.symbols() {
		address, err := purego.Dlsym(lib, name)
		if err != nil {
			return nil, fmt.Errorf("%s has no %s: LightGBM 4 is wanted, `make lightgbm` gets it", filepath.Base(path), name)
		}
		purego.RegisterFunc(function, address)
	}
	return l, nil
}

// symbols names the C function behind every field of an api.
func (a *api) symbols() map[string]any {
	return map[string]any{
		"LGBM_GetLastError":               &a.lastError,
		"LGBM_DatasetCreateFromMat":       &a.datasetFromMat,
		"LGBM_DatasetSetField":            &a.datasetSetField,
		"LGBM_DatasetSetFeatureNames":     &a.datasetNames,
		"LGBM_DatasetFree":                &a.datasetFree,
		"LGBM_BoosterCreate":              &a.boosterCreate,
		"LGBM_BoosterLoadModelFromString": &a.boosterLoad,
		"LGBM_BoosterAddValidData":        &a.boosterAddValid,
		"LGBM_BoosterUpdateOneIter":       &a.boosterUpdate,
		"LGBM_BoosterGetPredict":          &a.boosterGet,
		"LGBM_BoosterSaveModelToString":   &a.boosterSave,
		"LGBM_BoosterFeatureImportance":   &a.boosterGain,
		"LGBM_BoosterPredictForMat":       &a.boosterPredict,
		"LGBM_BoosterFree":                &a.boosterFree,
	}
}
