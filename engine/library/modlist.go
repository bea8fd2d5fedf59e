package library

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"houserule/engine"
)

// ErrOtherMods is the error of a journal from other data.
var ErrOtherMods = errors.New("the journal was written under other rules or data")

// ModList returns the mods in the order of loading, with their versions, their hashes, and
// the settings that are not at their defaults. The base game's settings may be rules:
//
//	heroes 1.0.0 sha256:0123456789abcdef swarm_factor=2.5, morale 1.2.0 sha256:89ab... die=6
func (l *Library) ModList() string {
	var mods []string
	for _, m := range l.Mods {
		words := []string{m.Mod.ID, m.Mod.Version, fmt.Sprintf("sha256:%.16s", m.Mod.Hash)}
		for _, s := range m.Settings {
			if s.IsSet() {
				words = append(words, s.Name+"="+plain(s.text(s.Value)))
			}
		}
		mods = append(mods, strings.Join(words, " "))
	}
	return strings.Join(mods, ", ")
}

// ModsIn returns the ModList of a journal.
func ModsIn(h engine.Header) string { return h.Get(keyMods) }

// VersionIn returns the version of a mod in the ModList of a journal, or "".
func VersionIn(h engine.Header, mod string) string {
	mods, _ := parseModList(h.Get(keyMods)) // a list that cannot be parsed has no mods
	for _, m := range mods {
		if m.id == mod {
			return m.version
		}
	}
	return ""
}

// addresses returns the mods that were installed from an address, and the addresses:
//
//	marsh https://example.com/marsh.zip fen https://example.com/fen.zip
func (l *Library) addresses() string {
	var words []string
	for _, m := range l.Mods {
		if plainAddress.MatchString(m.Folder.From) {
			words = append(words, m.Mod.ID, m.Folder.From)
		}
	}
	return strings.Join(words, " ")
}

// plainAddress matches an address that is safe as a word of a command line: a hostile
// journal might want a user to copy a dangerous command.
var plainAddress = regexp.MustCompile(`^https://[A-Za-z0-9.:/_~%+-]+$`)

// AddressIn returns the address from which a mod was installed, according to a journal, or
// "".
func AddressIn(h engine.Header, mod string) string {
	words := strings.Fields(h.Get(keyFrom))
	for i, word := range words {
		if i%2 == 1 && words[i-1] == mod && plainAddress.MatchString(word) {
			return word
		}
	}
	return ""
}

// plain returns a text, in quotes unless it is a plain word.
func plain(text string) string {
	if text == "" || strings.ContainsAny(text, " ,=\"\\") || strconv.Quote(text) != `"`+text+`"` {
		return strconv.QuoteToASCII(text)
	}
	return text
}

// A listedMod is a mod of a ModList.
type listedMod struct {
	id, version, hash string
	settings          map[string]string
}

// parseModList parses a ModList, with the keys of the settings in any order.
func parseModList(text string) ([]listedMod, error) {
	bad := fmt.Errorf("the journal's mods: %q is not as in \"heroes 1.0.0 sha256:0123\"", text)
	var mods []listedMod
	for text != "" {
		m := listedMod{settings: map[string]string{}}
		for n := 0; ; n++ {
			end := strings.IndexAny(text, " ,=")
			if end < 0 {
				end = len(text)
			}
			word := text[:end]
			text = text[end:]
			value, isSetting := strings.CutPrefix(text, "=")
			switch {
			case isSetting:
				if quoted, err := strconv.QuotedPrefix(value); err == nil {
					m.settings[word], _ = strconv.Unquote(quoted)
					text = value[len(quoted):]
					break
				}
				end := strings.IndexAny(value, " ,")
				if end < 0 {
					end = len(value)
				}
				m.settings[word], text = value[:end], value[end:]
			case n == 0:
				m.id = word
			case n == 1:
				m.version = word
			case n == 2:
				m.hash = word
			default:
				return nil, bad
			}
			if !strings.HasPrefix(text, " ") {
				break
			}
			text = text[1:]
		}
		if m.id == "" || m.version == "" || !strings.HasPrefix(m.hash, "sha256:") {
			return nil, bad
		}
		mods = append(mods, m)
		var ok bool
		if text, ok = strings.CutPrefix(text, ", "); !ok && text != "" {
			return nil, bad
		}
	}
	return mods, nil
}

// ModsOf returns the mods of a journal, without the base game, and the settings that were
// not at their defaults: the arguments with which LoadMods can read the journal.
func ModsOf(h engine.Header) (enabled []string, settings map[string]map[string]string, err error) {
	mods, err := parseModList(h.Get(keyMods))
	if err != nil || len(mods) == 0 {
		return nil, nil, err
	}
	settings = map[string]map[string]string{}
	for i, m := range mods {
		if i > 0 {
			enabled = append(enabled, m.id)
		}
		if len(m.settings) > 0 {
			settings[m.id] = m.settings
		}
	}
	return enabled, settings, nil
}

// otherMods returns ErrOtherMods, with the differences, if the loaded mods differ from
// those that a journal lists; otherwise nil.
func (l *Library) otherMods(list string) error {
	if list == l.ModList() {
		return nil
	}
	was, err := parseModList(list)
	if err != nil {
		return fmt.Errorf("%w: it has %q, loaded is %q", ErrOtherMods, list, l.ModList())
	}
	is, _ := parseModList(l.ModList())
	var differ []string
	find := func(id string, all []listedMod) int {
		return slices.IndexFunc(all, func(m listedMod) bool { return m.id == id })
	}
	for _, old := range was {
		i := find(old.id, is)
		if i < 0 {
			differ = append(differ, fmt.Sprintf("%s %s is not loaded", old.id, old.version))
			continue
		}
		now := is[i]
		switch {
		case old.version != now.version:
			differ = append(differ, fmt.Sprintf("%s was %s and is %s", old.id, old.version, now.version))
		case old.hash != now.hash:
			differ = append(differ, fmt.Sprintf("%s %s has other files", old.id, old.version))
		}
		for _, name := range sortedKeys(old.settings) {
			if value, ok := now.settings[name]; !ok {
				differ = append(differ, fmt.Sprintf("%s.%s was %s and is at its default", old.id, name, plain(old.settings[name])))
			} else if value != old.settings[name] {
				differ = append(differ, fmt.Sprintf("%s.%s was %s and is %s", old.id, name, plain(old.settings[name]), plain(value)))
			}
		}
		for _, name := range sortedKeys(now.settings) {
			if _, ok := old.settings[name]; !ok {
				differ = append(differ, fmt.Sprintf("%s.%s was at its default and is %s", old.id, name, plain(now.settings[name])))
			}
		}
	}
	for _, now := range is {
		if find(now.id, was) < 0 {
			differ = append(differ, fmt.Sprintf("%s %s is loaded and was not", now.id, now.version))
		}
	}
	if len(differ) == 0 {
		differ = append(differ, "the mods were loaded in another order")
	}
	return fmt.Errorf("%w: %s", ErrOtherMods, strings.Join(differ, "; "))
}
