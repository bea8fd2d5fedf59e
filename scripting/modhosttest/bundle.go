package modhosttest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"houserule/engine/enginetest"
	"houserule/engine/library"
	"houserule/scripting/modhost"
)

// BundleTests checks that the base game, if it has scripts, and every mod that ships
// pass their own tests, and that these run every hook and all that the scripts
// declare.
func (k Kit) BundleTests(t *testing.T) {
	ids := k.Bundled(t)
	lib, _ := k.With(t)
	if base := lib.Mods[0]; len(base.Scripts) > 0 || base.Test != nil {
		ids = append(ids, base.Mod.ID)
	}
	for _, id := range ids {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			if err := k.PassesTests(id); err != nil {
				t.Error(err)
			}
		})
	}
}

// PassesTests checks that a mod passes its own tests, and that it has some for
// everything.
func (k Kit) PassesTests(id string) error {
	enabled := []string{id}
	if id == k.Rules.Name() {
		enabled = nil // it is always there
	}
	_, scripts, err := k.with(enabled)
	if err != nil {
		return err
	}
	report, err := scripts.RunTests(id, "")
	if err != nil {
		return err
	}
	return passes(report)
}

// passes returns what a report complains of.
func passes(report modhost.Report) error {
	var errs []error
	if len(report.Tests) == 0 {
		errs = append(errs, errors.New("it has no tests"))
	}
	for _, test := range report.Tests {
		if f := test.Failure; f != nil {
			errs = append(errs, fmt.Errorf("%s: %s:%d: %s\n%s\n%s", test.Name, f.File, f.Line, f.Text, f.Asked, strings.Join(f.Log, "\n")))
		}
	}
	for _, use := range report.Unused() {
		errs = append(errs, fmt.Errorf("%s:%d: %s is never run by its tests", use.File, use.Line, use.What))
	}
	return errors.Join(errs...)
}

// BundleReplays checks that battles go the same way again with the base game,
// with every mod that ships, and with all of them at once if they go together;
// more of them where HOUSERULE_LONG is set.
func (k Kit) BundleReplays(t *testing.T) {
	seeds := 1
	if enginetest.Long {
		seeds = 6
	}
	ids := k.Bundled(t)
	sets := [][]string{nil, ids}
	for _, id := range ids {
		sets = append(sets, []string{id})
	}
	slices.SortStableFunc(sets, func(a, b []string) int { return len(a) - len(b) })
	for _, set := range slices.CompactFunc(sets, slices.Equal[[]string]) {
		t.Run(cmp.Or(strings.Join(set, "+"), "none"), func(t *testing.T) {
			t.Parallel()
			if len(set) > 1 {
				found, err := k.Found()
				if err != nil {
					t.Fatal(err)
				}
				if _, err := library.LoadMods(k.Rules, library.Base(k.Rules, k.Root), found, set, nil); err != nil {
					t.Skip(err) // some say that they do not go together
				}
			}
			if err := k.Replays(seeds, set...); err != nil {
				t.Error(err)
			}
		})
	}
}
