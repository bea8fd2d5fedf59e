package heroesmods

import (
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/scripting"
)

// The ways in which functions hang on hooks of the game: by what changes.

// onScore is for hooks that change a score.
func onScore(at func(*heroes.Hooks) *engine.Hook[*heroes.Battle, heroes.Blow, engine.Score], self func(heroes.Blow) *heroes.Stack) func(*Mods, *hook, []*scripting.Func) {
	return func(m *Mods, hk *hook, funcs []*scripting.Func) {
		for _, fn := range funcs {
			causes := m.causesOf(fn, len(blowFields()))
			at(&m.game.Hooks).Add(func(b *heroes.Battle, blow heroes.Blow, score engine.Score) engine.Score {
				if fn.Ability != "" && !m.has(fn, self(blow)) {
					return score
				}
				h := m.hostOf(b)
				e := h.enter(hk)
				e.causes, e.blow, e.score, e.seen = causes, blow, score, score.Total()
				if _, ok := h.call(fn, e); ok {
					score = e.score
				}
				h.leave(hk)
				return score
			})
		}
	}
}

// onVeto is for hooks that can forbid.
func onVeto[C any](at func(*heroes.Hooks) *engine.Hook[*heroes.Battle, C, *heroes.Ruling], self func(C) *heroes.Stack, set func(*event, C)) func(*Mods, *hook, []*scripting.Func) {
	return func(m *Mods, hk *hook, funcs []*scripting.Func) {
		for _, fn := range funcs {
			at(&m.game.Hooks).Add(func(b *heroes.Battle, c C, r *heroes.Ruling) *heroes.Ruling {
				if r != nil || fn.Ability != "" && !m.has(fn, self(c)) {
					return r
				}
				h := m.hostOf(b)
				e := h.enter(hk)
				set(e, c)
				if out, ok := h.call(fn, e); ok && out.Cancelled {
					r = &heroes.Ruling{Rule: fn.Mod, Text: scripting.Plain(out.Reason, maxText)}
				}
				h.leave(hk)
				return r
			})
		}
	}
}

// onValue is for hooks that decide a value; get and put carry it between the
// event and the hook.
func onValue[C, V any](at func(*heroes.Hooks) *engine.Hook[*heroes.Battle, C, V], self func(C) *heroes.Stack, put func(*event, C, V), get func(*event) V) func(*Mods, *hook, []*scripting.Func) {
	return func(m *Mods, hk *hook, funcs []*scripting.Func) {
		for _, fn := range funcs {
			at(&m.game.Hooks).Add(func(b *heroes.Battle, c C, v V) V {
				if fn.Ability != "" && !m.has(fn, self(c)) {
					return v
				}
				h := m.hostOf(b)
				e := h.enter(hk)
				put(e, c, v)
				if _, ok := h.call(fn, e); ok {
					v = get(e)
				}
				h.leave(hk)
				return v
			})
		}
	}
}

// onTime is for hooks that only tell: of the whole battle, and for an
// ability's script once for each living stack that has it.
func onTime[C any](at func(*heroes.Hooks) *engine.Hook[*heroes.Battle, C, engine.None], put func(*event, C)) func(*Mods, *hook, []*scripting.Func) {
	return func(m *Mods, hk *hook, funcs []*scripting.Func) {
		for _, fn := range funcs {
			at(&m.game.Hooks).Add(func(b *heroes.Battle, c C, none engine.None) engine.None {
				h := m.hostOf(b)
				run := func(s *heroes.Stack) {
					e := h.enter(hk)
					put(e, c)
					e.stack = s
					h.call(fn, e)
					h.leave(hk)
				}
				if fn.Ability == "" {
					run(nil)
					return none
				}
				for i := range b.Stacks() { // those that join meanwhile, too
					if s := &b.Stacks()[i]; s.Top() != nil && m.has(fn, s) {
						run(s)
					}
				}
				return none
			})
		}
	}
}

// tell is for hooks that only tell of a blow.
func tell(at func(*heroes.Hooks) *engine.Hook[*heroes.Battle, heroes.Blow, engine.None], self func(heroes.Blow) *heroes.Stack) func(*Mods, *hook, []*scripting.Func) {
	return onValue(at, self, func(e *event, blow heroes.Blow, _ engine.None) { e.blow = blow }, func(*event) engine.None { return engine.None{} })
}

func striker(blow heroes.Blow) *heroes.Stack { return blow.By }
func struck(blow heroes.Blow) *heroes.Stack  { return blow.At }
func same(s *heroes.Stack) *heroes.Stack     { return s }
func nobody[C any](C) *heroes.Stack          { return nil }
func offerer(o heroes.Offer) *heroes.Stack   { return o.By }

func putBlow(e *event, blow heroes.Blow)         { e.blow = blow }
func putStack(e *event, s *heroes.Stack)         { e.stack = s }
func putSide(e *event, side engine.Side)         { e.side = side }
func getN(e *event) int                          { return e.n }
func getYes(e *event) bool                       { return e.yes }
func getWalls(e *event) heroes.Walls             { return e.walls }
func getPool(e *event) heroes.Pool               { return e.pool }
func putStackN(e *event, s *heroes.Stack, n int) { e.stack, e.n = s, n }
func putBlowN(e *event, blow heroes.Blow, n int) { e.blow, e.n = blow, n }

// hooks is the table: every hook of the game, in the order in which a battle
// comes to them.
func hooks() []hook {
	type (
		hks    = heroes.Hooks
		battle = *heroes.Battle
		stack  = *heroes.Stack
		blow   = heroes.Blow
		none   = engine.None
		ruling = *heroes.Ruling
	)
	list := []hook{
		{Event: ev("onBattleStart", "start", "stack", "The armies stand, the first round has not begun."), fields: []field{maybeStackField("for an ability's script: the stack that has it, one after another")},
			hang: onTime(func(h *hks) *engine.Hook[battle, none, none] { return &h.BattleStart }, func(*event, none) {})},
		{Event: ev("onRoundStart", "round", "stack", "A round begins."), fields: []field{roundField(), maybeStackField("for an ability's script: the stack that has it, one after another")},
			hang: onTime(func(h *hks) *engine.Hook[battle, none, none] { return &h.RoundStart }, func(*event, none) {})},
		{Event: ev("onPhaseStart", "phase", "stack", "A side's half of a phase begins, in which it has stacks that act (H1.1)."), fields: []field{phaseField(), momentSideField(), maybeStackField("for an ability's script: the stack that has it, one after another")},
			hang: onTime(func(h *hks) *engine.Hook[battle, none, none] { return &h.PhaseStart }, func(*event, none) {})},
		{Event: ev("onPhase", "phase", "stack", "In which phase a stack acts (H1.2); it is kept within the phases of a round."), pure: true,
			fields: []field{stackField("whose phase it is"), countField("phase", "the phase, 1 the first", -1000, 1000)},
			hang:   onValue(func(h *hks) *engine.Hook[battle, stack, int] { return &h.Phase }, same, putStackN, getN)},
		{Event: veto("onMayAct", "turn", "stack", "Whether a stack may be the next of its phase to act; when none may, all may."), pure: true,
			fields: []field{stackField("who would be next")},
			hang:   onVeto(func(h *hks) *engine.Hook[battle, stack, ruling] { return &h.MayAct }, same, putStack)},
		{Event: ev("onOpportunities", "turn", "stack", "A stack's turn has come: how many opportunities it gets."),
			fields: []field{stackField("whose turn it is"), countField("count", "opportunities, 1 by the rules", 0, 100)},
			hang:   onValue(func(h *hks) *engine.Hook[battle, stack, int] { return &h.Opportunities }, same, putStackN, getN)},
		{Event: veto("onOffer", "offer", "stack", "Whether an option is offered to a stack."), pure: true,
			fields: []field{
				read("stack", stackType, "who is offered it", func(e *event) scripting.Value { return stackValue(e.offer.By) }),
				read("verb", scripting.TypeString, `what it is: "attack", "shoot", "cast", "swarm" ...`, func(e *event) scripting.Value { return scripting.String(verbOf(e)) }),
				read("cards", scripting.TypeNumber, "how many cards an attack names", func(e *event) scripting.Value { return number(e.offer.Option.Cards()) }),
			},
			hang: onVeto(func(h *hks) *engine.Hook[battle, heroes.Offer, ruling] { return &h.Offer }, offerer, func(e *event, o heroes.Offer) { e.offer = o })},
		{Event: veto("onTarget", "attack", "by", "Whether an attack may be aimed so."), pure: true, fields: blowFields(),
			hang: onVeto(func(h *hks) *engine.Hook[battle, blow, ruling] { return &h.Target }, striker, putBlow)},

		{Event: ev("onSacrifice", "support", "stack", "How much support a stack gives (H3.1)."),
			fields: []field{stackField("who gives it"), countField("value", "the levels of all its cards, by the rules", 0, 1_000_000)},
			hang:   onValue(func(h *hks) *engine.Hook[battle, stack, int] { return &h.Sacrifice }, same, putStackN, getN)},
		{Event: ev("onSupport", "support", "by", "What one helper adds to an attack (H3.1): 0 where it could not reach the target."), pure: true,
			fields: append(blowFields(), countField("value", "what it adds", -1000, 1_000_000)),
			hang:   onValue(func(h *hks) *engine.Hook[battle, blow, int] { return &h.Support }, striker, putBlowN, getN)},
		{Event: veto("onSwarm", "swarm", "stack", "A stack is about to swarm (H3.2)."), fields: []field{stackField("who")},
			hang: onVeto(func(h *hks) *engine.Hook[battle, stack, ruling] { return &h.Swarm }, same, putStack)},
		{Event: veto("onProtect", "protect", "stack", "A stack is about to protect itself (H3.3)."), fields: []field{stackField("who")},
			hang: onVeto(func(h *hks) *engine.Hook[battle, stack, ruling] { return &h.Protect }, same, putStack)},
		{Event: veto("onMove", "move", "stack", "Whether a stack may change line (H3.4)."), pure: true, fields: []field{stackField("who")},
			hang: onVeto(func(h *hks) *engine.Hook[battle, stack, ruling] { return &h.Move }, same, putStack)},

		{Event: veto("onCast", "cast", "by", "A spell is being cast (H6); cancelled, the opportunity is spent all the same."), fields: blowFields(),
			hang: onVeto(func(h *hks) *engine.Hook[battle, blow, ruling] { return &h.Cast }, striker, putBlow)},
		{Event: ev("onAttack", "attack", "by", "The score of an attack, a shot, a spell or a retaliation."), pure: true, fields: append(blowFields(), scoreFields()...),
			hang: onScore(func(h *hks) *engine.Hook[battle, blow, engine.Score] { return &h.Attack }, striker)},
		{Event: ev("onDefense", "defense", "at", "What an attack must reach. For the walls at is nil."), pure: true, fields: append(blowFields(), scoreFields()...),
			hang: onScore(func(h *hks) *engine.Hook[battle, blow, engine.Score] { return &h.Defense }, struck)},
		{Event: ev("onDice", "dice", "by", "How many dice an attack rolls, and which of them counts."),
			fields: append(blowFields(),
				write("count", scripting.TypeNumber, "dice, 1 by the rules", func(e *event) scripting.Value { return number(e.pool.Dice) },
					func(e *event, v scripting.Value) (err error) {
						e.pool.Dice, err = whole(v, "", 1, 100)
						return err
					}),
				write("worst", scripting.TypeBoolean, "whether the lowest counts, not the highest", func(e *event) scripting.Value { return scripting.Boolean(e.pool.Worst) },
					func(e *event, v scripting.Value) error { e.pool.Worst = v.Bool(); return nil })),
			hang: onValue(func(h *hks) *engine.Hook[battle, blow, heroes.Pool] { return &h.Dice }, striker, func(e *event, b blow, p heroes.Pool) { e.blow, e.pool = b, p }, getPool)},
		{Event: ev("onRoll", "roll", "by", "What the die that counts shows."), fields: append(blowFields(), countField("die", "what it shows", -1000, 100_000)),
			hang: onValue(func(h *hks) *engine.Hook[battle, blow, int] { return &h.Rolled }, striker, putBlowN, getN)},
		{Event: ev("onHit", "attack", "by", "Whether an attack hits, when its die has been rolled."), fields: append(blowFields(),
			write("hits", scripting.TypeBoolean, "whether it does", func(e *event) scripting.Value { return scripting.Boolean(e.yes) },
				func(e *event, v scripting.Value) error { e.yes = v.Bool(); return nil })),
			hang: onValue(func(h *hks) *engine.Hook[battle, blow, bool] { return &h.Hit }, striker, func(e *event, b blow, yes bool) { e.blow, e.yes = b, yes }, getYes)},
		{Event: ev("onMiss", "attack", "by", "An attack has missed."), fields: blowFields(),
			hang: tell(func(h *hks) *engine.Hook[battle, blow, none] { return &h.Miss }, striker)},
		{Event: ev("onKill", "attack", "by", "How many cards an attack that hits kills."), fields: append(blowFields(), countField("kills", "cards", 0, 1_000_000)),
			hang: onValue(func(h *hks) *engine.Hook[battle, blow, int] { return &h.Kill }, striker, putBlowN, getN)},
		{Event: ev("onKilled", "attack", "by", "An attack has killed; the struck stack may be gone (alive)."), fields: blowFields(),
			hang: tell(func(h *hks) *engine.Hook[battle, blow, none] { return &h.Killed }, striker)},

		{Event: ev("onRetaliations", "limit", "stack", "How often a stack may retaliate in a round (H5.1)."), pure: true,
			fields: []field{stackField("who"), countField("count", "times, 1 by the rules", 0, 1_000_000)},
			hang:   onValue(func(h *hks) *engine.Hook[battle, stack, int] { return &h.Retaliations }, same, putStackN, getN)},
		{Event: veto("onRetaliate", "retaliation", "by", "Whether a stack may retaliate: by is who would strike back."), pure: true, fields: blowFields(),
			hang: onVeto(func(h *hks) *engine.Hook[battle, blow, ruling] { return &h.Retaliate }, striker, putBlow)},

		{Event: ev("onFill", "line", "", "How many stacks a side's melee line must hold (H4.1, H8.2)."), pure: true,
			fields: []field{sideField("whose line"), countField("count", "stacks", 0, 10_000)},
			hang: onValue(func(h *hks) *engine.Hook[battle, engine.Side, int] { return &h.Fill }, nobody,
				func(e *event, side engine.Side, n int) { e.side, e.n = side, n }, getN)},
		{Event: ev("onFilled", "line", "stack", "A stack has come forward (H4.1)."), fields: []field{stackField("who")},
			hang: onValue(func(h *hks) *engine.Hook[battle, stack, none] { return &h.Filled }, same, func(e *event, s stack, _ none) { e.stack = s }, func(*event) none { return none{} })},
		{Event: ev("onWallHit", "hit", "by", "The walls are hit: what they become (H8.1)."), fields: append(blowFields(),
			write("walls", scripting.TypeString, `"intact", "breached" or "sacked"`, func(e *event) scripting.Value { return scripting.String(e.walls.String()) },
				func(e *event, v scripting.Value) error { return e.setWalls(v) })),
			hang: onValue(func(h *hks) *engine.Hook[battle, blow, heroes.Walls] { return &h.WallHit }, striker, func(e *event, b blow, w heroes.Walls) { e.blow, e.walls = b, w }, getWalls)},

		{Event: ev("onPhaseEnd", "phase", "stack", "A side's half of a phase is over."), fields: []field{phaseField(), momentSideField(), maybeStackField("for an ability's script: the stack that has it, one after another")},
			hang: onTime(func(h *hks) *engine.Hook[battle, none, none] { return &h.PhaseEnd }, func(*event, none) {})},
		{Event: ev("onRoundEnd", "round", "stack", "A round is over; nobody has left yet (H7)."), fields: []field{roundField(), maybeStackField("for an ability's script: the stack that has it, one after another")},
			hang: onTime(func(h *hks) *engine.Hook[battle, none, none] { return &h.RoundEnd }, func(*event, none) {})},
		{Event: veto("onWithdraw", "leave", "", "Whether a side may withdraw (H7.2)."), pure: true, fields: []field{sideField("who would")},
			hang: onVeto(func(h *hks) *engine.Hook[battle, engine.Side, ruling] { return &h.Withdraw }, nobody, putSide)},
		{Event: ev("onSurrender", "leave", "", "How many cards a side may offer to surrender (H7.3)."), pure: true, fields: []field{sideField("who would"), countField("most", "cards", 0, 10_000)},
			hang: onValue(func(h *hks) *engine.Hook[battle, engine.Side, int] { return &h.Surrender }, nobody, func(e *event, side engine.Side, n int) { e.side, e.n = side, n }, getN)},
		{Event: veto("onAccept", "leave", "", "Whether a side may accept a surrender (H7.3)."), pure: true, fields: []field{sideField("who would accept")},
			hang: onVeto(func(h *hks) *engine.Hook[battle, engine.Side, ruling] { return &h.Accept }, nobody, putSide)},
		{Event: ev("onBattleEnd", "finish", "stack", "The battle is decided."), fields: []field{
			read("winner", sideType.OrNil(), "who has won; nil: a draw", func(e *event) scripting.Value {
				if e.result.Winner == engine.Draw {
					return scripting.Nil
				}
				return sideValue(e.result.Winner)
			}),
			read("rounds", scripting.TypeNumber, "how many rounds it took", func(e *event) scripting.Value { return number(e.result.Rounds) }),
			maybeStackField("for an ability's script: the stack that has it, one after another"),
		}, hang: onTime(func(h *hks) *engine.Hook[battle, heroes.Result, none] { return &h.BattleEnd }, func(e *event, r heroes.Result) { e.result = r })},
	}
	for i := range list {
		for _, f := range list[i].fields {
			list[i].Fields = append(list[i].Fields, f.Field)
			list[i].gets, list[i].sets = append(list[i].gets, f.get), append(list[i].sets, f.set)
			list[i].wholes, list[i].setNs = append(list[i].wholes, f.whole), append(list[i].setNs, f.setN)
		}
	}
	return list
}

func ev(name, param, self, doc string) scripting.Event {
	return scripting.Event{Hook: name, Param: param, Self: self, Doc: doc}
}

func veto(name, param, self, doc string) scripting.Event {
	e := ev(name, param, self, doc)
	e.Cancels = true
	return e
}

func roundField() field {
	return read("number", scripting.TypeNumber, "the round, from 1", func(e *event) scripting.Value { return number(e.h.battle.ReadRound()) })
}

func phaseField() field {
	return read("number", scripting.TypeNumber, "the phase, from 1", func(e *event) scripting.Value { return number(e.h.battle.Moment().Phase) })
}

func momentSideField() field {
	return read("side", sideType, "whose half of the phase it is", func(e *event) scripting.Value { return sideValue(e.h.battle.Moment().Side) })
}

func verbOf(e *event) string {
	o := e.offer.Option
	if o.Verb() == heroes.ExtraVerb {
		return e.h.battle.Game().Extras[o.Which()].Name
	}
	return o.Verb().String()
}

func (e *event) setWalls(v scripting.Value) error {
	w, err := heroes.ParseWalls(v.Text())
	if err == nil && w != heroes.NoTown {
		e.walls = w
	}
	return err
}
