package view

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/best"
	"houserule/engine/explore"
	"houserule/engine/players"
)

// solving is the usual limit of best play in odds and hints.
var solving = explore.Budget{States: 4_000, Ways: 400_000, Steps: 10_000_000, Bytes: 32e6, Within: 1e-5}

// A bestAnswer is an option with the chance of the side that is asked, if both sides play
// best after it; a draw counts as a half.
type bestAnswer struct {
	answer int
	wins   float64
}

// points writes a chance to two places: best play is sought to a thousandth of a point.
func points(chance float64) string { return fmt.Sprintf("%.2f %%", 100*chance) }

// bestPlay returns the options of the question by best play, the best first: only that one
// where the others would take longer, and none where it does not apply or is not quickly
// found.
func (f *Frame) bestPlay(ctx context.Context, c engine.Trier) []bestAnswer {
	if f.sought {
		return f.best
	}
	g, err := best.Here(f.story)
	if h, ok := c.(engine.Hider); err != nil || ok && h.Hides() {
		f.sought = true
		return nil
	}
	g.Budget = f.Solving
	q := engine.Question{Choice: c, Side: f.asked.Side}
	first, ok := g.Best(ctx, q)
	answers, known := []best.Answer(nil), false
	if ok {
		answers, known = g.Answers(ctx, q)
	}
	if ctx.Err() != nil {
		return nil
	}
	f.sought = true
	if !ok {
		return nil
	}
	known = known && !slices.ContainsFunc(answers, func(a best.Answer) bool { return a.Value.Gap() > f.Solving.Within })
	if !known {
		answers = []best.Answer{first}
	}
	for _, a := range answers {
		f.best = append(f.best, bestAnswer{a.Answer, a.Value.For(f.asked.Side).Middle()})
	}
	return f.best
}

// find finds the odds of the options, or bounds of them and the error that they take too
// long.
func (f *Frame) find(ctx context.Context, c engine.Trier) {
	if f.known != nil || f.err != nil {
		return
	}
	ends, err := f.ends(ctx, c, f.InPassing)
	switch {
	case err == nil:
		f.known = ends
		return
	case f.bounded == nil:
		f.bounded = ends
	}
	if ctx.Err() == nil {
		f.err = err
	}
}

// better returns the best answer by the bounds of the odds, if it is certainly better than
// another one.
func (f *Frame) better(than int) (best end, ok bool) {
	us := f.asked.Side
	i := slices.IndexFunc(f.bounded, func(e end) bool { return e.answer == than })
	if i < 0 {
		return end{}, false
	}
	best = f.bounded[0]
	low, _ := best.Bounds(best.Wins[us])
	_, high := f.bounded[i].Bounds(f.bounded[i].Wins[us])
	return best, low > high
}

// Advise returns a hint, and the answer as it is typed: the best answer by best play, where
// that is quickly found, or else by the exact odds. Where neither is, it is the answer of
// the best player that can answer: search, or greedy where c is nil, because options cannot
// be tried out, and where ctx has ended; except that an answer that is certainly better, by
// bounds of the odds, takes its place. Whole writes an answer, and says what it does.
func (f *Frame) Advise(ctx context.Context, c engine.Trier, whole func(answer int) (typed, note string)) (text, typed string, err error) {
	if f.asked.Choice == nil {
		return "", "", errors.New("there is no question that the computer could answer")
	}
	if c != nil {
		if all := f.bestPlay(ctx, c); len(all) > 0 {
			text, typed = advice("The best answer", all[0].answer, whole)
			text += fmt.Sprintf(" %s then wins %s by best play of both sides.", engine.Capital(engine.The(f.Who())), points(all[0].wins))
			return text + f.losses(all), typed, nil
		}
		f.find(ctx, c)
	}
	if large := new(explore.TooLarge); f.err != nil && !errors.As(f.err, &large) {
		return "", "", f.err
	}
	if len(f.known) > 0 {
		us := f.asked.Side
		text, typed = advice("The best by the exact odds", f.known[0].answer, whole)
		text += fmt.Sprintf(" %s then wins %s, if %s play on.", engine.Capital(engine.The(f.Who())), share(f.known[0].Wins[us]), f.whoPlays())
		if len(f.known) > 1 {
			text += fmt.Sprintf(" Next best: %s, %s.", f.Typed(f.known[1].answer), share(f.known[1].Wins[us]))
		}
		return text, typed, nil
	}
	why, player, adviser := "The computer", "greedy", engine.Oracle(players.Greedy{})
	switch {
	case ctx.Err() != nil:
		why = "Interrupted: the computer"
	case c != nil:
		player, adviser = "search", players.NewSearch(f.asked.Side, players.DefaultNodes)
	}
	n, err := adviser.Answer(f.asked)
	if err != nil {
		return "", "", err
	}
	if best, ok := f.better(n); ok {
		text, typed = advice("The best by the odds so far", best.answer, whole)
		return fmt.Sprintf("%s %s then wins %s, if %s play on.", text, engine.Capital(engine.The(f.Who())), Between(best.Odds, best.Wins[f.asked.Side]), f.whoPlays()), typed, nil
	}
	text, typed = advice(fmt.Sprintf("%s (%s) would answer", why, player), n, whole)
	return text, typed, nil
}

// advice writes an answer, after why it is given.
func advice(why string, answer int, whole func(answer int) (typed, note string)) (text, typed string) {
	typed, note := whole(answer)
	if note != "" {
		note = " (" + note + ")"
	}
	return fmt.Sprintf("%s: %s%s.", why, typed, note), typed
}

// losses says how many points the next best answers lose against the best one.
func (f *Frame) losses(all []bestAnswer) string {
	var words []string
	for _, a := range all[1:] {
		if len(words) == losing {
			words = append(words, "...")
			break
		}
		words = append(words, fmt.Sprintf("%s %.2f points", f.Typed(a.answer), 100*(all[0].wins-a.wins)))
	}
	if len(words) == 0 {
		return ""
	}
	return " The others lose: " + strings.Join(words, ", ") + "."
}

// losing is how many other answers a hint names.
const losing = 3
