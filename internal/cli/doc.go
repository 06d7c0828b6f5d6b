// Package cli shows a program with many commands in a terminal. It has help, manual pages and a reference that are made from the commands, messages
// about wrong use that suggest the nearest right word, and tables that fit the width of the screen.
package cli
