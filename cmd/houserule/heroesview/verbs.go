package heroesview

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/heroes"
)

// A verb is a word that answers a question.
type verb struct {
	view.Verb
	aims aim
	to   kindOfQuestion
}

// aim is what a verb names first.
type aim uint8

const (
	atNobody aim = iota
	atEnemy
	atFriend
	atSpell
	atCard
)

// kindOfQuestion is what a verb answers.
type kindOfQuestion uint8

const (
	toAct kindOfQuestion = iota
	toRetaliate
	toWithdraw
	toSurrender
	toAccept
	toPick
	toForward
	toPlace
	toRoll
	toChoose // what a mod asks
	toNothing
)

// published are the answers of the rulebook.
var published = []verb{
	{view.Verb{Name: "attack", Short: "a", Usage: "STACK|town [swat N]", Text: "strike in melee (H2.2)", Example: "attack d1"}, atEnemy, toAct},
	{view.Verb{Name: "shoot", Short: "s", Usage: "STACK [swat N]", Text: "strike from afar (H2.4)", Example: "shoot d1"}, atEnemy, toAct},
	{view.Verb{Name: "swat", Short: "sw", Usage: "STACK N", Text: "strike at the top N cards at once, in melee or else from afar or with a spell (H2.3)", Example: "swat d1 2"}, atEnemy, toAct},
	{view.Verb{Name: "cast", Short: "c", Usage: "SPELL STACK", Text: "cast a spell of the top card (H6)", Example: "cast holy-light d1"}, atSpell, toAct},
	{view.Verb{Name: "sacrifice", Short: "sa", Usage: "STACK", Text: "give up the attack to support a friend's next one (H3.1)", Example: "sacrifice a2"}, atFriend, toAct},
	{view.Verb{Name: "swarm", Short: "sm", Text: "do nothing now, strike twice as hard next time (H3.2)", Example: "swarm"}, atNobody, toAct},
	{view.Verb{Name: "protect", Short: "pr", Text: "add the level to the defense until the next turn (H3.3)", Example: "protect"}, atNobody, toAct},
	{view.Verb{Name: "move", Short: "m", Text: "change line (H3.4)", Example: "move"}, atNobody, toAct},
	{view.Verb{Name: "emerge", Short: "e", Text: "step out of the town, then act (H8.5)", Example: "emerge"}, atNobody, toAct},
	{view.Verb{Name: "pass", Short: "p", Text: "do nothing", Example: "pass"}, atNobody, toAct},
	{view.Verb{Name: "retaliate", Short: "r", Text: "strike back (H5)", Example: "retaliate"}, atNobody, toRetaliate},
	{view.Verb{Name: "hold", Short: "ho", Text: "do not strike back", Example: "hold"}, atNobody, toRetaliate},
	{view.Verb{Name: "withdraw", Short: "wi", Text: "leave the battle with the Heroes (H7.2)", Example: "withdraw"}, atNobody, toWithdraw},
	{view.Verb{Name: "stay", Short: "st", Text: "do not withdraw", Example: "stay"}, atNobody, toWithdraw},
	{view.Verb{Name: "surrender", Short: "su", Usage: "N", Text: "offer N cards of the hand to be let go (H7.3)", Example: "surrender 2"}, atNobody, toSurrender},
	{view.Verb{Name: "fight", Short: "f", Text: "do not surrender", Example: "fight"}, atNobody, toSurrender},
	{view.Verb{Name: "accept", Short: "ac", Text: "let the other side go for its cards (H7.3)", Example: "accept"}, atNobody, toAccept},
	{view.Verb{Name: "reject", Short: "rj", Text: "refuse its offer", Example: "reject"}, atNobody, toAccept},
	{view.Verb{Name: "next", Short: "n", Usage: "STACK", Text: "say whose turn of several is next (H1.1)", Example: "next a2"}, atFriend, toPick},
	{view.Verb{Name: "forward", Short: "fo", Usage: "STACK", Text: "say who comes forward to the melee line (H4.1, H8.2)", Example: "forward a4"}, atFriend, toForward},
	{view.Verb{Name: "place", Short: "pl", Usage: "N CREATURE melee|ranged|under STACK", Text: "set cards up before the battle (H1.4)", Example: "place 2 gold-golem melee"}, atCard, toPlace},
}

// Verbs are the answers that heroes knows.
func Verbs() []view.Verb { return bare(published) }

// Verbs are the answers of the view's game: its mods may know more.
func (v *View) Verbs() []view.Verb { return bare(v.verbs()) }

func bare(verbs []verb) (all []view.Verb) {
	for _, verb := range verbs {
		all = append(all, verb.Verb)
	}
	return all
}

func (v *View) verbs() []verb {
	verbs := slices.Clone(published)
	for _, extra := range v.battle.Game().Extras {
		verb := verb{view.Verb{Name: extra.Name, Short: extra.Name, Text: cmp.Or(extra.Text, "an option of a mod"), Example: extra.Name}, atNobody, toAct}
		if extra.At != heroes.AtNothing {
			verb.Usage, verb.aims = "STACK", atEnemy
			verb.Example += " STACK"
		}
		verbs = append(verbs, verb)
	}
	return verbs
}

// known is what the game knows of a verb.
func (v *View) known(of view.Verb) verb {
	verbs := v.verbs()
	i := slices.IndexFunc(verbs, func(known verb) bool { return known.Name == of.Name })
	if i < 0 {
		return verb{of, atNobody, toNothing}
	}
	return verbs[i]
}

// kind is what is asked now.
func (v *View) kind() kindOfQuestion {
	switch c := v.Asked().Choice.(type) {
	case *heroes.Act:
		return toAct
	case *heroes.Reply:
		return [...]kindOfQuestion{toRetaliate, toWithdraw, toSurrender, toAccept}[c.What]
	case *heroes.Pick:
		if c.Forward {
			return toForward
		}
		return toPick
	case *heroes.Deploy:
		return toPlace
	case nil:
	default:
		return toChoose
	}
	if v.AsksDie() {
		return toRoll
	}
	return toNothing
}

// Fits tells whether a verb answers what is asked now.
func (v *View) Fits(verb view.Verb) bool { return v.known(verb).to == v.kind() }

// Answer reads a verb and the words behind it as the answer to what is asked.
// The stack that is asked may be named before the verb.
func (v *View) Answer(stack string, verb view.Verb, rest []string) (int, error) {
	if !v.Fits(verb) {
		return 0, v.notAsked(verb)
	}
	if stack != "" {
		if _, err := v.battle.StackNamed(stack); err != nil {
			return 0, err
		}
		stack += " "
	}
	name := verb.Name
	switch name {
	case "swat":
		return v.swat(stack, rest)
	case "surrender":
		if len(rest) == 0 {
			return 0, fmt.Errorf("surrender takes how many cards to offer, from 1 to %d", v.Asked().Choice.(*heroes.Reply).Most)
		}
		name = "offer"
	}
	return engine.ParseLegal(v.Asked().Choice, strings.TrimSpace(stack+name+" "+strings.Join(rest, " ")))
}

// notAsked says why a verb is no answer now.
func (v *View) notAsked(verb view.Verb) error {
	if v.kind() == toPick {
		return fmt.Errorf("%s: first say whose turn is next, as in next %s: %s", verb.Name, v.first(), v.names(v.Asked().Choice.(*heroes.Pick)))
	}
	return v.NotAsked(verb, v.Asks())
}

// first is the name of the first stack that can be next.
func (v *View) first() string { return v.battle.Name(&v.battle.Stacks()[v.Asked().Choice.First()]) }

// swat strikes n cards of a stack in melee, or, where that is not allowed,
// from afar or with a spell.
func (v *View) swat(stack string, rest []string) (int, error) {
	if len(rest) != 2 {
		return 0, errors.New("swat takes a stack and how many of its cards, as in swat d1 2")
	}
	attack := func(verb, swat string) (int, error) {
		return engine.ParseLegal(v.Asked().Choice, stack+verb+" "+rest[0]+swat)
	}
	verbs := []string{"attack", "shoot"}
	for _, spell := range v.spells() {
		verbs = append(verbs, "cast "+spell)
	}
	for _, verb := range verbs {
		if _, err := attack(verb, ""); err == nil {
			return attack(verb, " swat "+rest[1])
		}
	}
	return attack(verbs[0], " swat "+rest[1])
}

// Bare reads an answer without a verb: yes or no, a stack where one is
// asked for.
func (v *View) Bare(words []string) (answer int, ok bool, err error) {
	text := strings.Join(words, " ")
	switch v.Asked().Choice.(type) {
	case *heroes.Reply:
		ok = len(words) == 1 && slices.Contains([]string{"yes", "no", "y"}, words[0])
	case *heroes.Pick:
		ok = len(words) == 1 && v.IsUnit(words[0])
	case *heroes.Act, *heroes.Deploy, nil:
	default: // a word of what a mod asks
		answer, ok = view.Bare(v.Asked().Choice, words)
		return answer, ok, nil
	}
	if !ok {
		return 0, false, nil
	}
	answer, err = engine.ParseLegal(v.Asked().Choice, text)
	return answer, true, err
}

// Turn tells whether a stack that is named before what it does may be next,
// where that is asked: then its turn is the answer.
func (v *View) Turn(stack string, verb view.Verb, _ []string) (answer int, ok bool) {
	pick, ok := v.Asked().Choice.(*heroes.Pick)
	if !ok || pick.Forward || stack == "" || v.known(verb).to != toAct {
		return 0, false
	}
	answer, err := engine.ParseLegal(pick, stack)
	return answer, err == nil
}

// IsUnit tells whether a word looks like the name of a stack.
func (v *View) IsUnit(word string) bool {
	if _, err := v.battle.StackNamed(word); err == nil {
		return true
	}
	digits := strings.TrimLeft(word, "ad")
	return len(digits) == len(word)-1 && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Complete are the words that may stand behind a verb and the words there
// already.
func (v *View) Complete(of view.Verb, before []string) []string {
	verb := v.known(of)
	if pick, ok := v.Asked().Choice.(*heroes.Pick); ok && !pick.Forward && verb.to == toAct {
		return v.wordsOfTurn(verb, before)
	}
	if len(before) > 0 {
		return v.wordsBehind(verb, before)
	}
	switch verb.aims {
	case atEnemy, atFriend:
		return v.targets(verb.Name)
	case atSpell:
		return v.spells()
	case atCard:
		if d, ok := v.Asked().Choice.(*heroes.Deploy); ok && len(d.Left) > 0 {
			return []string{fmt.Sprint(d.Left[0].N)}
		}
	}
	return nil
}

// wordsOfTurn are those that may follow a verb where it is asked whose turn is
// next: it is not known yet what that stack can do.
func (v *View) wordsOfTurn(verb verb, before []string) []string {
	side := v.Asked().Side
	switch {
	case verb.aims == atSpell && len(before) == 0:
		return spellIDs(v.Library())
	case verb.aims == atSpell && len(before) == 1:
		return append(v.stacksOf(1-side), v.stacksOf(side)...)
	case verb.aims == atFriend && len(before) == 0:
		return v.stacksOf(side)
	case verb.aims == atEnemy && len(before) == 0:
		return v.stacksOf(1 - side)
	}
	return v.wordsBehind(verb, before)
}

// stacksOf are the names of a side's living stacks.
func (v *View) stacksOf(side engine.Side) (names []string) {
	for s := range v.battle.Each(side) {
		names = append(names, v.battle.Name(s))
	}
	return names
}

func (v *View) wordsBehind(verb verb, before []string) []string {
	switch {
	case verb.aims == atSpell && len(before) == 1:
		return v.targets("cast " + before[0])
	case verb.aims == atCard:
		return v.placeWords(before)
	case (verb.Name == "attack" || verb.Name == "shoot") && len(before) == 1 && before[0] != "town":
		return []string{"swat"}
	}
	return nil
}

func (v *View) placeWords(before []string) (words []string) {
	d, ok := v.Asked().Choice.(*heroes.Deploy)
	switch {
	case !ok:
	case len(before) == 1:
		for _, r := range d.Left {
			words = append(words, r.Creature.ID)
		}
	case len(before) == 2:
		words = []string{"melee", "ranged", "under"}
	case len(before) == 3 && before[2] == "under":
		for i := range d.Stacks() {
			words = append(words, d.StackName(i))
		}
	}
	return words
}

// OddsWords are the words that may stand behind those of odds.
func (v *View) OddsWords(before []string) []string {
	switch n := len(before); {
	case n == 0:
		return v.Units()
	case n == 1:
		return append(v.Units(), "attack", "shoot", "cast")
	case before[n-1] == "cast":
		return spellIDs(v.Library())
	case slices.Contains([]string{"attack", "shoot"}, before[n-1]) || before[max(n-2, 0)] == "cast":
		return v.Units()
	case slices.Contains(before, "swat"):
		return nil
	}
	return []string{"swat"}
}

// spells are what the acting stack can cast.
func (v *View) spells() (ids []string) {
	if act, ok := v.Asked().Choice.(*heroes.Act); ok {
		for _, s := range act.By.Top().Spells {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// targets are the stacks that options with a verb name. Swat has those of
// attacks and shots.
func (v *View) targets(verb string) []string {
	if v.Asked().Choice == nil {
		return nil
	}
	var words []string
	for answer := range v.Asked().Choice.Each {
		name := strings.Fields(v.Asked().Choice.Name(answer))
		if _, act := v.Asked().Choice.(*heroes.Act); act {
			name = name[1:] // who acts
		}
		text := strings.Join(name, " ")
		rest, ok := strings.CutPrefix(text, verb+" ")
		if verb == "swat" && strings.Contains(text, " swat ") {
			_, rest, ok = strings.Cut(text, " ")
		}
		if ok {
			rest, _, _ = strings.Cut(rest, " ")
			words = append(words, rest)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// Units are the names of the living stacks.
func (v *View) Units() (names []string) {
	return append(v.stacksOf(heroes.Aggressor), v.stacksOf(heroes.Defender)...)
}

// ShownAs are the cards of a stack, together and each kind by itself.
func (v *View) ShownAs(name string) []string {
	s, err := v.battle.StackNamed(name)
	if err != nil {
		return nil
	}
	words := []string{cardsText(s)}
	for card := s.Top(); card != nil; card = card.Under() {
		words = append(words, card.Name)
	}
	return words
}
