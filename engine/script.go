package engine

import "fmt"

// A Script gives prepared answers: dice from one list and choices, by name, from another. A
// missing answer is an error, and Done reports unused answers, so that a test states
// exactly the answers that a battle needs.
type Script struct {
	Dice    []int
	Choices []string

	dice, choices int // numbers of used answers
}

// Answer returns the script's next die or choice.
func (s *Script) Answer(q Question) (int, error) {
	if q.Choice == nil {
		if s.dice == len(s.Dice) {
			return 0, fmt.Errorf("%w: %d dice were given, die %d is asked for", ErrScript, len(s.Dice), s.dice+1)
		}
		n := s.Dice[s.dice]
		if n < 1 || n > int(q.Sides) {
			return 0, fmt.Errorf("%w: die %d is %d: must be from 1 to %d", ErrScript, s.dice+1, n, q.Sides)
		}
		s.dice++
		return n, nil
	}
	if s.choices == len(s.Choices) {
		return 0, fmt.Errorf("%w: %d choices were given, choice %d is asked for", ErrScript, len(s.Choices), s.choices+1)
	}
	n, err := ParseLegal(q.Choice, s.Choices[s.choices])
	if err != nil {
		return 0, fmt.Errorf("%w: choice %d %q: %w", ErrScript, s.choices+1, s.Choices[s.choices], err)
	}
	s.choices++
	return n, nil
}

// Skip passes over the next answer, if the script has one, because a replay has answered
// the question.
func (s *Script) Skip(q Question) {
	if q.Choice == nil {
		s.dice = min(s.dice+1, len(s.Dice))
	} else {
		s.choices = min(s.choices+1, len(s.Choices))
	}
}

// Done returns an error if answers are left over.
func (s *Script) Done() error {
	if n := len(s.Dice) - s.dice; n > 0 {
		return fmt.Errorf("%w: %d of %d dice are left over, from %d on", ErrScript, n, len(s.Dice), s.Dice[s.dice])
	}
	if n := len(s.Choices) - s.choices; n > 0 {
		return fmt.Errorf("%w: %d of %d choices are left over, from %q on", ErrScript, n, len(s.Choices), s.Choices[s.choices])
	}
	return nil
}

// ParseLegal reads text as an option of c that is legal now.
func ParseLegal(c Choice, text string) (int, error) {
	n, err := c.Parse(text)
	return legal(c, n, err)
}

// legal returns err, the error of reading an option, or else the error of an option that a
// rule forbids.
func legal(c Choice, answer int, err error) (int, error) {
	switch {
	case err != nil:
		return 0, err
	case !c.Legal(answer):
		return 0, Question{Choice: c}.illegal(answer)
	}
	return answer, nil
}
