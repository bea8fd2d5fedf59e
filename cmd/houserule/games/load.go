package games

import (
	"errors"
	"fmt"
	"slices"

	"houserule/cmd/houserule/usage"
	"houserule/engine"
	"houserule/engine/library"
	"houserule/engine/library/strict"
	"houserule/scripting/modhost"
)

// Load reads the data of the game that is played and of the mods, and attaches their
// scripts.
func (r *Resolver) Load(h Hint) (*library.Library, error) {
	lib, _, err := r.LoadScripts(h)
	return lib, err
}

// LoadFor loads the mods and settings of a journal, unless the flags name others.
func (r *Resolver) LoadFor(h engine.Header) (*library.Library, error) {
	return r.Load(Hint{Journal: h})
}

// LoadScripts is Load, but also returns the scripts.
func (r *Resolver) LoadScripts(h Hint) (*library.Library, modhost.Scripts, error) {
	policy, err := r.policy()
	if err != nil {
		return nil, nil, &usage.Error{Err: err}
	}
	known, mods, err := r.find()
	if err != nil {
		return nil, nil, err
	}
	g, err := r.With(mods, h)
	if err != nil {
		return nil, nil, err
	}
	enabled, settings := r.journaled(h.Journal)
	if err := r.addSettings(settings); err != nil {
		return nil, nil, err
	}
	for _, text := range r.Changed {
		if err := library.ParseSetting(text, settings); err != nil {
			return nil, nil, err
		}
	}
	lib, scripts, err := g.Load(known, append(enabled, IDs(mods)...), settings, policy)
	if err != nil {
		return nil, nil, r.Blame(h.Missing(err, enabled))
	}
	scripts.Profile(r.Profile)
	lib.Players = append(lib.Players, r.Guests...)
	if r.Warnings != nil {
		for _, w := range lib.Warnings() {
			fmt.Fprintf(r.Warnings, "houserule: warning: %v\n", w)
		}
	}
	return lib, scripts, nil
}

// journaled returns the mods and settings of a journal, unless the flags name others.
func (r *Resolver) journaled(h engine.Header) (enabled []string, settings map[string]map[string]string) {
	enabled, settings, err := library.ModsOf(h)
	if err != nil || len(r.Mods) > 0 || len(r.Set) > 0 || settings == nil {
		return nil, map[string]map[string]string{}
	}
	return enabled, settings
}

// policy returns the policy that --on-error names, or Stop if that alone serves the command.
func (r *Resolver) policy() (modhost.Policy, error) {
	switch {
	case r.OnError == "disable" && !r.Stops:
		return modhost.Disable, nil
	case r.OnError == "", r.OnError == "stop", r.OnError == "disable":
		return modhost.Stop, nil
	}
	return 0, fmt.Errorf("--on-error: %w", &engine.Unknown{What: "policy", Word: r.OnError, Known: []string{"stop", "disable"}})
}

// Settings returns the values of --set, by mod and setting.
func (r *Resolver) Settings() (map[string]map[string]string, error) {
	settings := map[string]map[string]string{}
	return settings, r.addSettings(settings)
}

// addSettings adds the values of --set.
func (r *Resolver) addSettings(settings map[string]map[string]string) error {
	for _, text := range r.Set {
		if err := library.ParseSetting(text, settings); err != nil {
			return usage.Errorf("--set: %w", err)
		}
	}
	return nil
}

// Blame turns an error into a usage error if only --set causes it.
func (r *Resolver) Blame(err error) error {
	var problems strict.Problems
	if len(r.Set) > 0 && errors.As(err, &problems) && !slices.ContainsFunc(problems, func(p strict.Problem) bool { return !library.OfSetting(p) }) {
		return &usage.Error{Err: err}
	}
	return err
}
