package main

import (
	"fmt"
	"io"
	"strings"

	"gannet/features/permission"
)

// writePermissions lists what owners say about the use of a page, and which purposes they refuse.
func writePermissions(w io.Writer, says permission.Record) {
	for i, s := range says {
		fmt.Fprintf(w, "%s\t%s\n", onceThen(i, "permissions"), s)
	}
	if refused := says.Refused(); len(refused) > 0 {
		fmt.Fprintf(w, "refused for\t%s\n", purposeNames(refused))
	}
}

// purposeNames returns the names of purposes, with commas between them.
func purposeNames(purposes []permission.Purpose) string {
	names := make([]string, len(purposes))
	for i, p := range purposes {
		names[i] = string(p)
	}
	return strings.Join(names, ", ")
}
