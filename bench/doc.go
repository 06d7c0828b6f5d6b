// Package bench compares gannet's sketches with other libraries'. It is a module of its own, so that gannet does not
// depend on these libraries. sketch.sh prints the table.
package bench
