// Package htmlfile is the look of reports that are one HTML file each: no network, no script, light and dark.
package htmlfile

import (
	"bytes"
	_ "embed"

	"github.com/a-h/templ"

	"gannet/internal/chart"
)

//go:embed style.css
var style string

// Picture returns a line chart as an SVG element for an HTML page.
func Picture(c chart.Lines) (templ.Component, error) {
	var svg bytes.Buffer
	err := c.WriteSVG(&svg)
	return templ.Raw(svg.String()), err
}
