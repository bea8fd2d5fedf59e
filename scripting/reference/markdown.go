package reference

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"

	"houserule/scripting"
)

// sections are the chapters of the Markdown reference; text returns the text before the
// first topic.
var sections = []struct {
	sort, title string
	text        func(r *Reference) string
}{
	{Hook, "Hooks", (*Reference).aboutHooks},
	{Object, "Objects", always("The values of fields and functions. Objects are compared with `==`; their fields are read, never written.")},
	{Function, "Functions", (*Reference).aboutFunctions},
	{Declaration, "Declarations", always("New things that a script declares, with a table in braces.")},
	{Constant, "Globals", always("")},
	{Offer, "Of other mods", always("")},
	{Test, "Tests", always("Functions that only `test.lua` has; `houserule mod test` runs it. Objects are read-only there.")},
}

func always(text string) func(*Reference) string { return func(*Reference) string { return text } }

func (r *Reference) aboutHooks() string {
	text := "A hook is a global function of that name with one parameter, whose fields it reads and writes."
	if one := r.bearer(); one != "" {
		text += fmt.Sprintf(" In `main.lua` it is called for every %[1]s, in the script of an ability for %[1]ss that have the ability, and there the name `self` is the %[1]s that has it.", one)
	}
	return text
}

func (r *Reference) aboutFunctions() string {
	for _, t := range r.Topics(Function) {
		if strings.Contains(t.Name, ":") {
			return fmt.Sprintf("A name with a colon is a method, as in `%s`.", t.Usage)
		}
	}
	return ""
}

// Chapter returns the title of the topics of a sort.
func Chapter(sort string) string {
	for _, s := range sections {
		if s.sort == sort {
			return s.title
		}
	}
	return sort
}

// Markdown returns the reference of scripts, its chapters on the second level.
func (r *Reference) Markdown() string {
	var b strings.Builder
	for _, s := range sections {
		topics := r.Topics(s.sort)
		if len(topics) == 0 {
			continue
		}
		fmt.Fprintf(&b, "## %s\n\n", s.title)
		if text := s.text(r); text != "" {
			fmt.Fprintf(&b, "%s\n\n", text)
		}
		for _, t := range topics {
			t.markdown(&b)
		}
	}
	b.WriteString("## Lua\n\nScripts are Lua 5.1 without `goto`, metatables and coroutines. Of its library they have\n\n")
	for _, t := range r.Topics(Lua) {
		fmt.Fprintf(&b, "- `%s`\n", t.Usage)
	}
	b.WriteString("\nand not\n\n| name | instead |\n|---|---|\n")
	for _, t := range r.Topics(Missing) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", t.Name, cell(t.Doc))
	}
	b.WriteString("\n## Bounds\n\nThe limits of scripts. Steps are counted, never timed, so they are the same on every computer.\n\n| what | at most |\n|---|---|\n")
	for _, bound := range scripting.Bounds(scripting.Limits{}) {
		fmt.Fprintf(&b, "| %s | %s |\n", bound.What, humanize.Comma(int64(bound.Most)))
	}
	return b.String()
}

func (t Topic) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "### %s\n\n", t.Name)
	if t.Usage != t.Name {
		fmt.Fprintf(b, "`%s`\n\n", t.Usage)
	}
	b.WriteString(strings.Join(append([]string{t.Doc}, t.Notes...), " ") + "\n\n")
	if len(t.Table) == 0 {
		return
	}
	b.WriteString("| name | type | use | what it is |\n|---|---|---|---|\n")
	for _, row := range t.Table {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", row.Name, cell(row.Type), row.Use, cell(row.Doc))
	}
	b.WriteString("\n")
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
