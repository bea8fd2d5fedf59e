package scripting

import (
	"testing"

	"houserule/scripting/lua/luatest"
)

func mustCompile(t testing.TB, sources ...Source) *Program {
	t.Helper()
	p, err := Compile(luatest.Duel(), sources)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustMachine(t testing.TB, p *Program) (*Machine, *luatest.State) {
	t.Helper()
	m, d := NewMachine(p, Limits{}), &luatest.State{}
	m.Begin(d)
	return m, d
}

// mod is a mod of one file.
func mod(name, text string) Source {
	return Source{Mod: name, File: "mods/" + name + "/main.lua", Text: []byte(text)}
}
