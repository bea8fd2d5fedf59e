package page

import "strconv"

// change returns what turns a JSON value into another, and whether they differ. It is a JSON
// Merge Patch (RFC 7386) that also goes into lists: of an object it has the members that
// differ, and null for those that are gone; of a list the places that differ, and the length
// of a shorter one. The values hold no null, and none turns from a list into an object.
//
// The function patched of page.js applies it.
func change(from, to any) (parts any, differs bool) {
	switch to := to.(type) {
	case map[string]any:
		from, ok := from.(map[string]any)
		if !ok {
			return to, true
		}
		parts := map[string]any{}
		for name := range from {
			if _, ok := to[name]; !ok {
				parts[name] = nil
			}
		}
		for name, value := range to {
			if part, differs := change(from[name], value); differs {
				parts[name] = part
			}
		}
		return parts, len(parts) > 0
	case []any:
		from, ok := from.([]any)
		if !ok {
			return to, true
		}
		parts := map[string]any{}
		if len(to) < len(from) {
			parts["length"] = len(to)
		}
		for i, value := range to {
			var before any
			if i < len(from) {
				before = from[i]
			}
			if part, differs := change(before, value); differs {
				parts[strconv.Itoa(i)] = part
			}
		}
		return parts, len(parts) > 0
	}
	return to, from != to
}
