package library

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"houserule/engine/library/files"
	"houserule/engine/library/strict"
)

// scriptKey is the key of an entry that names a Lua file.
const scriptKey = "script"

// plainName returns the name that a file of data or a script should have: an editor may have
// written creatures.toml.txt.
func plainName(name string) string {
	plain := strings.TrimSuffix(name, ".txt")
	ext := strings.ToLower(path.Ext(plain))
	if ext == ".tml" {
		ext = ".toml"
	}
	if ext != ".toml" && ext != ".lua" {
		return name
	}
	return strings.TrimSuffix(plain, path.Ext(plain)) + ext
}

// misnamed ends a message about a script that does not run, if it probably is one that the
// mod lacks: Main.lua or tests.lua.
func (m *modData) misnamed(name string) string {
	if near := strict.Suggest(name, []string{mainFile, testFile}); near != "" && m.file(near) == nil {
		return fmt.Sprintf(": did you mean %q?", near)
	}
	return ""
}

// scripts collects the Lua files of the mods.
func (l *loader) scripts() {
	infos := map[*modData]*ModInfo{}
	used := map[*modData][]string{}
	for _, m := range l.mods {
		info := &ModInfo{Mod: m.header.entry.Mod, Folder: m.folder, Needed: m.isNeeded, Settings: m.header.settings, from: m}
		info.Mod.ID, info.Mod.Hash = m.id(), m.hash
		if m.isBase {
			info.Settings = slices.Concat(info.Settings, l.index.baseSet())
		}
		if f := m.file(mainFile); f != nil {
			info.Scripts = append(info.Scripts, Script{File: f.where, Text: string(f.text)})
			m.scripts += len(f.text)
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
			m := r.origin(scriptKey).mod // a patch of that mod may have set the script
			if f := l.script(r, m, name); f != nil {
				if m.scripts += len(f.text); m.scripts > files.MaxScripts {
					r.reportf([]any{scriptKey}, "script of %s is %q: with it the scripts of the mod have %d bytes, each counted for every entry that names it: %d are the most", r.what(), name, m.scripts, files.MaxScripts)
					continue
				}
				infos[m].Scripts = append(infos[m].Scripts, Script{File: f.where, Text: string(f.text), Section: section.name, ID: r.name})
				used[m] = append(used[m], name)
			}
		}
	}
	if len(kinds) == 0 {
		kinds = []string{"entry"}
	}
	for _, m := range l.mods {
		for _, f := range m.files {
			switch name := plainName(f.name); {
			case name != f.name && m.file(name) == nil:
				l.lib.warnings = append(l.lib.warnings, strict.Problem{File: f.where, Text: fmt.Sprintf("it is not read: did you mean %q?", name)})
			case path.Ext(f.name) != ".lua" || slices.Contains(used[m], f.name) || m.isBase && m.folder.FS == nil:
			case m.isUnread: // a file that could not be read may name it
				if m.scripts += len(f.text); m.scripts > files.MaxScripts {
					break
				}
				infos[m].Scripts = append(infos[m].Scripts, Script{File: f.where, Text: string(f.text), Section: kinds[0], ID: "?"})
			case !l.isOverridden(m, f.name):
				l.lib.warnings = append(l.lib.warnings, strict.Problem{
					File: f.where, Text: fmt.Sprintf("no %s names this script: it does not run%s", strings.Join(kinds, " or "), m.misnamed(f.name)),
				})
			}
		}
		l.lib.Mods = append(l.lib.Mods, *infos[m])
	}
}

// isOverridden reports whether an entry named a script before another mod set another
// script.
func (l *loader) isOverridden(m *modData, name string) bool {
	text := tomlText(name)
	for _, section := range l.index.scripted() {
		for _, r := range section.records {
			h := r.history[scriptKey]
			if h == nil {
				continue
			}
			if r.mod == m && h.first.Text == text || slices.ContainsFunc(h.changes, func(c change) bool { return c.by.mod == m && c.value == text }) {
				return true
			}
		}
	}
	return false
}

// script returns the file that the key script names.
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
