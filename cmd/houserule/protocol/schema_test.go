package protocol_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"houserule/cmd/houserule/protocol"
	"houserule/engine/board"
	"houserule/engine/enginetest"
)

var update = enginetest.Update

// fact has the fields of a board.Fact, whose schema names itself.
type fact board.Fact

// hexside has the fields of a board.Hexside, where the library takes the field mark for the
// Mark that has it.
type hexside struct {
	Between string `json:"between"`
	Mark    string `json:"mark"`
	Name    string `json:"name"`
	Color   string `json:"color,omitempty"`
}

// schema is the JSON Schema of the messages.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	options := &jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[board.Fact]():    {Ref: "#/$defs/fact"},
		reflect.TypeFor[board.Hexside](): {Ref: "#/$defs/hexside"},
	}}
	of := func(value any) *jsonschema.Schema {
		s, err := jsonschema.ForType(reflect.TypeOf(value), options)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	all := &jsonschema.Schema{
		Schema:      "https://json-schema.org/draft/2020-12/schema",
		Title:       "houserule: protocol",
		Description: "The messages that houserule says, and the requests that a client says, one on each line.",
		Defs:        map[string]*jsonschema.Schema{"fact": of(fact{}), "hexside": of(hexside{})},
	}
	add := func(name string, kinds []protocol.Kind) {
		for _, kind := range kinds {
			s := of(kind.Of)
			said := any(kind.Type)
			s.Properties["type"] = &jsonschema.Schema{Const: &said}
			if name == "message" {
				open(s)
			}
			def := name + "-" + kind.Type
			all.Defs[def] = s
			all.AnyOf = append(all.AnyOf, &jsonschema.Schema{Ref: "#/$defs/" + def})
		}
	}
	for _, s := range all.Defs {
		open(s)
	}
	add("message", protocol.Messages)
	add("request", protocol.Requests)
	return all
}

// open lets the objects of a message have more fields: a client ignores those that it does not
// know.
func open(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if s.Properties != nil {
		s.AdditionalProperties = nil
	}
	for _, field := range s.Properties {
		open(field)
	}
	open(s.Items)
}

// A message of a later version, with fields that this one does not know at every depth, fits
// the schema. A request does not.
func TestSchemaOfLaterVersions(t *testing.T) {
	all := schema(t)
	fits := func(def, text string) bool {
		of := jsonschema.Schema{Schema: all.Schema, Defs: all.CloneSchemas().Defs, Ref: "#/$defs/" + def}
		resolved, err := of.Resolve(nil)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		return resolved.Validate(value) == nil
	}
	for _, row := range []struct {
		def, text string
		fits      bool
	}{
		{"message-told", `{"type":"told","lines":[{"text":"a","numbers":[{"what":"attack","total":1,"later":1}],"later":1}],"later":1}`, true},
		{"message-asked", `{"type":"asked","question":1,"seat":"a","asks":"b","count":1,"options":[{"text":"c","later":1}]}`, true},
		{"message-board", `{"type":"board","board":{"title":"a","scene":"b","seat":0,"later":1,"sides":[{"seat":"a","later":1,"units":[{"name":"a1","kind":"b","count":1,"later":1}]}]}}`, true},
		{"message-told", `{"type":"told","lines":[{}]}`, false},
		{"request-answer", `{"type":"answer","option":0}`, true},
		{"request-answer", `{"type":"answer","option":0,"later":1}`, false},
	} {
		if fits(row.def, row.text) != row.fits {
			t.Errorf("%s: %t, want %t", row.text, !row.fits, row.fits)
		}
	}
}

// docs/schema/protocol.json is made from the Go types: -update.
func TestSchema(t *testing.T) {
	text, err := json.MarshalIndent(schema(t), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "../../../docs/schema/protocol.json", string(text)+"\n")
}

// golden compares a file with what it should be, or writes it.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Errorf("%s is out of date (%v): run go test ./cmd/houserule/protocol -update", file, err)
	}
}

// The tables of docs/protocol.md are made from the Go types: -update.
func TestTables(t *testing.T) {
	const file = "../../../docs/protocol.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	for _, part := range []struct {
		name  string
		kinds []protocol.Kind
	}{{"messages", protocol.Messages}, {"requests", protocol.Requests}} {
		begin, end := "<!-- "+part.name+" -->\n", "<!-- end of "+part.name+" -->"
		before, rest, ok := strings.Cut(page, begin)
		_, after, found := strings.Cut(rest, end)
		if !ok || !found {
			t.Fatalf("there is no place for the %s", part.name)
		}
		page = before + begin + table(part.kinds) + end + after
	}
	if i := strings.Index(page, "|  |\n"); i >= 0 {
		line := page[strings.LastIndex(page[:i], "\n")+1 : i]
		t.Errorf("nothing says what %s means", line)
	}
	golden(t, file, page)
}

// table is the messages as docs/protocol.md lists them: each field with its type and its
// meaning.
func table(kinds []protocol.Kind) string {
	var b strings.Builder
	for _, k := range kinds {
		fmt.Fprintf(&b, "\n**%s**\n", k.Type)
		rows := rows(reflect.TypeOf(k.Of), "")
		if rows == "" {
			continue
		}
		fmt.Fprintf(&b, "\n| field | is | |\n|---|---|---|\n%s", rows)
	}
	b.WriteString("\n")
	return b.String()
}

// rows are the fields of a message, with those inside of it where they are of this package.
func rows(t reflect.Type, before string) (text string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			text += rows(f.Type, before)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "type" && before == "" || name == "-" {
			continue
		}
		is, inner := shape(f.Type)
		text += fmt.Sprintf("| `%s` | %s | %s |\n", before+name, is, f.Tag.Get("jsonschema"))
		if inner != nil {
			text += rows(inner, before+name+".")
		}
	}
	return text
}

// shape is what a field is, and the type of the objects in it, nil where they are explained
// elsewhere.
func shape(t reflect.Type) (is string, inner reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer:
		return shape(t.Elem())
	case reflect.Slice:
		is, inner = shape(t.Elem())
		return is + "s", inner
	case reflect.Struct:
		if strings.HasSuffix(t.PkgPath(), "/board") {
			return "object", nil
		}
		return "object", t
	case reflect.Int, reflect.Uint64, reflect.Float64:
		return "number", nil
	case reflect.Bool:
		return "true or false", nil
	}
	return "text", nil
}
