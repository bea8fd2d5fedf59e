package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A Room is a battle that a host plays. Clients join and leave. Each has a goroutine, which
// puts its requests into the room's inbox. The goroutine of [Room.Play] does everything else,
// apart from looks, which have a [study].
type Room struct {
	*Host
	battle    engine.Story
	table     *engine.Table
	cast      view.Cast
	session   engine.Session
	title     string
	veils     bool     // the seats see different things
	names     []string // of the seats
	sole      bool     // the room closes when its last client goes
	audiences map[engine.Seats]*audience
	clients   []*Client

	inbox  chan mail
	closed chan struct{}
	once   sync.Once
	now    atomic.Pointer[string]

	question engine.Question      // that is open
	asked    [engine.MaxSeats]int // questions to each seat so far
	hides    []bool               // of each question to a person: the answer is hidden from another seat
	line     view.Line            // the rest of a line that a client has typed
	joins    bool                 // the answer at hand belongs to the line of the one before
	typist   *Client              // the client that has typed it
	before   engine.Mark          // the position before the line
	pending  []taken              // its answers so far, which count when all of it is read
	ended    any                  // the message of the end, while no question is open
	next     []string             // the keys of the battle that was begun after this one
	whole    []screen.Line        // the log without hiding, after a battle in which the seats see different things
}

// A Client is a client in a room.
type Client struct {
	client
	to   Speaker
	room *Room
	gone error // the reason why it is gone; nil if it is not

	study   *study          // nil: it has not looked since the battle went back
	replies []*look         // those to its requests, in their order, from the first that is awaited on
	waiting context.Context // of the looks; nil: there are none
	stop    context.CancelFunc
}

// A mail is an action of a client: it joins, sends a request, or leaves. Or a look of the
// client is done, or the mods were loaded again, which comes from no client.
type mail struct {
	from    *Client
	comes   bool
	goes    bool
	look    *look
	reload  *reload
	request any
	err     error // of a line that is no request
}

// Open sets up the battle.
func (h *Host) Open() (*Room, error) {
	b, err := h.Library.Game.NewBattle(h.Match.Setup)
	if err != nil {
		return nil, err
	}
	r := &Room{
		Host: h, table: engine.NewTable(nil), audiences: map[engine.Seats]*audience{},
		inbox: make(chan mail), closed: make(chan struct{}),
	}
	if h.Looks == nil {
		h.Looks = make(chan struct{}, 1)
	}
	v := r.lay(b)
	r.title, r.names, r.veils = v.Title(), v.Seats(), v.Veils()
	r.session = engine.Session{Seat: r.seat, From: r.from, Play: func(t *engine.Table) error { return engine.Play(r.battle, t) }}
	r.session.Load(h.Entries)
	r.table.Record(r)
	return r, nil
}

// A ground is what a battle is played on: it changes when mods are loaded again.
type ground struct {
	system view.Frontend
	lib    *library.Library
	match  library.Match
}

func (r *Room) ground() ground { return ground{r.System, r.Library, r.Match} }

// lay puts a battle on the table, and returns a view of it.
func (r *Room) lay(b engine.Story) *view.View {
	r.battle = b
	r.cast = view.Cast{System: r.System, Library: r.Library, Battle: b, Table: r.table}
	return r.System.New(r.Library, r.Match, b)
}

// Title is the name of the battle, and Names are the words for its seats.
func (r *Room) Title() string   { return r.title }
func (r *Room) Names() []string { return r.names }

// Served describes the battle for a list: with its place, and without links.
func (r *Room) Served() Served {
	s := Served{Title: r.title}
	if r.Kept != nil {
		s.Name = r.Kept.Name()
	}
	if now := r.now.Load(); now != nil {
		s.Now = *now
	}
	return s
}

// note records where the battle is for Served.
func (r *Room) note() {
	now := r.battle.Scene()
	if r.question.Choice != nil {
		now += ": " + r.names[r.question.Side] + " is asked"
	} else if r.battle.Over() {
		now = r.battle.Outcome()
	}
	r.now.Store(&now)
}

// Veils reports whether each side sees only its own.
func (r *Room) Veils() bool { return r.veils }

// seat returns the dice and players for a run from the start. Audiences with a log hear the
// run.
func (r *Room) seat() (engine.Oracle, []engine.Oracle) {
	var ears ears
	for _, a := range r.audiences {
		if a.log.Lines = a.log.Lines[:0]; a.hears {
			ears = append(ears, a)
		}
	}
	r.cast.Hears = nil
	if len(ears) > 0 {
		r.cast.Hears = ears
	}
	r.table.Explain(len(ears) > 0)
	r.asked, r.hides = [engine.MaxSeats]int{}, r.hides[:0]
	return r.luck(), r.cast.Seats(r.Match, r)
}

// Ears are audiences that hear the same events, each in its own words.
type ears []*audience

// Hear passes an event to all audiences.
func (e ears) Hear(to engine.Seats, event engine.Event) {
	for _, a := range e {
		a.log.Hear(to, event)
	}
}

// Enter adds a client that answers for these seats of people; without seats it watches. The
// goroutine of the client then calls Listen, and Leave.
func (r *Room) Enter(to Speaker, ready Ready, seats engine.Seats) *Client {
	c := r.newClient(to, ready, seats)
	r.post(mail{from: c, comes: true})
	return c
}

func (r *Room) newClient(to Speaker, ready Ready, seats engine.Seats) *Client {
	c := &Client{client: client{Ready: ready, line: &r.line}, to: to, room: r}
	c.audience = &audience{seats: seats} // until the room finds the audience of these seats
	return c
}

// Listen passes on the requests of the client until no more can be received, and returns the
// reason.
func (c *Client) Listen(hear func() (any, error)) error {
	for {
		request, err := hear()
		if errors.As(err, new(*Broken)) {
			return err
		}
		if !c.room.post(mail{from: c, request: request, err: err}) {
			return errLeft
		}
	}
}

// Leave removes a client from the room.
func (r *Room) Leave(c *Client, err error) { r.post(mail{from: c, goes: true, err: err}) }

// post puts a mail into the inbox, and reports whether the room is still open.
func (r *Room) post(m mail) bool {
	select {
	case r.inbox <- m:
		return true
	case <-r.closed:
		return false
	}
}

// Close ends Play.
func (r *Room) Close() { r.once.Do(func() { close(r.closed) }) }

// Play plays to the end, and again from an answer that is taken back after it, until the
// room is closed.
func (r *Room) Play() error {
	defer func() {
		r.Close()
		r.cast.Leave()
		for _, c := range r.clients {
			c.forget()
			c.close()
		}
	}()
	for {
		err := r.session.Run(r.table)
		if errors.As(err, new(*Broken)) {
			return gone(err)
		}
		if err != nil && errors.Is(err, engine.ErrRewind) {
			return nil
		}
		r.question, r.whole = engine.Question{}, nil
		if err == nil && !r.line.Empty() && r.misfit(r.line.Fits(r.typist.view)) {
			continue
		}
		if err := r.settle(); err != nil {
			return err
		}
		if err != nil {
			r.ended = Fault{Type: "fault", Error: library.Explain(err)}
		} else if err = r.over(); err != nil {
			return err
		}
		if _, err := r.wait(); !errors.Is(err, engine.ErrRewind) {
			return gone(err)
		}
	}
}

// over records the end of the battle, unless it was recorded before the battle was played
// again.
func (r *Room) over() error {
	r.ended = newEnd(r.battle, r.names)
	if r.veils {
		if lines, err := view.Unveiled(r.System, r.Library, r.Match, r.session.Entries()); err == nil {
			r.whole = lines
		}
	}
	if r.Kept == nil {
		return nil
	}
	if err := r.Kept.End(r.battle.Outcome()); !errors.Is(err, saves.ErrOver) {
		return err
	}
	return nil
}

// Answer asks the clients that have the seat.
func (r *Room) Answer(q engine.Question) (int, error) {
	r.count(q)
	r.question = q
	for _, a := range r.audiences {
		if a.has(q.Side) {
			a.view.Ask(q)
		}
	}
	defer func() {
		for _, a := range r.audiences {
			a.view.Ask(engine.Question{})
		}
	}()
	if r.joins = !r.line.Empty(); r.joins {
		answer, ok, err := r.goOn()
		if r.misfit(err) {
			return 0, engine.ErrRewind
		}
		if ok {
			return answer, nil
		}
		if err := r.settle(); err != nil {
			return 0, err
		}
		r.joins = false
	}
	return r.wait()
}

// from says how the present answer came about.
func (r *Room) from(e engine.Entry) engine.Origin {
	if r.joins && r.isHuman(e.Side) {
		return engine.Joins
	}
	return engine.Begins
}

// goOn answers with the rest of a line. It is not ok if the rest is dropped: the units that it
// names need not be named any more.
func (r *Room) goOn() (answer int, ok bool, err error) {
	v := r.typist.view
	if err = r.line.Fits(v); err != nil || r.line.Empty() {
		return 0, false, err
	}
	words := r.line.Next()
	if answer, err = r.line.Read(v, words); err != nil {
		err = fmt.Errorf("%s: %w", strings.Join(words, " "), err)
	}
	return answer, err == nil, err
}

// misfit refuses a line whose rest does not fit, and takes its answers back: nobody was told of
// them. It reports whether the battle has to be played again.
func (r *Room) misfit(err error) bool {
	if err == nil {
		return false
	}
	r.line, r.pending = view.Line{}, nil
	r.session.Return(r.before)
	r.typist.meets(r.typist.say(NewRefusal(err)))
	return true
}

// Skip counts a question that was answered before.
func (r *Room) Skip(q engine.Question) { r.count(q) }

func (r *Room) count(q engine.Question) {
	r.asked[q.Side]++
	r.hides = append(r.hides, r.table.Hides(q.Choice))
}

// wait sends the present state to all clients, and serves their requests until one of them
// answers the question.
func (r *Room) wait() (answer int, err error) {
	r.note()
	for _, a := range r.audiences {
		a.looked = false
	}
	for _, c := range r.clients {
		c.meets(r.tell(c))
	}
	for {
		for _, c := range r.clients {
			c.meets(c.to.Flush())
		}
		if last := r.sweep(); last != nil && r.sole {
			r.session.Quit()
			return 0, &Broken{last}
		}
		select {
		case <-r.closed:
			r.session.Quit()
			return 0, &Broken{errLeft}
		case m := <-r.inbox:
			answer, ok, err := r.read(m)
			if ok || errors.As(err, new(*Broken)) || errors.Is(err, engine.ErrRewind) {
				return answer, err
			}
			if err != nil {
				m.from.reply(NewRefusal(err))
			}
		}
	}
}

// meets records the reason why a client cannot be reached.
func (c *Client) meets(err error) {
	if c.gone == nil {
		c.gone = err
	}
}

// close ends the goroutine of the client, which may be waiting for a request.
func (c *Client) close() {
	if closer, ok := c.to.(io.Closer); ok {
		closer.Close()
	}
}

// sweep removes clients that are gone. If none is left, it returns the reason of the last one.
func (r *Room) sweep() (last error) {
	r.clients = slices.DeleteFunc(r.clients, func(c *Client) bool {
		if c.gone == nil {
			return false
		}
		c.forget()
		c.close()
		last = c.gone
		return true
	})
	if len(r.clients) > 0 {
		return nil
	}
	return last
}

// teach tells a client the lessons about its question, or about the end. At is its number.
func (r *Room) teach(c *Client, at int) error {
	if c.seats == 0 {
		return nil
	}
	to := c.seats
	if at == atEnd {
		at = math.MaxInt
	} else {
		to = engine.Only(r.question.Side)
	}
	for _, lesson := range c.tutor.Next(at, to, c.view.Topics()) {
		if err := c.say(Lesson{"lesson", lesson}); err != nil {
			return err
		}
	}
	return nil
}

// instruct gives an audience the lessons of the scenario.
func (r *Room) instruct(a *audience) {
	if s, err := r.Library.Scenario(r.Match.Scenario); err == nil {
		a.tutor.Teach(s)
	}
}

// at returns how many questions an audience has been asked, or atEnd.
func (r *Room) at(a *audience) int {
	if r.question.Choice == nil {
		return atEnd
	}
	return a.number(r.asked)
}

// atEnd is in place of the number of a question when the battle has ended.
const atEnd = -1

// tell sends a client what it does not know yet.
func (r *Room) tell(c *Client) error {
	news, err := c.tell(func() Battle { return r.begin(c) })
	if err != nil {
		return err
	}
	c.moves = Moves{r.allows(c, "undo"), r.allows(c, "redo")}
	at := r.at(c.audience)
	if at != atEnd && !c.has(r.question.Side) {
		return c.wait(r.question.Side, at+1, news)
	}
	if c.asked == at {
		return nil
	}
	c.asked = at
	if err := r.teach(c, at); err != nil {
		return err
	}
	if at == atEnd {
		if err := c.unveil(r.whole); err != nil {
			return err
		}
		return r.tellEnd(c)
	}
	return c.ask(r.question, at)
}

// tellEnd sends a client the end, and the battle that was begun after it.
func (r *Room) tellEnd(c *Client) error {
	said := r.ended
	switch end := r.ended.(type) {
	case End:
		if end.Moves = c.moves; c.seats != 0 && r.Again != nil {
			end.Others = r.others()
		}
		said = end
	case Fault:
		end.Moves = c.moves
		said = end
	}
	err := c.say(said)
	if err == nil && r.next != nil {
		err = c.say(r.nextOf(c))
	}
	return err
}

// read carries out an action of a client. It returns ErrRewind if the battle has to be played
// again.
func (r *Room) read(m mail) (answer int, ok bool, err error) {
	c := m.from
	switch {
	case m.goes:
		c.meets(m.err)
		return 0, false, nil
	case m.comes:
		return 0, false, r.enter(c)
	case m.reload != nil:
		return 0, false, r.reload(m.reload)
	case m.look != nil:
		c.looked(m.look)
		return 0, false, nil
	case m.err != nil:
		return 0, false, m.err
	}
	switch request := m.request.(type) {
	case *Answer:
		c.drop()
		answer, err = c.read(r.question, r.at(c.audience), request)
		r.types(c)
		return answer, err == nil, err
	case *AskCommand:
		return r.typed(c, request)
	case *Ready:
		return 0, false, errReady
	case *AskAgain:
		return 0, false, r.again(c, request.Scenario)
	case *Move:
		c.drop()
		return 0, false, r.move(c, request.Type)
	}
	return 0, false, r.look(c, lookOf(m.request))
}

// types notes who has typed the line, and where the battle stood before it.
func (r *Room) types(c *Client) {
	if r.typist = c; !r.line.Empty() {
		r.before = r.session.Mark()
	}
}

// enter adds a client. If it is the first one of its audience that wants the log, the battle is
// played again, so that the log is complete.
func (r *Room) enter(c *Client) error {
	if r.add(c) {
		return engine.ErrRewind
	}
	c.meets(r.tell(c))
	return nil
}

// add finds the audience of a client, and reports whether the audience now needs a log.
func (r *Room) add(c *Client) (hears bool) {
	c.say = discreet(r.Library, c.to.Say)
	a := r.audiences[c.seats]
	if a == nil {
		a = newAudience(r.System.New(r.Library, r.Match, r.battle), c.seats, r.veils)
		r.instruct(a)
		r.audiences[c.seats] = a
		if r.question.Choice != nil && a.has(r.question.Side) {
			a.view.Ask(r.question)
		}
	}
	c.audience = a
	r.clients = append(r.clients, c)
	hears = c.wants(wantTold) && !a.hears
	a.hears = a.hears || hears
	return hears
}

// A taken is an answer, with the number that each client knows its question by.
type taken struct {
	engine.Entry
	asked [engine.MaxSeats]int
}

// Record stores an answer, and tells the clients of the seat that it is stored. The answers of
// a line wait for its last one.
func (r *Room) Record(e engine.Entry) error {
	r.pending = append(r.pending, taken{e, r.asked})
	if !r.line.Empty() {
		return nil
	}
	return r.settle()
}

// settle stores the answers that wait.
func (r *Room) settle() error {
	stored := r.pending
	r.pending, r.line = r.pending[:0], view.Line{}
	if r.Kept != nil {
		human := false
		for _, t := range stored {
			if err := r.Kept.Record(t.Entry); err != nil {
				return err
			}
			human = human || r.isHuman(t.Side)
		}
		if human {
			if err := r.Kept.Sync(); err != nil {
				return err
			}
		}
	}
	for _, t := range stored {
		for _, c := range r.clients {
			if r.isHuman(t.Side) && c.has(t.Side) {
				c.drop()
				c.meets(c.say(Taken{"taken", c.number(t.asked), t.Text}))
			}
		}
	}
	return nil
}

// given returns how many answers people have given.
func (r *Room) given() (n int) {
	for _, e := range r.session.Entries() {
		if r.isHuman(e.Side) {
			n++
		}
	}
	return n
}

// allows reports whether a client may go back or forth now.
func (r *Room) allows(c *Client, what string) bool {
	before := r.session.Mark()
	defer r.session.Return(before)
	return r.shift(c, what) == nil
}

// shift goes back or forth in a client's answers, and returns the reason if it may not.
func (r *Room) shift(c *Client, what string) error {
	others, before, given := r.People()&^c.seats, r.session.Mark(), r.given()
	switch {
	case c.seats == 0:
		return errWatches(what)
	case others != 0 && !r.Undo:
		return fmt.Errorf("%s: other people play, too: serve --undo allows it", what)
	case others != 0 && r.veils:
		return fmt.Errorf("%s: each side sees only its own here, and what an answer has shown cannot be hidden again: answers stay", what)
	case what == "undo" && !r.session.Undo(c.has):
		return errors.New("undo: there is no answer to take back")
	case what == "redo" && !r.session.Redo(c.has):
		return errors.New("redo: no answer was taken back")
	}
	if left := r.given(); others != 0 && left < given && slices.Contains(r.hides[left:given], true) {
		r.session.Return(before)
		return errors.New("undo: it would take back an answer that was given in secret: such answers stay")
	}
	return nil
}

// move goes back or forth in a client's answers, or lets it leave.
func (r *Room) move(c *Client, what string) error {
	if what == "leave" {
		c.meets(errLeft)
		return nil
	}
	before := r.session.Mark()
	if err := r.shift(c, what); err != nil {
		return err
	}
	if r.Kept != nil {
		if err := r.Kept.Rewrite(r.Library.Header(r.Match), r.session.Entries()); err != nil {
			r.session.Return(before)
			return err
		}
	}
	r.anew()
	return engine.ErrRewind
}

// anew tells the battle to all clients from its start.
func (r *Room) anew() {
	for _, c := range r.clients {
		c.drop()
		c.forget()
		c.restart()
	}
}
