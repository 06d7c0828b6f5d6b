// Package htmlfile is the look of reports that are one HTML file each: no network, no script, light and dark.
package htmlfile

import (
	"bytes"
	_ "embed"
	"html/template"

	"gannet/internal/chart"
)

//go:embed style.css
var style string

// Style returns the style sheet.
func Style() template.CSS { return template.CSS(style) }

// Picture returns a chart as part of a page.
func Picture(c chart.Lines) (template.HTML, error) {
	var svg bytes.Buffer
	err := c.WriteSVG(&svg)
	return template.HTML(svg.String()), err
}
