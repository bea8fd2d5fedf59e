package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/screen"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// A Room is a battle that a host plays. Clients join and leave. Each has a goroutine, which
// puts its requests into the room's inbox. The goroutine of [Room.Play] does everything else,
// apart from looks, which have a [study].
type Room struct {
	*session.Battle
	host      *Host
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

	question engine.Question // that is open
	asked    count           // questions so far
	hides    []bool          // of each question to a person: the answer is hidden from another seat
	line     view.Line       // the rest of a line that a client has typed
	joins    bool            // the answer at hand belongs to the line of the one before
	typist   *Client         // the client that has typed it
	before   engine.Mark     // the position before the line
	pending  []taken         // its answers so far, which count when all of it is read
	ended    any             // the message of the end, while no question is open
	next     []string        // the keys of the battle that was begun after this one
	settings []string        // of the mods, that a client has changed
	unwatch  func()          // ends watching the mods; nil: they are not watched
	whole    []screen.Line   // the log without hiding, after a battle in which the seats see different things
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
	r := &Room{host: h, audiences: map[engine.Seats]*audience{}, inbox: make(chan mail), closed: make(chan struct{})}
	var err error
	if r.Battle, err = session.New(h.Ground, r); err != nil {
		return nil, err
	}
	if h.Looks == nil {
		h.Looks = make(chan struct{}, 1)
	}
	v := h.view(r.Ground, r.Story)
	r.title, r.names, r.veils = v.Title(), v.Seats(), v.Veils()
	r.Kept, r.Starts, r.From = h.Kept, r.hears, r.from
	r.Load(h.Entries)
	if h.Watched {
		r.Rewind(nil)
	}
	r.Table.Record(r)
	return r, nil
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
	now := r.Story.Scene()
	switch {
	case r.question.IsDie():
		now += ": a die is asked for"
	case r.open():
		now += ": " + r.names[r.question.Side] + " is asked"
	case r.Story.Over():
		now = r.Story.Outcome()
	}
	r.now.Store(&now)
}

// Veils reports whether each side sees only its own.
func (r *Room) Veils() bool { return r.veils }

// hears returns the audiences with a log, which hear a run from the start.
func (r *Room) hears() engine.Listener {
	var ears ears
	for _, a := range r.audiences {
		if a.log.Lines = a.log.Lines[:0]; a.hears {
			ears = append(ears, a)
		}
	}
	r.asked, r.hides = count{}, r.hides[:0]
	r.Table.Explain(len(ears) > 0)
	if len(ears) == 0 {
		return nil
	}
	return ears
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
		r.Battle.Leave()
		if r.unwatch != nil {
			r.unwatch()
		}
		for _, c := range r.clients {
			c.forget()
			c.close()
		}
	}()
	for {
		err := r.Run(r.Table)
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
	r.ended = newEnd(r.Story, r.names)
	if r.veils {
		if lines, err := r.Unveiled(r.Entries()); err == nil {
			r.whole = lines
		}
	}
	if r.Kept == nil {
		return nil
	}
	if err := r.Kept.End(r.Story.Outcome()); !errors.Is(err, saves.ErrOver) {
		return err
	}
	return nil
}

// Answer asks the clients that have the seat.
func (r *Room) Answer(q engine.Question) (int, error) {
	r.count(q)
	r.question = q
	for _, a := range r.audiences {
		if a.answers(q.Side) {
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
	if r.joins && r.IsHuman(e.Side) {
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
	r.Return(r.before)
	r.typist.meets(r.typist.say(NewRefusal(err)))
	return true
}

// Skip counts a question that was answered before.
func (r *Room) Skip(q engine.Question) { r.count(q) }

func (r *Room) count(q engine.Question) {
	r.asked.add(q)
	if !r.ByPerson(q.Side) {
		return // a die after the last of a list
	}
	r.hides = append(r.hides, r.Table.Hides(q.Choice))
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
			r.Quit()
			return 0, &Broken{last}
		}
		select {
		case <-r.closed:
			r.Quit()
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
	switch {
	case at == atEnd:
		at = math.MaxInt
	case !r.question.IsDie():
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
	if !r.open() {
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
	c.moves = Moves{r.allows(c, "undo"), r.allows(c, "redo"), r.Watched}
	at := r.at(c.audience)
	if at != atEnd && !c.answers(r.question.Side) {
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
		if end.Moves = c.moves; c.seats != 0 && r.host.Lead != nil && !r.Watched {
			end.Others = r.others()
		}
		said = end
	case Fault:
		end.Moves = c.moves
		said = end
	}
	err := c.say(said)
	if err == nil && r.next != nil {
		err = c.say(r.nextOf(c, r.next))
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
		if r.Watched {
			return 0, false, errReplay
		}
		c.drop()
		answer, err = c.read(r.question, r.at(c.audience), request)
		r.types(c)
		return answer, err == nil, err
	case *AskCommand:
		return r.typed(c, request)
	case *Ready:
		return 0, false, errReady
	case *AskAgain:
		return 0, false, r.again(c, request.Type, request.Scenario)
	case *Move:
		c.drop()
		return 0, false, r.move(c, request.Type, 1)
	}
	return 0, false, r.look(c, lookOf(m.request))
}

// types notes who has typed the line, and where the battle stood before it.
func (r *Room) types(c *Client) {
	if r.typist = c; !r.line.Empty() {
		r.before = r.Mark()
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
		a = newAudience(r.host.view(r.Ground, r.Story), c.seats, r.veils)
		r.instruct(a)
		r.audiences[c.seats] = a
		if r.open() && a.answers(r.question.Side) {
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
	asked count
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
			human = human || r.ByPerson(t.Side)
		}
		if human {
			if err := r.Kept.Sync(); err != nil {
				return err
			}
		}
	}
	for _, t := range stored {
		said := t.Text
		if t.Side.IsLuck() {
			said = strconv.Itoa(t.N)
		}
		for _, c := range r.clients {
			if r.ByPerson(t.Side) && c.answers(t.Side) {
				c.drop()
				c.meets(c.say(Taken{"taken", c.number(t.asked), said}))
			}
		}
	}
	return nil
}

// open reports whether a question is open.
func (r *Room) open() bool { return r.question.Choice != nil || r.question.IsDie() }

// owns reports whether a client takes back the answers of a seat, or of dice that people roll.
func (r *Room) owns(c *Client) func(engine.Side) bool {
	return func(side engine.Side) bool { return c.answers(side) && r.ByPerson(side) }
}

// allows reports whether a client may go back or forth now.
func (r *Room) allows(c *Client, what string) bool {
	before := r.Mark()
	defer r.Return(before)
	return r.shift(c, what, 1) == nil
}

// shift goes n lines back or forth in a client's answers, and returns the reason if it may not.
func (r *Room) shift(c *Client, what string, n int) error {
	others, before, given := r.People()&^c.seats, r.Mark(), r.Given()
	switch {
	case c.seats == 0:
		return errWatches(what)
	case others != 0 && !r.host.Undo:
		return fmt.Errorf("%s: other people play, too: serve --undo allows it", what)
	case others != 0 && r.veils:
		return fmt.Errorf("%s: each side sees only its own here, and what an answer has shown cannot be hidden again: answers stay", what)
	case r.Watched && what == "undo" && !r.Back(n, nil):
		return errors.New("the replay begins here: forth goes forward")
	case r.Watched && what == "redo" && !r.Forth(n, nil):
		return errors.New("the replay ends here: back goes back, take plays on")
	case r.Watched:
	case what == "undo" && !r.Back(n, r.owns(c)):
		return errors.New("undo: there is no answer to take back")
	case what == "redo" && !r.Forth(n, r.owns(c)):
		return errors.New("redo: no answer was taken back")
	}
	if left := r.Given(); others != 0 && left < given && slices.Contains(r.hides[left:given], true) {
		r.Return(before)
		return errors.New("undo: it would take back an answer that was given in secret: such answers stay")
	}
	return nil
}

// move goes n lines back or forth in a client's answers, or lets it leave.
func (r *Room) move(c *Client, what string, n int) error {
	if what == "leave" {
		c.meets(errLeft)
		return nil
	}
	before := r.Mark()
	if err := r.shift(c, what, n); err != nil {
		return err
	}
	if err := r.rewrite(r.Ground, r.Entries()); err != nil {
		r.Return(before)
		return err
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
