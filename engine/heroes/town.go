package heroes

import "houserule/engine"

// hitWalls carries out a hit at the walls. H8.1: the first hit breaches the walls, the
// second sacks them; H8.2: the defender then fills its line.
func (blow Blow) hitWalls(b *Battle) {
	b.walls = min(b.game.Hooks.WallHit.Apply(b, blow, min(b.walls+1, Sacked)), Sacked)
	b.Report(engine.Event{What: WallsHit, Who: blow.By.id, N: int32(b.walls)})
	b.fillLine(Defender)
}

// throughWalls returns the score of an attack through walls. H8.3: walls reduce the ranged
// scores of attacks against stacks on the defender's ranged line. H8.4: some creatures
// ignore that.
func (blow Blow) throughWalls(b *Position, score engine.Score) engine.Score {
	by, at, rules := blow.By, blow.At, &b.game.Rules
	if by.side != Aggressor || at == nil || at.side == by.side || at.line != RangedLine || by.top.ignoresWalls {
		return score
	}
	if blow.How.Retaliation() && !rules.WallBindsRetaliation {
		return score
	}
	switch {
	case b.walls == Breached:
		return score.Reduce(rules.WallPenaltyBreached, &causeBreached)
	case b.walls == Intact && rules.WallPenaltyIntact == "half" && rules.WallHalves == "own":
		return score.Times(1, 2, &causeIntact) // before support, after swarm (H3)
	case b.walls == Intact && rules.WallPenaltyIntact == "half":
		return score.Halve(&causeIntact)
	}
	return score
}

// mayEmerge returns the rule that forbids a stack to step out of the town, or nil. H8.5: a
// defending stack may step out and still act.
func (s *Stack) mayEmerge(b *Position) *Ruling {
	switch {
	case b.walls == NoTown || s.side != Defender:
		return &rulingNoTown
	case s.line == MeleeLine:
		return &rulingEmerged
	case !b.game.Rules.EmergeIsFree:
		return &rulingEmergeCosts
	}
	return nil
}

// emerge carries out H8.5.
func (s *Stack) emerge(b *Battle) {
	b.Shift(s, MeleeLine)
	b.Report(engine.Event{What: Emerged, Who: s.id})
}
