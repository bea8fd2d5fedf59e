package protocol

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"houserule/engine/library"
)

// discreet returns say for a client that may be elsewhere: in each text, the id of a loaded mod
// stands for the mod's folder on this machine.
func discreet(lib *library.Library, say func(message any) error) func(message any) error {
	folders := folders(lib)
	if len(folders) == 0 {
		return say
	}
	ids := strings.NewReplacer(folders...)
	return func(message any) error {
		text, err := inText(message)
		if err != nil {
			return err
		}
		if told := ids.Replace(text); told != text {
			return say(json.RawMessage(told))
		}
		return say(message)
	}
}

// folders returns the folders of the loaded mods that tell something about this machine, each
// followed by the mod's id, as JSON has them. A folder within another comes before it.
func folders(lib *library.Library) (pairs []string) {
	mods := slices.Clone(lib.Mods)
	slices.SortStableFunc(mods, func(a, b library.ModInfo) int { return len(b.Folder.Where) - len(a.Folder.Where) })
	for _, m := range mods {
		where, id := m.Folder.Where, m.Mod.ID
		if !strings.ContainsAny(where, `/\`) || where == "mods/"+id { // mods that ship are there for everyone
			continue
		}
		if !filepath.IsAbs(where) { // without the slash it might be a word of another text
			where, id = where+"/", id+"/"
		}
		text, _ := inText(where) // a text has no error
		pairs = append(pairs, text[1:len(text)-1], id)
	}
	return pairs
}

// inText returns a value as JSON, with the characters of its texts as they are.
func inText(v any) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}
