// Command coders prints the ads of the occupations' test set, each with the code of gannet's model, as lines of JSON. coders.py reads them, codes
// them by classifiers of others, and prints one table. lab/reports/coders.sh runs both.
package main

import (
	"encoding/json"
	"flag"
	"log"
	"os"

	"gannet/lab/modelgen/occupations"
	"gannet/models/shipped"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("lab/coders: ")
	ads := flag.String("ads", ".data/pack_dev", "directory of the unpacked job ads")
	flag.Parse()
	model, err := shipped.Occupations()
	if err != nil {
		log.Fatal(err)
	}
	list, err := occupations.ReadTest(*ads)
	if err != nil {
		log.Fatal(err)
	}
	out := json.NewEncoder(os.Stdout)
	for _, a := range list {
		code, ok := model.Code(a.Title, a.Text)
		if !ok {
			code.Group = "" // the model says nothing
		}
		if err := out.Encode(struct {
			occupations.Read
			Gannet string `json:"gannet"`
		}{a, code.Group}); err != nil {
			log.Fatal(err)
		}
	}
}
