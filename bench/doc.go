// Package bench owns the comparison of gannet's sketches with others', in a module of its own so that gannet does not
// depend on those. sketch.sh prints the table.
package bench
