package secrets

import "houserule/engine"

// Habits are what is believed of a player: it answers as Like does, but a part of its answers are
// arbitrary options, each with the same probability. The part is one of Strays, each as likely as
// the others.
type Habits struct {
	Of     string // whose habits they are, in words
	Like   engine.Oracle
	Steps  int // as which an answer of Like counts
	Strays []float64
	// Simpler, if not nil, are the habits where steps are too few for these.
	Simpler *Habits
}

// judge multiplies the probability of a player's answers so far, for each part that strays, by that
// of another answer.
func (h Habits) judge(likely []float64, q engine.Question, answer int) error {
	like, err := h.Like.Answer(q)
	if err != nil {
		return err
	}
	all := float64(len(options(q)))
	for i, strays := range h.Strays {
		chance := strays / all
		if answer == like {
			chance += 1 - strays
		}
		likely[i] *= chance
	}
	return nil
}
