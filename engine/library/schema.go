package library

import (
	"cmp"
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
	settingSchema = settingKey
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
		modSchema:     func() object { return modFileSchema(system, x) },
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
	share(schema)
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = "houserule: " + section
	text, err := json.MarshalIndent(schema, "", "  ")
	return append(text, '\n'), err
}

// share moves the tables that occur more than once in a schema to its definitions, each named by its
// key.
func share(schema object) {
	times := map[string]int{}
	var count func(v any)
	count = func(v any) {
		if of, ok := v.(object); ok {
			if isTableSchema(of) {
				times[textOf(of)]++
			}
			for _, inner := range of {
				count(inner)
			}
		}
	}
	count(schema)
	definitions, names := object{}, map[string]string{}
	var move func(key string, v any) any
	move = func(key string, v any) any {
		of, ok := v.(object)
		if !ok {
			return v
		}
		text := textOf(of)
		for _, word := range sortedKeys(of) {
			if keys, ok := of[word].(object); ok && word == "properties" {
				for _, inner := range sortedKeys(keys) {
					keys[inner] = move(inner, keys[inner])
				}
			} else {
				of[word] = move(key, of[word])
			}
		}
		if !isTableSchema(of) || times[text] < 2 {
			return of
		}
		if names[text] == "" {
			name := key
			for definitions[name] != nil {
				name += "-"
			}
			names[text], definitions[name] = name, of
		}
		return object{"$ref": "#/$defs/" + names[text]}
	}
	move("", schema)
	if len(definitions) > 0 {
		schema["$defs"] = definitions
	}
}

// isTableSchema reports whether a schema is that of a table.
func isTableSchema(of object) bool { return of["properties"] != nil && of["type"] == "object" }

// textOf returns a schema as JSON. A schema is made of words, numbers, lists and objects.
func textOf(of object) string {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err)
	}
	return string(text)
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

// modFileSchema returns the schema of mod.toml: its keys, the forms of its names, the
// sections and lists of words that it can name, and the values that each type takes.
func modFileSchema(system Format, x *register) object {
	schema := table(headerFields(system), true)
	keys := schema["properties"].(object)
	of := func(key string) object { return keys[key].(object) }
	entries := func(key string) object { return of(key)["additionalProperties"].(object) }
	key := func(table, key string) object { return entries(table)["properties"].(object)[key].(object) }
	form := func(n engine.Naming) string { return "^" + n.Pattern() + "$" }
	of("id")["pattern"], of("version")["pattern"] = form(engine.ModNaming), versionPattern
	for _, relation := range []string{requires, optional, conflicts} {
		of(relation)["propertyNames"] = object{"pattern": form(engine.ModNaming)}
	}
	for name, naming := range map[string]engine.Naming{settingKey: engine.SettingNaming, sectionKey: engine.FieldNaming, wordKey: engine.WordNaming, fieldKey: engine.FieldNaming} {
		of(name)["propertyNames"] = object{"pattern": form(naming)}
	}
	key(fieldKey, "on")["items"].(object)["enum"] = slices.DeleteFunc(x.sectionNames(), func(name string) bool { return name == paragraphSection })
	if open := sortedKeys(x.openWords()); open != nil {
		key(wordKey, "of")["enum"] = open
	}
	for _, name := range []string{settingKey, fieldKey} {
		entries(name)["anyOf"] = typedForms()
	}
	entries(fieldKey)["not"] = object{"required": []string{"list", "default"}, "properties": object{"list": object{"const": true}}}
	return schema
}

// versionPattern matches a version: three numbers, and what may follow them.
const versionPattern = `^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)([-+].*)?$`

// typedForms returns the forms of a setting or a field, one for each type: the values of
// its default, and the keys that only some types have.
func typedForms() (forms []object) {
	none := object{"not": object{}}
	for _, t := range []struct {
		name, value     string
		isNumber, words bool
	}{{"whole", "integer", true, false}, {"number", "number", true, false}, {"boolean", "boolean", false, false}, {"choice", "string", false, true}, {"text", "string", false, false}} {
		properties := object{"type": object{"const": t.name}, "default": object{"type": t.value}}
		form := object{"properties": properties}
		if !t.isNumber {
			properties["range"] = none
		}
		if t.words {
			form["required"] = []string{"oneof"}
			properties["oneof"] = object{"minItems": 1}
		} else {
			properties["oneof"] = none
		}
		forms = append(forms, form)
	}
	return forms
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
	if !whole {
		return schema
	}
	if len(required) > 0 {
		schema["required"] = required
	}
	if all := relations(fields); len(all) > 0 {
		schema["allOf"] = all
	}
	return schema
}

// relations returns the schemas of what keys demand of each other.
func relations(fields []strict.Field) (all []object) {
	has := func(keys ...string) object { return object{"required": keys} }
	not := func(of object) object { return object{"not": of} }
	seen := map[string]bool{}
	for _, f := range fields {
		if f.One != "" && !seen[f.One] {
			seen[f.One] = true
			var each []object
			for _, of := range fields {
				if of.One == f.One {
					each = append(each, has(of.Key))
				}
			}
			all = append(all, object{"oneOf": each})
		}
		for _, key := range f.Excludes {
			all = append(all, not(has(f.Key, key)))
		}
		for _, key := range f.With {
			all = append(all, object{"anyOf": []object{not(has(f.Key)), has(key)}})
		}
		if len(f.Unless) > 0 {
			forms := engine.Each(f.Unless, func(keys []string) object { return has(keys...) })
			all = append(all, object{"anyOf": append([]object{has(f.Key)}, forms...)})
		}
		if len(f.Only) > 0 {
			is := object{"properties": object{f.Only[0]: object{"const": f.Only[1]}}}
			all = append(all, object{"anyOf": []object{not(has(f.Key)), is}})
		}
	}
	return all
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
		switch {
		case f.Pair != nil:
			schema["minItems"], schema["maxItems"] = 2, 2
		case f.Required:
			schema["minItems"] = 1
		}
	}
	if f.Doc != "" {
		schema["description"] = f.Doc
	}
	return schema
}

// A KeyTable is the keys of a TOML table, or the operations of a patch.
type KeyTable struct {
	Name string // "creature", "ability.bonus"
	Doc  string
	Rows [][]string // key, type, allowed values, meaning; operation, meaning, keys

	after      string // further text, below the rows
	key, outer string // of a table within another
}

// KeyTables returns the tables of a system's TOML files without Markdown. Own is the
// declarations of mods.
func KeyTables(system Format, own ...Own) []KeyTable {
	plain := strings.NewReplacer("`", "", "\n", " ").Replace
	return engine.Each(keyTables(system, newRegister(system, own...)), func(t KeyTable) KeyTable {
		t.Doc = plain(strings.TrimSpace(t.Doc + " " + t.after))
		t.Rows = engine.Each(t.Rows, func(row []string) []string { return engine.Each(row, plain) })
		return t
	})
}

// keyTables returns the tables with the marks of Markdown, mod.toml first and patches last.
func keyTables(system Format, x *register) []KeyTable {
	all := KeyTable{Name: "mod.toml", Doc: "The description of a mod."}.of(headerFields(system))
	for _, s := range x.sections {
		all = append(all, KeyTable{Name: s.name, Doc: s.doc}.of(s.fields())...)
	}
	if x.hasRules() {
		rules := KeyTable{Name: rulesSection, Doc: "The numbers and switches of the rules. `[rules]` sets the keys that it gives."}
		all = append(all, rules.of(strict.Fields(x.rules.value))...)
	}
	first := x.sections[0].name
	patch := KeyTable{Name: patchSection, Doc: fmt.Sprintf("Changes of existing entries: `[patch.SECTION.ID]`, for instance `[patch.%s.ID]`. Put the id in quotes if it contains a colon or a dot.", first)}
	patch.after = fmt.Sprintf("A patch with a star as its id changes many entries: `[patch.%s.\"*\"]`. If a file has several, put a word after each star. "+
		"`where` holds the conditions: `[least, most]` for a number, the possible words for a word, words of which a list must contain one, or true or false. "+
		"All conditions must hold after the changes of earlier mods.\n", first)
	for _, o := range opDocs {
		on := []string{"all"}
		if o.op != opSet {
			on = nil
			for _, s := range x.sections {
				if keys := slices.Sorted(slices.Values(s.ops[o.op])); len(keys) > 0 {
					on = append(on, s.name+": `"+strings.Join(keys, "`, `")+"`.")
				}
			}
		}
		patch.Rows = append(patch.Rows, []string{"`" + o.op + "`", o.doc, strings.Join(on, " ")})
	}
	return append(all, patch)
}

// of returns the table with the fields, followed by the tables within it.
func (t KeyTable) of(fields []strict.Field) []KeyTable {
	var inner []KeyTable
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
		t.Rows = append(t.Rows, []string{"`" + f.Key + "`", f.Type, strings.Join(takes, "; "), f.Doc})
		if len(f.Fields) > 0 {
			outer := cmp.Or(t.key, t.Name)
			inner = append(inner, KeyTable{Name: t.Name + "." + f.Key, key: "`" + f.Key + "`", outer: outer}.of(f.Fields)...)
		}
	}
	return append([]KeyTable{t}, inner...)
}

// Reference returns the reference of all keys of a system's TOML files, in Markdown. Own is
// the declarations of mods.
func Reference(system Format, own ...Own) string {
	var b strings.Builder
	write := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	cell := func(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
	x := newRegister(system, own...)
	seen := map[string]string{} // the titles of inner tables, by their rows
	for i, t := range keyTables(system, x) {
		if t.Name == x.sections[0].name {
			write("## Data files\n\nAll other `.toml` files of a mod, up to eight folders deep. Each may hold entries of any section.\n\n")
		}
		switch rows := fmt.Sprint(t.Rows); {
		case t.outer != "" && seen[rows] != "":
			write("%s of %s: as %s.\n\n", t.key, t.outer, seen[rows])
			continue
		case t.outer != "":
			seen[rows] = t.key + " of " + t.outer
			write("%s of %s:\n\n", t.key, t.outer)
		case i == 0:
			write("## %s\n\n%s\n\n", t.Name, t.Doc)
		default:
			write("### %s\n\n%s\n\n", t.Name, t.Doc)
		}
		head := []string{"key", "type", "takes", "what it is"}
		if t.Name == patchSection {
			head = []string{"operation", "what it does", "on keys"}
		}
		write("| %s |\n|%s\n", strings.Join(head, " | "), strings.Repeat("---|", len(head)))
		for _, row := range t.Rows {
			write("| %s |\n", strings.TrimRight(strings.Join(engine.Each(row, cell), " | "), " "))
		}
		write("\n%s", t.after)
	}
	return b.String()
}
