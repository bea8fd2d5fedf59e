package heroesmods

import (
	"houserule/engine"
	"houserule/engine/heroes"
	"houserule/scripting/modhost"
)

// actions are the methods with which scripts change a battle.
var actions = []modhost.Act[*heroes.Battle]{
	modhost.Make("kill", "Kills cards of a stack, from the top. If by is given, that stack counts as the killer.", "the cards that have died", func(h *host, a struct {
		Stack *heroes.Stack `doc:"the stack that loses cards"`
		Count int           `range:"1..524287" doc:"the number of cards"` // heroes.MaxCards
		By    *heroes.Stack `lua:"by?" doc:"the killer"`
	}) (int, error) {
		if err := h.Work(8 * min(a.Count, cardsOf(a.Stack))); err != nil { // each removed card is reported
			return 0, err
		}
		return h.Battle.Remove(a.By, a.Stack, a.Count), nil
	}),
	modhost.Make("attack?", "Makes a stack attack, whether or not it is its turn. The attack is rolled, and all hooks of attacks are called.",
		"the cards that have died, 0 for a hit at the walls; nil: a miss", func(h *host, a struct {
			By         *heroes.Stack `doc:"the attacker"`
			At         *heroes.Stack `lua:"at?" doc:"the target: an enemy, or another stack of its own side; if not given, the walls"`
			With       heroes.How    `lua:"with?" doc:"\"melee\" (the default), \"ranged\" or the id of a spell"`
			Score      *int          `lua:"score?" range:"0..1000" doc:"a score in place of the score of its cards or of the spell (H2.1, H6.1)"` // heroes.MaxGiven
			Unanswered bool          `lua:"unanswered?" doc:"whether the target may not strike back"`
		}) (*int, error) {
			if err := h.Work(h.Battle.Influences() >> 3); err != nil {
				return nil, err
			}
			score := -1
			if a.Score != nil {
				score = *a.Score
			}
			killed, err := h.Battle.Attack(heroes.Blow{By: a.By, At: a.At, How: heroes.Scripted(a.With.Kind(), a.With.Spell(), score), N: 1}, !a.Unanswered)
			if err != nil || killed < 0 {
				return nil, err
			}
			return &killed, h.Battle.Err()
		}),
	modhost.Make("summon", "Puts a new stack on a line. It acts in this round if its phase is still to come.", "the new stack", func(h *host, a struct {
		Side     engine.Side `doc:"the stack's side"`
		Line     heroes.Line
		Creature *heroes.Creature `doc:"the id of the creature"`
		Count    int              `range:"1..1000" doc:"the number of cards"`
	}) (*heroes.Stack, error) {
		if err := h.Work(3 * a.Count); err != nil {
			return nil, err
		}
		return h.Battle.Summon(a.Side, a.Line, a.Creature, a.Count)
	}),
	modhost.Do("grow", "Adds cards to the bottom of a stack.", func(h *host, a struct {
		Stack    *heroes.Stack    `doc:"the stack that grows"`
		Creature *heroes.Creature `doc:"the id of the creature"`
		Count    int              `range:"1..1000" doc:"the number of cards"`
	}) error {
		err := h.Work(3 * (cardsOf(a.Stack) + a.Count)) // the old cards are put on top again
		if err == nil {
			err = h.Battle.Grow(a.Stack, a.Creature, a.Count)
		}
		return err
	}),
	modhost.Do("raise", "Lets cards of a stack rise that have died, the last first: they lie on top again, as they did. A destroyed stack stands again then, and acts in this round if its phase is still to come.", func(h *host, a struct {
		Stack *heroes.Stack `doc:"the stack that has lost them"`
		Count int           `lua:"count?" range:"1..1000" doc:"the number of cards, no more than stack:dead lists; if not given, 1"`
		Line  *heroes.Line  `lua:"line?" doc:"the line of a destroyed stack; if not given, the line on which it stood"`
	}) error {
		err := h.Work(8*max(a.Count, 1) + h.Battle.Runs(a.Stack.Side()))
		if err != nil {
			return err
		}
		line := a.Stack.Line()
		if a.Line != nil {
			line = *a.Line
		}
		return h.Battle.Raise(a.Stack, max(a.Count, 1), line)
	}),
	modhost.Do("remove", "Takes cards of a stack out of the battle, from the top. They do not die: no hook of kills or deaths is called, and they cannot rise.", func(h *host, a struct {
		Stack *heroes.Stack `doc:"the stack that loses cards"`
		Count int           `lua:"count?" range:"1..524287" doc:"the number of cards; if not given, all"` // heroes.MaxCards
	}) error {
		n := cardsOf(a.Stack)
		if a.Count > 0 {
			n = min(n, a.Count)
		}
		err := h.Work(8 * n) // each card is reported
		if err == nil {
			err = h.Battle.Banish(a.Stack, n)
		}
		return err
	}),
	modhost.Do("transform", "Makes cards of a stack, from the top, cards of another creature.", func(h *host, a struct {
		Stack    *heroes.Stack    `doc:"the stack whose cards change"`
		Creature *heroes.Creature `doc:"the id of the creature that they become"`
		Count    int              `lua:"count?" range:"1..524287" doc:"the number of cards; if not given, 1"` // heroes.MaxCards
	}) error {
		n := min(cardsOf(a.Stack), max(a.Count, 1))
		err := h.Work(8 * n) // each card is reported
		if err == nil {
			err = h.Battle.Transform(a.Stack, a.Creature, n)
		}
		return err
	}),
	modhost.Do("affect", "Puts a stack under an effect.", func(h *host, a struct {
		Stack  *heroes.Stack `doc:"the stack"`
		Spell  lasting       `doc:"the id of an effect"`
		Rounds int           `lua:"rounds?" range:"1..1000000" doc:"the duration in rounds, including this one; if not given, the duration of the spell"`
	}) error {
		if a.Rounds == 0 {
			a.Rounds = a.Spell.Rounds
		}
		err := h.Work(len(h.Battle.Effects()) >> 3)
		if err == nil {
			err = h.Battle.Affect(a.Stack, a.Spell.Spell, a.Rounds)
		}
		return err
	}),
	modhost.Make("lift", "Removes an effect from a stack.", "whether the stack had it", func(h *host, a struct {
		Stack *heroes.Stack `doc:"the stack"`
		Spell lasting       `doc:"the effect's id"`
	}) (bool, error) {
		if err := h.Work(len(h.Battle.Effects()) >> 3); err != nil {
			return false, err
		}
		return h.Battle.Lift(a.Stack, a.Spell.Spell), nil
	}),
	modhost.Do("relocate", "Moves a stack to a line.", func(h *host, a struct {
		Stack *heroes.Stack `doc:"the stack"`
		Line  heroes.Line
	}) error {
		return h.Battle.Relocate(a.Stack, a.Line)
	}),
	modhost.Do("delay", "Lets a stack act in a later phase of this round: again, if it has acted or acts now.", func(h *host, a struct {
		Stack *heroes.Stack `doc:"the stack"`
		Phase int           `range:"1..99" doc:"the phase, which must be to come"`
	}) error {
		return h.Battle.Delay(a.Stack, a.Phase)
	}),
	modhost.Do("transfer", "Lets a stack change sides. It keeps its line, its effects and its name, and loses its supports. It acts in this round if it has not yet, and its phase is still to come on the new side.", func(h *host, a struct {
		Stack *heroes.Stack `doc:"the stack"`
		Side  engine.Side   `doc:"the side for which it will fight"`
	}) error {
		return h.Battle.Transfer(a.Stack, a.Side)
	}),
	modhost.Do("stance", "Gives a stack a stance, or takes it away.", func(h *host, a struct {
		Stack  *heroes.Stack `doc:"the stack"`
		Stance heroes.Stance
	}) error {
		return h.Battle.Take(a.Stack, a.Stance)
	}),
	modhost.Do("set_walls", "Sets the state of the walls, if the battle has walls.", func(h *host, a struct {
		Walls heroes.Walls `doc:"\"intact\", \"breached\" or \"sacked\""`
	}) error {
		if a.Walls == heroes.NoTown {
			return errNoTown
		}
		h.Battle.SetWalls(a.Walls)
		return nil
	}),
}

// cardsOf returns the number of a stack's cards.
func cardsOf(s *heroes.Stack) int {
	if s == nil || s.Top() == nil {
		return 0
	}
	return s.Top().Count()
}
