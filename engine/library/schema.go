package library

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/library/strict"
)

// The further names that [Schema] takes, besides the sections: a data file, and mod.toml.
const (
	dataSchema    = "data"
	modSchema     = "mod"
	settingSchema = "setting"
)

// An object is a JSON object. Marshaling sorts its keys.
type object = map[string]any

// Schema returns a JSON Schema (draft 2020-12) of a system's TOML files, for editors.
// Section names what it describes: a whole data file ("data"), mod.toml ("mod"), or one
// entry of a section (the system's, scenario, rule, rules, patch, setting). Own is the
// declarations of mods.
func Schema(system Format, section string, own ...Own) ([]byte, error) {
	x := newRegister(system, own...)
	schemas := map[string]func() object{
		dataSchema:    func() object { return dataFile(x) },
		modSchema:     func() object { return table(headerFields(system), true) },
		settingSchema: func() object { return table(strict.Fields(settingEntry{}), true) },
		patchSection:  func() object { return patches(x) },
	}
	if x.hasRules() {
		schemas[rulesSection] = func() object { return table(strict.Fields(x.rules.value), false) }
	}
	for _, s := range x.sections {
		schemas[s.name] = func() object { return table(s.fields(), true) }
	}
	make, ok := schemas[section]
	if !ok {
		return nil, &engine.Unknown{What: "schema", Word: section, Known: sortedKeys(schemas)}
	}
	schema := make()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = "houserule: " + section
	text, err := json.MarshalIndent(schema, "", "  ")
	return append(text, '\n'), err
}

// headerFields returns the keys of a mod.toml for the system.
func headerFields(system Format) []strict.Field {
	fields := strict.Fields(headerEntry{})
	for i := range fields {
		if fields[i].Key == "game" {
			fields[i].OneOf = []string{system.Name()}
		}
	}
	return fields
}

func (s *section) fields() []strict.Field { return s.added.Fields(reflect.New(s.shape).Interface()) }

// idPattern matches the id of an entry. patchPattern also matches an id after a mod, and a
// star.
var (
	idPattern    = "^" + engine.EntryNaming.Pattern() + "$"
	patchPattern = "^((" + engine.ModNaming.Pattern() + ":)?" + engine.EntryNaming.Pattern() + `|\*.*)$`
)

func dataFile(x *register) object {
	properties := object{patchSection: patches(x)}
	if x.hasRules() {
		properties[rulesSection] = table(strict.Fields(x.rules.value), false)
	}
	for _, s := range x.sections {
		properties[s.name] = named(idPattern, table(s.fields(), true))
	}
	return object{"type": "object", "properties": properties, "additionalProperties": false}
}

func patches(x *register) object {
	properties := object{}
	for _, s := range x.sections {
		properties[s.name] = named(patchPattern, table(s.added.Fields(reflect.New(s.patch).Interface()), false))
	}
	return object{"type": "object", "properties": properties, "additionalProperties": false}
}

// named returns the schema of a table of tables, by their ids.
func named(pattern string, of object) object {
	return object{"type": "object", "propertyNames": object{"pattern": pattern}, "additionalProperties": of}
}

// table returns the schema of a table. Whole reports whether required keys must be present.
func table(fields []strict.Field, whole bool) object {
	properties := object{}
	var required []string
	for _, f := range fields {
		properties[f.Key] = schemaOf(f, whole)
		if f.Required {
			required = append(required, f.Key)
		}
	}
	schema := object{"type": "object", "properties": properties, "additionalProperties": false}
	if whole && len(required) > 0 {
		schema["required"] = required
	}
	return schema
}

// schemaOf returns the schema of a key, from its type in words.
func schemaOf(f strict.Field, whole bool) object {
	schema := object{}
	plainTypes := []string{"string", "number", "boolean"}
	what, isList := strings.CutPrefix(f.Type, "list of ")
	if isList {
		what = strings.TrimSuffix(what, "s")
	}
	switch what {
	case "whole number":
		schema["type"] = "integer"
	case "number":
		schema["type"] = "number"
	case "true or false":
		schema["type"] = "boolean"
	case "string":
		schema["type"] = "string"
		if f.Required && f.OneOf == nil {
			schema["pattern"] = `\S`
		}
	case "table":
		schema = table(f.Fields, whole || isList) // an element is whole
	case "table of tables":
		schema = named(".", table(f.Fields, true))
	case "free table":
		schema["type"] = "object"
		schema["additionalProperties"] = object{"type": plainTypes}
	case "table of conditions":
		schema["type"] = "object"
		schema["additionalProperties"] = object{"type": []string{"boolean", "array"}, "items": object{"type": []string{"number", "string"}}}
	case "table of free tables":
		schema = named(".", object{"type": "object", "additionalProperties": object{"type": plainTypes}})
	case "table of strings":
		schema["type"] = "object"
		schema["additionalProperties"] = object{"type": "string"}
	case "table of whole numbers":
		schema["type"] = "object"
		schema["additionalProperties"] = schemaOf(strict.Field{Type: "whole number", Range: f.Range}, true)
		f.Range = nil // the range is for each number
	default:
		schema["type"] = plainTypes
	}
	if f.Range != nil {
		schema["minimum"], schema["maximum"] = f.Range.Min, f.Range.Max
	}
	if f.OneOf != nil {
		schema["enum"] = f.OneOf
	}
	if isList {
		schema = object{"type": "array", "items": schema}
		if f.Required {
			schema["minItems"] = 1
		}
	}
	if f.Doc != "" {
		schema["description"] = f.Doc
	}
	return schema
}

// Reference returns the reference of all keys of a system's TOML files, in Markdown. Own is
// the declarations of mods.
func Reference(system Format, own ...Own) string {
	var b strings.Builder
	write := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	write("## mod.toml\n\nThe description of a mod.\n\n")
	writeKeys(&b, "mod.toml", headerFields(system))
	write("## Data files\n\nAll other `.toml` files of a mod, up to eight folders deep. Each may hold entries of any section.\n\n")
	x := newRegister(system, own...)
	for _, s := range x.sections {
		write("### %s\n\n%s\n\n", s.name, s.doc)
		writeKeys(&b, s.name, s.fields())
	}
	if x.hasRules() {
		write("### rules\n\nThe numbers and switches of the rules. `[rules]` sets the keys that it gives.\n\n")
		writeKeys(&b, rulesSection, strict.Fields(x.rules.value))
	}
	write("### patch\n\nChanges of existing entries: `[patch.SECTION.ID]`, for instance `[patch.%s.ID]`. Put the id in quotes if it contains a colon or a dot.\n\n", x.sections[0].name)
	write("| operation | what it does | on keys |\n|---|---|---|\n")
	for _, o := range opDocs {
		write("| `%s` | %s |", o.op, o.doc)
		for i, s := range x.sections {
			keys := slices.Sorted(slices.Values(s.ops[o.op]))
			switch {
			case o.op == opSet && i == 0:
				write(" all")
			case o.op != opSet && len(keys) > 0:
				write(" %s: %s.", s.name, "`"+strings.Join(keys, "`, `")+"`")
			}
		}
		write(" |\n")
	}
	write("\nA patch with a star as its id changes many entries: `[patch.%s.\"*\"]`. If a file has several, put a word after each star. "+
		"`where` holds the conditions: `[least, most]` for a number, the possible words for a word, words of which a list must contain one, or true or false. "+
		"All conditions must hold after the changes of earlier mods.\n", x.sections[0].name)
	return b.String()
}

// writeKeys writes the keys of a table, followed by those of tables within it.
func writeKeys(b *strings.Builder, name string, fields []strict.Field) {
	b.WriteString("| key | type | takes | what it is |\n|---|---|---|---|\n")
	for _, f := range fields {
		var takes []string
		if f.Required {
			takes = append(takes, "required")
		}
		if f.Range != nil {
			takes = append(takes, f.Range.String())
		}
		if f.OneOf != nil {
			takes = append(takes, "`"+strings.Join(f.OneOf, "` `")+"`")
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.Key, f.Type, strings.Join(takes, "; "), strings.ReplaceAll(f.Doc, "|", `\|`))
	}
	b.WriteString("\n")
	for _, f := range fields {
		if len(f.Fields) > 0 {
			fmt.Fprintf(b, "`%s` of %s:\n\n", f.Key, name)
			writeKeys(b, "`"+f.Key+"`", f.Fields)
		}
	}
}
