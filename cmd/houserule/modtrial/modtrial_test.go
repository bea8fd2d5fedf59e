package modtrial_test

import (
	"reflect"
	"slices"
	"testing"

	"houserule/cmd/houserule/bundled"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/modtrial"
	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

// No mod that ships fails, has a function that no battle calls, or is slow. Without HOUSERULE_LONG it
// is every fifth. A trial finds the same each time.
func TestShippedMods(t *testing.T) {
	t.Parallel()
	r := bundled.Resolver()
	for i, mod := range r.Available() {
		if i%5 != 0 && !enginetest.Long || mod.Mod.ID == mod.Mod.Game && slices.Contains([]string{"heroes", "kings", "sorcery"}, mod.Mod.ID) { // check takes no base games
			continue
		}
		t.Run(mod.Mod.ID, func(t *testing.T) {
			t.Parallel()
			report := try(t, r, mod)
			for _, w := range report.Warnings {
				t.Error(w)
			}
			for _, f := range report.Failures {
				t.Errorf("%v, in %d battles, first %+v %v", f.Problem, f.Times, f.First, f.Typed)
			}
			if report.Battles < 100 {
				t.Errorf("it plays only %d battles", report.Battles)
			}
			if i%10 > 0 {
				return
			}
			if again := try(t, r, mod); !reflect.DeepEqual(report, again) {
				t.Errorf("it finds\n%+v\nand then\n%+v", report, again)
			}
		})
	}
}

func try(t *testing.T, r *games.Resolver, mod library.Found) modtrial.Report {
	t.Helper()
	g, err := r.With([]library.Found{mod}, games.Hint{})
	if err != nil {
		t.Fatal(err)
	}
	lib, scripts, err := g.Load(r.Available(), []string{mod.Mod.ID}, nil, modhost.Stop)
	if err != nil {
		t.Fatal(err)
	}
	return modtrial.Trial{Library: lib, Scripts: scripts, Binding: g.Scripts.Binding(), Frontend: g.View, Mods: []string{mod.Mod.ID}}.Run()
}
