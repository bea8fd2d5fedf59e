// Package protocol lets programs play battles and watch them: a page, a bot, a friend's
// computer. Messages are JSON objects, one a line; [Messages] and [Requests] are all of
// them, and docs/protocol.md explains them.
//
// A [Host] plays a battle with clients, who come and go; a [Program] is a command that is
// started to play. Both put a question into the same words, and read an answer in the same
// way.
package protocol

import (
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/board"
)

// Version is the version of the protocol. A change that breaks clients raises it; a new
// field or a new message does not.
const Version = 1

// A Hello is the first message.
type Hello struct {
	Type     string `json:"type" jsonschema:"hello"`
	Protocol int    `json:"protocol" jsonschema:"the version of the protocol"`
	Program  string `json:"program" jsonschema:"this program with its version"`
}

// An About says which battle a message or a request is about, where a program plays several
// at once: see [Ready].
type About struct {
	Battle int `json:"battle,omitempty" jsonschema:"the number of the battle, where a program plays several at once"`
}

// InBattle returns the number.
func (a About) InBattle() int { return a.Battle }

// A Battle begins a battle, and whoever was in one forgets it: all that has happened
// is told after it. It comes again after undo and redo.
type Battle struct {
	Type string `json:"type" jsonschema:"battle"`
	About
	Game  string   `json:"game" jsonschema:"heroes, kings, sorcery, or a game of a mod"`
	Title string   `json:"title" jsonschema:"the name of the battle"`
	Fair  string   `json:"fair,omitempty" jsonschema:"the chance to win at the start if all play well, as a sentence; nothing for clients that watch"`
	Mods  string   `json:"mods" jsonschema:"the mods with their versions"`
	Seats []Player `json:"seats" jsonschema:"the sides, in their order"`
	You   []string `json:"you" jsonschema:"the seats that the client answers for"`
	Watch string   `json:"watch,omitempty" jsonschema:"for players on a server: the key of the link to watch"`
	Verbs []Verb   `json:"verbs,omitempty" jsonschema:"the words that answers begin with; none where a game has no verbs of its own"`
	// Commands are for clients in rooms.
	Commands []Command `json:"commands,omitempty" jsonschema:"the commands that the client may use; of a program that plays: none"`
	// Layout is for those who want the board.
	Layout *board.Layout `json:"layout,omitempty" jsonschema:"how a terminal lays boards out, if the client wants them"`
	Dice   uint64        `json:"dice,omitempty" jsonschema:"for a program that plays: a seed for its own random numbers"`
}

// A Player sits at a seat.
type Player struct {
	Seat   string `json:"seat" jsonschema:"its name"`
	Player string `json:"player" jsonschema:"human, or the name of the player"`
}

// A Verb is the first word of an answer.
type Verb struct {
	Name    string   `json:"name" jsonschema:"the verb itself"`
	Usage   string   `json:"usage,omitempty" jsonschema:"its arguments, as in STACK [swat N]"`
	Text    string   `json:"text" jsonschema:"what it does"`
	Example string   `json:"example,omitempty" jsonschema:"an answer with it"`
	Forms   []string `json:"forms,omitempty" jsonschema:"the forms of the questions that it answers"`
}

// A Command is a word that answers no question.
type Command struct {
	Name    string `json:"name" jsonschema:"its first word"`
	Short   string `json:"short,omitempty" jsonschema:"its short form"`
	Usage   string `json:"usage,omitempty" jsonschema:"its arguments, as in [UNIT [all]] HEX"`
	Text    string `json:"text" jsonschema:"what it does"`
	Example string `json:"example,omitempty" jsonschema:"a line with it"`
}

// Told is what has happened since the last message of its kind.
type Told struct {
	Type string `json:"type" jsonschema:"told"`
	About
	Lines []Line `json:"lines" jsonschema:"what has happened, one after another"`
}

// A Log is all that has happened, after a battle in which the seats saw different things.
// It hides nothing.
type Log struct {
	Type string `json:"type" jsonschema:"log"`
	About
	Lines []Line `json:"lines" jsonschema:"in place of all that was told"`
}

// A Line is something that has happened.
type Line struct {
	Text    string   `json:"text" jsonschema:"in words"`
	Depth   int      `json:"depth,omitempty" jsonschema:"how far it is indented; 0 is a heading"`
	Where   string   `json:"where,omitempty" jsonschema:"where in the battle: round 2, phase 3"`
	Numbers []Number `json:"numbers,omitempty" jsonschema:"the numbers in it, with all that they are made of"`
	Sum     string   `json:"sum,omitempty" jsonschema:"the total, and what follows"`
}

// A Number is a score with its terms.
type Number struct {
	What  string   `json:"what" jsonschema:"its name: attack"`
	Total int      `json:"total" jsonschema:"the score"`
	Terms []string `json:"terms,omitempty" jsonschema:"what it is made of, with the rules and the scripts"`
}

// A Board is the battle as the seats of the client see it.
type Board struct {
	Type string `json:"type" jsonschema:"board"`
	About
	Board board.Board `json:"board" jsonschema:"the battle as data"`
}

// Asked is a question.
type Asked struct {
	Type string `json:"type" jsonschema:"asked"`
	About
	Question int      `json:"question" jsonschema:"its number, from 1, among the questions to the seats of the client"`
	Seat     string   `json:"seat" jsonschema:"the seat that is asked"`
	Asks     string   `json:"asks" jsonschema:"the question as a sentence"`
	Form     string   `json:"form,omitempty" jsonschema:"the kind of the question: verbs name theirs"`
	Rule     string   `json:"rule,omitempty" jsonschema:"the paragraph that asks"`
	Count    int      `json:"count" jsonschema:"how many options there are"`
	Options  []Option `json:"options" jsonschema:"the options in the order of the rules, at most 1,000"`
	Moves
}

// Moves say whether the client may go back or forth in its answers now.
type Moves struct {
	Undo bool `json:"undo,omitempty" jsonschema:"undo works now"`
	Redo bool `json:"redo,omitempty" jsonschema:"redo works now"`
	// Replay says that the moves are those of a replay.
	Replay bool `json:"replay,omitempty" jsonschema:"the battle is a replay: undo and redo step through it, the command take plays on, and nothing is answered"`
}

// An Option is a possible answer.
type Option struct {
	Text  string `json:"text" jsonschema:"as answers name it"`
	Worth *int   `json:"worth,omitempty" jsonschema:"its expected value, one step ahead: only the order has a meaning"`
}

// Waiting says that somebody else is asked.
type Waiting struct {
	Type     string `json:"type" jsonschema:"waiting"`
	Question int    `json:"question" jsonschema:"the number of the next question to the client: those to other seats are not counted"`
	Seat     string `json:"seat" jsonschema:"the seat that is asked"`
	Moves
}

// A Lesson is what a tutorial teaches about the question that follows, or about the end.
type Lesson struct {
	Type      string      `json:"type" jsonschema:"lesson"`
	Sentences view.Lesson `json:"sentences" jsonschema:"a paragraph; a client leaves out a sentence with an act that it does not have"`
}

// Taken says that an answer is taken, and kept where battles are kept.
type Taken struct {
	Type     string `json:"type" jsonschema:"taken"`
	Question int    `json:"question" jsonschema:"its number"`
	Text     string `json:"text" jsonschema:"the answer as journals record it"`
}

// A Refusal says that a message is not taken. The question is still open.
type Refusal struct {
	Type  string `json:"type" jsonschema:"refused"`
	Error string `json:"error" jsonschema:"what is wrong, and what to do"`
	Rule  string `json:"rule,omitempty" jsonschema:"the paragraph that forbids the answer"`
}

// Options are the options with their odds, as the prompt lists them, the best first; or those
// that name a unit or a hex.
type Options struct {
	Type string `json:"type" jsonschema:"options"`
	About
	Of string `json:"of,omitempty" jsonschema:"the unit or the hex that the options name"`
	view.Listing
}

// A Hint is an answer that the computer would give.
type Hint struct {
	Type string `json:"type" jsonschema:"hint"`
	About
	Text   string `json:"text" jsonschema:"a sentence that says why"`
	Answer string `json:"answer" jsonschema:"as it is typed at the prompt"`
}

// A Page holds all facts about a unit or a hex.
type Page struct {
	Type string `json:"type" jsonschema:"page"`
	About
	Page board.Page `json:"page" jsonschema:"the facts as data"`
}

// An Output is the reply to a command.
type Output struct {
	Type string `json:"type" jsonschema:"command"`
	About
	Text string `json:"text" jsonschema:"as the prompt prints it"`
}

// Odds are exact odds.
type Odds struct {
	Type string `json:"type" jsonschema:"odds"`
	About
	Text string `json:"text" jsonschema:"as the prompt prints them"`
}

// Rules are the rulebook.
type Rules struct {
	Type string `json:"type" jsonschema:"rules"`
	About
	Rules []Rule `json:"rules" jsonschema:"the list of all paragraphs, if none was named"`
	Text  string `json:"text,omitempty" jsonschema:"the paragraphs that were named, in lines"`
}

// A Rule is a paragraph in a list.
type Rule struct {
	ID    string `json:"id" jsonschema:"H8.3"`
	Title string `json:"title" jsonschema:"what it is about"`
}

// An End ends a battle.
type End struct {
	Type string `json:"type" jsonschema:"end"`
	About
	Outcome string `json:"outcome" jsonschema:"as a sentence"`
	Winner  string `json:"winner,omitempty" jsonschema:"a seat; none after a draw"`
	Round   int    `json:"round" jsonschema:"the last round"`
	Moves
	Others []Other `json:"others,omitempty" jsonschema:"for players on a server: what again may begin, besides the same battle"`
}

// An Other is another battle that can be begun.
type Other struct {
	Scenario string `json:"scenario" jsonschema:"its id"`
	Title    string `json:"title" jsonschema:"its name"`
}

// A Replay is the page that plays a battle forwards and backwards.
type Replay struct {
	Type string `json:"type" jsonschema:"replay"`
	Page string `json:"page" jsonschema:"HTML, which needs no other file"`
}

// A Next is a battle to which a player leads from this one.
type Next struct {
	Type string `json:"type" jsonschema:"again"`
	Key  string `json:"key" jsonschema:"of the link to the same seat there, or to watch"`
	You  bool   `json:"you,omitempty" jsonschema:"the client leads there"`
}

// A Fault is an error that has stopped the battle.
type Fault struct {
	Type  string `json:"type" jsonschema:"fault"`
	Error string `json:"error" jsonschema:"what is wrong, and where"`
	Moves
}

// Battles are the battles of a server, for its owner.
type Battles struct {
	Type    string   `json:"type" jsonschema:"battles"`
	Battles []Served `json:"battles" jsonschema:"in the order in which they began"`
}

// A Served is a battle of a server.
type Served struct {
	Title string `json:"title" jsonschema:"the name of the battle"`
	Name  string `json:"name,omitempty" jsonschema:"the name of its journal"`
	Now   string `json:"now" jsonschema:"where it is, or how it has ended"`
	Links []Link `json:"links" jsonschema:"the links to it"`
}

// A Link leads to a battle.
type Link struct {
	Seat string `json:"seat,omitempty" jsonschema:"the seat that it is for; none: to watch"`
	Key  string `json:"key" jsonschema:"the part of the link after #"`
}

// Ready is the first request. Without one, a client is not asked anything.
type Ready struct {
	Type     string   `json:"type" jsonschema:"ready"`
	Protocol int      `json:"protocol" jsonschema:"the version of the protocol that the client speaks"`
	Key      string   `json:"key,omitempty" jsonschema:"over a WebSocket: the part of the link after #"`
	Name     string   `json:"name,omitempty" jsonschema:"the name of the client, for messages about it"`
	Wants    []string `json:"wants,omitempty" jsonschema:"what houserule sends unasked: told, board, worth"`
	Battles  int      `json:"battles,omitempty" jsonschema:"for a program that plays: how many battles it takes at once, at most 256; without it one at a time, and messages have no number"`
	Forgets  bool     `json:"forgets,omitempty" jsonschema:"for a program that plays: its answer depends only on the last board and question, so simulations may reuse it"`
}

// mostBattles is how many battles a program may play at once.
const mostBattles = 256

// An Answer answers the question that is open.
type Answer struct {
	Type string `json:"type" jsonschema:"answer"`
	About
	Question int    `json:"question,omitempty" jsonschema:"the number of the question; without it, the open one"`
	Text     string `json:"text,omitempty" jsonschema:"the text of an option, or a line as at the prompt; for a server it may answer later questions, too, and is taken whole or not at all"`
	Option   *int   `json:"option,omitempty" jsonschema:"instead of the text: the place of an option in the list, from 0"`
}

// An AskOptions asks for the options.
type AskOptions struct {
	Type string `json:"type" jsonschema:"options"`
	About
	Of string `json:"of,omitempty" jsonschema:"a unit or a hex: all options that name it, also those that are too many to list; without it, the best"`
}

// A Look asks for a hint, the board, a review of what has been played, or, after the end, the page
// of its replay: its type says which.
type Look struct {
	Type string `json:"type" jsonschema:"hint, board, review, replay"`
	About
}

// A Show asks for the page of a unit or a hex.
type Show struct {
	Type string `json:"type" jsonschema:"show"`
	About
	Unit string `json:"unit" jsonschema:"its name"`
}

// An AskCommand is a line as at the prompt: a command (see [Battle]) or an answer, which is
// taken whole or not at all. The reply to a command is an [Output].
type AskCommand struct {
	Type string `json:"type" jsonschema:"command"`
	About
	Text     string `json:"text" jsonschema:"the line"`
	Question int    `json:"question,omitempty" jsonschema:"for an answer: the number of the question; without it, the open one"`
	Columns  int    `json:"columns,omitempty" jsonschema:"the width of the client's screen; without it, 80"`
}

// An AskOdds asks for exact odds.
type AskOdds struct {
	Type string `json:"type" jsonschema:"odds"`
	About
	Of []string `json:"of,omitempty" jsonschema:"the words that odds takes at the prompt; without them, the whole battle"`
}

// An AskRules asks for the rulebook.
type AskRules struct {
	Type string `json:"type" jsonschema:"rules"`
	About
	Of string `json:"of,omitempty" jsonschema:"a paragraph or a chapter; without it, the list of all"`
}

// An AskAgain begins another battle with the same players after the end of this one.
type AskAgain struct {
	Type string `json:"type" jsonschema:"again"`
	About
	Scenario string `json:"scenario,omitempty" jsonschema:"one of the others that end lists; without it, the same battle with other dice"`
}

// A Move goes back and forth in the answers of the client, or leaves: its type says which.
type Move struct {
	Type string `json:"type" jsonschema:"undo, redo, leave"`
	About
}

// A Kind is the type of a message, and a value of its Go type.
type Kind struct {
	Type string
	Of   any
}

// Messages are what the program says, and Requests what a client says.
var (
	Messages = []Kind{
		{"hello", Hello{}}, {"battle", Battle{}}, {"told", Told{}}, {"board", Board{}}, {"lesson", Lesson{}}, {"asked", Asked{}}, {"waiting", Waiting{}}, {"taken", Taken{}},
		{"refused", Refusal{}}, {"options", Options{}}, {"hint", Hint{}}, {"page", Page{}}, {"command", Output{}}, {"odds", Odds{}}, {"rules", Rules{}}, {"review", Review{}}, {"replay", Replay{}}, {"again", Next{}}, {"battles", Battles{}}, {"log", Log{}}, {"end", End{}}, {"fault", Fault{}}, {"reloaded", Reloaded{}},
	}
	Requests = []Kind{
		{"ready", Ready{}}, {"answer", Answer{}}, {"options", AskOptions{}}, {"hint", Look{}}, {"board", Look{}},
		{"show", Show{}}, {"command", AskCommand{}}, {"odds", AskOdds{}}, {"rules", AskRules{}}, {"review", Look{}}, {"replay", Look{}}, {"again", AskAgain{}}, {"undo", Move{}}, {"redo", Move{}}, {"leave", Move{}},
	}
)

// What a client may want to be sent without asking for it.
const (
	wantTold  = "told"
	wantBoard = "board"
	wantWorth = "worth"
)

var wants = []string{wantTold, wantBoard, wantWorth}

// newLine is a line of a chronicle as a message tells it.
func newLine(l screen.Line) Line {
	numbers := engine.Each(l.Accounts, func(a screen.Account) Number {
		return Number{What: a.What, Total: a.Total, Terms: engine.Each(a.Terms, engine.Term.String)}
	})
	return Line{Text: l.Text, Depth: l.Depth, Where: l.Where, Sum: l.Sum, Numbers: numbers}
}

// mostOptions is how many options a question lists. All others are legal, too.
const mostOptions = 1000

// newAsked returns a question to a seat of that name, in these words, about these answers.
func newAsked(choice engine.Choice, asks, seat string, number int, answers []int, worth bool) Asked {
	a := Asked{Type: "asked", Question: number, Seat: seat, Asks: asks, Count: len(answers)}
	answers = answers[:min(len(answers), mostOptions)]
	a.Options = make([]Option, len(answers))
	if form := engine.FormOf(choice); form != nil {
		a.Form, a.Rule = form.Name, form.Rule
	}
	evaluator, evaluates := choice.(engine.Evaluator)
	for i, answer := range answers {
		a.Options[i].Text = choice.Name(answer)
		if worth && evaluates {
			n := evaluator.Evaluate(answer)
			a.Options[i].Worth = &n
		}
	}
	return a
}

// newEnd is the end of a battle.
func newEnd(b engine.Story, seats []string) End {
	end := End{Type: "end", Outcome: b.Outcome(), Round: b.Round()}
	if w := b.Winner(); w != engine.Draw {
		end.Winner = seats[w]
	}
	return end
}
