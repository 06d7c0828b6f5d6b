package embedded

// Names of JSON:API: a document keeps what its resources refer to in a list beside them.
const (
	includedKey   = "included"
	attributesKey = "attributes"
	relationsKey  = "relationships"
)

// related gives the resources of JSON:API documents what they refer to: each of their relationships becomes an attribute. v may be such a
// document or have some in it. known are the resources that the document around v includes, by type and id.
func (f *finder) related(v any, known map[string]map[string]any, depth int) any {
	if f.left--; depth > maxDepth || f.left < 0 {
		return v
	}
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = f.related(v[i], known, depth+1)
		}
	case map[string]any:
		if list, ok := v[includedKey].([]any); ok && v["data"] != nil {
			known = resources(list)
		}
		if relations, ok := v[relationsKey].(map[string]any); ok && len(known) > 0 {
			return withRelations(v, relations, known)
		}
		for key, inner := range v {
			if _, text := inner.(string); !text && inner != nil {
				v[key] = f.related(inner, known, depth+1)
			}
		}
	}
	return v
}

// resources returns the resources of a list by type and id.
func resources(list []any) map[string]map[string]any {
	known := map[string]map[string]any{}
	for _, v := range list {
		if o, ok := v.(map[string]any); ok {
			if attributes, ok := o[attributesKey].(map[string]any); ok {
				known[resourceName(o)] = attributes
			}
		}
	}
	return known
}

// resourceName returns the type and id of a resource.
func resourceName(o map[string]any) string {
	kind, _ := o["type"].(string)
	id, _ := o["id"].(string)
	return kind + "\n" + id
}

// withRelations returns the attributes of a resource, its id, and the attributes of what it refers to.
func withRelations(o, relations map[string]any, known map[string]map[string]any) map[string]any {
	all := map[string]any{"id": o["id"], "type": o["type"], "links": o["links"]}
	if attributes, ok := o[attributesKey].(map[string]any); ok {
		for key, v := range attributes {
			all[key] = v
		}
	}
	for key, v := range relations {
		relation, _ := v.(map[string]any)
		if to := referred(relation["data"], known); to != nil && all[key] == nil {
			all[key] = to
		}
	}
	return all
}

// referred returns the attributes of the resources that a relationship names, nil if there are none.
func referred(v any, known map[string]map[string]any) any {
	switch v := v.(type) {
	case map[string]any:
		if to, ok := known[resourceName(v)]; ok {
			return to
		}
	case []any:
		var all []any
		for _, inner := range v {
			if to := referred(inner, known); to != nil {
				all = append(all, to)
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}
