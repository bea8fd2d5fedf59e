package strategy

import (
	"slices"

	"houserule/engine/heroes"
)

// OnSteps reports whether a hook can change the course of an option with the verb beyond what
// scores, reach and the rules of retaliation say of it. Hooks that only change the chance to hit
// do not count. If one reads the die (Rolled), no attack counts: it would have to be played in too
// many ways.
func OnSteps(h *heroes.Hooks, verb heroes.Verb) bool {
	switch verb {
	case heroes.Attack, heroes.Shoot, heroes.CastSpell:
		return !h.Rolled.Used() && (h.Acted.Used() || h.Miss.Used() || h.Kill.Used() || h.Killed.Used() || h.Death.Used() || h.Destroyed.Used() ||
			h.Filled.Used() || h.WallHit.Used() || verb == heroes.CastSpell && (h.Cast.Used() || h.Affect.Used()))
	case heroes.Sacrifice:
		return h.Acted.Used() || h.Sacrifice.Used()
	case heroes.Swarm:
		return h.Acted.Used() || h.Swarm.Used()
	case heroes.Protect:
		return h.Acted.Used() || h.Protect.Used()
	case heroes.Move:
		return h.Acted.Used() || h.Filled.Used()
	}
	return h.Acted.Used()
}

// eventful reports whether scripts can change the course of an option beyond what its scores say:
// only playing it shows what happens. An option of a mod has the value that the mod declares.
func eventful(g *heroes.Game, o heroes.Option) bool {
	return o.Verb() != heroes.Emerge && g.Custom(o) == nil && (OnSteps(&g.Hooks, o.Verb()) || o.Verb().Attacks() && g.Valued())
}

// events reports whether a game can have an option that is eventful.
func events(g *heroes.Game) bool {
	verbs := []heroes.Verb{heroes.CastSpell, heroes.Sacrifice, heroes.Swarm, heroes.Protect, heroes.Move}
	return g.Valued() || slices.ContainsFunc(verbs, func(v heroes.Verb) bool { return OnSteps(&g.Hooks, v) })
}
