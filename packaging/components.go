package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// uPlotVersion is the version of uPlot in web/static/uplot.
const uPlotVersion = "1.6.32"

// components writes what the programs consist of, as CycloneDX JSON. The programs themselves name their modules.
func (b builder) components(all files, p platform, out string) error {
	licences, err := b.moduleLicences()
	if err != nil {
		return err
	}
	parts, err := modulesOf(all, p, licences)
	if err != nil {
		return err
	}
	if p.lightgbm != "" {
		parts = append(parts, component("LightGBM", lightGBMVersion, "pkg:pypi/lightgbm@"+lightGBMVersion, "MIT"))
	}
	parts = append(parts, component("uplot", uPlotVersion, "pkg:npm/uplot@"+uPlotVersion, "MIT"))
	list := cdx.NewBOM()
	self := component("gannet", b.release.version, "pkg:generic/gannet@"+b.release.version, "Apache-2.0")
	self.Type = cdx.ComponentTypeApplication
	list.Metadata = &cdx.Metadata{Timestamp: b.release.time.Format(time.RFC3339), Component: &self}
	list.Components = &parts
	var text bytes.Buffer
	if err := cdx.NewBOMEncoder(&text, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(list, cdx.SpecVersion1_6); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "gannet_"+b.release.version+"_"+p.os+"_"+p.arch+".cdx.json"), text.Bytes(), 0o644)
}

// modulesOf returns the modules of all programs of a platform.
func modulesOf(all files, p platform, licences map[string]string) ([]cdx.Component, error) {
	var parts []cdx.Component
	listed := make(map[string]bool)
	for _, name := range []string{"bin/gannet", "bin/gannet-cluster", "lib/gannet/gannet-kafka", "lib/gannet/gannet-train"} {
		program := all.find(p.program(name))
		if program == nil {
			continue
		}
		info, err := buildinfo.Read(bytes.NewReader(program))
		if err != nil {
			return nil, err
		}
		if parts == nil {
			version := strings.TrimPrefix(info.GoVersion, "go")
			parts = append(parts, component("std", version, "pkg:golang/std@"+version, "BSD-3-Clause"))
		}
		for _, m := range info.Deps {
			if listed[m.Path] {
				continue
			}
			if licences[m.Path] == "" {
				return nil, fmt.Errorf("docs/reference/licences.md does not have %s", m.Path)
			}
			listed[m.Path] = true
			parts = append(parts, component(m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version, licences[m.Path]))
		}
	}
	return parts, nil
}

func component(name, version, purl, licence string) cdx.Component {
	return cdx.Component{
		BOMRef: purl, Type: cdx.ComponentTypeLibrary, Name: name, Version: version, PackageURL: purl,
		Licenses: &cdx.Licenses{{License: &cdx.License{ID: licence}}},
	}
}

// moduleLicences reads docs/reference/licences.md, which a test holds against the modules' own files.
func (b builder) moduleLicences() (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(b.root, "docs", "reference", "licences.md"))
	if err != nil {
		return nil, err
	}
	licences := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, " | "); len(cells) > 3 {
			licences[strings.TrimPrefix(cells[0], "| ")] = cells[2]
		}
	}
	return licences, nil
}
