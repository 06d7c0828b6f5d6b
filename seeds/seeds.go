// Package seeds owns the topic files that gannet ships: the job market, and the thirty topics of de Groc & Tannier.
package seeds
