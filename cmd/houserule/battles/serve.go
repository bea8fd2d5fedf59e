package battles

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/cli/browser"
	"github.com/spf13/cobra"

	"houserule/cmd/houserule/fair"
	"houserule/cmd/houserule/games"
	"houserule/cmd/houserule/match"
	"houserule/cmd/houserule/page"
	"houserule/cmd/houserule/protocol"
	"houserule/cmd/houserule/saves"
	"houserule/cmd/houserule/serve"
	"houserule/cmd/houserule/session"
	"houserule/cmd/houserule/usage"
	"houserule/cmd/houserule/view"
	"houserule/engine"
	"houserule/engine/library"
)

// serveOptions holds the values of the flags of houserule serve.
type serveOptions struct {
	playOptions
	listen  string
	link    string
	called  string // the host in link
	open    bool
	undo    bool
	watch   bool
	saves   bool // whoever plays alone may save and load
	battles int
	drop    string
	looks   chan struct{}
	fair    fair.Chances // of the battles that are opened
}

// The defaults of serve.
const (
	serveAddress  = "127.0.0.1:7360"
	servePatience = 10 * time.Second
	mostServed    = 1_000
)

func newServe(mods *games.Resolver) *cobra.Command {
	o := serveOptions{playOptions: playOptions{Options: match.Options{Mods: mods}, command: "serve"}}
	cmd := &cobra.Command{
		Use:   "serve [SCENARIO]",
		Short: "Play a battle in a browser, against the computer or a friend elsewhere",
		Long: `Play a battle in a browser, against the computer or a friend elsewhere. serve prints a
link for each seat of a person, and one to watch. Whoever has a link can play that
seat: give the other link to your friend. houserule join LINK opens the same battle at
the prompt of another machine. The last link, for you alone, lists all battles.

Each answer is on disk before it is accepted. After Ctrl-C or a crash, serve --resume
continues all served battles that are not over, under the same links if --listen is
the same. serve --drop BATTLE stops serving a battle: it removes the links and keeps
the journal.

Only this machine can reach the server unless --listen names a network address, such
as --listen 0.0.0.0:7360. On the internet, put it behind a proxy with TLS, and name
the proxy's address with --link.`,
		Example: `  houserule serve tutorial --open
  houserule serve siege --level hard
  houserule serve border --seats human,human --listen 0.0.0.0:7360
  houserule serve siege --seats human,human --link https://battles.example.org
  houserule serve siege --mods ./my-mod --watch
  houserule serve --resume
  houserule serve --drop siege.1`,
		Args:              usage.Arguments(0, 1),
		ValidArgsFunction: mods.CompleteScenarios(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.read(cmd, args); err != nil {
				return err
			}
			if o.drop != "" {
				return dropServed(cmd.OutOrStdout(), saves.Platform(), o.drop)
			}
			ctx, stop := usage.Interruptible(cmd)
			defer stop()
			return serveBattles(ctx, cmd.OutOrStdout(), o)
		},
	}
	o.flags(cmd, "the scenario's if one person plays, else a random one")
	cmd.Flags().Lookup("resume").Usage = "continue all served battles that are not over, or the one that is named"
	f := cmd.Flags()
	f.StringVar(&o.listen, "listen", serveAddress, "listen on this `address` and port; 0.0.0.0:7360 is reachable from the network")
	f.StringVar(&o.link, "link", "", "begin the links with this `address`, such as https://battles.example.org, if a proxy stands before the server")
	f.BoolVar(&o.open, "open", false, "open the first link in a browser")
	f.BoolVar(&o.undo, "undo", false, "let people take back answers even if several play, unless they were given in secret")
	f.BoolVar(&o.watch, "watch", false, "load the mods again when one of their files is saved, and play the battles again under them with the same answers, as far as they fit")
	f.BoolVar(&o.saves, "saves", false, "let whoever plays alone save battles on this machine, load those saved here, and evaluate Lua; so it is anyway if only this machine reaches the server")
	f.IntVar(&o.battles, "battles", 1, "serve `N` battles, each with its own links")
	f.StringVar(&o.drop, "drop", "", "stop serving `BATTLE`: remove its links and keep its journal")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("drop", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return saves.Platform().Served(), cobra.ShellCompDirectiveNoFileComp
	}))
	return cmd
}

// read reads the arguments, and refuses flags that do not go together.
func (o *serveOptions) read(cmd *cobra.Command, args []string) error {
	if err := o.playOptions.read(cmd, args); err != nil {
		return err
	}
	if o.drop != "" && cmd.Flags().NFlag()+len(args) > 1 {
		return usage.Errorf("--drop stands alone, as in houserule serve --drop %s", o.drop)
	}
	if o.battles < 1 || o.battles > mostServed {
		return usage.Errorf("--battles takes a number from 1 to %d", mostServed)
	}
	if o.watch && !o.resume && len(o.Mods.Folders()) == 0 {
		return usage.Errorf("--watch: no mod of yours is loaded: --mods PATH loads one")
	}
	if host, port, err := net.SplitHostPort(o.listen); err == nil && host == "" {
		return usage.Errorf("--listen %s has no address before the port: write 127.0.0.1:%s, for this machine only, or 0.0.0.0:%s, for the network", o.listen, port, port)
	}
	if o.link == "" {
		return nil
	}
	u, err := url.Parse(o.link)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return usage.Errorf("--link takes the beginning of a link without a path, as in https://battles.example.org, not %q", o.link)
	}
	port := map[string]string{"http": ":80", "https": ":443"}[u.Scheme] // browsers omit these ports
	o.called, o.link = strings.TrimSuffix(strings.ToLower(u.Host), port), strings.TrimRight(o.link, "/")
	return nil
}

// dropServed removes the links of a battle.
func dropServed(out io.Writer, places saves.Places, name string) error {
	switch err := places.Drop(name); {
	case errors.As(err, new(*engine.Unknown)):
		return &usage.Error{Err: err}
	case errors.Is(err, saves.ErrElsewhere):
		return fmt.Errorf("%w: stop that program first", err)
	case err != nil:
		return err
	}
	fmt.Fprintf(out, "%s is no longer served: its links are removed. Its journal is kept: houserule play --resume %s continues it here.\n", name, name)
	return nil
}

// A served battle is played in its room.
type served struct {
	*protocol.Room
	host *protocol.Host
	keys []string // of the seats of people, and to watch
}

// seats are those of the links: each seat of a person, and of a replay all seats at once.
func (b served) seats() (seats []engine.Seats) {
	if b.host.Watched {
		all := engine.Seats(0)
		for side := range b.host.Match.Players {
			all |= engine.Only(engine.Side(side))
		}
		return []engine.Seats{all}
	}
	for _, side := range view.People(b.host.Match.Players) {
		seats = append(seats, engine.Only(side))
	}
	return seats
}

// serveBattles serves until ctx ends.
func serveBattles(ctx context.Context, out io.Writer, o serveOptions) (err error) {
	o.looks = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)) // a core is left for answers
	all, err := o.served()
	hall := &hall{o: o, all: all}
	defer func() {
		for _, b := range hall.all {
			if b.Kept != nil {
				err = errors.Join(err, b.Kept.Close())
			}
		}
	}()
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", o.listen)
	if err != nil {
		err = usage.Errorf("--listen: %v: choose another address or port, as in --listen 127.0.0.1:7361", err)
		for _, b := range all {
			if !o.resume { // it has only begun, and nobody has its links
				err = errors.Join(err, b.Kept.Discard())
			}
		}
		return err
	}
	defer listener.Close()
	hosts := serve.HostsOf(listener.Addr())
	base := cmp.Or(o.link, "http://"+hosts[0])
	if o.called != "" {
		hosts = append(hosts, o.called)
	}
	hall.server = &serve.Server{Self: usage.Version(), Hosts: hosts, Page: http.FileServerFS(page.Files), Owner: rand.Text()}
	for _, b := range all {
		if o.undo && b.Veils() && len(b.keys) > 2 {
			fmt.Fprintf(o.Mods.Warnings, "houserule: warning: --undo does not work in %s: each side sees only its own, and what an answer has shown cannot be hidden again\n", b.Kept.Name())
		}
		hall.admit(b)
		fmt.Fprintf(out, "%s\n", b.links(base))
	}
	if o.watch {
		if err := hall.watch(); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "All battles, for you alone: %s/#%s\n", base, hall.server.Owner)
	fmt.Fprintf(out, "Ctrl-C stops. %s continues, under the same links.\n", o.again(listener.Addr()))
	if o.open {
		if err := browser.OpenURL(base + "/#" + all[0].keys[0]); err != nil {
			fmt.Fprintf(o.Mods.Warnings, "houserule: warning: no browser opens: %v\n", err)
		}
	}
	return hall.play(ctx, listener)
}

// again returns the command that serves the same battles again, under the same links and in
// the same way.
func (o *serveOptions) again(at net.Addr) string {
	command := "houserule serve --resume"
	if o.listen != serveAddress {
		command += " --listen " + at.String()
	}
	if o.link != "" {
		command += " --link " + o.link
	}
	if o.undo {
		command += " --undo"
	}
	if o.watch {
		command += " --watch"
	}
	if o.saves {
		command += " --saves"
	}
	if o.Mods.OnError == "disable" { // no journal has it
		command += " --on-error disable"
	}
	return command
}

// served returns the battles: a new one or several, one resumed battle, or all served ones.
// Of all it leaves out battles that cannot continue, and warns of them.
func (o *serveOptions) served() (all []served, err error) {
	places := saves.Platform()
	if !o.resume || o.Scenario != "" {
		return o.load(places, o.Scenario)
	}
	for _, name := range places.Served() {
		b, err := o.load(places, name)
		if err != nil && !errors.Is(err, saves.ErrOver) {
			fmt.Fprintf(o.Mods.Warnings, "houserule: warning: %s is not served: %s\n", name, library.Explain(err))
		}
		all = append(all, b...)
	}
	if len(all) == 0 {
		return nil, errors.New("there is no battle to continue: houserule serve SCENARIO begins one")
	}
	return all, nil
}

// load loads the mods of a battle, and opens its room, or rooms.
func (o serveOptions) load(places saves.Places, name string) (all []served, err error) {
	mods := *o.Mods
	o.Mods, o.Scenario = &mods, name
	of, err := o.game(&places)
	for n := 0; n < o.battles && err == nil; n++ {
		var b served
		if b, err = o.serve(of, places); err == nil {
			all = append(all, b)
		}
	}
	if errors.Is(err, library.ErrOtherMods) {
		err = fmt.Errorf("%w (houserule serve --resume %s --anyway continues nevertheless)", err, name)
	}
	return all, err
}

// serve opens the room of a battle.
func (o *serveOptions) serve(of session.Game, places saves.Places) (b served, err error) {
	var m library.Match
	if o.resume {
		b.keys = places.KeysOf(o.Scenario)
	} else {
		if m, err = o.playMatch(of.Library, unknownSeed); err != nil {
			return b, &usage.Error{Err: err}
		}
		switch people := len(view.People(m.Players)); {
		case people == 0:
			return b, usage.Errorf("no person plays: use houserule battle and houserule show for battles of computer players")
		case people > 1 && !o.seeded:
			m.Seed = unknownSeed() // anyone can read the seed of a scenario
		}
		b.keys = newKeys(len(view.People(m.Players)))
		places.Keys = b.keys
	}
	h, err := o.playOptions.host(of, m, places)
	if err != nil {
		return b, err
	}
	if !o.fair.Known() { // of all battles with the same set-up
		o.fair = fair.Of(of.Library, h.Match)
	}
	o.settle(h, b.keys)
	h.Fair = o.fair
	h.Shelf = o.shelf(of.Library, places, unknownSeed)
	h.Shelf.NoFiles = true
	if len(b.keys) != len(view.People(h.Match.Players))+1 {
		err = fmt.Errorf("%s was not served: houserule play --resume %s continues it", h.Kept.Name(), h.Kept.Name())
	} else {
		b.host = h
		b.Room, err = h.Open()
	}
	if err != nil {
		err = errors.Join(err, h.Kept.Close())
	}
	return b, err
}

// settle gives a host what clients of a server are told, and may do.
func (o *serveOptions) settle(h *protocol.Host, keys []string) {
	h.Patience, h.Looks, h.Undo, h.Saves, h.Watching = servePatience, o.looks, o.undo, o.saves || o.private(), o.watch
	h.NewFilm = func() protocol.Film { return new(page.Film) }
	if len(keys) > 0 {
		h.Watch = keys[len(keys)-1]
	}
}

// private reports whether only this machine can reach the server.
func (o *serveOptions) private() bool {
	host, _, err := net.SplitHostPort(o.listen)
	return err == nil && o.link == "" && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

// newKeys returns keys for so many links, and one to watch.
func newKeys(links int) (keys []string) {
	for range links + 1 {
		keys = append(keys, rand.Text())
	}
	return keys
}

// unknownSeed returns a random seed, of too many for a player to try them all.
func unknownSeed() uint64 {
	var seed [8]byte
	rand.Read(seed[:])
	return binary.BigEndian.Uint64(seed[:])
}

// links prints the title of a battle, and its links.
func (b served) links(base string) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s (%s)\n", b.Title(), b.Kept.Name())
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for i, side := range view.People(b.host.Match.Players) {
		fmt.Fprintf(table, "  %s\t%s/#%s\n", b.Names()[side], base, b.keys[i])
	}
	fmt.Fprintf(table, "  to watch\t%s/#%s\n", base, b.keys[len(b.keys)-1])
	table.Flush()
	return text.String()
}
