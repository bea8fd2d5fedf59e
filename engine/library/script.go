package library

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"houserule/engine/library/strict"
)

// scriptKey is the key of an entry that names a Lua file.
const scriptKey = "script"

// scripts collects the Lua files of the mods.
func (l *loader) scripts() {
	infos := map[*modData]*ModInfo{}
	used := map[*modData][]string{}
	for _, m := range l.mods {
		info := &ModInfo{Mod: m.header.entry.Mod, Folder: m.folder, Needed: m.isNeeded, Settings: m.header.settings, from: m}
		info.Mod.Hash = m.hash
		if m.isBase {
			info.Settings = slices.Concat(info.Settings, l.index.rulesSet())
		}
		if f := m.file(mainFile); f != nil {
			info.Scripts = append(info.Scripts, Script{File: f.where, Text: string(f.text)})
		}
		if f := m.file(testFile); f != nil {
			info.Test = &Script{File: f.where, Text: string(f.text)}
		}
		infos[m], used[m] = info, []string{mainFile, testFile}
	}
	var kinds []string
	for _, section := range l.index.scripted() {
		kinds = append(kinds, section.name)
		for _, r := range section.records {
			name := r.field(scriptKey).String()
			if name == "" {
				continue
			}
			m := r.origin(scriptKey).mod // whose patch may have set it
			if f := l.script(r, m, name); f != nil {
				infos[m].Scripts = append(infos[m].Scripts, Script{File: f.where, Text: string(f.text), Section: section.name, ID: r.name})
				used[m] = append(used[m], name)
			}
		}
	}
	if len(kinds) == 0 {
		kinds = []string{"entry"}
	}
	for _, m := range l.mods {
		l.lib.Mods = append(l.lib.Mods, *infos[m])
		if m.isBase && m.folder.FS == nil {
			continue
		}
		for _, f := range m.files {
			if path.Ext(f.name) == ".lua" && !slices.Contains(used[m], f.name) && !l.isOverridden(m, f.name) {
				l.lib.warnings = append(l.lib.warnings, strict.Problem{
					File: f.where, Text: fmt.Sprintf("no %s names this script: it does not run", strings.Join(kinds, " or ")),
				})
			}
		}
	}
}

// isOverridden tells whether a script that nobody names now was named before
// another mod set another.
func (l *loader) isOverridden(m *modData, name string) bool {
	for _, section := range l.index.scripted() {
		for _, r := range section.records {
			h := r.history[scriptKey]
			if h == nil {
				continue
			}
			if r.mod == m && h.first.Text == tomlText(name) || slices.ContainsFunc(h.changes, func(c change) bool { return c.by.mod == m && c.value == tomlText(name) }) {
				return true
			}
		}
	}
	return false
}

// script finds the file that the key script names.
func (l *loader) script(r *record, m *modData, name string) *file {
	report := func(text string) { r.reportf([]any{scriptKey}, "script of %s is %q: %s", r.what(), name, text) }
	switch f := m.file(name); {
	case !fs.ValidPath(name):
		report("must be a file of the mod's own folder, as in abilities/one.lua, without . and ..")
	case path.Ext(name) != ".lua":
		report("must be a .lua file")
	case name == mainFile || name == testFile:
		report("that file is the mod's own: give it another")
	case f != nil:
		return f
	default:
		var known []string
		for _, f := range m.files {
			if path.Ext(f.name) == ".lua" {
				known = append(known, f.name)
			}
		}
		text := "there is no such file in " + m.folder.Where
		if near := strict.Suggest(name, known); near != "" {
			text += ": did you mean \"" + near + "\"?"
		}
		report(text)
	}
	return nil
}

func (m *modData) file(name string) *file {
	for i := range m.files {
		if m.files[i].name == name {
			return &m.files[i]
		}
	}
	return nil
}
