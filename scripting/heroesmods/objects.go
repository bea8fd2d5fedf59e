package heroesmods

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/engine/heroes/ability"
	"houserule/engine/heroes/dead"
	"houserule/engine/library"
	"houserule/engine/library/heroesdata"
	"houserule/scripting/lua"
	"houserule/scripting/modhost"
)

// The kinds of objects, by their place in the binding.
const (
	kindStack = iota
	kindSide
	kindBattle
)

const stackType = lua.Type("stack")

func stackValue(s *heroes.Stack) lua.Value {
	if s == nil {
		return lua.Nil
	}
	return lua.Object(kindStack, int32(s.ID()))
}

// codecs returns the codecs of the types of heroes.
func codecs(lib *library.Library) []modhost.Codec {
	return []modhost.Codec{
		modhost.Refer(kindStack, "stack", func(b *heroes.Position, ref int32) *heroes.Stack { return &b.Stacks()[ref] }, (*heroes.Stack).ID),
		modhost.EntryOf[*heroes.Creature]("creature"),
		modhost.EntryNamed[modhost.ScenarioID]("scenario"),
		modhost.Word(func(id string) (*heroes.Creature, error) { return heroesdata.Creature(lib, id) }, creatureID),
		modhost.Word(func(id string) (*ability.Ability, error) { return heroesdata.Ability(lib, id) }, nil),
		modhost.Word(func(id string) (*heroes.Spell, error) { return heroesdata.Spell(lib, id) }, func(s *heroes.Spell) string { return s.ID }),
		modhost.Word(func(id string) (lasting, error) { return effectNamed(lib, id) }, func(e lasting) string { return e.ID }),
		modhost.Word(func(word string) (verb, error) { return verb(word), isVerb(lib, word) }, func(v verb) string { return string(v) }),
		modhost.KeyOf[alignment]("creature", "alignment"),
		modhost.Word(lib.Scenario, nil),
		modhost.OneOf[heroes.Line]("line", "melee", "ranged"),
		modhost.OneOf[heroes.Stance]("stance", "none", "swarm", "protect"),
		modhost.OneOf[heroes.Kind]("kind", kindNames...),
		modhost.Word(func(with string) (heroes.How, error) { return manner(lib, with) }, nil),
		modhost.OneOf[heroes.Answer]("moment", "after", "together", "first"),
		modhost.OneOf[sideName]("side", heroes.SideName(heroes.Aggressor), heroes.SideName(heroes.Defender)),
		modhost.Word(heroes.ParseWalls, heroes.Walls.String),
	}
}

type alignment string

// A lasting is a spell that lies on a stack for some rounds.
type lasting struct{ *heroes.Spell }

// A verb is the word for an option of a stack.
type verb string

// optionNames finds the names that scripts give to what they declare. The declarations are not made
// yet when their words are checked.
var optionNames = regexp.MustCompile(`\bname\s*=\s*["']([^"']+)["']`)

// isVerb returns the error of a word that is no verb of an option: of the rules or of a script.
func isVerb(lib *library.Library, word string) error {
	var known []string
	for v := heroes.Verb(0); v < heroes.CustomVerb; v++ {
		known = append(known, v.String())
	}
	for _, m := range lib.Mods {
		for _, s := range m.Scripts {
			for _, found := range optionNames.FindAllStringSubmatch(s.Text, -1) {
				known = append(known, found[1])
			}
		}
	}
	if slices.Contains(known, word) {
		return nil
	}
	return &engine.Unknown{What: "verb", Word: word, Known: known}
}

// effectNamed returns the effect with an id.
func effectNamed(lib *library.Library, id string) (lasting, error) {
	spell, err := heroesdata.Spell(lib, id)
	if err == nil && !spell.Effect {
		err = fmt.Errorf("the spell %s is an attack, and no effect that lies on a stack", spell.ID)
	}
	return lasting{spell}, err
}

// creatureID returns the id of a creature, or "" for the top card of a destroyed stack.
func creatureID(c *heroes.Creature) string {
	if c == nil {
		return ""
	}
	return c.ID
}

var kindNames = []string{heroes.Melee.String(), heroes.Ranged.String(), heroes.Cast.String()}

// manner returns the manner of attack with the name melee, ranged or
// the id of a spell.
func manner(lib *library.Library, with string) (heroes.How, error) {
	if kind := heroes.Kind(slices.Index(kindNames[:heroes.Cast], with)); kind < heroes.Cast {
		return heroes.Scripted(kind, 0, -1), nil
	}
	spell, err := heroesdata.Spell(lib, with)
	if unknown, ok := errors.AsType[*engine.Unknown](err); ok {
		return 0, &engine.Unknown{What: "attack", Word: with, Known: append(kindNames[:heroes.Cast:heroes.Cast], unknown.Known...)}
	} else if err != nil {
		return 0, err
	}
	return heroes.Scripted(heroes.Cast, spell.Index(), -1), nil
}

// stack is an object of a battle.
type stack struct {
	*heroes.Stack
	in *reader
}

// effects appends the effects on it.
func (s stack) effects(spells []*heroes.Spell) []*heroes.Spell {
	_ = s.in.Work(len(s.in.Battle.Effects()) >> 3) // the next step finds the budget spent
	for _, e := range s.in.Battle.Effects() {
		if int(e.On) == s.ID() {
			spells = append(spells, s.in.Battle.Game().Spells[e.Spell])
		}
	}
	return spells
}

// cards appends the creatures of the first 1,000 cards.
func (s stack) cards(creatures []*heroes.Creature) []*heroes.Creature {
	_ = s.in.Work(min(cardsOf(s.Stack), 1000))
	for card := s.Top(); card != nil && len(creatures) < 1000; card = card.Under() {
		creatures = append(creatures, card.Creature)
	}
	return creatures
}

// blow returns an attack with its present score. It fails in
// hooks that decide that score.
func (s stack) blow(by *heroes.Stack, with heroes.How, at *heroes.Stack, deciding ...string) (heroes.Blow, error) {
	if by.Top() == nil || at != nil && at.Top() == nil {
		return heroes.Blow{}, heroes.ErrDestroyed
	}
	err := s.in.Outside(deciding...)
	if err == nil && s.in.Battle.Game().SupportApart && s.in.InHook() {
		err = errors.New("write the name out, as in stack:attack_score(other): what computer players keep of hooks depends on it")
	}
	if err == nil {
		err = s.in.Work(1 + s.in.Battle.Influences()>>3)
	}
	return s.in.Battle.Blow(by, with.Kind(), with.Spell(), at), err
}

// top returns a row for a stack's top card; for a destroyed stack the value is zero.
func top[R any](name, doc string, get func(c *heroes.Card) R) modhost.Row[stack] {
	return modhost.Get(name, doc, func(s stack) (r R) {
		if c := s.Top(); c != nil {
			r = get(c)
		}
		return r
	})
}

var stackKind = &modhost.Kind[*heroes.Battle, *heroes.Position, stack]{
	Name: "stack", Doc: "A pile of cards on a line (H1.3).",
	At: func(r *reader, ref int32) stack { return stack{&r.Battle.Stacks()[ref], r} },
	Rows: []modhost.Row[stack]{
		modhost.Get("name", `its short name: "a1", "d3"; it keeps it when it changes sides`, func(s stack) string { return s.in.Battle.Name(s.Stack) }),
		modhost.Get("side", "the side that it fights for", stack.Side),
		modhost.Get("line", "", stack.Line),
		modhost.Get("alive", "whether it has cards left", func(s stack) bool { return s.Top() != nil }),
		top("count", "its cards", (*heroes.Card).Count),
		top("creature", "the id of its top card's creature; empty when it is destroyed", func(c *heroes.Card) *heroes.Creature { return c.Creature }),
		top("entry?", "the creature of its top card in the data, with the fields that mods declare", func(c *heroes.Card) modhost.Entry[*heroes.Creature] {
			return modhost.Entry[*heroes.Creature]{Of: c.Creature}
		}),
		top("alignment", "of its top card", func(c *heroes.Card) alignment { return alignment(c.Alignment) }),
		top("level", "of its top card", func(c *heroes.Card) int { return c.Level }),
		top("melee", "printed on its top card", func(c *heroes.Card) int { return c.Melee }),
		top("ranged", "printed on its top card; 0: it cannot shoot", func(c *heroes.Card) int { return c.Ranged }),
		top("defense", "printed on its top card", func(c *heroes.Card) int { return c.Defense }),
		top("phase", "printed on its top card", func(c *heroes.Card) int { return c.Phase }),
		top("cost", "of its top card", func(c *heroes.Card) int { return c.Cost }),
		top("hero", "whether its top card is a Hero", func(c *heroes.Card) bool { return c.Hero }),
		top("support", "what its attack is worth when it sacrifices it (H3.1)", func(c *heroes.Card) int { return c.Level + c.LevelsUnder() }),
		modhost.Get("acted", "whether it has had its opportunity in this round, or has it now, and battle:delay gives it no other", stack.Acted),
		modhost.Get("retaliated", "how often it has retaliated in this round", stack.Answered),
		modhost.Get("swarming", "whether swarm multiplies its next attack (H3.2)", func(s stack) bool { return s.in.Battle.Swarms(s.Stack) > 0 }),
		modhost.List("effects", "the ids of the effects on it", stack.effects),
		modhost.List("cards", "the creatures of its cards, top first", stack.cards),
		modhost.Get("protecting", "whether it protects itself (H3.3)", func(s stack) bool { return s.Stance() == heroes.Protecting }),
	},
	Methods: []modhost.Method[stack]{
		modhost.Ask("dead", "Lists the creatures of its cards that have died, in the order of their deaths: the last 1,000.", "ids", func(s stack, _ struct{}) ([]*heroes.Creature, error) {
			return dying(s.in, s.Side(), func(r dead.Run) bool { return int(r.Stack) == s.ID() })
		}),
		modhost.Ask("has", "Reports whether its top card has an ability.", "", func(s stack, a struct {
			Ability *ability.Ability `doc:"its id"`
		}) (bool, error) {
			return s.Top() != nil && slices.Contains(s.Top().Abilities, a.Ability), nil
		}),
		modhost.Ask("under", "Reports whether it is under an effect.", "", func(s stack, a struct {
			Spell lasting `doc:"the effect's id"`
		}) (bool, error) {
			effects := s.in.Battle.Effects()
			return slices.ContainsFunc(effects, func(e heroes.Effect) bool { return int(e.On) == s.ID() && int(e.Spell) == a.Spell.Index() }), s.in.Work(len(effects) >> 3)
		}),
		modhost.Ask("attack_score", "Computes the score with which it would attack now, with all changes.", "the score, without the die", func(s stack, a struct {
			At   *heroes.Stack `lua:"at?" doc:"the target; if not given, the walls"`
			With heroes.How    `lua:"with?" doc:"\"melee\" (the default), \"ranged\" or the id of a spell"`
		}) (int, error) {
			blow, err := s.blow(s.Stack, a.With, a.At, "onAttack", "onSupport", "onReach")
			if err != nil {
				return 0, err
			}
			return s.in.Battle.AttackScore(blow).Total(), nil
		}),
		modhost.Ask("defense_score", "Returns the defense that an attack at its top card must reach now, with all changes.", "", func(s stack, a struct {
			By   *heroes.Stack `doc:"the stack that would attack it"`
			With heroes.How    `lua:"with?" doc:"\"melee\" (the default), \"ranged\" or the id of a spell"`
		}) (int, error) {
			blow, err := s.blow(a.By, a.With, s.Stack, "onDefense")
			if err != nil {
				return 0, err
			}
			return s.in.Battle.DefenseScore(blow).Total(), nil
		}),
		modhost.Ask("reaches", "Reports whether its attacks by battle:attack reach another living stack, or the walls. For an enemy, onReach is asked with scripted.", "", func(s stack, a struct {
			At   *heroes.Stack `lua:"at?" doc:"the target; if not given, the walls"`
			With heroes.How    `lua:"with?" doc:"\"melee\" (the default), \"ranged\" or the id of a spell"`
		}) (bool, error) {
			b := s.in.Battle
			if err := s.in.Outside("onReach"); err != nil {
				return false, err
			}
			return s.Top() != nil && b.Reaches(heroes.Blow{By: s.Stack, At: a.At, How: heroes.Scripted(a.With.Kind(), a.With.Spell(), -1), N: 1}), nil
		}),
	},
	Owner: func(ref int32) int32 { return ref },
	Text:  func(s stack) string { return s.in.Battle.Label(s.Stack) },
}

// side is one of the two sides of a battle.
type side struct {
	engine.Side
	in *reader
}

func (s side) name() string { return heroes.SideName(s.Side) }

// lines is the stamp of lists of its living stacks.
func (s side) lines() uint64 { return s.in.Battle.Lines(s.Side) }

// dying returns the last 1,000 of the creatures that a side has lost, in order, of runs that pass
// a test.
func dying(r *reader, side engine.Side, test func(dead.Run) bool) (creatures []*heroes.Creature, err error) {
	all, err := r.Battle.Dead(side)
	if err != nil {
		return nil, err
	}
	for _, run := range slices.Backward(slices.Collect(all)) {
		for ; test(run) && run.N > 0 && len(creatures) < 1000; run.N-- {
			creatures = append(creatures, r.Battle.Game().Creatures[run.Creature])
		}
	}
	slices.Reverse(creatures)
	return creatures, r.Work(r.Battle.Runs(side) + len(creatures))
}

// on appends the stacks on some lines.
func on(lines ...heroes.Line) func(s side, all []*heroes.Stack) []*heroes.Stack {
	return func(s side, all []*heroes.Stack) []*heroes.Stack {
		for _, line := range lines {
			for stack := s.in.Battle.FirstOn(s.Side, line); stack != nil; stack = s.in.Battle.NextOn(stack) {
				all = append(all, stack)
			}
		}
		return all
	}
}

var sideKind = &modhost.Kind[*heroes.Battle, *heroes.Position, side]{
	Name: "side", Doc: "One of the two sides.",
	At: func(r *reader, ref int32) side { return side{engine.Side(ref), r} },
	Rows: []modhost.Row[side]{
		modhost.Get("name", `"aggressor" or "defender"`, func(s side) sideName { return sideName(s.Side) }),
		modhost.Get("enemy", "the other side", func(s side) engine.Side { return 1 - s.Side }),
		modhost.Kept("stacks", "its living stacks, melee line first", side.lines, on(heroes.MeleeLine, heroes.RangedLine)),
		modhost.Kept("front", "its living stacks on the melee line", side.lines, on(heroes.MeleeLine)),
		modhost.Kept("back", "its living stacks on the ranged line", side.lines, on(heroes.RangedLine)),
		modhost.Get("hand", "the number of cards in its hand (H7.3)", func(s side) int { return s.in.Battle.Hand(s.Side) }),
		modhost.Get("deck", "the number of cards left in its deck (H7.3)", func(s side) int { return s.in.Battle.Deck(s.Side) }),
	},
	Methods: []modhost.Method[side]{
		modhost.Ask("dead", "Lists the creatures of its cards that have died, in the order of their deaths: the last 1,000.", "ids", func(s side, _ struct{}) ([]*heroes.Creature, error) {
			return dying(s.in, s.Side, func(dead.Run) bool { return true })
		}),
		modhost.Ask("fallen", "Lists its stacks that have died, in the order of their deaths.", "destroyed stacks", func(s side, _ struct{}) ([]*heroes.Stack, error) {
			stacks, err := s.in.Battle.Fallen(s.Side)
			return stacks, cmp.Or(err, s.in.Work(s.in.Battle.Runs(s.Side)))
		}),
	},
	Owner: func(ref int32) int32 { return heroes.OfSide(engine.Side(ref)) },
	Text:  side.name,
}

// allLines is the stamp of lists of all living stacks: neither number ever falls.
func allLines(r *reader) uint64 {
	return r.Battle.Lines(heroes.Aggressor) + r.Battle.Lines(heroes.Defender)
}

// living appends all living stacks.
func living(r *reader, all []*heroes.Stack) []*heroes.Stack {
	for side := heroes.Aggressor; side <= heroes.Defender; side++ {
		all = slices.AppendSeq(all, r.Battle.Each(side))
	}
	return all
}

var battleKind = &modhost.Kind[*heroes.Battle, *heroes.Position, *reader]{
	Name: "battle", Doc: "The battle.", Only: true,
	At: func(r *reader, _ int32) *reader { return r },
	Rows: []modhost.Row[*reader]{
		modhost.Get("round", "the present round, from 1; 0 before the first round", func(r *reader) int { return r.Battle.ReadRound() }),
		modhost.Get("phase", "the present phase, from 1; 0 between phases", func(r *reader) int { return r.Battle.Moment().Phase }),
		modhost.Get("walls", `"none", "intact", "breached" or "sacked" (H8.1)`, func(r *reader) heroes.Walls { return r.Battle.Walls() }),
		modhost.Played(func(r *reader) string { return r.Battle.Setup().Scenario }),
		modhost.Get("room", "the number of stacks that can still be summoned", func(r *reader) int { return r.Battle.Room() }),
		modhost.Get("acting?", "the stack that has the opportunity; nil: none", func(r *reader) *heroes.Stack { return r.Battle.Acting() }),
		modhost.Get("aggressor", "the side that attacks", func(*reader) engine.Side { return heroes.Aggressor }),
		modhost.Get("defender", "the side that is attacked", func(*reader) engine.Side { return heroes.Defender }),
		modhost.Kept("stacks", "all living stacks, the aggressor's first", allLines, living),
	},
	Acts:  actions,
	Owner: func(int32) int32 { return heroes.OfBattle },
	Text:  func(r *reader) string { return "battle, " + r.Battle.Scene() },
}
