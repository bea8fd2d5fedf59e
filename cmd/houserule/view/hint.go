package view

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"houserule/engine"
	"houserule/engine/analysis"
	"houserule/engine/experiment"
	"houserule/engine/players"
)

// analyze returns what is known of the answers to the question, after a look with such a budget
// at least. It is kept until another question comes. After ctx has ended it is what was found,
// and is not kept.
func (f *Frame) analyze(ctx context.Context, most analysis.Budget) (*analysis.Analysis, error) {
	if f.found != nil && f.looked >= most.Nodes {
		return f.found, nil
	}
	if f.analyst == nil {
		f.analyst = analysis.New()
	}
	f.analyst.Progress, f.analyst.Habits = Progress(ctx), players.Habits(f.players...)
	found, err := f.analyst.Analyze(ctx, f.asked, f.past(), most)
	if err == nil {
		f.found, f.looked = found, most.Nodes
	}
	if found != nil && ctx.Err() != nil {
		err = nil
	}
	return found, err
}

// past returns what knows the present step of the battle, nil for nothing.
func (f *Frame) past() analysis.Recaller {
	at, _ := f.story.(analysis.Recaller)
	return at
}

// Ranked returns the answers to the question with their chances in words, the best first. The
// error of a script leaves them in the order of their evaluation.
func (f *Frame) Ranked() (list []Option) {
	found, err := f.analyze(context.Background(), f.Look)
	if err != nil {
		for _, n := range analysis.BestFirst(f.asked.Choice, 0) {
			list = append(list, Option{Answer: n})
		}
		return list
	}
	for _, a := range found.Answers {
		list = append(list, Option{Answer: a.Answer, Wins: wins(found, a)})
	}
	for _, n := range found.Rest {
		list = append(list, Option{Answer: n})
	}
	return list
}

// Plan returns the plan under which the present answers are valued: 0 until somebody looks.
func (f *Frame) Plan() int {
	if f.found == nil {
		return 0
	}
	return f.found.Plan
}

// aboutEqual stands for the chance of an answer that is not shown to be worse than the best one.
const aboutEqual = "about equal"

// wins writes the chance of the side that decides, after an answer.
func wins(found *analysis.Analysis, a analysis.Answer) string {
	switch {
	case a.Known == analysis.Bounded:
		return fmt.Sprintf("%.1f to %.1f %%", 100*a.Low, 100*a.High)
	case a.Equal && a.Known.Sampled() && a.Answer != found.Answers[0].Answer:
		return aboutEqual
	}
	return points(found.Chance(a))
}

// points writes a chance.
func points(chance float64) string {
	switch {
	case 0 < chance && chance < 0.0005:
		return "under 0.1 %"
	case 0.9995 < chance && chance < 1:
		return "over 99.9 %"
	}
	return fmt.Sprintf("%.1f %%", 100*chance)
}

// Method says how the chances of the answers are known, "" if nobody has looked.
func (f *Frame) Method() string {
	if f.found == nil {
		return ""
	}
	return f.methods(f.found)
}

// methods says how the chances of all answers are known, "" if there are none.
func (f *Frame) methods(found *analysis.Analysis) string {
	var words []string
	for _, a := range found.Answers {
		if how := method(a); !slices.Contains(words, how) && (len(words) == 0 || !a.Known.Sampled()) {
			words = append(words, how)
		}
	}
	if len(words) == 0 {
		return ""
	}
	return "Chances to win, where a draw counts as a half, from " + strings.Join(words, "; from ") + "." + f.weighed(found)
}

// weighed says by what hidden things were weighed, "" if nothing was.
func (f *Frame) weighed(found *analysis.Analysis) string {
	var words []string
	for seat, by := range found.Weighed {
		if by.Answers > 0 {
			words = append(words, fmt.Sprintf("%s of %s, by the habits of %s", experiment.Counted(int64(by.Answers), "answer"), engine.The(f.seats[seat]), by.Habits))
		}
	}
	if words == nil {
		return ""
	}
	return fmt.Sprintf(" What %s does not see is weighed by %s.", engine.The(f.Who()), strings.Join(words, "; "))
}

// PlayedOn are the words for battles from which a chance is known.
func PlayedOn(k analysis.Known) string {
	if k == analysis.Planned {
		return "that greedy players play on, the side that decides by its best plan,"
	}
	return "that learning players play on"
}

// method says how the chance after an answer is known.
func method(a analysis.Answer) string {
	switch a.Known {
	case analysis.Proved:
		return "best play of both sides"
	case analysis.Bounded:
		return "certain bounds of best play"
	case analysis.Dealt:
		return "every case of what is hidden"
	}
	return fmt.Sprintf("%s %s from the best answer, fewer from others (95 %% interval: %.1f to %.1f %%)", experiment.Counted(int64(a.Battles), "battle"), PlayedOn(a.Known), 100*a.Low, 100*a.High)
}

// Advise returns a hint, and the answer as it is typed: the first of the options, with what it
// counts on and what the others lose. Whole writes an answer, and says what it does.
func (f *Frame) Advise(ctx context.Context, whole func(answer int) (typed, note string)) (text, typed string, err error) {
	if f.asked.Choice == nil {
		return "", "", errors.New("there is no question that the computer could answer")
	}
	found, err := f.analyze(ctx, f.Look)
	if err != nil {
		return "", "", err
	}
	if len(found.Answers) == 0 {
		why := "The computer (greedy) would answer"
		if ctx.Err() != nil {
			why = "Interrupted: the computer (greedy) would answer"
		}
		text, typed = advice(why, found.Rest[0], whole)
		return text, typed, nil
	}
	first := found.Answers[0]
	text, typed = advice("The best answer", first.Answer, whole)
	text = fmt.Sprintf("%s %s then wins %s, from %s.", text, engine.Capital(engine.The(f.Who())), wins(found, first), method(first))
	if first.Known.Sampled() && first.Often > 0.5 {
		text += fmt.Sprintf(" It counts on the reply: %s (%.0f %% of the battles).", first.Reply, 100*first.Often)
	}
	return text + losses(found, whole) + f.weighed(found), typed, nil
}

// advice writes an answer, after why it is given.
func advice(why string, answer int, whole func(answer int) (typed, note string)) (text, typed string) {
	typed, note := whole(answer)
	if note != "" {
		note = " (" + note + ")"
	}
	return fmt.Sprintf("%s: %s%s.", why, typed, note), typed
}

// losses says which answers are as good as the best one, and how many points the next best
// lose against it.
func losses(found *analysis.Analysis, whole func(answer int) (typed, note string)) string {
	var equal, worse []string
	for _, a := range found.Answers[1:] {
		typed, _ := whole(a.Answer)
		if loss, _ := found.Loss(a.Answer); a.Equal {
			equal = append(equal, typed)
		} else {
			worse = append(worse, fmt.Sprintf("%s %.1f points", typed, 100*loss))
		}
	}
	text := ""
	if len(equal) > 0 {
		text += " About equal: " + few(equal) + "."
	}
	if len(worse) > 0 {
		text += " The others lose: " + few(worse) + "."
	}
	return text
}

// few lists words, a few of them at most.
func few(words []string) string {
	const most = 3
	if len(words) > most {
		words = append(slices.Clip(words[:most]), "...")
	}
	return strings.Join(words, ", ")
}
