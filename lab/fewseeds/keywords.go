package fewseeds

import "strings"

// Keywords returns three words with which a user would search for a topic of a frozen web, or nil if none were chosen.
func Keywords(web, topic string) []string {
	words := keywords[web][topic]
	if words == "" {
		return nil
	}
	return strings.Split(words, ",")
}

// keywords were chosen by the topics' names, before anything was measured.
var keywords = map[string]map[string]string{
	"enwiki6k": {
		"linux_distributions":     "linux,distribution,ubuntu",
		"programming_languages":   "programming,language,compiler",
		"artificial_intelligence": "artificial,intelligence,learning",
		"epistemology":            "epistemology,knowledge,belief",
		"computer_scientists":     "computer,scientist,award",
		"free_licences_ip":        "licence,copyright,patent",
		"os_kernels":              "kernel,operating,system",
		"ides_editors":            "editor,ide,development",
		"hardware_cpu":            "hardware,cpu,processor",
		"logic_computability":     "logic,computability,proof",
		"video_games":             "video,game,console",
		"birds":                   "bird,feather,wing",
		"unix_utilities":          "unix,utility,command",
		"apache_java":             "apache,java,hadoop",
		"philosophers":            "philosopher,philosophy,professor",
		"networking_internet":     "network,internet,protocol",
		"security_crypto":         "security,cryptography,encryption",
		"linguistics":             "linguistics,language,grammar",
		"physics":                 "physics,quantum,energy",
		"places_countries":        "country,city,population",
		"statistics_probability":  "statistics,probability,distribution",
		"psychology_cognition":    "psychology,cognition,brain",
		"politics_economics":      "politics,economics,government",
	},
	"planetmath": {
		"number_theory":                                "number,prime,integer",
		"mathematical_logic_and_foundations":           "logic,set,axiom",
		"group_theory_and_generalizations":             "group,subgroup,homomorphism",
		"general_topology":                             "topology,space,open",
		"real_functions":                               "real,function,derivative",
		"geometry":                                     "geometry,triangle,angle",
		"linear_and_multilinear_algebra_matrix_theory": "linear,matrix,vector",
		"commutative_rings_and_algebras":               "commutative,ring,ideal",
		"associative_rings_and_algebras":               "associative,ring,module",
		"combinatorics":                                "combinatorics,graph,vertex",
		"functions_of_a_complex_variable":              "complex,holomorphic,analytic",
		"category_theory_homological_algebra":          "category,functor,morphism",
		"functional_analysis":                          "functional,banach,operator",
		"field_theory_and_polynomials":                 "field,polynomial,extension",
		"sequences_series_summability":                 "sequence,series,convergence",
		"probability_theory_and_stochastic_processes":  "probability,random,distribution",
		"computer_science":                             "computer,algorithm,language",
		"order_lattices_ordered_algebraic_structures":  "order,lattice,poset",
		"measure_and_integration":                      "measure,integral,measurable",
		"differential_geometry":                        "differential,manifold,curvature",
		"algebraic_geometry":                           "algebraic,variety,scheme",
		"algebraic_topology":                           "topology,homotopy,homology",
		"ordinary_differential_equations":              "differential,equation,solution",
	},
	"uci": {
		"ml_ai":                "machine,learning,intelligence",
		"databases_ir":         "database,query,retrieval",
		"software_engineering": "software,engineering,design",
		"courses":              "course,lecture,homework",
		"algorithms_geometry":  "algorithm,geometry,graph",
		"bioinformatics":       "bioinformatics,gene,protein",
		"graphics_vision":      "graphics,vision,image",
		"networks_systems":     "network,system,protocol",
		"hypertext_web":        "hypertext,web,http",
		"news_events_outreach": "news,event,outreach",
	},
}
