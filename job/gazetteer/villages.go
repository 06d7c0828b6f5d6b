package gazetteer

import (
	_ "embed"
	"encoding/binary"
	"sync"
)

//go:embed villages.zst
var villagesFile []byte

// Villages returns the places of a country with at most 15,000 inhabitants that have this name, the likeliest first. country is an ISO 3166
// code, which must be known from elsewhere, because most such names occur in several countries.
func Villages(name, country string) []Town {
	if part := villagesOf()[country]; part != nil {
		return part().named(name)
	}
	return nil
}

// villagesOf returns for each country the function that decodes its part of the file at its first use.
var villagesOf = sync.OnceValue(func() map[string]func() *data {
	const codeBytes, head = 2, 2 + 4
	all := map[string]func() *data{}
	for rest := villagesFile; len(rest) > 0; {
		end := head + int(binary.BigEndian.Uint32(rest[codeBytes:]))
		part := rest[head:end]
		all[string(rest[:codeBytes])] = sync.OnceValue(func() *data {
			d := &data{}
			d.parse(decode(part))
			return d
		})
		rest = rest[end:]
	}
	return all
})
