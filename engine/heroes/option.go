package heroes

// A Verb is an action of a stack in its opportunity.
type Verb uint8

// The verbs of H2, H6, H3 and H8.5, and the custom options of mods.
const (
	Pass Verb = iota
	Attack
	Shoot
	CastSpell
	Sacrifice
	Swarm
	Protect
	Move
	Emerge
	CustomVerb
)

var verbNames = [...]string{"pass", "attack", "shoot", "cast", "sacrifice", "swarm", "protect", "move", "emerge", ""}

// String returns the verb's word.
func (v Verb) String() string { return verbNames[v] }

// Attacks reports whether the verb is an attack or a spell; kind returns the kind. The attack verbs
// are in the order of the kinds.
func (v Verb) Attacks() bool { return v-Attack <= CastSpell-Attack }
func (v Verb) kind() Kind    { return Kind(v - Attack) }

// An Option is an action of a stack with its arguments, packed: verb (bits 0-7), spell or
// custom option (8-23), target (24-43), number of cards (44-62). Arguments that the verb
// does not use are 0.
type Option int

// TownCard is the target of attacks against the walls.
const TownCard = 1<<20 - 1

const (
	optionWhich  = 8
	optionTarget = 24
	optionCards  = 44
	maxWhich     = 1<<16 - 1
	maxCards     = 1<<19 - 1
)

// NewOption packs an option. Target is a stack's index in [Battle].Stacks, or
// TownCard.
func NewOption(verb Verb, which, target, n int) Option {
	return Option(verb) | Option(which)<<optionWhich | Option(target)<<optionTarget | Option(n)<<optionCards
}

// Verb returns the option's verb.
func (o Option) Verb() Verb { return Verb(o & 0xff) }

// Which returns the index of the spell or the custom option.
func (o Option) Which() int { return int(o >> optionWhich & maxWhich) }

// Target returns the index of the target stack, or TownCard.
func (o Option) Target() int { return int(o >> optionTarget & TownCard) }

// Cards returns the number of cards under attack (H2.3).
func (o Option) Cards() int { return int(o >> optionCards) }
